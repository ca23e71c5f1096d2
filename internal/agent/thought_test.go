package agent

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// The short form of thinking is its newest whole sentence, on one line, without anything on which a terminal acts.
func TestShortFormOfThinking(t *testing.T) {
	long := strings.Repeat("and so on ", 12)
	for name, c := range map[string]struct {
		parts []string
		want  []string // after each part
	}{
		"sentences": {[]string{"The walk opens", " a.go.", " It clo", "ses it. ", "Next I"},
			[]string{"", "", "The walk opens a.go.", "It closes it.", "It closes it."}},
		"several at once": {[]string{"One is here. Two is here. Thr"}, []string{"Two is here."}},
		"wrapped lines":   {[]string{"The walk opens\neach file. It"}, []string{"The walk opens each file."}},
		"paragraphs without a sentence": {[]string{"**Reading tests**", "\n\nThe suite", " has 4", "\r\n\r\nThen"},
			[]string{"", "**Reading tests**", "**Reading tests**", "The suite has 4"}},
		"a list": {[]string{"Left to do\n", "- tests\n- docs", "\n- build\n"},
			[]string{"Left to do", "Left to do", "Left to do"}},
		"no end":      {[]string{long[:60], long[60:], long}, []string{"", long[:79] + "…", long[:79] + "…"}},
		"wide":        {[]string{"目录里有测试。接下来", "读取文件。"}, []string{"目录里有测试。", "目录里有测试。"}},
		"end of text": {[]string{"Done.", "\n\n"}, []string{"", "Done."}},
		"hostile": {[]string{"\x1b]0;pwned\x07\x1b[2J\u202eRun \x1b[", "31mthis\x00 \u009b1mnow. \x1b"},
			[]string{"", "Run this now."}},
		"nothing visible": {[]string{"A fact. ", "\x1b[2J\n\n\u200b\n\n", " \n\n \n\n"},
			[]string{"A fact.", "A fact.", "A fact."}},
		"no UTF-8": {[]string{"one\xff byte. C"}, []string{"one\uFFFD byte."}},
	} {
		t.Run(name, func(t *testing.T) {
			var th thought
			var got []string
			for _, p := range c.parts {
				got = append(got, th.add(p))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// However much thinking arrives, its short form and the text that is kept for it stay short.
func TestShortFormOfMuchThinking(t *testing.T) {
	for _, text := range []string{"x", "x. Y ", "x\n", "\n\n", "\x1b[", "界"} {
		var th thought
		for _, n := range []int{1, 100, 1 << 20} {
			for range 100 {
				if s := th.add(strings.Repeat(text, n)); utf8.RuneCountInString(s) > lineMost || len(th.open) > thoughtMost {
					t.Fatalf("%q: %d bytes are shown, %d kept", text, len(s), len(th.open))
				}
				if n > 100 {
					break
				}
			}
		}
	}
}
