package verify

import (
	"context"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/history"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// recent holds the things that the newest commits and the change of the work tree took from the target. A line of a
// document that names one is out of date if the document had the line when the target had the thing. Words of doubt in
// it do not matter; words about the past do if head lacks the thing.
type recent struct {
	present  map[string]bool            // the words of documents; true if a source that is not aside has the word
	had      map[string]bool            // words of documents in an earlier text of a source that changed
	names    map[string]*origin         // words of documents that a source defined
	literals map[string]*origin         // words of documents that were whole strings of a source
	flags    map[string]*flagForms      // the flags of documents
	files    map[string][]*origin       // files and directories that are gone, by their last element
	versions map[string][]oldVersion    // by the number, and by its beginnings
	lines    map[string]map[string]bool // of documents at commits
	head     int                        // files of head that the target lists, or lacks
	own      int                        // files among them that are not aside
}

// flagForms are the forms in which sources name a flag: then in earlier texts of sources that changed, now in all.
type flagForms struct {
	then, now flagForm
	from      *origin // of the most certain form then
}

// flagForm is a set of forms of a flag.
type flagForm int

const (
	asText     flagForm = 1 << iota // behind two hyphens
	asLiteral                       // as a string or a key
	asDeclared                      // as the argument of a call that declares it
)

func newRecent() *recent {
	return &recent{present: map[string]bool{}, had: map[string]bool{}, names: map[string]*origin{},
		literals: map[string]*origin{},
		flags:    map[string]*flagForms{}, files: map[string][]*origin{}, versions: map[string][]oldVersion{},
		lines: map[string]map[string]bool{}}
}

// piece is a line or a part of a line of a document. code states that it is code, shown that a block holds it, sketch
// that the block leaves lines out.
type piece struct {
	text                string
	line                int
	code, shown, sketch bool
}

// pieces calls see with the lines of paragraphs and of blocks, and with the code in paragraphs.
func (d *document) pieces(see func(piece)) {
	for _, s := range d.spans {
		if !s.gone && !thanks().MatchString(d.prose[s.piece-1].heading) && len(s.text) <= lineMost {
			see(piece{text: s.text, line: s.line, code: true})
		}
	}
	for _, f := range d.fences {
		sketch := f.has(leftOut)
		for i, line := range f.lines {
			if !f.gone && len(line) <= lineMost {
				see(piece{line, f.first + i, f.language != "" && !slices.Contains(shells, f.language), true, sketch})
			}
		}
	}
	for _, p := range append(slices.Clip(d.prose), d.html...) {
		line := p.line
		for text := range strings.Lines(tagWithValues().ReplaceAllStringFunc(p.text, lineEnds)) {
			if !p.gone && len(text) <= lineMost && !thanks().MatchString(p.heading) {
				see(piece{text: text, line: line})
			}
			line++
		}
	}
}

// tagWithValues matches an element of HTML with attributes, whose values are no words of the text.
var tagWithValues = lazyregexp.Lazy(`<[A-Za-z][^<>]*=[^<>]*>`)

// eachWord calls see with the places of the words in a text: of letters, and of letters with hyphens.
func eachWord(text string, see func(begin, end int)) {
	for i := 0; i < len(text); i++ {
		begin, first := i, i
		for i < len(text) && (isWord(text[i]) || text[i] == '-') {
			if text[i] == '-' {
				if first < i {
					see(first, i)
				}
				first = i + 1
			}
			i++
		}
		if first < i {
			see(first, i)
		}
		for begin < i && text[begin] == '-' {
			begin++
		}
		if begin < first && first < i {
			see(begin, i) // with its hyphens
		}
	}
}

// want notes the words of a document.
func (r *recent) want(d *document) {
	d.pieces(func(p piece) {
		eachWord(p.text, func(begin, end int) {
			if word := p.text[begin:end]; end-begin >= 3 && end-begin <= wordMost {
				if _, known := r.present[word]; !known {
					r.present[word] = false
				}
				if begin >= 2 && p.text[begin-2:begin] == "--" {
					r.flags[word] = &flagForms{}
					for _, form := range derived(word) {
						if _, known := r.present[form]; !known {
							r.present[form] = false
						}
					}
				}
			}
		})
	})
}

// derived returns the names of which libraries make the flag: of all-files all_files, allFiles and AllFiles.
func derived(flag string) []string {
	in := camel(flag)
	return []string{strings.ReplaceAll(flag, "-", "_"), in, strings.ToUpper(in[:1]) + in[1:]}
}

// mark notes which wanted words and flags a source has.
func (r *recent) mark(p luminos.Path, text string) {
	if pathrole.Aside(p) || pathrole.Built(p) {
		return
	}
	takes := defines(p) // completions and workflows only pass flags
	var d declarations
	eachCodeLine(text, func(line string) {
		eachWord(line, func(begin, end int) {
			here, wanted := r.present[line[begin:end]]
			if wanted && !here {
				r.present[line[begin:end]] = true
			}
			if wanted && len(line) <= lineMost && takes {
				if f := r.flags[line[begin:end]]; f != nil && f.now&(asText|asDeclared) == 0 {
					f.now |= formOf(line, begin, end, &d)
				}
			}
		})
		d.add(line)
	})
}

// formOf returns the form in which a line has a flag from begin to end, or 0.
func formOf(line string, begin, end int, d *declarations) (form flagForm) {
	if strings.HasPrefix(line[end:], "-") {
		return 0 // a part of another flag
	}
	if begin >= 2 && line[begin-2:begin] == "--" {
		begin -= 2
		form = asText
	}
	if isLiteral(line, begin, end) {
		form |= asLiteral
	}
	if d.declares(line, begin, end) {
		form |= asDeclared
	}
	return form
}

// eachCodeLine calls see with the lines of a source that are no comments.
func eachCodeLine(text string, see func(line string)) {
	comment := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimLeft(line, " \t"), "/*") {
			comment = true
		}
		if !comment && !isComment(line) {
			see(line)
		}
		comment = comment && !strings.Contains(line, "*/")
	}
}

// lost reports whether a word of a document is in no source that is not aside.
func (r *recent) lost(word string) bool {
	here, wanted := r.present[word]
	return wanted && !here
}

// reads reports whether a file of an earlier revision can define things or state versions of the target.
func (r *recent) reads(name luminos.Path) bool {
	return defines(name) || manifestFile().MatchString(name.Base()) && !pathrole.Aside(name) && !pathrole.Built(name)
}

// add takes the things that are gone from a file of an earlier revision. The text is "" if the target has it still.
func (r *recent) add(ctx context.Context, t *tree, m *made, f history.EarlierFile, head bool, text string) {
	at, name := &origin{f.Path, f.Commit}, luminos.PathFromOS(f.Path)
	switch {
	case t.known[name]:
	case t.exists(ctx, name) || slices.ContainsFunc(t.submodules, name.Within):
		return // an ignored file, a link, or a file of another repository: its words are not known
	case !transient().MatchString(f.Path):
		r.addFiles(ctx, t, at)
	}
	if head {
		r.head++
		if !pathrole.Aside(name) {
			r.own++
		}
	}
	if text == "" || len(text) > pastFileMost {
		return
	}
	if manifestFile().MatchString(name.Base()) {
		r.addVersions(ctx, t, m, at, text)
	}
	if !defines(name) {
		return
	}
	var d declarations
	eachCodeLine(text, func(line string) {
		if len(line) > lineMost {
			return
		}
		eachWord(line, func(begin, end int) { r.word(line, begin, end, at, &d) })
		d.add(line)
	})
}

// addFiles takes a file that is gone, and the directories that are gone with it.
func (r *recent) addFiles(ctx context.Context, t *tree, at *origin) {
	for q := at.path; q != "." && !t.known[luminos.PathFromOS(q)]; q = path.Dir(q) {
		gone := r.files[path.Base(q)]
		if slices.ContainsFunc(gone, func(o *origin) bool { return o.path == q }) {
			return // and the directories above
		}
		if q != at.path && t.exists(ctx, luminos.PathFromOS(q)) {
			return // with ignored files
		}
		if len(gone) < homesMost {
			r.files[path.Base(q)] = append(gone, &origin{q, at.commit})
		}
	}
}

// partial reports whether the work tree is a part of head: changes take many tests and examples, but not many others.
func (r *recent) partial(t *tree) bool {
	own := 0
	for _, p := range t.files {
		if !pathrole.Aside(p) {
			own++
		}
	}
	return lacks(r.head, len(t.files), 2) || lacks(r.own, own, 4)
}

// lacks reports whether a tree with a number of files has fewer than head by more than one in part files, as an image
// of a container has. Files that moved are there.
func lacks(head, files, part int) bool {
	const few = 10 // that a change takes from any tree
	return head-files > few && head-files > head/part
}

// nothing reports whether the target lost no thing that documents can name.
func (r *recent) nothing() bool {
	for _, f := range r.flags {
		if f.then != 0 {
			return false
		}
	}
	return len(r.names)+len(r.literals)+len(r.files)+len(r.versions) == 0
}

// word takes a word of a line of an earlier source, if it is wanted and gone.
func (r *recent) word(line string, begin, end int, at *origin, d *declarations) {
	word := line[begin:end]
	here, wanted := r.present[word]
	if !wanted {
		return
	}
	r.had[word] = true
	if f := r.flags[word]; f != nil {
		form := formOf(line, begin, end, d)
		if form > f.then {
			f.from = at
		}
		f.then |= form
	}
	if !here && r.names[word] == nil && d.may() && declaresName(line, begin, end) {
		r.names[word] = at
	}
	if !here && r.literals[word] == nil && isLiteral(line, begin, end) {
		r.literals[word] = at
	}
}

// left reports whether sources had a flag and have it no more. A flag of one word that was declared, or had its
// hyphens, leaves with these; of another one, no form may be there.
func (f *flagForms) left(several bool) bool {
	if !several && f.then&(asText|asDeclared) != 0 {
		return f.now&(asText|asDeclared) == 0
	}
	return f.then != 0 && f.now == 0
}

// declaresName reports whether a line defines or sets a name from begin to end. The text of a help can look like a
// function of one word, but neither like a keyword nor like the begin of a body.
func declaresName(line string, begin, end int) bool {
	if definesName(line, begin, end) && (isSeveral(line[begin:end]) ||
		definer().MatchString(near(line[:begin], nearMost)) ||
		assigned().MatchString(line[end:min(len(line), end+nearMost)]) || strings.HasSuffix(strings.TrimSpace(line), "{")) {
		return true
	}
	return declaresMember(line, begin, end)
}

// isSeveral reports whether a name has several words.
func isSeveral(name string) bool { return strings.Contains(name, "-") || len(nameParts(name)) > 1 }

var (
	// memberBefore matches the text before a field, a constant or a key that a line sets, in contrast to a local variable.
	memberBefore = lazyregexp.Lazy(`^(?:\s*(?:pub(?:\([a-z]+\))?|public|protected|private|static|final|readonly|` +
		`export|self|this|exports|module|attr_\w+|default|lazy|override|implicit|abstract)[\s.]+|const\s+|va[lr]\s+|` +
		`let\s+)*(?:[\w<>\[\],.?*&]+\s+)*[@:$'"*&]?$|\(def[\w-]*\s+(?:\^\S+\s+)?$|` +
		`\((?:fn|var|local|lambda|λ|macro|varfn)\s+$|\.prototype\.$`)
	keyBefore   = lazyregexp.Lazy(`^\s*["']?$`)
	keyAfter    = lazyregexp.Lazy(`^["']?\s*:[^:=]`)
	memberAfter = lazyregexp.Lazy(`^["']?\s*(?::[^:]|:?=[^=]|<-)`)
)

// declaresMember reports whether a line sets a name from begin to end, or defines it in a language of lists.
func declaresMember(line string, begin, end int) bool {
	before, after := near(line[:begin], nearMost), line[end:min(len(line), end+nearMost)]
	if keyBefore().MatchString(before) && keyAfter().MatchString(after) {
		return true
	}
	if !memberBefore().MatchString(before) {
		return false
	}
	return strings.Contains(before, "(") || memberAfter().MatchString(after)
}
