package history

import "testing"

func TestWebAddressOfRemotes(t *testing.T) {
	for remote, want := range map[string]string{
		"https://github.com/owner/name.git":                 "https://github.com/owner/name",
		"https://user:secret@github.com/owner/name":         "https://github.com/owner/name",
		"git@github.com:owner/name.git":                     "https://github.com/owner/name",
		"ssh://git@gitlab.com/group/part/name.git":          "https://gitlab.com/group/part/name",
		"git://CODEBERG.org/owner/name":                     "https://codeberg.org/owner/name",
		"https://github.com:443/owner/name/":                "https://github.com/owner/name",
		"/srv/git/name.git":                                 "",
		"file:///srv/git/name.git":                          "",
		"https://example.org/owner/name":                    "",
		"https://github.com.example.org/owner/name":         "",
		"https://github.com/owner":                          "",
		"https://github.com/owner/name?x=1#y":               "https://github.com/owner/name",
		"https://github.com/owner/na\"me":                   "",
		"https://github.com/owner/<script>":                 "",
		"https://github.com/owner/../../name":               "",
		"javascript://github.com/owner/name":                "",
		"https://github.com/owner/name) [x](https://evil/y": "",
		"": "",
	} {
		if got := webAddress(remote); got != want {
			t.Errorf("webAddress(%q) = %q, want %q", remote, got, want)
		}
	}
}
