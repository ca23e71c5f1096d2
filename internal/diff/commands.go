package diff

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
)

// commands returns the changes of the first command line for each purpose, if the other side does not have it at all.
// The sources of the command lines do not count: a document that names a script makes it no new one, and a command by
// convention is not replaced by a documented one. Neither new nor gone is a command by convention, nor one with a
// purpose that the continuous integration of the other side has, or can have, by other commands. A command by
// convention changes with its program, and a script with a package manager that both sides are known to use.
func commands(a, b *luminos.Facts) []Change {
	before, after := commandLines(a), commandLines(b)
	var out []Change
	for _, p := range []string{"install", "build", "run", "test", "lint", "format"} {
		old, now := before[p], after[p]
		switch {
		case len(old)+len(now) == 0, len(old) == 0 && canDo(a, p), len(now) == 0 && canDo(b, p):
			continue
		case len(old)*len(now) == 0 && slices.Concat(old, now)[0].Basis == luminos.Derived:
			continue
		}
		if len(old)*len(now) > 0 && (sameScript(a, b, old[0].Line, now[0].Line) ||
			has(now, old[0].Line) || has(old, now[0].Line) || old[0].Basis != now[0].Basis ||
			old[0].Basis == luminos.Derived && program(old[0]) == program(now[0])) {
			continue
		}
		out = append(out, value(p, first(old), first(now))...)
	}
	return out
}

// canDo reports whether the continuous integration is said to have an effect, or can have it.
func canDo(f *luminos.Facts, effect string) bool { return does(f, effect) || hides(f, effect) }

// does reports whether the continuous integration is said to have an effect.
func does(f *luminos.Facts, effect string) bool {
	verb := effectVerbs[effect]
	said := strings.FieldsFunc(f.Checks, func(r rune) bool { return r == ' ' || r == ',' })
	return verb != "" && slices.Contains(said, verb)
}

// commandLines maps each purpose to the commands of the whole target, in their order.
func commandLines(f *luminos.Facts) map[string][]luminos.Command {
	out := map[string][]luminos.Command{}
	for _, c := range f.Commands {
		if !c.Part && c.Line != "" && (c.Dir == "" || c.Dir == luminos.Root) {
			c.Line = cmp.Or(sameCommands[c.Line], c.Line)
			out[c.Purpose] = append(out[c.Purpose], c)
		}
	}
	return out
}

// program returns the first word of a command.
func program(c luminos.Command) string {
	word, _, _ := strings.Cut(c.Line, " ")
	return word
}

// first returns the line of the first command, or "".
func first(list []luminos.Command) string {
	if len(list) == 0 {
		return ""
	}
	return list[0].Line
}

// sameCommands are other forms of commands.
var sameCommands = map[string]string{
	"tox run": "tox", "yarn": "yarn install", "npm i": "npm install", "npm run test": "npm test",
	"yarn run lint": "yarn lint", "yarn run build": "yarn build", "yarn run test": "yarn test",
}

func has(list []luminos.Command, line string) bool {
	return slices.ContainsFunc(list, func(c luminos.Command) bool { return c.Line == line })
}

// lockFiles are the names of the files by which a target is known to use a package manager.
var lockFiles = map[string][]string{
	"npm": {"package-lock.json", "npm-shrinkwrap.json"}, "yarn": {"yarn.lock"}, "pnpm": {"pnpm-lock.yaml"},
	"bun": {"bun.lock", "bun.lockb"},
}

// sameScript reports whether two commands start one script by package managers of which one is a guess: the target has
// no lock file.
func sameScript(a, b *luminos.Facts, old, now string) bool {
	guessed := func(f *luminos.Facts, manager string) bool {
		locks := lockFiles[manager]
		return locks != nil && !slices.ContainsFunc(f.Manifests, func(m luminos.Manifest) bool {
			return slices.Contains(locks, m.Path.Base())
		})
	}
	was, script, _ := strings.Cut(old, " ")
	is, other, _ := strings.Cut(now, " ")
	same := strings.TrimPrefix(script, "run ") == strings.TrimPrefix(other, "run ")
	return same && lockFiles[was] != nil && lockFiles[is] != nil && (guessed(a, was) || guessed(b, is))
}
