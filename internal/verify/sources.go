package verify

import (
	"context"
	"crypto/sha1"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// sources holds the words of the sources of the target.
type sources struct {
	words    map[string]bool          // names, and words with hyphens
	literals map[string]bool          // words of short strings, and flags
	flags    map[string]bool          // words behind "--"
	keys     map[string]bool          // words before a colon: fields and parameters
	exact    map[string]bool          // whole short strings or their first word, and symbols: the names of flags and keys
	hashes   map[[sha1.Size]byte]bool // of the contents, as git makes them
	stars    map[luminos.Path]bool    // the directories of modules that pass all names of another package on
	absent   map[string]bool          // modules beside the source, all names of which a source imports
	scripts  strings.Builder          // the texts of scripts and settings that can copy files
	taken    map[string]bool          // the endings of sources that take flags of libraries
	whole    bool                     // no source was left out
}

const (
	sourceLimit  = 4 << 20   // bytes of a source that are read
	sourcesLimit = 512 << 20 // bytes of all sources
	wordsMost    = 3 << 20   // words that are kept: more take over 300 MB
	wordMost     = 80        // bytes of a word
)

// readSources reads the words of all files of the target that are no documents.
func readSources(ctx context.Context, t *tree, m *made, r *recent) (*sources, error) {
	s := &sources{words: map[string]bool{}, literals: map[string]bool{}, flags: map[string]bool{}, keys: map[string]bool{},
		taken: map[string]bool{}, exact: map[string]bool{}, stars: map[luminos.Path]bool{}, absent: map[string]bool{},
		hashes: map[[sha1.Size]byte]bool{}, whole: !t.incomplete}
	total := 0
	for _, p := range t.files {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if documentEndings[p.Ext()] && p.Base() != "CMakeLists.txt" || p.Ext() == "" && changeLogs[stem(p)] {
			continue
		}
		text, err := t.src.Text(ctx, p, sourceLimit)
		if err != nil {
			s.whole = s.whole && errors.Is(err, luminos.ErrNotText) && !codeFile().MatchString(string(p))
			continue
		}
		if total += len(text.Content); text.Cut || total > sourcesLimit || len(s.words) > wordsMost {
			s.whole = false
			break
		}
		s.hashes[sha1.Sum(fmt.Appendf(nil, "blob %d\x00%s", len(text.Content), text.Content))] = true
		s.add(p, text.Content)
		r.mark(p, text.Content)
		s.addStars(p, text.Content, t, m)
		s.addFlags(p, text.Content, m)
		if copies[p.Ext()] || isMakefile(p.Base()) {
			s.scripts.WriteString(text.Content[:min(len(text.Content), scriptMost)])
		}
	}
	return s, nil
}

// copies are the endings of scripts and settings that can copy files to the place of a path.
var copies = map[string]bool{".sh": true, ".bash": true, ".yml": true, ".yaml": true, ".mk": true, ".just": true}

// scriptMost is the number of bytes of a script that are kept.
const scriptMost = 64 << 10

// documentEndings are the endings of documents, whose words do not show that the target has a name.
var documentEndings = map[string]bool{".md": true, ".markdown": true, ".mdx": true, ".rst": true, ".adoc": true,
	".txt": true, ".html": true, ".svg": true}

// add adds the words of a file.
func (s *sources) add(p luminos.Path, text string) {
	plain := dataEndings[p.Ext()]
	for line := range strings.Lines(text) {
		addWords(s.words, line)
		if !plain {
			s.addLiterals(line)
			s.addKeys(line)
		}
	}
}

// starImport matches a line that passes all names of a module on.
var starImport = lazyregexp.Lazy(`(?m)^\s*(?:from\s+([\w.]+)\s+import\s+\*|export\s+\*\s+from\s+["']([^"']+)["']|` +
	`pub\s+use\s+(\w+)(?:::\w+)*::\*;)`)

// addStars adds the modules of which the file p passes all names on.
func (s *sources) addStars(p luminos.Path, text string, t *tree, m *made) {
	if pathrole.Aside(p) {
		return
	}
	for _, g := range starImport().FindAllStringSubmatch(text, -1) {
		from := g[1] + g[2] + g[3]
		if name, beside := strings.CutPrefix(from, "."); beside {
			put(s.absent, strings.TrimPrefix(name, "/"))
			continue
		}
		if first := strings.FieldsFunc(from, notOfWord); len(first) > 0 && !t.bare[first[0]] && !m.own(from) &&
			!slices.Contains(ownModules, first[0]) {
			s.stars[p.Dir()] = true
		}
	}
}

// ownModules are the words by which Rust begins paths in the package at work.
var ownModules = []string{"crate", "self", "super"}

// dataEndings are the endings of files that define no types.
var dataEndings = map[string]bool{".json": true, ".lock": true, ".csv": true, ".sum": true, ".xml": true, ".css": true}

func isWord(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z' || b >= 0x80
}

// put adds a copy of a word to a set, so that the set does not keep the text.
func put(set map[string]bool, word string) {
	if word != "" && len(word) <= wordMost && !set[word] {
		set[strings.Clone(word)] = true
	}
}

// addWords adds the words of a line to a set.
func addWords(set map[string]bool, line string) {
	for i := 0; i < len(line); i++ {
		begin, plain := i, true
		for i < len(line) && isWord(line[i]) {
			plain = plain && line[i] < 0x80
			i++
		}
		if plain {
			put(set, line[begin:i])
			continue
		}
		for word := range strings.FieldsFuncSeq(line[begin:i], notOfWord) {
			put(set, word)
		}
	}
}

// notOfWord reports whether a character is neither of a name nor of a word: punctuation of any script.
func notOfWord(r rune) bool {
	return r != '_' && !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsNumber(r)
}

// addKeys adds the words of a line that stand before a colon.
func (s *sources) addKeys(line string) {
	for i := strings.IndexByte(line, ':'); i > 0; {
		begin := i
		for begin > 0 && isWord(line[begin-1]) {
			begin--
		}
		put(s.keys, line[begin:i])
		next := strings.IndexByte(line[i+1:], ':')
		if next < 0 {
			return
		}
		i += 1 + next
	}
}

// literalMost is the number of bytes of a string whose words can be flags; longer ones are prose.
const literalMost = 60

// addLiterals adds the words of short strings, and the flags, of a line.
func (s *sources) addLiterals(line string) {
	for i := 0; i < len(line); i++ {
		switch b := line[i]; {
		case b == '"' || b == '\'' || b == '`':
			end := strings.IndexByte(line[i+1:min(i+2+literalMost, len(line))], b)
			if end <= 0 {
				continue
			}
			first := true
			for word := range strings.FieldsFuncSeq(line[i+1:i+1+end],
				func(r rune) bool { return strings.ContainsRune(" ,|=<>[]", r) }) {
				word = strings.TrimLeft(word, "-")
				if put(s.literals, word); first {
					put(s.exact, word)
				}
				first = false
			}
		case b == ':' && i+1 < len(line) && isWord(line[i+1]) && (i == 0 || strings.IndexByte(" ([{,", line[i-1]) >= 0):
			begin := i + 1 // a symbol of Ruby
			for i = begin; i < len(line) && isWord(line[i]); {
				i++
			}
			put(s.exact, line[begin:i])
		case b == '-' && strings.HasPrefix(line[i:], "--"):
			begin := i + 2
			for i = begin; i < len(line) && (isWord(line[i]) || line[i] == '-'); {
				i++
			}
			put(s.literals, line[begin:i])
			put(s.flags, line[begin:i])
		}
	}
}

// derivers has, by the ending of a source, the libraries that make the flags of a program of the names of fields and
// parameters.
var derivers = map[string][]string{".rs": {"clap", "structopt", "argh"}, ".py": {"typer", "cyclopts", "tyro", "argh",
	"dataclass", "dataclasses", "fire"}}

// flagsOfOthers matches code that takes the flags that a library declares: of Go, and of Clap in Rust, with the module
// of their type.
var flagsOfOthers = lazyregexp.Lazy(`\bAddGoFlagSet\(|\b\w+\.InitFlags\(|` +
	`\bflatten\)\]\s*(?:pub(?:\([a-z]+\))?\s+)?\w+:\s*(\w+)::`)

// addFlags notes that the program of the file p takes flags of a library, which no source shows.
func (s *sources) addFlags(p luminos.Path, text string, m *made) {
	if p.Ext() != ".go" && p.Ext() != ".rs" || s.taken[p.Ext()] {
		return
	}
	for _, g := range flagsOfOthers().FindAllStringSubmatch(text, -1) {
		if g[1] == "" || !slices.Contains(ownModules, g[1]) && !m.own(g[1]) {
			put(s.taken, p.Ext())
		}
	}
}

// derives reports whether a library can have the flag, or make it of a name of the sources, in the language of its
// origin. A name of several words is a flag in any language.
func (s *sources) derives(flag string, from *origin) bool {
	snake := strings.ReplaceAll(flag, "-", "_")
	if s.taken[path.Ext(from.path)] || snake != flag && (s.keys[snake] || s.keys[camel(flag)]) {
		return true
	}
	return s.keys[snake] &&
		slices.ContainsFunc(derivers[path.Ext(from.path)], func(library string) bool { return s.words[library] })
}

// hasFlag reports whether the sources name a flag, the flag that it turns off, or a setting with the words of the flag.
func (s *sources) hasFlag(flag string) bool {
	on := strings.TrimPrefix(flag, "no-")
	snake := strings.ReplaceAll(flag, "-", "_")
	return s.flags[flag] || s.exact[flag] || s.flags[on] || s.exact[on] || snake != flag && s.exact[snake]
}

// camel returns the name of a flag without hyphens: of all-files allFiles.
func camel(flag string) string {
	parts := strings.Split(flag, "-")
	for i, p := range parts[1:] {
		if p != "" {
			parts[i+1] = strings.ToUpper(p[:1]) + p[1:]
		}
	}
	return strings.Join(parts, "")
}
