package facts

import (
	"strings"

	"luminos"
	"luminos/internal/facts/document"
	"luminos/internal/facts/imports"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// descriptionMax bounds a description, in characters.
const descriptionMax = 300

// placeholder matches descriptions that templates leave behind, and those that
// only point elsewhere.
var placeholder = lazyregexp.Lazy(`(?i)^(?:see (?:the|also|our)\b|please\b|click\b|todo|tbd|add (?:your|a) description|no description|description|a (?:new|short) |my (?:new |first )?(?:package|project|app)|default template|\W*$)`)

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
	return len(s) > 8 && strings.Contains(s, " ") && !placeholder().MatchString(s)
}

// sentence is the first sentence of a text.
func sentence(s string) string { return words.FirstSentence(luminos.Fold(s), descriptionMax) }
