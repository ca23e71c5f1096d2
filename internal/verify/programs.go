package verify

import (
	"context"
	"path"
	"slices"
	"strings"

	"luminos"
)

// checkGo checks the packages that the command go builds, runs, tests or installs.
func (c *commands) checkGo(ctx context.Context, k command, args []string) {
	if len(c.made.modules) == 0 || len(args) < 2 || !slices.Contains([]string{"run", "build", "test", "install",
		"generate", "vet"}, args[0]) {
		return
	}
	for i, a := range args[1:] {
		if before := args[i]; strings.HasPrefix(before, "-") && !strings.HasPrefix(before, "./") && !goSwitches[before] {
			continue // it can be the value of a flag
		}
		dir, ok := strings.CutPrefix(a, "./")
		if !ok {
			for _, m := range c.made.modules {
				if below, isBelow := strings.CutPrefix(a, m.name+"/"); isBelow {
					below, _, _ = strings.Cut(below, "@")
					dir, ok = path.Join(m.dir.OS(), below), true
				}
			}
		}
		dir = strings.TrimSuffix(strings.TrimSuffix(dir, "..."), "/")
		if !ok || dir == "" || strings.ContainsAny(dir, "<>{}$*@\"'`") || majorVersion(dir) {
			continue
		}
		c.out.Checked++
		if len(c.resolve(ctx, c.d, dir)) > 0 || c.tree.exists(ctx, k.dir.Join(dir)) ||
			c.tree.placeholder(dir) || c.tree.incomplete {
			return
		}
		p := luminos.PathFromOS(path.Join(k.dir.OS(), dir))
		near := c.tree.nearest(p)
		if first, _, below := strings.Cut(dir, "/"); below && !c.tree.known[k.dir.Join(first)] || !below && near == "" {
			return // a directory of another repository
		}
		c.report(c.d, luminos.RuleDocCommand, k.line, k.text, "there is no package in "+string(p), string(near))
		return
	}
}

// goSwitches are flags of the command go without a value.
var goSwitches = map[string]bool{"-v": true, "-race": true, "-x": true, "-short": true, "-a": true, "-trimpath": true}

// majorVersion reports whether the first element of a path is a version of a module: "v2/cmd/x".
func majorVersion(p string) bool {
	first, _, _ := strings.Cut(p, "/")
	return len(first) > 1 && first[0] == 'v' && strings.Trim(first[1:], "0123456789") == ""
}

// checkPython checks the module or the file that Python runs.
func (c *commands) checkPython(ctx context.Context, k command, args []string) {
	if slices.Contains([]string{"uv", "poetry", "pipenv"}, k.words[0]) {
		if len(args) < 3 || args[0] != "run" || !strings.HasPrefix(args[1], "python") {
			return
		}
		args = args[2:]
	}
	for len(args) > 1 && slices.Contains([]string{"-u", "-O", "-B", "-X", "-W"}, args[0]) {
		args = args[1:]
	}
	if len(args) == 0 {
		return
	}
	if args[0] != "-m" {
		c.checkFile(ctx, k, args[0])
		return
	}
	if len(args) < 2 || !dotted(args[1]) {
		return
	}
	parts := strings.Split(args[1], ".")
	within := func(elements ...string) bool {
		p := strings.Join(elements, "/")
		return len(c.tree.suffixed(p)) > 0 || len(c.tree.suffixed(p+".py")) > 0
	}
	if len(parts) < 2 || !within(parts[0]) {
		return // a module of others
	}
	c.out.Checked++
	if within(parts...) || c.tree.placeholder(strings.Join(parts, "/")) || c.tree.incomplete {
		return
	}
	p := luminos.PathFromOS(strings.Join(parts, "/") + ".py")
	near := strings.ReplaceAll(strings.TrimSuffix(string(c.tree.nearest(p)), ".py"), "/", ".")
	c.report(c.d, luminos.RuleDocCommand, k.line, k.text, "there is no module "+args[1], prefixed("python -m ", near))
}

// dotted reports whether s is a name of a module of Python.
func dotted(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.") == ""
}

// near reports whether a file with this name lies in the directory of a command, or in the directory of the document or
// above it.
func (m *made) near(name string, d *document, dir luminos.Path) bool {
	for _, at := range []luminos.Path{dir, d.path.Dir()} {
		for ; ; at = at.Dir() {
			if m.places[name][at] {
				return true
			}
			if at == luminos.Root {
				break
			}
		}
	}
	return false
}

// isOpen reports whether a makefile in one of the directories or above can have targets that were not read.
func (m *made) isOpen(dirs ...luminos.Path) bool {
	for _, at := range dirs {
		for ; at != luminos.Root; at = at.Dir() {
			if m.open[at] {
				return true
			}
		}
	}
	return m.open[luminos.Root]
}
