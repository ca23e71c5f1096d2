package paper

import (
	"context"
	"slices"
	"strings"

	"luminos"
)

// Bounds on scripts that make figures.
const (
	scriptsMost = 200
	scriptMost  = 256 << 10 // bytes of one script
)

// scripts are the extensions of programs that make figures.
var scripts = wordSet(".py .r .R .jl .m .gp .gnuplot .plt .ipynb .sh .pl .nb .wl .asy .do .sas .mp .lua .dot")

// findScripts counts the figures that scripts name, and records the scripts.
func (r *reader) findScripts(ctx context.Context, f *luminos.PaperFigures) {
	if len(f.Files) == 0 {
		return
	}
	named := map[luminos.Path]bool{}
	for _, p := range r.scripts {
		if r.left <= 0 || ctx.Err() != nil {
			break
		}
		text, err := r.src.Text(ctx, p, min(scriptMost, r.left))
		if err != nil {
			continue
		}
		r.left -= len(text.Content)
		r.out.Read = append(r.out.Read, p)
		found := false
		for _, figure := range f.Files {
			if names(text.Content, figure.Base()) {
				named[figure], found = true, true
			}
		}
		if found && len(f.Scripts) < listMost {
			f.Scripts = append(f.Scripts, p)
		}
	}
	f.Scripted = len(named)
	slices.Sort(f.Scripts)
}

// names reports whether a text has the name of a file, not as a part of a longer name.
func names(text, name string) bool {
	for {
		i := strings.Index(text, name)
		if i < 0 {
			return false
		}
		before, after := text[:i], text[i+len(name):]
		if !inName(before, len(before)-1) && !inName(after, 0) && !(strings.HasPrefix(after, ".") && inName(after, 1)) {
			return true
		}
		text = after
	}
}

// inName reports whether the byte at i of s can be in the middle of the name of a file.
func inName(s string, i int) bool {
	if i < 0 || i >= len(s) {
		return false
	}
	c := s[i]
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-'
}
