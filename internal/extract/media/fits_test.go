package media

import (
	"fmt"
	"strings"
	"testing"

	"luminos"
)

// TestFITS reads the size, the day and the camera of an image of astronomy, and finds one that ends too early.
func TestFITS(t *testing.T) {
	header := ""
	for _, card := range []string{
		"SIMPLE  =                    T / standard", "BITPIX  =                   16", "NAXIS   =                    2",
		"NAXIS1  =                   60", "NAXIS2  =                   40 / rows",
		"DATE-OBS= '2026-01-17T21:03:04.5' / start",
		"INSTRUME= 'ZWO ASI533'", "OBJECT  = 'M 42    '", "END",
	} {
		header += fmt.Sprintf("%-80s", card)
	}
	whole := header + strings.Repeat(" ", fitsBlock-len(header)) + strings.Repeat("\x01\x00", fitsBlock)
	x := extract(t, "a.fits", whole)
	for name, want := range map[string]string{
		"width": "60", "height": "40", "taken": "2026-01-17", "camera": "ZWO ASI533",
	} {
		if got := x.Property(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if x.Format != "FITS image" || x.State != "" || x.Number("images") != 1 {
		t.Errorf("%+v", x)
	}
	for name, text := range map[string]string{
		"no end": whole[:400], "no data": whole[:fitsBlock], "a part": whole[:4000],
	} {
		if got := extract(t, "a.fits", text); got.State != luminos.ExtractDamaged {
			t.Errorf("%s: %q", name, got.State)
		}
	}
}
