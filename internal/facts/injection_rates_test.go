package facts

import (
	"cmp"
	"flag"
	"os"
	"path"
	"regexp"
	"testing"

	"luminos"
)

var ordersFlag = flag.String("facts.orders", "", "a file of samples, of which the rates are measured: each begins with -- yes FILE -- or -- no FILE --")

var sampleHead = regexp.MustCompile(`(?m)^-- (yes|no) (.*) --\n`)

// orderSample is a file, and whether it holds an order.
type orderSample struct {
	order bool
	path  luminos.Path
	text  string
}

func orderSamples(s string) []orderSample {
	var out []orderSample
	heads := sampleHead.FindAllStringSubmatchIndex(s, -1)
	for i, h := range heads {
		end := len(s)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		out = append(out, orderSample{s[h[2]:h[3]] == "yes", luminos.Path(s[h[4]:h[5]]), s[h[1]:end]})
	}
	return out
}

// flagged returns the patterns of the orders in a sample and in its name.
func (s orderSample) flagged() []string {
	scan := &luminos.Scan{Files: []luminos.File{{Path: s.path}}}
	for dir := s.path.Dir(); dir != luminos.Root; dir = dir.Dir() {
		scan.Dirs = append(scan.Dirs, luminos.Dir{Path: dir})
	}
	var out []string
	for _, i := range append(searchText(luminos.Text{Path: s.path, Content: s.text}), searchNames(scan)...) {
		if i.Pattern != luminos.AgentInstructions {
			out = append(out, i.Pattern)
		}
	}
	return out
}

// TestOrdersOfSamples measures the rates over short files in many formats and ten languages.
func TestOrdersOfSamples(t *testing.T) {
	b, err := os.ReadFile(cmp.Or(*ordersFlag, path.Join("testdata", "orders.txt")))
	if err != nil {
		t.Fatal(err)
	}
	var orders, found, others, wrong int
	for _, s := range orderSamples(string(b)) {
		got := s.flagged()
		switch {
		case s.order:
			if orders++; len(got) > 0 {
				found++
			} else {
				t.Logf("missed: %s", s.path)
			}
		default:
			if others++; len(got) > 0 {
				wrong++
				t.Logf("wrong: %s: %q", s.path, got)
			}
		}
	}
	t.Logf("%d of %d orders found, %d of %d others flagged", found, orders, wrong, others)
	if found*100 < orders*85 || wrong*20 > others {
		t.Error("too few orders found, or too many others flagged")
	}
}
