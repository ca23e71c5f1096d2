package cmdline

import (
	"path"
	"slices"
	"strings"

	"luminos/internal/lazyregexp"
)

// scriptFile returns the path of the script for a shell that a command starts, or "". A path
// without an extension can be of another program, but not of one in the table.
func scriptFile(words []string) string {
	file, started := words[0], true // by its path, or by a shell of its own
	if slices.Contains(shells, file) {
		args := skipFlags(words[1:])
		if len(args) == 0 {
			return ""
		}
		started = file == "bash" || file == "sh"
		file = args[0]
	}
	switch path.Ext(file) {
	case ".sh", ".bash", ".ps1", ".bat", ".cmd":
		return file
	case "":
		local := started && strings.Contains(file, "/") && !strings.Contains(file, " ") && file[0] != '/' && file[0] != '$'
		name := program(file)
		if _, familiar := table()[name]; local && !familiar && name == path.Base(file) {
			return file
		}
	}
	return ""
}

// shells are programs that run a script for a shell.
var shells = []string{"bash", "sh", "zsh", "pwsh", "powershell", "source", "."}

// script returns the effects of a command such as "./test.sh" or "python test.py" by the name of its script, or nil.
func script(words []string) []string {
	file := words[0]
	switch {
	case slices.Contains(shells, file):
		if args := skipFlags(words[1:]); len(args) > 0 && (path.Ext(args[0]) != "" || scriptFile(words) != "") {
			return named(strings.TrimSuffix(path.Base(args[0]), path.Ext(args[0])))
		}
		return nil
	case slices.Contains(interpreters, file) && len(words) > 2 && strings.HasPrefix(words[1], "./") && asksTests(words[2]):
		return []string{Test} // node ./bin/cake test
	case slices.Contains(interpreters, file), file == "deno", file == "bun":
		for _, a := range words[1:] {
			if ext := path.Ext(a); len(ext) > 1 && len(ext) < 5 && !strings.HasPrefix(a, "-") && !strings.ContainsAny(a, "=@") {
				return named(strings.TrimSuffix(path.Base(a), ext))
			}
		}
		return nil
	}
	switch path.Ext(file) {
	case ".sh", ".bash", ".ps1", ".bat", ".cmd", ".py", ".rb", ".pl", ".js", ".mjs", ".cjs":
		return named(strings.TrimSuffix(file, path.Ext(file)))
	}
	return nil
}

// asksTests reports whether an argument of a program of the project is the task that tests.
func asksTests(arg string) bool {
	return arg == "test" || arg == "tests" || strings.HasPrefix(arg, "test:")
}

// ownScript matches a script without an extension in a directory for scripts. Its group is the last word of its name.
var ownScript = lazyregexp.Lazy(`^(?:\./)?(?:scripts?|ci)/(?:[a-z]+[-_])*([a-z]+)$`)

// lastWord returns the effect that the last word in the name of a script states, if it is to test or to lint: Lint for
// "script/run_rubocop".
func lastWord(written string) []string {
	m := ownScript().FindStringSubmatch(written)
	if m == nil {
		return nil
	}
	return slices.DeleteFunc(named(m[1]), func(e string) bool { return e != Test && e != Lint })
}

// named returns the effects that a name states, as far as they count.
func (w walk) named(effects []string) []string {
	return slices.DeleteFunc(effects, func(e string) bool { return w.certain && e != Test && e != Lint })
}
