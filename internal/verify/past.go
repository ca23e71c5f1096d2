package verify

import (
	"context"
	"crypto/sha1"
	"fmt"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/history"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// past holds the things of earlier revisions that documents name and the target lacks. A thing
// of another program was never there.
type past struct {
	repository *history.Earlier
	names      map[string]*origin
	flags      map[string]*origin
	literals   map[string]*origin  // flags of commands of the target, as whole strings or keys
	paths      map[string]*origin  // files and directories
	bases      map[string]*origin  // the last elements of paths
	targets    map[string]*origin  // see [claim]
	homes      map[string][]string // the paths of documents by the last element
	documents  map[string]string   // the texts of documents at commits
	says       map[statement]bool  // whether the documents have texts
	size       int                 // bytes of documents
	recent     *recent
}

// origin is the newest place of a thing in an earlier revision; nil is a thing that is looked for.
type origin struct {
	path, commit string
}

func (o *origin) String() string {
	return fmt.Sprintf("%s had it at commit %.7s", o.path, o.commit)
}

// departed reports whether the thing left with a directory or a file that the target now uses from elsewhere, as a
// library that became a dependency: nothing of the target has the name, but sources name it. A name of a file counts
// only behind a directory of its path, as in "tty-reader" of lib/tty/reader.rb, since plain words are in all sources.
func (o *origin) departed(t *tree, s *sources) bool {
	file := luminos.PathFromOS(o.path)
	if t.packageGone(file) {
		return true
	}
	for dir := file.Dir(); dir != luminos.Root; dir = dir.Dir() {
		if s.stars[dir] {
			return true
		}
	}
	name, left := bareName(file), !t.hasStem(file)
	for _, dir := range strings.Split(path.Dir(o.path), "/") {
		if s.words[dir] && len(t.named[dir]) == 0 ||
			left && (s.literals[dir+"-"+name] || s.literals[dir+"/"+name] || s.words[dir+"_"+name]) {
			return true
		}
	}
	return false
}

// newPast returns a past without anything.
func newPast() *past {
	return &past{names: map[string]*origin{}, flags: map[string]*origin{}, literals: map[string]*origin{},
		paths: map[string]*origin{},
		bases: map[string]*origin{}, targets: map[string]*origin{}, documents: map[string]string{},
		homes: map[string][]string{}, says: map[statement]bool{}, recent: newRecent()}
}

// readPast fills the maps of c.past, whose keys are the things that are looked for, from the history in files. The
// caller closes the repository, which is nil if it cannot be read.
func (c *checker) readPast(ctx context.Context, files history.Files, s *sources) error {
	p := c.past
	wanted := len(p.names)+len(p.flags)+len(p.paths)+len(p.bases)+len(p.targets) > 0
	if files == nil {
		return nil
	}
	e, err := history.OpenEarlier(ctx, files)
	if err == nil {
		p.repository = e
		err = e.Each(ctx, func(hash [sha1.Size]byte) bool { return s.hashes[hash] }, func(f history.EarlierFile) bool {
			text, name := "", luminos.PathFromOS(f.Path)
			isNewest := s.whole && f.Newest
			if isNewest && p.recent.reads(name) || wanted && p.reads(name) {
				text = string(f.Text())
			}
			if isNewest {
				p.recent.add(ctx, c.tree, c.made, f, f.Commit == e.Head(), text)
			}
			p.add(f, text)
			return ctx.Err() == nil && (wanted || isNewest)
		})
	}
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case !wanted:
	case err != nil:
		c.out.note("names and flags of code are not checked, since no earlier revision shows which were there: " + err.Error())
	case e.Cut:
		c.out.note(fmt.Sprintf("only %d earlier revisions were read for things that are not there now", e.Revisions))
	}
	return nil
}

// statement is a text of a document at a commit.
type statement struct {
	doc          *document
	commit, text string
}

// stated reports whether a document had a text at the commit at which the target had the thing. A document that was
// elsewhere then is known by its name.
func (p *past) stated(ctx context.Context, d *document, o *origin, text string) bool {
	asked := statement{d, o.commit, text}
	if says, known := p.says[asked]; known {
		return says
	}
	p.says[asked] = strings.Contains(p.textOf(ctx, d, o.commit), text)
	return p.says[asked]
}

// textOf returns the text of a document at a commit.
func (p *past) textOf(ctx context.Context, d *document, commit string) string {
	key := commit + " " + string(d.path)
	old, known := p.documents[key]
	if !known {
		old = p.document(ctx, commit, d.path.OS())
		for _, q := range p.homes[d.path.Base()] {
			if old == "" {
				old = p.document(ctx, commit, q)
			}
		}
		if p.size += len(old); p.size > documentsMost {
			clear(p.documents) // the next claims are mostly of another document
			p.size = len(old)
		}
		p.documents[key] = old
	}
	return old
}

// document returns the text of a document at a commit, up to its limit, or "".
func (p *past) document(ctx context.Context, commit, name string) string {
	text := p.repository.File(ctx, commit, name)
	return string(text[:min(len(text), documentLimit)])
}

// note adds a note about the whole target.
func (r *Result) note(text string) {
	r.Notes = append(r.Notes, Note{Path: luminos.Root, Text: text})
}

// reads reports whether the text of a file of an earlier revision can have a wanted thing.
func (p *past) reads(name luminos.Path) bool {
	if readerOf(name) != nil {
		return len(p.targets) > 0 && !pathrole.Aside(name)
	}
	return len(p.names)+len(p.flags) > 0 && defines(name)
}

// defines reports whether a file is a source that can define things of the target.
func defines(name luminos.Path) bool {
	return codeFile().MatchString(string(name)) && !pathrole.Aside(name) && !pathrole.Built(name) &&
		!toolSettings().MatchString(name.Base())
}

// add takes the wanted things from a file of an earlier revision with its text.
func (p *past) add(f history.EarlierFile, text string) {
	if transient().MatchString(f.Path) {
		return
	}
	at, name := &origin{path: f.Path, commit: f.Commit}, luminos.PathFromOS(f.Path)
	for q := f.Path; q != "."; q = path.Dir(q) {
		if o, wanted := p.paths[q]; wanted && o == nil {
			p.paths[q] = at
		}
	}
	if o, wanted := p.bases[name.Base()]; wanted && o == nil && !pathrole.Built(name) && !pathrole.Aside(name) &&
		!templateDir().MatchString(f.Path) {
		p.bases[name.Base()] = at
	}
	if home := p.homes[name.Base()]; IsDocument(name) && len(home) < homesMost && !slices.Contains(home, f.Path) {
		p.homes[name.Base()] = append(home, f.Path)
	}
	if !p.reads(name) {
		return
	}
	if read := readerOf(name); read != nil {
		p.addTargets(at, read, text)
		return
	}
	if len(text) > pastFileMost {
		return
	}
	var d declarations
	eachCodeLine(text, func(line string) {
		if len(line) <= lineMost {
			p.line(line, at, &d)
		}
	})
}

// toolSettings matches the names of settings of tools, whose keys are names of these.
var toolSettings = lazyregexp.Lazy(`^[\w.-]+\.config\.\w+$|^\.\w+rc(?:\.\w+)?$`)

// transient matches the paths of notes on changes, which releases take away.
var transient = lazyregexp.Lazy(`(?:^|/)(?:\.changes?|\.changesets?|\.?changelog\.d|newsfragments|\.changelogs?)/`)

// templateDir matches the paths of files that users get a copy of.
var templateDir = lazyregexp.Lazy(`(?i)(?:^|[/_-])(?:templates?|examples?|samples?|scaffold\w*|starters?)[\w-]*/`)

// addTargets takes the wanted targets of commands from a manifest or makefile, which read reads.
func (p *past) addTargets(at *origin, read func(*made, luminos.Path, string), text string) {
	m := newMade()
	read(m, luminos.PathFromOS(at.path), text)
	for target, o := range p.targets {
		if o == nil && m.has(target) {
			p.targets[target] = at
		}
	}
}

// documentsMost is the number of bytes of old documents that are kept.
const documentsMost = 64 << 20

// homesMost is the number of paths at which a document is looked for.
const homesMost = 8

// codeFile matches the name of a source.
var codeFile = lazyregexp.Lazy(`\.(?:go|py|rs|jsx?|mjs|cjs|tsx?|rb|java|kt|scala|clj[cs]?|c|cc|cpp|h|hpp|cs|fs|php|` +
	`swift|exs?|erl|hs|ml|el|lua|sh|bash|zig|nim|dart|jl|pl|pm|vue|svelte|[rR]|fnl|janet|lisp|scm|rkt|groovy|kts|` +
	`sc|ac|m4)$`)

// pastFileMost is the number of bytes of a source of an earlier revision: larger ones are made by programs.
const pastFileMost = 1 << 20

// line takes the wanted names and flags from a line of a source, whose lines before d knows.
func (p *past) line(line string, at *origin, d *declarations) {
	for i := 0; i < len(line); i++ {
		begin := i
		for i < len(line) && (isWord(line[i]) || line[i] == '-') {
			i++
		}
		if begin == i {
			continue
		}
		flag := strings.ReplaceAll(strings.Trim(line[begin:i], "-"), "_", "-")
		if o, wanted := p.flags[flag]; wanted && o == nil && d.declares(line, begin, i) {
			p.flags[flag] = at
			d.tries--
		}
		if o, wanted := p.literals[flag]; wanted && o == nil && isLiteral(line, begin, i) {
			p.literals[flag] = at
		}
		for from := begin; from < i; {
			for from < i && line[from] == '-' {
				from++
			}
			to := from
			for to < i && line[to] != '-' {
				to++
			}
			if o, wanted := p.names[line[from:to]]; wanted && o == nil && d.may() && definesName(line, from, to) {
				p.names[line[from:to]] = at
			}
			from = to
		}
	}
	d.add(line)
}
