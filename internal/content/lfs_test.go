package content

import (
	"strings"
	"testing"

	"luminos"
)

func TestLFSPointersWhateverTheirName(t *testing.T) {
	const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n"
	for _, tt := range []struct {
		name string
		path luminos.Path
		text string
		want bool
	}{
		{"a table", "a.csv", pointer, true},
		{"lines of JSON", "a.jsonl", pointer, true},
		{"line ends changed on checkout", "a.csv", strings.ReplaceAll(pointer, "\n", "\r\n"), true},
		{"a file that goes on", "a.csv", pointer + strings.Repeat("1,2\n", 1000), false},
		{"a table of specifications", "a.csv", "version https://git-lfs.github.com/spec/v1\n1\n2\n", false},
		{"another version", "a.csv", strings.Replace(pointer, "v1", "v1x", 1), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Identify(tt.path, false, []byte(tt.text)).MIME == LFSPointer; got != tt.want {
				t.Errorf("MIME type says pointer = %v, want %v", got, tt.want)
			}
			words := Describe(tt.path, int64(len(tt.text)), strings.NewReader(tt.text))
			if got := strings.HasPrefix(words, "Git LFS pointer"); got != tt.want {
				t.Errorf("described as %q", words)
			}
		})
	}
}
