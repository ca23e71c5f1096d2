package imports

import "testing"

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"See [`Reader`](crate::Reader) and [the tool](//x.y/z).":                "See Reader and the tool.",
		"Re-export of :mod:`zed.core.cost`, as ``zed cost`` has it.":            "Re-export of `zed.core.cost`, as `zed cost` has it.",
		"Uses :py:class:`~zed.Table` and :ref:`the list <list>` of `rows`.":     "Uses `zed.Table` and `the list` of `rows`.",
		`Part of \Rails, in C:\windows.`:                                        `Part of Rails, in C:\windows.`,
		"Takes {@link java.util.List lists} and {@code int}; f(a)[i](b) stays.": "Takes lists and int; f(a)[i](b) stays.",
	} {
		if got := plain(text); got != want {
			t.Errorf("plain(%q) = %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]bool{"/* tslint:disable */": true, "Draws charts on a canvas.": false} {
		if c := newComment([]string{text}, 1, 0); (c == nil) != want {
			t.Errorf("comment of %q: %v", text, c)
		}
	}
}
