package facts

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"luminos"
	"luminos/internal/facts/document"
	"luminos/internal/facts/imports"
)

// descriptionMax bounds a description, in bytes.
const descriptionMax = 300

// placeholder matches descriptions that templates leave behind, and those that
// only point elsewhere.
var placeholder = regexp.MustCompile(`(?i)^(?:see (?:the|also|our)\b|please\b|click\b|todo|tbd|add (?:your|a) description|no description|description|a (?:new|short) |my (?:new |first )?(?:package|project|app)|default template|\W*$)`)

// describe is one sentence that the target says of itself: in a manifest at the
// root, else at the beginning of its README, else in the package that names it,
// else in its package comment.
func describe(name string, heads []*luminos.Manifest, readme *luminos.Document, comment imports.About) (string, []luminos.Evidence) {
	byManifest := func(root bool) (string, []luminos.Evidence) {
		for _, m := range heads {
			if s := sentence(m.Description); usable(s) && root == (m.Path.Dir() == luminos.Root) {
				return s, saying(m.Evidence, m.Description)
			}
		}
		return "", nil
	}
	if s, evidence := byManifest(true); s != "" {
		return s, evidence
	}
	if s, evidence := document.Description(readme, name); usable(s) {
		if strings.HasSuffix(s, "?") {
			s = statement(readme.Summary)
		}
		return s, evidence
	}
	// A package below the root describes a part before the whole.
	if s, evidence := byManifest(false); s != "" {
		return s, evidence
	}
	if s := sentence(comment.Text); usable(s) {
		return s, comment.Evidence
	}
	return "", nil
}

func usable(s string) bool {
	return len(s) > 8 && strings.Contains(s, " ") && !placeholder.MatchString(s)
}

// abbreviations end in a full stop that ends no sentence.
var abbreviations = regexp.MustCompile(`(?i)(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|inc|ltd|dr|mr|mrs|ms|prof|st|no|fig|al|\p{L})\.$`)

// statement is the first sentence of a text that is not a question.
func statement(s string) string {
	for {
		first := sentence(s)
		rest := strings.TrimSpace(strings.TrimPrefix(luminos.Fold(s), first))
		if !strings.HasSuffix(first, "?") || rest == "" || rest == luminos.Fold(s) {
			return first
		}
		s = rest
	}
}

// sentence is the first sentence of a text, at most descriptionMax bytes long.
func sentence(s string) string {
	s = luminos.Fold(s)
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '.', '!', '?':
		default:
			continue
		}
		rest := strings.TrimLeft(s[i+1:], `)"'”’`)
		if rest != "" && rest[0] != ' ' || abbreviations.MatchString(s[:i+1]) {
			continue
		}
		s = s[:len(s)-len(rest)]
		break
	}
	if i := strings.IndexAny(s, "。！？"); i >= 0 {
		_, n := utf8.DecodeRuneInString(s[i:])
		s = s[:i+n]
	}
	return cutWords(strings.TrimSpace(s), descriptionMax)
}

// cutWords cuts at a space near n bytes, marking the cut.
func cutWords(s string, n int) string {
	if len(s) <= n {
		return s
	}
	cut := strings.LastIndexByte(s[:n], ' ')
	if cut < n/2 {
		for cut = n; !utf8.RuneStart(s[cut]); cut-- {
		}
	}
	return strings.TrimRight(s[:cut], " ,;:") + "…"
}
