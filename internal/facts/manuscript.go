package facts

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/folder"
	"luminos/internal/lazyregexp"
)

// paper recognises a manuscript in LaTeX. The title is the name of the target, and its document the entry point.
func (r *readings) paper(c *contents) folder.Found {
	f := &r.facts
	paper := manuscript(f.Documents, f.Manifests, c)
	mainly := paper != nil && titled(paper) && paper.Path.Dir() == luminos.Root && c.forms.files["TeX file"]*4 >= c.total
	if paper == nil || !f.Vouched && !mainly {
		return folder.Found{}
	}
	if f.Readme != nil {
		head := f.Readme.Title + ". " + f.Readme.Summary
		if kind := templateKind(head); kind != "" {
			return thing(luminos.SortDocuments, kind)
		}
		if m := reMacros().FindStringSubmatch(head); m != nil {
			return folder.Found{Sort: luminos.SortProject, Kind: "LaTeX " + m[1], Audience: "authors who write with it"}
		}
	}
	start := luminos.EntryPoint{Path: paper.Path, Kind: "document", Reason: "document in LaTeX"}
	if titled(paper) && (f.Readme == nil || paper.Path == "main.tex") {
		f.Name = paper.Title
		r.cite("name", paper.Evidence[:1])
	}
	start.Evidence = paper.Evidence[:1]
	if titled(paper) || paper.Path.Dir() == luminos.Root { // else it is one of several chapters
		f.EntryPoints = append([]luminos.EntryPoint{start}, f.EntryPoints...)
	}
	return folder.Found{Sort: luminos.SortPaper, Kind: "texts in LaTeX"}
}

// reTemplate matches the words of a README of templates for texts in LaTeX.
var reTemplate = lazyregexp.Lazy(`(?i)\btemplates?\b.{0,20}\b(?:thesis|dissertation|paper|article|manuscript|resume)|` +
	`\b(?:LaTeX|thesis|dissertation|paper) (?:[a-z]+ )?templates?\b`)

// templateKind returns the kind of one template or of several, by the head of a README, or "".
func templateKind(head string) string {
	switch said := reTemplate().FindString(head); {
	case said == "":
		return ""
	case strings.Contains(strings.ToLower(said), "templates"):
		return "LaTeX templates"
	}
	return "LaTeX template"
}

// reMacros matches the words of a README of a theme, a class or a package of LaTeX.
var reMacros = lazyregexp.Lazy(`\b(?:LaTeX|TeX|[Bb]eamer) (theme|class|package)\b`)

// titled reports whether the title of a document in LaTeX is the title of a whole text, and not of a chapter.
func titled(d *luminos.Document) bool {
	return strings.Contains(d.Evidence[0].Quote, `\title`) && !rePlaceTitle().MatchString(d.Title)
}

// rePlaceTitle matches a title that its author has still to write.
var rePlaceTitle = lazyregexp.Lazy(`(?i)^(?:the )?title\b|\btitle(?: goes)? here\b|^your\b|` +
	`^(?:the )?(?:thesis|dissertation|paper|article|document|project) title$`)

// titleRank ranks a document in LaTeX as the main one: 2 for a title in main.tex, 1 for another title, else 0.
func titleRank(d *luminos.Document) int {
	switch {
	case !titled(d):
		return 0
	case d.Path.Base() == "main.tex":
		return 2
	}
	return 1
}

// manuscript returns the main document of a target that consists of texts in LaTeX with few programs beside them and
// without the sources of packages of LaTeX: a document with \title before others, then the shallowest, and of several
// the longest. For other targets it returns nil.
func manuscript(documents []luminos.Document, manifests []luminos.Manifest, c *contents) *luminos.Document {
	notebooks := c.forms.files["notebook"] > c.forms.files["TeX file"] // from which the text is made
	if c.bytes.tex <= c.bytes.code || notebooks || c.forms.macros || slices.ContainsFunc(manifests, isPackage) {
		return nil
	}
	var best *luminos.Document
	for i := range documents {
		d := &documents[i]
		if d.Path.Ext() != ".tex" || d.Title == "" || len(d.Evidence) == 0 {
			continue
		}
		switch {
		case best == nil, titleRank(d) > titleRank(best):
			best = d
		case titleRank(d) < titleRank(best):
		case d.Path.Depth() < best.Path.Depth(), d.Path.Depth() == best.Path.Depth() && d.Words > best.Words:
			best = d
		}
	}
	return best
}
