package manifest

import (
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// rootScripts are customary names of scripts at the root by purpose, without extension.
var rootScripts = map[string][]string{
	"install": {"install", "setup", "bootstrap"},
	"build":   {"build", "make", "compile"},
	"run":     {"run", "start", "dev", "serve"},
	"test":    {"runtest", "runtests", "run-tests", "run_tests", "test", "tests"},
	"lint":    {"lint", "format", "check"},
}

// scriptCommands gives the scripts at the root whose names say what they are for.
func (r *reader) scriptCommands() {
	root := &pkg{dir: luminos.Root}
	for _, f := range r.tree.inDir[luminos.Root] {
		ext := f.Path.Ext()
		if ext != "" && ext != ".sh" && ext != ".bash" || ext == "" && !f.Executable || f.Category != luminos.CategorySource && ext == "" {
			continue
		}
		name := strings.TrimSuffix(f.Path.Base(), ext)
		for _, purpose := range purposes {
			if slices.Contains(rootScripts[purpose], name) {
				ev := r.citeStart(f.Path)
				line := "./" + string(f.Path)
				switch {
				case f.Executable:
				case len(ev) > 0 && strings.Contains(ev[0].Quote, "bash"), ext == ".bash":
					line = "bash " + string(f.Path)
				default:
					line = "sh " + string(f.Path)
				}
				r.commandBasis(root, purpose, line, luminos.Derived, ev)
			}
		}
	}
}

// maxRuns is how many entry points get a derived command to run them.
const maxRuns = 2

// runCommands derives how to run the foremost programs, where the target gives
// no command of its own at its root.
func (r *reader) runCommands() {
	for _, c := range r.res.Commands {
		if c.Purpose == "run" && c.Dir == "" {
			return
		}
	}
	n := 0
	for _, e := range r.res.EntryPoints {
		p, line := r.runLine(e)
		if line == "" {
			continue
		}
		if n++; n > maxRuns {
			return
		}
		r.commandBasis(&pkg{dir: p, part: e.Part}, "run", line, luminos.Derived, e.Evidence)
	}
}

var plainName = lazyregexp.Lazy(`^[A-Za-z0-9_./@+][A-Za-z0-9_./@+-]*$`)

// runLine is how a program is run by its ecosystem's convention, and where; "" when there is none.
func (r *reader) runLine(e luminos.EntryPoint) (luminos.Path, string) {
	// The names are the target's: nothing that a shell would understand goes into a line.
	if kindOrder(e.Kind) != 0 || inTools(e.Path) || !plainName().MatchString(string(e.Path)) || e.Name != "" && !plainName().MatchString(e.Name) {
		return "", ""
	}
	at := func(ecosystem string) (luminos.Path, bool) {
		p := r.owner(e.Path, ecosystem)
		if p == nil {
			return "", false
		}
		return p.dir, true
	}
	switch e.Path.Ext() {
	case ".go":
		if dir, ok := at("go"); ok {
			rel := path.Dir(relative(dir, e.Path))
			if rel == "." {
				return dir, "go run ."
			}
			return dir, "go run ./" + rel
		}
	case ".rs":
		if dir, ok := at("cargo"); ok && e.Name != "" {
			if w := r.workspaceAbove(dir, "cargo"); w != nil {
				dir = w.dir
			}
			return dir, "cargo run --bin " + e.Name
		}
	case ".py":
		if !strings.HasPrefix(e.Reason, "console script") {
			return luminos.Root, "python " + string(e.Path)
		}
	case ".cs", ".fs":
		return luminos.Root, "dotnet run --project " + string(e.Path.Dir())
	case ".php", ".rb", ".pl", ".R", ".js", ".mjs", ".cjs":
		if !strings.Contains(e.Reason, ", built from ") {
			return luminos.Root, interpreterOf[e.Path.Ext()] + " " + string(e.Path)
		}
	case ".hs":
		if e.Name != "" {
			return luminos.Root, "cabal run " + e.Name
		}
	}
	return "", ""
}

// interpreterOf runs the files of an extension.
var interpreterOf = map[string]string{".php": "php", ".rb": "ruby", ".pl": "perl", ".R": "Rscript", ".js": "node", ".mjs": "node", ".cjs": "node"}

// workspaceAbove is the workspace that lists dir as a member, or nil.
func (r *reader) workspaceAbove(dir luminos.Path, ecosystem string) *pkg {
	for _, w := range r.pkgs {
		if w.Workspace && w.Ecosystem == ecosystem && slices.Contains(w.Members, dir) {
			return w
		}
	}
	return nil
}
