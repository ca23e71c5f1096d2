package verify

import (
	"context"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// checkRecent reports the lines of documents that name things that the target lost: see [recent].
func checkRecent(ctx context.Context, c *checker, s *sources) {
	if c.past.repository == nil || c.past.recent.nothing() {
		return
	}
	told := map[Place][]string{}
	for _, f := range c.out.Findings {
		at := Place{f.Path, f.Line}
		told[at] = append(told[at], f.Says)
	}
	for _, p := range c.out.Documents {
		d := c.parsed[p]
		if d == nil || planned().MatchString(string(p)) || d.dated() || c.tree.superseded(p) {
			continue
		}
		o := outdated{checker: c, d: d, sources: s, told: told, foreign: c.made.imported(d), shown: d.shows(),
			english: d.isEnglish()}
		d.pieces(func(p piece) {
			o.names(ctx, p)
			o.flags(ctx, p)
			o.paths(ctx, p)
			o.versions(ctx, p)
		})
	}
}

// outdated checks the lines of one document.
type outdated struct {
	*checker
	d       *document
	sources *sources
	told    map[Place][]string // the texts of findings
	foreign map[string]bool    // see [made.imported]
	shown   map[string]bool    // see [document.shows]
	english bool               // the words of doubt of the document can be read
}

// add reports a finding if the document had its line when the target had the thing. Words about the past in the line
// excuse it if head lacks the thing.
func (o *outdated) add(ctx context.Context, rule luminos.Rule, p piece, says, truth string, from *origin) {
	if from.commit != o.past.repository.Head() && pastHedge().MatchString(p.text) {
		return // the document says so
	}
	if o.has(p.line, says) || p.line > len(o.d.lines) {
		return
	}
	line := o.d.lines[p.line-1]
	if goneTask().MatchString(line) || rule == luminos.RuleDocPath && (!o.english || makesIt().MatchString(line)) ||
		!o.past.hadLine(ctx, o.d, from, line) {
		return
	}
	at := Place{o.d.path, p.line}
	o.told[at] = append(o.told[at], says)
	o.report(o.d, rule, p.line, says, truth+"; "+from.String(), "")
}

// has reports whether a finding at a line has a text.
func (o *outdated) has(line int, text string) bool {
	told := o.told[Place{o.d.path, line}]
	return slices.ContainsFunc(told, func(says string) bool { return strings.Contains(says, text) })
}

// linesMost is the number of old documents whose lines are kept: one has at most one text for each of the newest
// revisions.
const linesMost = 40

// hadLine reports whether the document had a line at the commit of an origin.
func (p *past) hadLine(ctx context.Context, d *document, from *origin, line string) bool {
	key := from.commit + " " + string(d.path)
	lines, known := p.recent.lines[key]
	if !known {
		lines = map[string]bool{}
		for l := range strings.Lines(p.textOf(ctx, d, from.commit)) {
			lines[strings.TrimSpace(l)] = true
		}
		if len(p.recent.lines) > linesMost {
			clear(p.recent.lines)
		}
		p.recent.lines[key] = lines
	}
	return lines[strings.TrimSpace(line)]
}

// names reports names that no source has now. A name of one word is also a word: it counts as a whole piece of code, as
// a call, and as a member of a thing of the target.
func (o *outdated) names(ctx context.Context, p piece) {
	r := o.past.recent
	if p.sketch || bareFile().MatchString(p.text) {
		return // the names of a sketch are of the revision that it simplifies; the words of a file name are no names
	}
	eachWord(p.text, func(begin, end int) {
		word := p.text[begin:end]
		if !r.lost(word) || word[0] <= '9' || begin > 0 && p.text[begin-1] == '-' ||
			end < len(p.text) && p.text[end] == '-' {
			return // a number, and a part of a name with hyphens, is no name
		}
		several := isSeveral(word)
		from := r.names[word]
		if from == nil && several && p.code {
			from = r.literals[word]
		}
		if from == nil || o.sources.keys[word] || from.departed(o.tree, o.sources) ||
			o.foreign[word] || o.ofExample(p, begin, end, several) {
			return
		}
		called := end < len(p.text) && p.text[end] == '('
		if !several && !o.isName(p, begin, end, called) || !p.code && !p.shown && !several {
			return
		}
		says := word
		if called {
			says += "()"
		}
		o.add(ctx, luminos.RuleDocSymbol, p, says, "no source of the target has the name "+word+" now", from)
	})
}

// ofExample reports whether a name is of an example or of a package of others: the document defines it, its object is
// of these, or it is a variable of a block of code.
func (o *outdated) ofExample(p piece, begin, end int, several bool) bool {
	root := rootWord(p.text[:begin])
	return o.foreign[root] || o.shown[root] || o.shown[p.text[begin:end]] && (p.shown || !several) ||
		p.shown && p.code && isVariable(p.text[:begin], p.text[end:])
}

// isVariable reports whether the text around a name in a line of code neither calls, sets, imports nor qualifies it,
// and no list begins with it.
func isVariable(before, after string) bool {
	before = strings.TrimSuffix(before, "...") // which spreads a list
	return !usedAs().MatchString(after) && !qualifies().MatchString(before)
}

var (
	usedAs    = lazyregexp.Lazy(`^\s*(?:[(=:<{!?]|\.\w)|^["'` + "`" + `]`)
	qualifies = lazyregexp.Lazy(`[.:>@$#"'` + "`" + `-]$|(?:^|[\s(\[])\($|^\s*$|` +
		`\b(?:import|require|use|include|from|export|def|fn|fun|func|function|class|struct|type|interface|new|extends|` +
		`implements)\b`)
)

// commentBegin matches the begin of a comment in a line of a block.
var commentBegin = lazyregexp.Lazy(`(?:^|\s)(?:#|//|--|;+)\s`)

// isName reports whether a word of a piece is a name of the target, and no word or name of others.
func (o *outdated) isName(p piece, begin, end int, called bool) bool {
	switch {
	case !p.code:
		return called && begin == 0
	case p.shown && commentBegin().MatchString(p.text[:begin]):
		return false
	case begin > 0 && strings.IndexByte(".:>", p.text[begin-1]) >= 0:
		return !p.shown && begin == 1 || o.made.ownReceiver(p.text[:begin-1])
	case p.shown && strings.HasSuffix(p.text[:begin], "("):
		return begin == 1 || strings.IndexByte(" \t([{'`", p.text[begin-2]) >= 0 // of a language of lists
	}
	return called || startsUpper(p.text[begin:]) || end-begin == len(p.text)
}

// flags reports flags that no source has now, in any form of which a library makes a flag.
func (o *outdated) flags(ctx context.Context, p piece) {
	r := o.past.recent
	for _, m := range anyFlag().FindAllStringSubmatchIndex(p.text, -1) {
		flag := p.text[m[2]:m[3]]
		f := r.flags[flag]
		if f == nil || slices.Contains(usualFlags, flag) ||
			o.sources.words["SetNormalizeFunc"] && o.sources.exact[flag] { // another name of a flag of pflag
			continue
		}
		several := strings.Contains(flag, "-")
		left, from := f.left(several), f.from
		if several {
			left = left || r.lost(flag) && f.now == 0
			for _, form := range derived(flag) {
				// the variable of a declared flag can stay; of another one, a library can make the flag
				left = left && (!r.present[form] || f.then&asDeclared != 0 && r.had[form])
				if from == nil {
					from = r.names[form]
				}
			}
		}
		left = left && !(several && o.sources.exact[strings.ReplaceAll(flag, "-", "_")]) // a setting that is a flag, too
		if left && from != nil && !o.tree.hasKey(ctx, from, flag) && !from.departed(o.tree, o.sources) &&
			!o.made.ofOtherTool(p.text[:m[2]-len("--")]) {
			o.add(ctx, luminos.RuleDocFlag, p, "--"+flag, "no source of the target names --"+flag+" now", from)
		}
	}
}

// ofOtherTool reports whether the text before a flag is a command of another program, which runs none of the target.
func (m *made) ofOtherTool(before string) bool {
	if at := strings.LastIndexAny(before, "`|;&"); at >= 0 {
		before = before[at+1:]
	}
	tools := otherTool().FindAllStringIndex(before, -1)
	if len(tools) == 0 {
		return false
	}
	return !slices.ContainsFunc(strings.Fields(before[tools[len(tools)-1][0]:]), func(w string) bool {
		return w == "run" || w == "--" || m.own(w) || m.isProgram(w)
	})
}

// pathWord matches a path or the name of a file in a text.
var pathWord = lazyregexp.Lazy(`[\w@+-][\w.@+-]*(?:/[\w.@+-]+)+/?|[\w@+-][\w@+-]*(?:\.[\w@+-]+)+|[\w@+-]+/`)

// paths reports files and directories that are gone.
func (o *outdated) paths(ctx context.Context, p piece) {
	if len(o.past.recent.files) == 0 {
		return
	}
	for _, m := range pathWord().FindAllStringIndex(p.text, -1) {
		name := strings.Trim(p.text[m[0]:m[1]], ".")
		name = strings.TrimSuffix(name, "/")
		if m[0] > 0 && strings.IndexByte("/:~$@\\", p.text[m[0]-1]) >= 0 && !strings.HasSuffix(p.text[:m[0]], "./") {
			continue
		}
		for _, from := range o.past.recent.files[path.Base(name)] {
			if name != from.path && path.Join(o.d.path.Dir().OS(), name) != from.path &&
				!strings.HasSuffix(from.path, "/"+name) {
				continue
			}
			if !strings.Contains(name, "/") && len(o.tree.named[name]) > 0 ||
				o.ofUsers(name, from) || len(o.resolve(ctx, o.d, name)) > 0 ||
				o.tree.excluded(ctx, luminos.PathFromOS(from.path)) {
				continue
			}
			o.add(ctx, luminos.RuleDocPath, p, name, "there is no "+from.path, from)
			break
		}
	}
}

// commonFile matches the names of files that many projects have.
var commonFile = lazyregexp.Lazy(`(?i)^(?:main|index|setup|app|config|tests?|utils?|helpers?|examples?|server|client|` +
	`lib|mod)\.`)

// ofUsers reports whether a path can be one of users: a common name, or a path of tests and examples, unless it lies
// beside the document.
func (o *outdated) ofUsers(name string, from *origin) bool {
	file, bare := luminos.PathFromOS(from.path), !strings.Contains(name, "/")
	if bare && commonFile().MatchString(name) {
		return file.Dir() != o.d.path.Dir() || slices.Contains(usual, name)
	}
	about := ownCommands
	if bare {
		about = development // the README names files of users, too
	}
	return pathrole.Aside(file) && file.Dir() != o.d.path.Dir() && !about().MatchString(string(o.d.path))
}
