package facts

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/document"
	"luminos/internal/facts/imports"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// descriptionMax is the maximum length of a description in characters.
const descriptionMax = 300

// placeholder matches descriptions from templates, and descriptions that only
// point to another place.
var placeholder = lazyregexp.Lazy(`(?i)^(?:see (?:the|also|our)\b|head (?:over )?to\b|v?\d[\d.]* - |please\b|click\b|todo|tbd|add (?:your|a) description|package (?:main\b|\w+ import ")|synopsis\b|no description|description|demo project for spring boot$|dummy package\b|a (?:new|short) |my (?:new |first )?(?:package|project|app)|default template|the (?:complete |full )?documentation\b|parent (?:pom|metadata|project|module)\b|[^.]{0,60}\bpom(?:\.xml)?(?: file)?\.?$|[\w.-]+ module$|[\w. -]* BOM$|mono-?repo(?:sitory)?\b|(?:npm )?dev(?:elopment)? (?:tools|dependencies|scripts)\b|\W*$)`)

// notPart matches sentences that do not describe a directory: the text of a template or a generator, the description of
// a single source file, the use of a command, the line before a list, and data.
var notPart = lazyregexp.Lazy(`(?i)\bbootstrapped with\b|\bstarter kit\b|` +
	`\b(?:generated|created) (?:with|by|using) .?create[- ]|` +
	`^(?:delete this|this (?:text|file|module) (?:is part|exists)|this is (?:the|a) readme|this template should)|` +
	`^(?:example )?usage\b|` +
	`^[\w./-]+\.(?:[jt]sx?|mjs|py|go|rs|rb|java|cs|php)(?:$| (?-i:[^a-z]))|^\.(?-i:[^A-Z])|` +
	`^[^\p{L}\d@/\x60.“]|^(?:globals? [\w, ]+$|eslint|js[hl]int|credits? |follow |copyright\b|spdx-|syntax:)|` +
	`^(?:[^.]*[^.\w])?(?:first|can be|follows|following)\b[^.]*:$`)

// describe returns one sentence that describes the target, and its evidence, or "". It is the first usable description
// in this order: a manifest at the root, the beginning of the README, the package below the root that gives the target
// its name, the package comment. The description of a manifest that only repeats its name is the last.
func describe(name string, heads []*luminos.Manifest, readme *luminos.Document, comment imports.About) (string, []luminos.Evidence) {
	byManifest := func(root bool) (string, []luminos.Evidence) {
		for _, m := range heads {
			title := strings.Fields(m.Description) // "Eclipse Mosquitto"
			named := words.Fold(m.Description) == words.Fold(m.Name) ||
				len(title) == 2 && m.Name != "" && words.Fold(title[1]) == words.Fold(m.Name)
			if s := sentence(m.Description); usable(s) && !named && root == (m.Path.Dir() == luminos.Root) {
				return s, quoting(m.Evidence, m.Description)
			}
		}
		return "", nil
	}
	own, ownEvidence := byManifest(true)
	namesIt := func(m *luminos.Manifest) bool { return repeats(own, m.Name) }
	if own != "" && !describesPart(own, heads) && !slices.ContainsFunc(heads, namesIt) {
		return own, ownEvidence
	}
	s, evidence := document.Description(readme, name)
	// A README for developers speaks of other things than the package that gives the target its name, and can begin
	// with a motto.
	// The title of the README of several packages can be longer than the name of the one: "Rust-Kite" over "kite".
	whole := titleName(readme) == "" || words.Fold(titleName(readme)) == words.Fold(shortName(name))
	eponym := whole && slices.ContainsFunc(heads, func(m *luminos.Manifest) bool {
		return m.Name == name && usable(m.Description)
	})
	if usable(s) && !(eponym && !strings.HasPrefix(words.Fold(strings.TrimPrefix(s, "The ")), words.Fold(name))) {
		return s, evidence
	}
	// A package below the root describes a part before the whole.
	if s, evidence := byManifest(false); s != "" {
		return s, evidence
	}
	if usable(s) {
		return s, evidence
	}
	if s := sentence(comment.Text); usable(s) {
		return s, comment.Evidence
	}
	return own, ownEvidence
}

// describesPart reports whether the description is of a manifest in another ecosystem than the first manifest, a
// package without a description: a library of Elixir can have a part for npm.
func describesPart(description string, heads []*luminos.Manifest) bool {
	first := heads[0]
	return first.Path.Dir() == luminos.Root && first.Name != "" && first.Description == "" &&
		!slices.ContainsFunc(heads, func(m *luminos.Manifest) bool {
			return (m.Ecosystem == first.Ecosystem || m.BuildTool) && sentence(m.Description) == description
		})
}

// sortWords are words for the target that every package can have in its description.
var sortWords = []string{"a", "an", "the", "library", "package", "module", "project", "repository", "repo",
	"action"}

// repeats reports whether a description has only words of a name beside the sort of the target, as "Guzzle promises
// library" of guzzlehttp/promises.
func repeats(description, name string) bool {
	name = words.Fold(name)
	return name != "" && !slices.ContainsFunc(strings.Fields(description), func(w string) bool {
		w = words.Fold(w)
		return !slices.Contains(sortWords, w) && (len(w) < 3 || !strings.Contains(name, w))
	})
}

// usable reports whether a sentence can describe the target. One with the address of a person is about that person.
func usable(s string) bool {
	return len(s) > 8 && strings.Contains(s, " ") && !placeholder().MatchString(s) && !unfit().MatchString(s) &&
		!luminos.HasContact(s)
}

// unfit matches marks of revision control and of editors, a statement about something besides the target or about the
// version of a language, and terms.
var unfit = lazyregexp.Lazy(`\$\w+: [^$]*\$|\b(?:vi|vim|ex|vile|kate):\s*\w+=|-\*-|` +
	`^(?i:this (?:project|repo|repository|package|library) also|for (?:teams|users|those|people|developers) )\b|` +
	`^(?i:this (?:\w+ )?(?:is|works) (?:for|with) \w+ v?\d[\w.]*)(?:\. |\.?$)|\bvile:|\bis free software[;:,.]|` +
	`^(?i:this (?:file|readme|page) \w+s )|(?i:\bcopyright(?: \(c\)| ©)? \d{4}\b)|` +
	`^(?i:licen[cs]e for|permission is hereby|the readme is used to introduce)\b`)

// nameLine matches the heading and the name before the description in a manual of Perl that was made a README.
var nameLine = lazyregexp.Lazy(`^NAME [\w:.-]+ --? `)

// sentence returns the first sentence of a text, with white space folded, in at most descriptionMax characters. A
// sentence after it that begins with "With" belongs to it, if it fits.
func sentence(s string) string {
	s = nameLine().ReplaceAllString(luminos.Fold(s), "")
	if n := words.SentenceEnd(s); n > 0 && strings.HasPrefix(s[n:], " With ") {
		end := n + words.SentenceEnd(s[n:])
		if end == n {
			end = len(s)
		}
		if end <= descriptionMax {
			return s[:end]
		}
	}
	return words.FirstSentence(s, descriptionMax)
}
