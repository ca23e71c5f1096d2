package paper

import (
	"context"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/present"
	"luminos/internal/words"
)

// Bounds on one paper.
const (
	depthMost    = 10     // files within files
	filesMost    = 300    // of a thesis with a file for each section
	commandsMost = 50_000 // with arguments that count; a book has some thousands
	outlineMost  = 100
	// brokenCost is the number of commands as which one counts whose argument does not end: the search for the end
	// takes long.
	brokenCost = 100
	macroMost  = 300 // bytes of a macro without arguments that replaces a text
)

// draft is a paper while its files are read.
type draft struct {
	paper  luminos.Paper     // with the title and the abstract in LaTeX
	macros map[string]string // without arguments
	dirs   []string          // of figures
	cites  keyList
	labels map[string]bool
	refs   keyList
	images keyList
	bibs   keyList
	items  keyList // entries of a bibliography in the text
	places []Place // in the main file, in the order of the text
	unsure bool    // labels may come from elsewhere
	room
}

// room bounds the work for a paper.
type room struct {
	left int // commands that may still be read
	work int // steps that may still be taken for texts without markup
}

// keyList is a list of different keys in the order of their first occurrence, with the place of each.
type keyList struct {
	list  []string
	spots map[string]luminos.Spot
}

// add adds a key that is not in the list.
func (l *keyList) add(key string, at luminos.Spot) {
	if l.spots == nil {
		l.spots = map[string]luminos.Spot{}
	}
	if _, ok := l.spots[key]; !ok {
		l.spots[key] = at
		l.list = append(l.list, key)
	}
}

func newDraft(main *source) *draft {
	return &draft{
		paper:  luminos.Paper{Path: main.path, Files: []luminos.Path{}},
		macros: map[string]string{}, labels: map[string]bool{}, room: room{commandsMost, plainWork},
	}
}

// walk adds the content of a file to a paper, and the files that it brings in.
func (r *reader) walk(ctx context.Context, d *draft, s *source, depth int) {
	p := &d.paper
	if slices.Contains(p.Files, s.path) {
		return
	}
	if len(p.Files) >= filesMost || depth > depthMost {
		p.Cut = true
		return
	}
	p.Files = append(p.Files, s.path)
	p.Bytes += len(s.raw)
	p.Cut = p.Cut || s.cut
	for _, label := range all(reLabelKey(), s.plain, commandsMost) {
		d.labels[label] = true
	}
	tex := s.plain
	line, counted := 1, 0
	for i := 0; i < len(tex); {
		n := strings.IndexByte(tex[i:], '\\')
		if n < 0 {
			return
		}
		i += n
		name := nameAt(tex, i+1)
		end := i + 1 + len(name)
		line, counted = line+strings.Count(tex[counted:i], "\n"), i
		c := command{name: name, at: luminos.Spot{Path: s.path, Line: line}, tex: tex, end: starred(tex, end)}
		switch {
		case d.left <= 0 || ctx.Err() != nil:
			p.Cut = true
			return
		case definitions[name]:
			d.left--
			end = d.define(&c)
		case inputs[name]:
			d.left--
			r.input(ctx, d, &c, depth)
		default:
			if d.command(&c); c.broken {
				d.left -= brokenCost
			}
		}
		i = max(end, i+1)
	}
}

// command is a command of LaTeX in a text.
type command struct {
	name   string
	at     luminos.Spot
	tex    string
	end    int  // of the name and a star
	broken bool // it has no argument
}

// argument returns the first argument in braces.
func (c *command) argument() (string, bool) {
	inner, _, ok := braced(c.tex, c.end)
	c.broken = !ok
	return strings.TrimSpace(inner), ok
}

var (
	definitions = wordSet(`newcommand renewcommand providecommand def gdef edef newenvironment renewenvironment
		DeclareRobustCommand DeclareMathOperator NewDocumentCommand newcommandx`)
	inputs = wordSet("input include subfile subfileinclude import subimport includefrom inputfrom")
	// environments by their count.
	tables    = wordSet(`table table* deluxetable deluxetable* longtable longtable* sidewaystable sidewaystable* wraptable`)
	equations = wordSet(`equation equation* align align* eqnarray eqnarray* gather gather* multline multline* flalign
		flalign* displaymath alignat alignat*`)
	references = wordSet(`ref eqref autoref cref Cref pageref nameref vref Vref subref labelcref cpageref autopageref fref
		Fref`)
	graphics = wordSet(`includegraphics includesvg plotone epsfbox epsffile psfig epsfig includepdf fig leftfig
		rightfig`)
)

// isCite reports whether the name of a command is one that cites: \cite, \citep, \Textcite, \nocite, \mycite.
func isCite(name string) bool {
	switch name {
	case "citestyle", "setcitestyle", "citetext", "bibcite", "citename", "citeindextrue", "citeindexfalse", "citesort",
		"newcite", "citereset", "mkbibcite", "citedash", "citeleft", "citeright", "citepunct", "citemid", "citeform":
		return false
	}
	return strings.Contains(strings.ToLower(name), "cite")
}

// define records a macro without arguments, and returns the place after a definition. The content of a definition
// is no part of the text.
func (d *draft) define(c *command) int {
	tex, i := c.tex, skipSpace(c.tex, c.end)
	name, end, ok := group(tex, i, '{', '}')
	if !ok {
		if i >= len(tex) || tex[i] != '\\' {
			return c.end
		}
		name = tex[i : i+1+len(nameAt(tex, i+1))]
		end = i + len(name)
	}
	from := end
	if brace := strings.IndexByte(tex[end:min(len(tex), end+100)], '{'); brace >= 0 {
		end += brace // after the number of arguments, or the parameters of \def
	}
	plainly := strings.TrimSpace(tex[from:end]) == ""
	body, end, ok := group(tex, end, '{', '}')
	if !ok {
		return from
	}
	if strings.HasSuffix(c.name, "environment") || c.name == "NewDocumentCommand" || c.name == "DeclareMathOperator" {
		plainly = false
		if more, after, ok := group(tex, skipSpace(tex, end), '{', '}'); ok {
			body, end = body+more, after
		}
	}
	if strings.Contains(body, `\label`) || strings.Contains(body, "ref{#") {
		d.unsure = true
	}
	if name = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(name), `\`)); plainly && len(body) <= macroMost {
		d.macros[name] = body
	}
	return end
}

// input reads the file that a command brings in.
func (r *reader) input(ctx context.Context, d *draft, c *command, depth int) {
	name, end, ok := braced(c.tex, c.end)
	if !ok {
		rest := c.tex[c.end:min(len(c.tex), c.end+200)]
		if c.name != "input" || rest == "" || rest[0] != ' ' {
			return
		}
		name, _, _ = strings.Cut(strings.TrimSpace(rest), "\n") // \input file, as plain TeX has it
		name, _, _ = strings.Cut(name, " ")
	}
	if strings.HasSuffix(c.name, "import") || strings.HasSuffix(c.name, "from") {
		file, _, ok := braced(c.tex, end)
		if !ok {
			return
		}
		name = path.Join(name, file)
	}
	if name = d.expand(name); name == "" || strings.ContainsAny(name, `\#$`) {
		d.unsure = true
		return
	}
	d.place("input", name, 0, c.at)
	switch at, state := r.find(ctx, []luminos.Path{d.paper.Path.Dir(), c.at.Path.Dir()}, name, ".tex"); {
	case state == present.There:
		if s := r.text(ctx, at); s != nil && s.plain != "" {
			r.walk(ctx, d, s, depth+1)
		} else {
			d.unsure = true
		}
	case state == present.Absent:
		if text := words.Line(name, 100); len(d.paper.MissingFiles) < listMost {
			d.paper.MissingFiles = append(d.paper.MissingFiles, text)
		}
	default:
		d.unsure = true
	}
}

// expand returns a name with the texts of macros without arguments.
func (d *draft) expand(name string) string {
	for range expandMost {
		i := strings.IndexByte(name, '\\')
		if i < 0 {
			break
		}
		macro := nameAt(name, i+1)
		body, ok := d.macros[macro]
		if !ok || len(name) > macroMost {
			break
		}
		name = name[:i] + body + strings.TrimPrefix(name[i+1+len(macro):], "{}")
	}
	return strings.Trim(strings.TrimSpace(strings.NewReplacer("{", "", "}", "").Replace(name)), `"`)
}

// find looks for a file by its name, with one of the extensions or as it is, in the directories. It returns the
// first one that is there. The state is unknown if a directory could not be listed.
func (r *reader) find(
	ctx context.Context, dirs []luminos.Path, name string, extensions ...string,
) (luminos.Path, present.State) {
	state := present.Absent
	for _, dir := range slices.Compact(dirs) {
		for _, ext := range append(extensions, "") {
			p, ok := present.Below(dir, name+ext)
			if !ok {
				state = present.Unknown // it is outside of the target
				continue
			}
			switch r.present.Has(ctx, p) {
			case present.There:
				return p, present.There
			case present.Unknown:
				state = present.Unknown
			}
		}
	}
	return "", state
}
