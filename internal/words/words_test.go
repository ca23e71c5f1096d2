package words

import "testing"

func TestWords(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Count(41022), "41,022"},
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
		{Shorten("one two three four", 10), "one two…"},
		{Shorten("short", 10), "short"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
