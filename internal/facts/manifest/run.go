package manifest

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// rootScripts are customary names of scripts at the root by purpose, without
// extension.
var rootScripts = map[string][]string{
	"test": {"runtest", "runtests", "run-tests", "run_tests", "test", "tests"},
	"lint": {"lint", "format", "check"},
}

// scriptCommands adds a command for each script in the root directory with a customary name, such as runtests.sh.
func scriptCommands(r *reader) {
	root := &pkg{dir: luminos.Root}
	for _, f := range r.tree.inDir[luminos.Root] {
		ext := f.Path.Ext()
		switch {
		case ext == ".sh", ext == ".bash", ext == "" && f.Executable && f.Category == luminos.CategorySource:
		default:
			continue
		}
		for _, purpose := range purposes {
			if !slices.Contains(rootScripts[purpose], strings.TrimSuffix(f.Path.Base(), ext)) {
				continue
			}
			ev := r.citeStart(f.Path)
			line := "./" + string(f.Path)
			switch {
			case f.Executable:
			case len(ev) > 0 && strings.Contains(ev[0].Quote, "bash"), ext == ".bash":
				line = "bash " + string(f.Path)
			default:
				line = "sh " + string(f.Path)
			}
			r.convention(root, purpose, line, ev)
		}
	}
}

// maxRuns is the maximum number of entry points with a derived command.
const maxRuns = 2

// markOtherRuns marks commands that run a program of a package as commands of a part, unless the first program or page
// of the target lies in that package.
func markOtherRuns(all []luminos.Command, entries []luminos.EntryPoint) {
	own := func(e luminos.EntryPoint) bool { return !e.Part && e.Kind != kindLibrary }
	i := slices.IndexFunc(entries, own)
	for j := range all {
		c := &all[j]
		c.Part = c.Part || i >= 0 && c.Purpose == "run" && c.Dir != "" && !entries[i].Path.Within(c.Dir)
	}
}

// manyServers is the number of servers from which on none of them is the program to run, unless one has the name of the
// target.
const manyServers = 4

// runCommands adds commands that run the foremost programs, at most maxRuns, unless a command that
// runs a program from the root is known, or the target is a set of servers.
func runCommands(r *reader) {
	servers, project := 0, projectName(r.pkgs)
	for _, e := range r.res.EntryPoints {
		if e.Kind == kindServer && !e.Part && nameClass(project, e.Name) == 2 {
			servers++
		}
	}
	if servers >= manyServers {
		return
	}
	if slices.ContainsFunc(r.res.Commands, func(c luminos.Command) bool { return c.Purpose == "run" && c.Dir == "" }) {
		return
	}
	n := 0
	for _, e := range r.res.EntryPoints {
		dir, line := runLine(r, e)
		if line != "" && wantsMore(r, e) {
			return // the programs behind it are less than the main one
		}
		if line != "" && n < maxRuns {
			n++
			r.convention(&pkg{dir: dir, part: e.Part}, "run", line, e.Evidence)
		}
	}
}

// wanting matches code of a program that reads arguments, variables of the environment or a configuration, without
// which it can end.
var wanting = lazyregexp.Lazy(`(?i)\bos\.Args\b|\bos\.(?:Getenv|LookupEnv)\(|\bMarkFlagRequired\b|` +
	`\bflag\.(?:Args?|(?:String|Int)\w*)\(|` +
	`\bloadconfig|\breadconfig|\bparseconfig|\bconfig\.(?:load|read|parse|new)|\bnewconfig|load_config|read_config|` +
	`\bprocess\.(?:argv|env)\b|\bsys\.argv\b|\badd_argument\(\s*["'][a-z]|required ?[:=] ?true|` +
	`\bos\.environ\b|\benv::args\b|\bargs_os\(|\bstd::env\b|\bARGV\b|\bargv\[|\bENV\[|\$argv\b|\bargs\[0\]|commandArgs\(`)

// wantsMore reports whether a program can need more than the customary command that starts it: a document types its
// name with arguments only, or its file reads arguments, variables or a configuration.
func wantsMore(r *reader, e luminos.EntryPoint) bool {
	for _, name := range []string{e.Name, e.Path.Base(), strings.TrimSuffix(e.Path.Base(), e.Path.Ext())} {
		if bare, typed := r.said.shown[name]; typed {
			return !bare
		}
	}
	t, ok := r.source(e.Path, maxText)
	return ok && wanting().MatchString(t.Content)
}

// plainName matches names without a meaning for a shell.
var plainName = lazyregexp.Lazy(`^[A-Za-z0-9_./@+][A-Za-z0-9_./@+-]*$`)

// interpreterOf holds the interpreter of files by extension.
var interpreterOf = map[string]string{
	".php": "php", ".rb": "ruby", ".pl": "perl", ".R": "Rscript", ".js": "node", ".mjs": "node", ".cjs": "node",
}

// builds reports whether the package of npm to which a file belongs, or one below, has a script that builds it, or the
// directory of the file a program in Go. Until then the file, or the program around the package, can lack files.
func builds(r *reader, at luminos.Path) bool {
	return hasBuildProgram(r, at.Dir()) || slices.ContainsFunc(r.pkgs, func(p *pkg) bool {
		related := at.Within(p.dir) || p.dir.Within(at.Dir())
		return p.Ecosystem == "npm" && p.isOwn() && related && p.doc.obj("scripts").has("build")
	})
}

// aloneInGo matches the constraint of a file of Go that no build includes, and which is run by its name.
var aloneInGo = lazyregexp.Lazy(`(?m)^//go:build (?:ignore|tools)\s*$`)

// hasBuildProgram reports whether the directory dir of a module has a program build.go beside the package there. It can
// generate sources without which the customary commands fail.
func hasBuildProgram(r *reader, dir luminos.Path) bool {
	t, ok := r.source(dir.Join("build.go"), maxText)
	return ok && aloneInGo().MatchString(t.Content)
}

// runLine returns the customary command that runs a program, and its directory.
// The command is "" if there is no customary one.
func runLine(r *reader, e luminos.EntryPoint) (luminos.Path, string) {
	// The names come from the target, so a shell must not interpret them.
	if !isProgram(e.Kind) || inTools(e.Path) || !plainName().MatchString(string(e.Path)) || e.Name != "" && !plainName().MatchString(e.Name) {
		return "", ""
	}
	for i := range ecosystems {
		if eco := &ecosystems[i]; slices.Contains(strings.Fields(eco.sources), e.Path.Ext()) {
			return eco.run(r, e)
		}
	}
	if e.Path.Base() == "index.php" {
		return "", "" // a server starts it
	}
	built := strings.Contains(e.Reason, ", built from ") || interpreterOf[e.Path.Ext()] == "node" && builds(r, e.Path)
	shallow := e.Path.Dir().Depth() <= 1
	if program := interpreterOf[e.Path.Ext()]; program != "" && shallow && !built && isStart(r, e.Path) {
		return luminos.Root, program + " " + string(e.Path)
	}
	return "", ""
}
