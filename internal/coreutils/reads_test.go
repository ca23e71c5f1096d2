package coreutils

import (
	"strings"
	"testing"
)

// The operands of a program are found by its own parser: a value of a flag, a pattern or a test is no path, and a path
// can be the value of a test.
func TestReads(t *testing.T) {
	for line, want := range map[string]string{
		"head other/secret.txt unit/a":   "other/secret.txt unit/a",
		"head -n 5 unit/a":               "unit/a",
		"wc -l other/f unit/a":           "other/f unit/a",
		"find unit -newer other/f":       "other/f unit",
		"find unit -name src -type f":    "unit",
		"find -name x":                   ".",
		"grep -r src/ unit/":             "unit",
		"grep -e a -e b unit/a ./x/../y": "", // ".." is refused
		"grep -rn --include=*.go func":   ".",
		"ls -la unit/ other/":            "unit other",
		"ls":                             ".",
		"du -d 1":                        ".",
		"sort -k 2 unit/a -n other/b":    "unit/a other/b",
		"uniq -c unit/a":                 "unit/a",
		"cut -d , -f 2 unit/a":           "unit/a",
		"sha256sum unit/a":               "unit/a",
		"stat -c %s unit":                "unit",
		"tail -3 unit/a":                 "unit/a",
		"file unit/a":                    "unit/a",
		"grep --help":                    "-",
		"grep -f list unit/a":            "", // not a flag here
		"cat unit/a":                     "",
		"wc /etc/passwd":                 "",
		"find unit ( -delete )":          "",
	} {
		fields := strings.Fields(line)
		paths, ok := Reads(fields[0], fields[1:])
		var got []string
		for _, p := range paths {
			got = append(got, string(p))
		}
		switch {
		case want == "" && ok:
			t.Errorf("%s: accepted, with %q", line, got)
		case want != "" && (!ok || strings.Join(got, " ") != strings.Trim(want, "-")):
			t.Errorf("%s: got %q, %t, want %q", line, got, ok, want)
		}
	}
}
