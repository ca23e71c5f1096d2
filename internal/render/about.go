package render

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// listingRowOf returns the line of a listing for a directory or a file: the number of files in it and their size.
func listingRowOf(d *dossier, c *node) listingRow {
	r := listingRow{name: string(c.Path), at: &spot{path: c.Path, dir: !c.file}, abouts: aboutsOf(d, c)}
	if !c.file {
		r.name += "/"
	}
	if c.up != "" {
		r.level, r.name = 1, strings.TrimPrefix(r.name, string(c.up)+"/")
	}
	r.measures = [2]string{words.Count(c.TotalFiles), words.Bytes(c.Bytes)}
	if c.file {
		r.measures[0] = ""
	}
	return r
}

// aboutsOf returns descriptions of a directory or a file in one sentence each, the best first and shorter ones after
// it: the words of a model, its own words, the names of its files or directories, or the kinds of its files.
func aboutsOf(d *dossier, c *node) (list [][]span) {
	for _, e := range d.report.Entries {
		if e.Path != c.Path || e.Basis != luminos.Judged {
			continue
		}
		m := mark(e.Basis)
		if uncited(e) {
			m = unsupported(m)
		}
		return [][]span{{text(words.FirstSentence(e.Summary, 2*aboutMost)), m}}
	}
	add := func(said string) {
		if said != "" {
			list = append(list, []span{text(said)})
		}
	}
	if c.file {
		add(cmp.Or(dataOf(d.facts, c.Path), titleOf(d.facts, c.Path)))
		return list
	}
	if c.TotalFiles == 0 {
		add(withoutFiles(c, d.facts))
		return list
	}
	role := ""
	if setAside[c.Role] && !several(d.facts) { // the role of other directories follows from the files directly inside
		role = string(c.Role)
	}
	switch {
	case c.Role == luminos.DirTests && c.tests == 0 && d.facts.MainLanguage == "":
		role = "" // a name alone makes no tests where nothing is developed
	case c.Role == luminos.DirDocumentation && sites[strings.ToLower(c.Path.Base())]:
		role = "" // it can hold the program that makes the site
	}
	for _, q := range ownWords(d.facts, c) {
		add(words.Quote(q.text))
	}
	if role == "" {
		for _, names := range files(c) {
			add(names)
		}
	}
	for _, holds := range append([]string{children(c)}, kinds(c)...) {
		if role != "" && holds != "" {
			holds = role + ": " + holds
		}
		add(holds)
	}
	add(role)
	return list
}

// aboutMost is the most characters of a description in a listing.
const aboutMost = 120

// withoutFiles returns words for a subtree without files that are read: the number of its links and of the files that
// are ignored, that it is a submodule, or "no files".
func withoutFiles(c *node, facts *luminos.Facts) string {
	var parts []string
	if n := sumOf(c, 0, func(d *luminos.DirFacts) int { return d.Links }); n > 0 {
		parts = append(parts, words.Plural(n, "link"))
	}
	if n := sumOf(c, 0, func(d *luminos.DirFacts) int { return d.Ignored }); n > 0 {
		parts = append(parts, words.Plural(n, "ignored file"))
	}
	if sumOf(c, 0, func(d *luminos.DirFacts) int { return len(d.Unreadable) }) > 0 {
		parts = append(parts, "not readable")
	}
	isSubmodule := func(m luminos.Submodule) bool { return m.Path == c.Path }
	if len(parts) == 0 && slices.ContainsFunc(facts.Submodules, isSubmodule) {
		parts = append(parts, "submodule, not fetched")
	}
	return cmp.Or(words.List(parts), "no files")
}

// sumOf returns the sum of a count over a directory at a depth and the ones below it, as far as paths can be deep.
func sumOf(c *node, depth int, count func(*luminos.DirFacts) int) int {
	n := count(c.DirFacts)
	for _, k := range c.children {
		if depth < deepestPath {
			n += sumOf(k, depth+1, count)
		}
	}
	return n
}

// dataOf returns words for the dataset that a file is, or "".
func dataOf(facts *luminos.Facts, p luminos.Path) string {
	i := slices.IndexFunc(facts.Datasets, func(d luminos.Dataset) bool { return d.Path == p })
	if i < 0 {
		return ""
	}
	data := facts.Datasets[i]
	if rows := records(data); data.Count <= 1 && rows > 1 { // else all files alike have them, or the file is one object
		return data.Format + ", " + words.Plural(rows, "record")
	}
	return data.Format
}

// children returns the names of the heaviest directories in c, or "" if they do not describe it: if they are fewer than
// two, hold at most half of its files, have names that say nothing or lines of their own in the listing, or if c is for
// documentation or tests. Directories inside that are set aside are only counted. Of a Maildir it returns the number of
// its messages.
func children(c *node) string {
	var kids, aside []*node // tests and test data describe no code beside them
	for _, k := range c.children {
		switch {
		case strings.HasPrefix(k.Path.Base(), "."), k.TotalFiles == 0:
		case k.aside && !c.aside:
			aside = append(aside, k)
		default:
			kids = append(kids, k)
		}
	}
	if len(kids) < 2 || c.Role == luminos.DirDocumentation || c.Role == luminos.DirTests {
		return ""
	}
	if isMaildir(c, slices.Concat(kids, aside)) {
		return words.Plural(messages(c), "message") + " of mail"
	}
	slices.SortFunc(kids, compareContents)
	shown, within := min(3, len(kids)), 0
	for i, k := range kids {
		within += k.TotalFiles
		if k.deepest().up != "" || i < shown && plainNames[strings.ToLower(k.Path.Base())] {
			return ""
		}
	}
	if within*2 <= c.TotalFiles {
		return ""
	}
	var names []string
	for _, k := range append(kids, aside...) {
		names = append(names, k.Path.Base())
	}
	return words.Some(names, shown)
}

// plainNames are names of directories that say nothing about the one that holds them.
var plainNames = setOf("api bin cmd common core css data dist doc docs etc flags generated impl include internal " +
	"java js kotlin lib lib64 main misc other pkg python resources scripts share source sources src test tests types " +
	"util utils usr")

// sites are names of directories with a website, which counts as documentation.
var sites = setOf("site website www")

// setOf returns the set of the words of s.
func setOf(s string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(s) {
		set[w] = true
	}
	return set
}

// isMaildir reports whether a directory has no files, and only the directories of a Maildir.
func isMaildir(c *node, kids []*node) bool {
	return c.Files == 0 && !slices.ContainsFunc(kids, func(k *node) bool {
		return !slices.Contains([]string{"cur", "new", "tmp"}, k.Path.Base())
	})
}

// messages returns the number of messages in the directories of a Maildir below c. Beside them are marks and indexes.
func messages(c *node) int {
	if base := c.Path.Base(); base == "cur" || base == "new" {
		return c.Files
	}
	n := 0
	for _, k := range c.children {
		n += messages(k)
	}
	return n
}

// Kinds of files that a description names: at most kindsNamed, and each after the first is a part of the files, with
// leastKind as the divisor.
const (
	kindsNamed = 3
	leastKind  = 20
)

// kinds returns the kinds of files of a subtree, over all its files: the only one, or the one that most files have, or
// up to three and then fewer. It gives no counts: next to one, every file that a reader takes for another kind is a fault.
func kinds(c *node) (list []string) {
	name := func(n int, kind string) string { return strings.TrimPrefix(words.Plural(n, kind), words.Count(n)+" ") }
	most := 0
	for most < min(kindsNamed, len(c.Formats)) && (most == 0 || c.Formats[most].Files*leastKind >= c.TotalFiles) {
		most++
	}
	if most == 0 {
		return nil
	}
	switch f := c.Formats[0]; {
	case f.Files >= c.TotalFiles:
		return []string{name(f.Files, f.Name)}
	case f.Files*2 > c.TotalFiles:
		return []string{"mostly " + name(f.Files, f.Name)}
	}
	for ; most > 0; most-- {
		var names []string
		known := 0
		both := func(i int) bool { // "Go and C files"
			return i >= 0 && i+1 < most && strings.HasSuffix(c.Formats[i].Name, " file") &&
				strings.HasSuffix(c.Formats[i+1].Name, " file")
		}
		for i, f := range c.Formats[:most] {
			kind := name(f.Files, f.Name)
			switch {
			case both(i):
				kind = strings.TrimSuffix(f.Name, " file")
			case both(i - 1):
				kind = name(2, f.Name)
			}
			names = append(names, kind)
			known += f.Files
		}
		switch left := c.TotalFiles - known; {
		case left == 1:
			names = append(names, "1 other")
		case left > 1:
			names = append(names, "others")
		}
		list = append(list, words.List(names))
	}
	return list
}

// plainFiles are names of files, without extensions, that many directories have.
var plainFiles = setOf("__init__ __main__ base common config constants doc errors helpers index init lib main " +
	"manifest mod options package readme setup test tests types util utils version")

// files returns the names of notable files of a directory that has only code of one kind and no directories, with up
// to three names and then with two, or nil: the kind says nothing about it. It needs two names, or the only one, that
// few other directories have.
func files(c *node) (list []string) {
	if c.Code == 0 || len(c.Formats) == 0 || c.Formats[0].Files != c.TotalFiles || c.Files != c.TotalFiles {
		return nil
	}
	var names []string
	for _, p := range c.Notable {
		stem := strings.ToLower(strings.TrimSuffix(p.Base(), p.Ext()))
		if !plainFiles[stem] && !strings.Contains(stem, "test") && !strings.EqualFold(stem, c.Path.Base()) {
			names = append(names, p.Base())
		}
	}
	least := min(2, c.TotalFiles)
	for n := min(3, len(names)); n >= least; n-- {
		if left := c.TotalFiles - n; left > 0 {
			list = append(list, strings.Join(names[:n], ", ")+" and "+words.Count(left)+" more")
		} else {
			list = append(list, words.List(names[:n]))
		}
	}
	return list
}
