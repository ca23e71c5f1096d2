package render

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestGolden(t *testing.T) {
	for _, width := range []int{60, 80, 120} {
		st := Style{Width: width}
		golden(t, fmt.Sprintf("report-%d.txt", width), func(w io.Writer) error { return Terminal(w, fixture(), st) })
	}
	golden(t, "report-verbose.txt", func(w io.Writer) error { return Terminal(w, fixture(), Style{Verbose: true}) })
	golden(t, "report-color.txt", func(w io.Writer) error { return Terminal(w, fixture(), Style{Color: true}) })
	golden(t, "scan-80.txt", func(w io.Writer) error { return Scan(w, fixture().Scan, "/home/me/quarry", Style{}) })
}

func golden(t *testing.T, name string, write func(io.Writer) error) {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// TestNoLineIsTooWide holds for every width, for a report of ordinary and of
// hostile strings, and colour takes no room.
func TestNoLineIsTooWide(t *testing.T) {
	for _, width := range []int{40, 47, 61, 80, 81, 120} {
		for _, color := range []bool{false, true} {
			for name, r := range map[string]func(io.Writer) error{
				"fixture": func(w io.Writer) error { return Terminal(w, fixture(), Style{Width: width, Color: color}) },
				"scan":    func(w io.Writer) error { return Scan(w, fixture().Scan, "/x", Style{Width: width, Color: color}) },
				"hostile": func(w io.Writer) error {
					return Terminal(w, hostileReport(hostile, true), Style{Width: width, Color: color, Verbose: true})
				},
				"words": func(w io.Writer) error {
					return Terminal(w, hostileReport(strings.Repeat("日本", 35)+" x", true), Style{Width: width, Color: color})
				},
			} {
				checkWidth(t, fmt.Sprintf("%s at %d", name, width), width, r)
			}
		}
	}
}

func checkWidth(t *testing.T, what string, width int, write func(io.Writer) error) {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	for i, l := range strings.Split(b.String(), "\n") {
		if n := ansi.StringWidth(l); n > width {
			t.Errorf("%s: line %d is %d wide: %q", what, i+1, n, l)
		}
		if ansi.Strip(l) != strings.TrimRight(ansi.Strip(l), " ") {
			t.Errorf("%s: line %d ends in blanks: %q", what, i+1, l)
		}
	}
}

// TestFirstScreen checks that the first questions of a reader are answered
// without scrolling.
func TestFirstScreen(t *testing.T) {
	for name, r := range map[string]func(io.Writer) error{
		"fixture": func(w io.Writer) error { return Terminal(w, fixture(), Style{}) },
		"hostile": func(w io.Writer) error { return Terminal(w, hostileReport(hostile+hostile, true), Style{}) },
	} {
		var b bytes.Buffer
		if err := r(&b); err != nil {
			t.Fatal(err)
		}
		screen := strings.Split(b.String(), "\n")[:24]
		for _, want := range []string{"For", "Build", "Test", "Read", "Flags", "~ "} {
			if name == "hostile" && want == "Read" {
				continue // of nothing but the README
			}
			if !strings.Contains("\n"+strings.Join(screen, "\n"), "\n"+want) {
				t.Errorf("%s: %q does not begin a line of the first screen:\n%s", name, want, strings.Join(screen, "\n"))
			}
		}
		// Citations are on the first screen only if one was not found: one of the fixture.
		if got := strings.Contains(strings.Join(screen, "\n"), "\nClaims"); got != (name == "fixture") {
			t.Errorf("%s: a line on claims: %v", name, got)
		}
	}
}
