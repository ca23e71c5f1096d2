package coreutils_test

import (
	"strings"
	"testing"

	"luminos/internal/coreutils"
)

func TestControlCharactersAreEscaped(t *testing.T) {
	const content = "\x1b[2J \u009b \u202e \u2028 \U000e0041 \xff\xe2\x82 \r\n\tk\u00e4se \u20ac \U0001f600\n"
	const want = `\x1b[2J \u009b \u202e \u2028 \U000e0041 \xff\xe2\x82 \r` + "\n\tk\u00e4se \u20ac \U0001f600\n"
	_, src := tree(t, map[string]string{"f": content, "euros": strings.Repeat("\u20ac", 30_000), "edge": strings.Repeat("x", 65_500) + "\n" + strings.Repeat("\u20ac", 100), "eq": "a=b\n=b\n"})
	if o := coreutils.Run(t.Context(), src, "grep", []string{"-a", "", "f"}); o.Stdout != want {
		t.Errorf("got  %q\nwant %q", o.Stdout, want)
	}
	// A chunk, and the part of the output that fits, end in the middle of a character.
	if o := coreutils.Run(t.Context(), src, "tail", []string{"-n", "+2", "edge"}); o.Stdout != strings.Repeat("\u20ac", 100) {
		t.Errorf("character across chunks: %q", o.Stdout)
	}
	o := coreutils.Run(t.Context(), src, "head", []string{"-c", "65537", "euros"})
	if want := strings.Repeat("\u20ac", 65536/3); o.Stdout != want || !o.Cut {
		t.Errorf("%d bytes that end in %q, want %d", len(o.Stdout), o.Stdout[len(o.Stdout)-6:], len(want))
	}
	if o := coreutils.Run(t.Context(), src, "tail", []string{"-c", "4", "euros"}); o.Stdout != `\xac`+"\u20ac" {
		t.Errorf("half a character: %q", o.Stdout)
	}
	for want, args := range map[string][]string{"=b\n": {"-oe=b", "-m1", "eq"}, "a=b\n": {"-e=x", "-ea=", "eq"}} {
		if o := coreutils.Run(t.Context(), src, "grep", args); o.Stdout != want {
			t.Errorf("grep %q: %+v, want %q", args, o, want)
		}
	}
	if o := coreutils.Run(t.Context(), src, "wc", []string{"/etc/passwd"}); !strings.Contains(o.Stderr, "an absolute path") {
		t.Errorf("an absolute path: %+v", o)
	}
}
