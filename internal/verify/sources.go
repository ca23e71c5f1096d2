package verify

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode"

	"luminos"
	"luminos/internal/lazyregexp"
)

// sources holds the words of the sources of the target.
type sources struct {
	words    map[string]bool     // names, and words with hyphens
	literals map[string]bool     // words of short strings, and flags
	flags    map[string]bool     // words behind "--"
	owners   map[string]bool     // classes, types and modules that are defined
	bases    map[string][]string // of owners; "" is a base that is not understood
	whole    bool                // no source was left out
	// shown holds the names in blocks of code of documents, and whether they are defined there.
	shown map[*document]map[string]bool
}

const (
	sourceLimit  = 4 << 20   // bytes of a source that are read
	sourcesLimit = 512 << 20 // bytes of all sources
	wordsMost    = 3 << 20   // words that are kept: more take over 300 MB
	wordMost     = 80        // bytes of a word
)

// readSources reads the words of all files of the target that are no documents.
func readSources(ctx context.Context, t *tree) (*sources, error) {
	s := &sources{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string][]string{},
		!t.incomplete, map[*document]map[string]bool{}}
	total := 0
	for _, p := range t.files {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if documentEndings[p.Ext()] && p.Base() != "CMakeLists.txt" {
			continue
		}
		text, err := t.src.Text(ctx, p, sourceLimit)
		if err != nil {
			s.whole = s.whole && errors.Is(err, luminos.ErrNotText)
			continue
		}
		if total += len(text.Content); text.Cut || total > sourcesLimit || len(s.words) > wordsMost {
			s.whole = false
			break
		}
		s.add(p, text.Content)
	}
	return s, nil
}

// documentEndings are the endings of documents, whose words do not show that the target has a name.
var documentEndings = map[string]bool{".md": true, ".markdown": true, ".mdx": true, ".rst": true, ".adoc": true,
	".txt": true, ".html": true, ".svg": true}

// add adds the words of a file.
func (s *sources) add(p luminos.Path, text string) {
	plain := dataEndings[p.Ext()]
	if p.Ext() == ".py" {
		s.owners[strings.TrimSuffix(p.Base(), ".py")] = true
	}
	for line := range strings.Lines(text) {
		addWords(s.words, line)
		if !plain {
			s.addLiterals(line)
			s.addDefinition(line, p.Ext() == ".py")
		}
	}
}

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
			for word := range strings.FieldsFuncSeq(line[i+1:i+1+end],
				func(r rune) bool { return strings.ContainsRune(" ,|=<>[]", r) }) {
				put(s.literals, strings.TrimLeft(word, "-"))
			}
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

var (
	modifiers = wordSet("export default public private protected internal abstract final sealed static pub " +
		"data partial unsafe open declare readonly case")
	keywords = wordSet("class struct interface trait enum type module object record package")
)

// wordSet returns the words of a line as a set.
func wordSet(line string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(line) {
		set[w] = true
	}
	return set
}

// addDefinition adds the type or module that a line defines.
func (s *sources) addDefinition(line string, python bool) {
	rest, defines := strings.TrimSpace(line), false
	for range 6 { // words before the name
		end := 0
		for end < len(rest) && isWord(rest[end]) {
			end++
		}
		word := rest[:end]
		switch {
		case defines && word != "":
			put(s.owners, word)
			rest = typeParameters().ReplaceAllString(rest[end:], "")
			if foreignBase().MatchString(rest) && (python || !strings.HasPrefix(rest, "(")) || extends().MatchString(rest) {
				s.addBases(word, rest)
			}
			return
		case keywords[word]:
			defines = true
		case !modifiers[word]:
			return
		}
		if rest = strings.TrimPrefix(rest[end:], "(crate)"); rest == "" || rest[0] != ' ' {
			return
		}
		rest = strings.TrimLeft(rest, " ")
	}
}

var (
	// typeParameters matches the parameters of a type before its bases.
	typeParameters = lazyregexp.Lazy(`^(?:<[^{}()]*>|\[[^{}()]*\])`)
	// foreignBase matches the end of a definition that names a base, from which members can come. In Python, bases are
	// in parentheses.
	foreignBase = lazyregexp.Lazy(`^\s*\(\s*[A-Za-z]|^\s*:\s*\S|^\s*[<=]`)
	extends     = lazyregexp.Lazy(`\bextends\b|\bimplements\b|\)\s*:\s*\S`)
)

// basesMost is the number of bases of an owner that are kept.
const basesMost = 32

// addBases adds the bases that the end of the definition of an owner names: the words in it that begin with a capital
// letter, if it has no others than the words of the grammar.
func (s *sources) addBases(owner, rest string) {
	if len(owner) > wordMost || len(s.bases[owner]) >= basesMost {
		return
	}
	found := map[string]bool{}
	addWords(found, rest)
	bases := []string{}
	for word := range found {
		switch {
		case word[0] >= 'A' && word[0] <= 'Z':
			bases = append(bases, strings.Clone(word))
		case word != "extends" && word != "implements" && word != "public" && word != "with":
			bases = append(bases, "")
		}
	}
	if len(bases) == 0 {
		bases = append(bases, "")
	}
	owner = strings.Clone(owner)
	s.bases[owner] = append(s.bases[owner], bases...)
}

// isOpen reports whether an owner can have members of a base that the target does not define.
func (s *sources) isOpen(owner string) bool {
	seen := map[string]bool{owner: true}
	for queue := []string{owner}; len(queue) > 0; queue = queue[1:] {
		for _, base := range s.bases[queue[0]] {
			if !s.owners[base] {
				return true
			}
			if !seen[base] {
				seen[base] = true
				queue = append(queue, base)
			}
		}
	}
	return false
}

// derivers are libraries that make the flags of a program of the names of fields and parameters.
var derivers = []string{"clap", "structopt", "typer", "cyclopts", "tyro", "fire", "argh"}

// hasFlag reports whether a string of the sources names a flag, or the flag that it switches off. If a library makes
// flags of names, a name is enough.
func (s *sources) hasFlag(flag string) bool {
	positive, snake := strings.TrimPrefix(flag, "no-"), strings.ReplaceAll(flag, "-", "_")
	if s.literals[flag] || s.literals[snake] || positive != flag && (s.flags[positive] || s.literals[positive] &&
		strings.Contains(positive, "-")) {
		return true
	}
	derived := slices.ContainsFunc(derivers, func(d string) bool { return s.words[d] })
	return derived && (s.words[snake] || s.words[strings.ReplaceAll(positive, "-", "_")])
}
