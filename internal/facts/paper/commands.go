package paper

import (
	"regexp"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// command adds one command to the paper, unless it says nothing about the counts.
func (d *draft) command(c *command) {
	switch {
	case headings[c.name] > 0:
		d.heading(c)
	case isCite(c.name):
		d.cite(c)
	case references[c.name]:
		d.reference(c)
	case graphics[c.name]:
		d.image(c)
	case singles[c.name] != nil:
		singles[c.name](d, c)
	default:
		return
	}
	d.left--
}

// headings are the levels of headings.
var headings = map[string]int{"part": 1, "chapter": 1, "section": 1, "subsection": 2, "subsubsection": 3}

// singles are the commands that have a function of their own.
var singles = map[string]func(*draft, *command){
	"begin": (*draft).begin, "[": func(d *draft, _ *command) { d.paper.Equations++ },
	"title": (*draft).setTitle, "author": (*draft).author, "IEEEauthorblockN": (*draft).author,
	"abstract": func(d *draft, c *command) {
		if text, ok := c.argument(); ok && d.paper.Abstract == "" {
			d.paper.Abstract = text
		}
	},
	"label": (*draft).label, "hyperref": func(d *draft, c *command) {
		if label := optional(c.tex, c.end); label != "" {
			d.refs.add(strings.TrimSpace(label), c.at)
		}
	},
	"plottwo": (*draft).plotTwo, "graphicspath": (*draft).graphicsPath,
	"bibliography": (*draft).bibliography, "addbibresource": (*draft).bibliography, "bibitem": (*draft).bibitem,
	"externaldocument": func(d *draft, _ *command) { d.unsure = true },
	"frame":            func(d *draft, _ *command) { d.paper.Frames++ },
}

func (d *draft) setTitle(c *command) {
	if text, ok := c.argument(); ok && d.paper.Title == "" && !strings.Contains(text, "#") {
		d.paper.Title = text
	}
}

// begin counts an environment, or reads the abstract.
func (d *draft) begin(c *command) {
	env, end, ok := braced(c.tex, c.end)
	p := &d.paper
	switch env = strings.TrimSpace(env); {
	case !ok:
	case tables[env]:
		p.Tables++
	case equations[env]:
		p.Equations++
	case env == "frame":
		p.Frames++
	case env == "abstract" && p.Abstract == "" && namesAbstract(d.macros["abstractname"]):
		text := c.tex[end:min(len(c.tex), end+argMost)]
		if i := strings.Index(text, `\end{abstract}`); i >= 0 {
			p.Abstract = text[:i]
		}
	}
}

// reAbstract matches names of abstracts.
var reAbstract = lazyregexp.Lazy(`(?i)abstract|summary|zusammenfassung|kurzfassung|r[eé]sum|samenvatting|riassunto|` +
	`sommario|sammanfattning|streszczenie|abstrakt|аннотация|摘\s*要|要旨|概要`)

// namesAbstract reports whether the environment for the abstract has its usual name, and does not set thanks as one.
func namesAbstract(name string) bool { return name == "" || reAbstract().MatchString(name) }

// heading counts a heading, and adds it to the outline.
func (d *draft) heading(c *command) {
	text, ok := c.argument()
	if !ok || strings.Contains(text, "#") {
		return
	}
	p := &d.paper
	switch c.name {
	case "chapter":
		p.Chapters++
	case "section":
		p.Sections++
	case "subsection":
		p.Subsections++
	}
	level := headings[c.name]
	if p.Chapters > 0 && c.name != "chapter" && c.name != "part" {
		level++
	}
	if len(p.Outline) >= outlineMost {
		return
	}
	if text = d.shown(text, 120); text != "" {
		p.Outline = append(p.Outline, luminos.Heading{Level: level, Title: text})
		d.place(c.name, text, level, c.at)
	}
}

// reAnd matches the commands between the names of authors.
var reAnd = lazyregexp.Lazy(`\\(?:and|And|AND)\b`)

// author counts the entries of an author command. The class of IEEE has a command for each block of names within it.
func (d *draft) author(c *command) {
	text, ok := c.argument()
	switch {
	case !ok, strings.Contains(text, "#"), strings.Contains(text, `\IEEEauthorblockN`):
		return
	}
	for _, name := range splitAll(reAnd(), text) {
		if strings.Trim(name, " \t\r\n{}\\") != "" {
			d.paper.Authors++
		}
	}
}

// splitAll returns the parts of a text between matches, at most 1,000.
func splitAll(re *regexp.Regexp, text string) []string { return re.Split(text, 1000) }

// cite adds the keys of a citation. A key with "#" is the argument of a macro.
func (d *draft) cite(c *command) {
	text, ok := c.argument()
	if !ok || strings.ContainsAny(text, `#\{`) {
		return
	}
	for _, key := range keys(text) {
		key = strings.TrimPrefix(key, "*")
		switch {
		case key == "" && c.name == "nocite":
			d.paper.References.All = true
		case key != "":
			d.cites.add(luminos.Fold(key), c.at)
		}
	}
}

func (d *draft) reference(c *command) {
	text, ok := c.argument()
	if !ok || strings.ContainsAny(text, `#\`) {
		return
	}
	for _, key := range keys(text) {
		d.refs.add(key, c.at)
	}
}

func (d *draft) label(c *command) {
	switch text, ok := c.argument(); {
	case !ok:
	case strings.ContainsAny(text, `#\`):
		d.unsure = true
	default:
		d.labels[text] = true
		d.place("label", text, 0, c.at)
	}
}

// bibliography adds the files of a bibliography.
func (d *draft) bibliography(c *command) {
	if text, ok := c.argument(); ok && !strings.Contains(text, "#") {
		for _, name := range keys(text) {
			d.bibs.add(d.expand(name), c.at)
		}
	}
}

func (d *draft) bibitem(c *command) {
	if key, ok := c.argument(); ok && !strings.Contains(key, "#") {
		d.items.add(key, c.at)
	}
}

// reFile matches the file among the options of \psfig and \epsfig.
var reFile = lazyregexp.Lazy(`\b(?:file|figure)\s*=\s*([^,\s]+)`)

// image adds the file of a figure.
func (d *draft) image(c *command) {
	name, ok := c.argument()
	if !ok {
		return
	}
	if strings.HasSuffix(c.name, "psfig") {
		m := reFile().FindStringSubmatch(name)
		if m == nil {
			return
		}
		name = m[1]
	}
	d.addImage(name, c.at)
}

// addImage adds a figure by the name that a command states.
func (d *draft) addImage(name string, at luminos.Spot) {
	if name = d.expand(strings.TrimPrefix(name, `\detokenize`)); name != "" && !strings.Contains(name, "#") {
		d.images.add(name, at)
		d.place("figure", name, 0, at)
	}
}

// plotTwo adds the two files of \plottwo{a}{b}.
func (d *draft) plotTwo(c *command) {
	first, end, ok := braced(c.tex, c.end)
	if second, _, more := braced(c.tex, end); ok && more {
		d.addImage(first, c.at)
		d.addImage(second, c.at)
	}
}

// dirsMost is the number of directories of figures: each figure is looked for in each of them.
const dirsMost = 8

// graphicsPath adds the directories of \graphicspath{{a/}{b/}}.
func (d *draft) graphicsPath(c *command) {
	text, _ := c.argument()
	for i := 0; i < len(text) && len(d.dirs) < dirsMost; {
		dir, end, ok := group(text, i, '{', '}')
		if !ok {
			i++
			continue
		}
		d.dirs = append(d.dirs, d.expand(dir))
		i = end
	}
}
