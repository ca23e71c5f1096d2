package main

import (
	"encoding/json"
	"strings"
	"testing"

	"luminos"
)

// With --lang each pass is asked to write in that language, the report names it, and results of another language are
// not used again.
func TestLanguageOfModels(t *testing.T) {
	t.Parallel()
	k, target := scripted(t, finder{}), thicket(t)
	paid := 0
	for _, c := range []struct {
		args []string
		tag  string
		pays bool
	}{{nil, "", true}, {[]string{"--lang", "DE"}, "de", true}, {[]string{"--lang", "de"}, "de", false}, {nil, "", false}} {
		before := len(k.server.Requests())
		r, _ := k.run(t, statusDone, append(c.args, "--yes", target)...)
		var doc luminos.Report
		if err := json.Unmarshal(r.body, &doc); err != nil {
			t.Fatal(err)
		}
		if doc.Target.Language != c.tag {
			t.Errorf("%v: the report is in %q", c.args, doc.Target.Language)
		}
		requests := k.server.Requests()[before:]
		if pays := len(requests) > 0; pays != c.pays {
			t.Errorf("%v: %d calls", c.args, len(requests))
		}
		for _, q := range requests {
			paid++
			var system strings.Builder
			for _, b := range q.System {
				system.WriteString(b.Text)
			}
			if strings.Contains(system.String(), "BCP 47 tag de:") != (c.tag == "de") {
				t.Errorf("%v: the pass %s is asked with %s", c.args, q.Pass(), system.String())
			}
		}
	}
	if paid == 0 {
		t.Error("no request was looked at")
	}
}
