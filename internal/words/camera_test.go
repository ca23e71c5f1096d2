package words_test

import (
	"testing"

	"luminos/internal/words"
)

// TestScanners checks that scanners are no cameras.
func TestScanners(t *testing.T) {
	for model, want := range map[string]bool{
		"Perfection V600": true, "CanoScan 9000F": true, "Canon EOS 5D": false, "iPhone 13": false, "": false,
	} {
		if got := words.Scanner(model); got != want {
			t.Errorf("%q: %t, want %t", model, got, want)
		}
	}
}
