package words

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestSentenceEnd(t *testing.T) {
	for text, want := range map[string]string{
		"One. Two.":                         "One.",
		"Uses e.g. Go. Then more.":          "Uses e.g. Go.",
		"Archived Oct. 18th. See b.":        "Archived Oct. 18th.",
		"Archived in oct. See b.":           "Archived in oct.",
		"Uses Go, C etc. Then more.":        "Uses Go, C etc.",
		"Uses Go, C etc. (all). Then more.": "Uses Go, C etc. (all).",
		"Of U.S. Counties. More.":           "Of U.S. Counties.",
		"Version 1.2 is out. Yes.":          "Version 1.2 is out.",
		"Calls init. and goes on. Then":     "Calls init. and goes on.",
		"Respects rules. grep has more.":    "Respects rules.",
		"Is it? yes":                        "Is it?",
		"No end":                            "",
		"これは本です。それも。":                       "これは本です。",
		"By J. Doe for all. More.":          "By J. Doe for all.",
		"Von É. Zola. Mehr.":                "Von É. Zola.",
		"He said \"stop.\" Then he left.":   "He said \"stop.\"",
		"Ever lost? This shows the way. X":  "Ever lost?",
		"In the form of (free!) books. X":   "In the form of (free!) books.",
		"(All of it.) More.":                "(All of it.)",
		"":                                  "",
	} {
		if got := text[:SentenceEnd(text)]; got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestFirstSentence(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"One. Two.", "One."},
		{"No end", "No end"},
		{"Much longer than that. Two.", "Much longer…"},
	} {
		if got := FirstSentence(c.text, 15); got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

func TestSentences(t *testing.T) {
	const n = 60
	unending := strings.Repeat("word ", 80)
	for _, c := range []struct{ text, want string }{
		{"Short. No end", "Short. No end"},
		{"Two that fit. Both stand here. W" + unending, "Two that fit. Both stand here."},
		{"Well. Words " + unending, "Well. Words word word word word word word word word word…"},
		{"Two that fit. This one of many words ends a little beyond the limit. More" + unending, "Two that fit."},
		{unending, "word word word word word word word word word word word…"},
		{"Walkss. Words " + unending, "Walkss."}, // an eighth of the characters
		{"Walks. Words " + unending, "Walks. Words word word word word word word word word word…"},
		{strings.Repeat("x", 59) + ". " + unending, strings.Repeat("x", 59) + "."},
		{strings.Repeat("x", 60) + ". " + unending, strings.Repeat("x", 59) + "…"},
		{"Two that fit.", "Two that fit."},
		{strings.Repeat("é", 60), strings.Repeat("é", 60)},
		{strings.Repeat("é", 61), strings.Repeat("é", 59) + "…"},
		{"Ends e.g. never " + unending, "Ends e.g. never word word word word word word word word…"},
		{strings.Repeat("字", 40) + "。" + strings.Repeat("字", 40), strings.Repeat("字", 40) + "。"},
	} {
		if got := Sentences(c.text, n); got != c.want || utf8.RuneCountInString(got) > n {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}
