package words

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestWords(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Count(41022), "41,022"},
		{All(2, "copy") + All(3, "file"), "both copiesall 3 files"},
		{Length(1), "1 word"},
		{Length(1079), "about 1,100 words"},
		{roughly(0), "0"},
		{roughly(19), "19"},
		{roughly(20), "20"},
		{roughly(37), "37"},
		{roughly(96), "96"},
		{roughly(264), "260"},
		{roughly(297), "300"},
		{roughly(4524), "4,500"},
		{roughly(5484), "5,500"},
		{roughly(1160), "1,200"},
		{Bound(19), "19"},
		{Bound(1201), "1,300"},
		{Bound(1300), "1,300"},
		{roughly(22_100), "22,000"},
		{roughly(278_000), "280,000"},
		{Plural(1, "file"), "1 file"},
		{Plural(0, "directory"), "0 directories"},
		{Plural(2, "day"), "2 days"},
		{Plural(3, "box"), "3 boxes"},
		{Plural(2, "child", "children"), "2 children"},
		{Bytes(20 << 20), "20 MiB"},
		{Bytes(-1), "-1 B"},
		{Percent(1, 1000), "<1 %"},
		{Percent(999, 1000), "99 %"},
		{Percent(1000, 1000), "100 %"},
		{Percent(1, 0), "0 %"},
		{List([]string{"a", "b", "c"}), "a, b and c"},
		{Some([]string{"a", "b", "c", "d"}, 2), "a, b and 2 more"},
		{Sentence("the web framework"), "The web framework."},
		{Sentence("src/app.py starts it"), "src/app.py starts it."},
		{Sentence("npm-run does"), "npm-run does."},
		{Stop("really?"), "really?"},
		{Stop("a list:"), "a list."},
		{Article("engine"), "an engine"},
		{Article("unit"), "a unit"},
		{Article("npm package"), "an npm package"},
		{Article("texts in LaTeX"), "a set of texts in LaTeX"},
		{Article("R package"), "an R package"},
		{Article("one file"), "a one file"},
		{Article("UI/UX kit"), "a UI/UX kit"},
		{Article("European"), "a European"},
		{Article("library"), "a library"},
		{Article(""), ""},
		{Plural(2, "key"), "2 keys"},
		{Plural(2, "y"), "2 ys"},
		{Plural(2, "branch"), "2 branches"},
		{Plural(2, "bus"), "2 buses"},
		{Plural(2, "bush"), "2 bushes"},
		{Bytes(0), "0 B"},
		{Bytes(92_688), "91 KiB"},
		{Bytes(652_776), "637 KiB"},
		{Bytes(10_230), "10 KiB"},
		{Bytes(1_536), "1.5 KiB"},
		{Percent(0, 10), "0 %"},
		{Percent(-1, 10), "0 %"},
		{Percent(1, 100), "1 %"},
		{Percent(99, 10000), "<1 %"},
		{Percent(99, 100), "99 %"},
		{Percent(825, 1000), "83 %"},
		{Percent(824, 1000), "82 %"},
		{List(nil), ""},
		{List([]string{"a"}), "a"},
		{List([]string{"a", "b"}), "a and b"},
		{Some([]string{"a", "b"}, 2), "a and b"},
		{Some([]string{"a", "b", "c"}, 2), "a, b and 1 more"},
		{HiddenEntries(3, 853, 1), "3 hidden directories (853 files) and 1 hidden file"},
		{HiddenEntries(0, 0, 2), "2 hidden files"},
		{Sentence(" "), ""},
		{Sentence("Go"), "Go."},
		{Sentence("élan matters"), "Élan matters."},
		{Sentence("iOS app"), "iOS app."},
		{Stop("ends here。"), "ends here。"},
		{Stop(""), "."},
		{Ago(time.Unix(0, 0), time.Unix(180, 0)), "3 minutes ago"},
		{Ago(time.Unix(0, 0), time.Unix(0, 0)), "now"},
		{Shorten("one two three four", 10), "one two…"},
		{Shorten("abcdefghij", 10), "abcdefghij"},
		{Shorten("abcdefghijk", 10), "abcdefghi…"},
		{Shorten("abcdef hijk", 10), "abcdef hi…"},
		{Shorten("abcdefg ijkl", 10), "abcdefg…"},
		{Shorten("abcdefgh, jkl", 10), "abcdefgh…"},
		{Shorten("abc", 0), "…"},
		{Shorten("short", 10), "short"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestLine(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want string
	}{
		{" a\tb\r\n c\x1b[31m\u200b ", 20, "a b c"}, {"a\xffb", 20, "a\uFFFDb"}, {"äöü", 3, "äöü"}, {"äöüß", 3, "äö…"}, {"", 5, ""},
		{strings.Repeat(" ", 159) + "x", 10, "x"}, {strings.Repeat(" ", 160) + "x", 10, ""}, // at most 16 bytes a character are read
	} {
		if got := Line(c.text, c.most); got != c.want {
			t.Errorf("%q on a line of %d: got %q, want %q", c.text, c.most, got, c.want)
		}
	}
}

func TestNamesInRunningText(t *testing.T) {
	for name, want := range map[string]string{
		"a b.go": "a b.go", "ü": "ü", "": `""`, " a": `" a"`, "a ": `"a "`, "a  b": `"a  b"`, "[id]": `"[id]"`, "(a)": `"(a)"`, "a(b)": "a(b)", "a:b": `"a:b"`, "a<b": `"a<b"`, "a>b": `"a>b"`,
		"a`b": "\"a`b\"", `a"b`: `"a\"b"`, `a\b "`: `"a\\b \""`, "a\nb\tc": `"a\nb\tc"`, "a\x1bb": `"a\u001bb"`, "a\u202eb": `"a\u202eb"`, "a\U000e0041b": `"a\udb40\udc41b"`, "a\uffffb": `"a\uffffb"`, "a\U0001f600": "a\U0001f600",
	} {
		if got := Name(name); got != want {
			t.Errorf("%q: got %s, want %s", name, got, want)
		}
	}
}

// Both ends of each range of hidden characters are hidden, and their visible neighbours are not.
func TestHiddenCharacters(t *testing.T) {
	hidden := []rune{0, 0x1F, 0x7F, 0x80, 0x9F, 0xAD, 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180F, 0x200B, 0x200F, 0x2028, 0x2029, 0x202E, 0x2060, 0x2800, 0x3164,
		0xFE00, 0xFE0E, 0xFEFF, 0xFFA0, 0xE0000, 0xE0041, 0xE0FFF}
	visible := []rune{' ', '~', 0xA0, 0xE9, 0x034E, 0x0350, 0x115E, 0x1161, 0x17B3, 0x17B6, 0x180A, 0x1810, 0x2027, 0x2801, 0x3163, 0x3165, 0xFDFF, 0xFE0F, 0xFE10, 0xFF9F, 0xFFA1, 0xDFFFF, 0xE1000}
	for _, r := range hidden {
		if !Hidden(r) {
			t.Errorf("%U is not hidden", r)
		}
	}
	for _, r := range visible {
		if Hidden(r) {
			t.Errorf("%U is hidden", r)
		}
	}
}

func TestControlSequencesAreRemovedWhole(t *testing.T) {
	for in, want := range map[string]string{
		"a\x1b[31mRED\x1b[0m b":      "aRED b",
		"\x1b]0;owned\x07title":      "title",
		"\x1b]8;;http://x\x1b\\link": "link",
		"\u009b2Jcleared":            "cleared",
		"\u009d0;owned\u009cx":       "x",
		"\x1bPdevice\x1b\\x":         "x",
		"\x1b(Bx":                    "x",
		"\x1b]0;no end":              "\x1b]0;no end",
		"[31m is text, 日本 too":       "[31m is text, 日本 too",
	} {
		if got := WithoutEscapes(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
	if got := Line("a\x1b[31mRED\x1b[0m\u200b b", 80); got != "aRED b" {
		t.Errorf("the line is %q", got)
	}
}

func TestNumbers(t *testing.T) {
	if a, b := Numbers("1.10.2"), Numbers("1_9"); !slices.Equal(a, []int{1, 10, 2}) || slices.Compare(a, b) < 1 {
		t.Errorf("got %v and %v", a, b)
	}
}

// TestRoughlyIsNear bounds how far a rough number is off.
func TestRoughlyIsNear(t *testing.T) {
	for n := range 20_000 {
		got, err := strconv.Atoi(strings.ReplaceAll(roughly(n), ",", ""))
		if off := max(got-n, n-got); err != nil || off*20 > n {
			t.Fatalf("%d: %d, %v", n, got, err)
		}
	}
}

func TestClosest(t *testing.T) {
	for _, test := range []struct{ typed, want string }{
		{"biuld", "build"},
		{"test-all", "test"},
		{"chec", "check"},
		{"install-everything-at-once", ""},
		{"x", ""},
		{"build", ""},
		{strings.Repeat("a", 1000), ""},
	} {
		if got := Closest(test.typed, []string{"build", "test", "check"}); got != test.want {
			t.Errorf("Closest(%.40q) is %q, want %q", test.typed, got, test.want)
		}
	}
}
