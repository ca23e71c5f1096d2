package verify

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"luminos"
	"luminos/internal/history"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// name is a name of code in a document.
type name struct {
	doc  *document
	line int
	says string // the name, with () if it is called
	word string
}

// collectNames keeps the names in a piece of code of a sentence. Names in blocks of code are mostly of examples and of
// reports: of 13 that left the target more than 32 commits ago, a judge found 4 to be statements about it.
func (c *checker) collectNames(d *document, in span) {
	text := in.text
	if len(text) > lineMost || !c.english || nameHedge().MatchString(in.context) || keysOf().MatchString(in.context) {
		return
	}
	for i := 0; i < len(text); i++ {
		begin := i
		for i < len(text) && isWord(text[i]) {
			i++
		}
		word := text[begin:i]
		if len(word) < 4 || len(word) > wordMost || word[0] >= '0' && word[0] <= '9' || strings.HasPrefix(word, "__") ||
			placeholderForm().MatchString(word) || c.foreign[word] || word == strings.ToUpper(word) || // of the environment
			c.foreign[rootWord(text[:begin])] || c.made.ofOthers(c.tree, text[:begin]) {
			continue
		}
		n := name{doc: d, line: in.line, says: word, word: word}
		called := i < len(text) && text[i] == '('
		if called {
			n.says += "()"
		}
		member := begin > 0 && strings.IndexByte(".:#>", text[begin-1]) >= 0
		if begin > 0 && i < len(text) && (text[begin-1] == '{' && text[i] == '}' || text[begin-1] == '<' && text[i] == '>' &&
			(begin == 1 || !isWord(text[begin-2])) || text[begin-1] == '$' || text[begin-1] == '%') {
			continue // a placeholder
		}
		if begin > 1 && text[begin-1] == ':' && isWord(text[begin-2]) { // a right or a tag of a service: "tag:GetRows"
			continue
		}
		if len(nameParts(word)) < 2 && !(member && c.made.ownReceiver(text[:begin-1])) {
			continue // prose, languages and other programs have names of one word, too
		}
		c.names = append(c.names, n)
	}
}

// ownReceiver reports whether the word at the end of the code before a member is a type or a package of the target, in
// contrast to a variable, which can be of another program.
func (m *made) ownReceiver(before string) bool {
	owner := lastWord(before)
	return owner != "" && unicode.IsUpper(rune(owner[0])) || m.packages[owner] || strings.HasSuffix(before, ":")
}

// qualifier matches the text before a name that packages or modules within others qualify.
var qualifier = lazyregexp.Lazy(`(\w+)(?:(?:\.|::)\w+)+(?:\.|::)$`)

// ofOthers reports whether the text before a name qualifies it by a package or a module that the target does not have.
func (m *made) ofOthers(t *tree, before string) bool {
	q := qualifier().FindStringSubmatch(before)
	return q != nil && !unicode.IsUpper(rune(q[1][0])) && !t.bare[q[1]] && !m.own(q[1]) &&
		!slices.Contains([]string{"self", "this", "crate", "super"}, q[1])
}

// chain matches the text before a member: the names and calls that lead to it.
var chain = lazyregexp.Lazy(`([A-Za-z_]\w*)(?:\([^()]*\))?(?:(?:\.|\?\.|::|->)\w+(?:\([^()]*\))?)*(?:\.|\?\.|::|->)$`)

// rootWord returns the first name of the chain at the end of the code before a member, or "".
func rootWord(before string) string {
	if before == "" || strings.IndexByte(".:>", before[len(before)-1]) < 0 {
		return ""
	}
	if m := chain().FindStringSubmatch(near(before, nearMost)); m != nil {
		return m[1]
	}
	return ""
}

// lastWord returns the word at the end of a text, or "".
func lastWord(s string) string {
	begin := len(s)
	for begin > 0 && isWord(s[begin-1]) {
		begin--
	}
	return s[begin:]
}

// nameHedge matches words of sentences about names of the past and of the future.
var nameHedge = lazyregexp.Lazy(`(?i)(?:\b|_)(?:remov\w*|renam\w*|deprecat\w*|no longer|former\w*|previous\w*|` +
	`used to be|used to have|chang(?:ed|es) from|replac\w*|instead of|hypothetical|plan(?:s|ned)?|propos\w*|future|todo|` +
	`would|could|upstream|legacy|obsolete|migrat\w*|upgrad\w*|drop(?:s|ped)?|` +
	`(?:was|were)\s+(?:[^\sn]|n[^\so])\S*|prior to|` +
	`change ?logs?|breaking|release notes|what's new|history|old|older|earlier|since|until)\b`)

// keysOf matches words of sentences about the keys of a file of settings, which sources also have as variables.
var keysOf = lazyregexp.Lazy(`(?i)\b(?:propert(?:y|ies)|keys?|settings|options|variables)\b[^.\n]*` +
	`\b[\w-]+\.(?:properties|env|ini|toml|ya?ml)\b`)

// finish checks the names, the flags and the things that need evidence of earlier revisions.
func (c *checker) finish(ctx context.Context, files history.Files) error {
	s, err := readSources(ctx, c.tree, c.made, c.past.recent)
	if err != nil {
		return err
	}
	if !s.whole {
		c.out.note("names and flags are not checked: the target has files that are too large, unreadable or " +
			"not checked out")
		c.names, c.uses = nil, nil
	}
	if c.tree.incomplete {
		c.claims = nil // the things can be in the part that was not listed
		return nil
	}
	for _, n := range c.names {
		if c.out.Checked++; !s.words[n.word] {
			c.past.names[n.word] = nil
		}
	}
	for _, u := range c.uses {
		if !s.hasFlag(u.flag) {
			c.past.flags[u.flag] = nil
			if u.own {
				c.past.literals[u.flag] = nil
			}
		}
	}
	if err := c.readPast(ctx, files, s); err != nil {
		return err
	}
	if c.past.repository != nil {
		defer c.past.repository.Close()
	}
	if c.past.recent.partial(c.tree) {
		c.out.note("names and flags are not checked: the target lacks a large part of the files of its last commit")
		return nil
	}
	c.checkNames(ctx, s)
	c.checkFlags(ctx, s)
	c.checkClaims(ctx, s)
	checkRecent(ctx, c, s)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// checkNames reports the names that earlier revisions defined and no source has now.
func (c *checker) checkNames(ctx context.Context, s *sources) {
	var known *spellings
	shown := map[*document]map[string]bool{}
	nearest := map[string]string{}
	for _, n := range c.names {
		from := c.past.names[n.word]
		if from == nil {
			continue
		}
		if shown[n.doc] == nil {
			shown[n.doc] = n.doc.shows()
		}
		if shown[n.doc][n.word] || c.made.isElsewhere(n.doc.elsewhere[n.word]) || from.departed(c.tree, s) ||
			!c.past.stated(ctx, n.doc, from, n.word) {
			continue
		}
		if known == nil {
			known = newSpellings(s.words)
		}
		if known.has(n.word) {
			continue
		}
		near, done := nearest[n.word]
		if !done && c.tree.mayCompare(len(known.all)) {
			near = words.Closest(n.word, known.all)
			nearest[n.word] = near
		}
		c.report(n.doc, luminos.RuleDocSymbol, n.line, n.says,
			fmt.Sprintf("no source of the target has the name %s now; %s", n.word, from), near)
	}
}

// longName is the number of words of a name from which on a name that ends with it is the same thing: shorter names are
// the ends of many others.
const longName = 3

// foldName returns a name in one spelling: of parseConfig and parse_config the same.
func foldName(s string) string { return strings.ToLower(strings.ReplaceAll(s, "_", "")) }

// nameParts returns the words of a name in lower case: of parseConfig and parse_config "parse" and "config".
func nameParts(s string) []string {
	var parts []string
	begin := 0
	for i, r := range s {
		if r == '_' || i > begin && unicode.IsUpper(r) && !unicode.IsUpper(rune(s[i-1])) {
			if i > begin {
				parts = append(parts, strings.ToLower(strings.Trim(s[begin:i], "_")))
			}
			begin = i
		}
	}
	parts = append(parts, strings.ToLower(strings.Trim(s[begin:], "_")))
	return slices.DeleteFunc(parts, func(p string) bool { return p == "" })
}

// pastHedge matches words of paragraphs and headings about the past, and thanks headings of lists of others.
var (
	pastHedge = lazyregexp.Lazy(`(?i)(?:\b|_)(?:no longer|remov(?:ed|al)|deprecat\w*|replaced|renamed|was\b.*\buntil|` +
		`as of\b.*\btag)(?:\b|_)`)
	thanks = lazyregexp.Lazy(`(?i)\b(?:thanks|credits|contributors|acknowledge?ments?|alternatives|` +
		`(?:related|similar|other) (?:projects?|tools?|work|libraries))\b`)
)

// definition matches the definition of a name in any language; its second group is one that is only assigned.
var definition = lazyregexp.Lazy(`\b(?:defp?|defmodule|func|fn|function|fun|sub|macro|class|struct|type|interface|trait|` +
	`enum|val|var|let|const)\s+(?:\([^()]*\)\s*)?(?:\w+\.)*(\w+)|^\s*(?:[\w.]+\s+){0,2}(\w+)\s*(?::=|=[^=>])|` +
	`(\w+)\([^()]*\)[^;(){}]*\{`)

// shows returns the names that blocks of code of the document define: they are of examples. Values of settings are of
// the target.
func (d *document) shows() map[string]bool {
	shown := map[string]bool{}
	for _, f := range d.fences {
		example := !slices.Contains(settings, f.language)
		for _, line := range f.lines {
			if len(line) >= lineMost || flow().MatchString(line) {
				continue
			}
			for _, m := range definition().FindAllStringSubmatch(line, -1) {
				if example || m[2] == "" {
					shown[m[1]+m[2]+m[3]] = true
				}
			}
		}
	}
	return shown
}
