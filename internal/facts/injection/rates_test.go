package injection

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var textsFlag = flag.String("injection.texts", "", "a directory of JSON lists of hostile texts, of which the rate is measured")

// lines returns the texts of a file in testdata, one in each line.
func lines(t *testing.T, file string) []string {
	b, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(b)), "\n")
}

func rate(t *testing.T, what string, texts []string) float64 {
	found := 0
	for _, s := range texts {
		if len(Search(s, false)) > 0 {
			found++
		} else {
			t.Logf("%s: missed %q", what, s)
		}
	}
	t.Logf("%s: %d of %d", what, found, len(texts))
	return float64(found) / float64(len(texts))
}

func TestOrdersAreFound(t *testing.T) {
	if got := rate(t, "orders", append(lines(t, "orders.txt"), lines(t, "orders2.txt")...)); got < 0.85 {
		t.Errorf("rate %.2f", got)
	}
}

// TestOrdersInTables finds the same orders in cells of a table as in lines.
func TestOrdersInTables(t *testing.T) {
	for _, order := range append(lines(t, "orders.txt"), lines(t, "orders2.txt")...) {
		if In("The ship sails\n"+order) != In("1\tThe ship sails\n2\t"+order) {
			t.Errorf("%q differs", order)
		}
	}
}

func TestTextsOfOthers(t *testing.T) {
	if *textsFlag == "" {
		t.Skip("no -injection.texts")
	}
	files, err := filepath.Glob(*textsFlag + "/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		if err := json.Unmarshal(b, &texts); err != nil {
			t.Fatal(err)
		}
		if got := rate(t, filepath.Base(file), texts); got < 0.85 {
			t.Errorf("%s: rate %.2f", file, got)
		}
	}
}
