package delivery

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/cmdline"
	"luminos/internal/lazyregexp"
)

const (
	// maxScripts is the maximum number of scripts and task files of one target that are read for the commands of CI,
	// and scriptLimit the maximum number of bytes of the commands of each.
	maxScripts  = 50
	scriptLimit = 12 << 10
	// maxResolved is the maximum number of times that the commands of a script or task are looked up.
	maxResolved = 2000
)

// scripts returns the commands of the target's own scripts and tasks.
type scripts struct {
	ctx   context.Context
	src   luminos.Source
	files map[luminos.Path]bool   // the regular files of the scan
	texts map[luminos.Path]string // that were read
	left  int                     // lookups
}

func newScripts(ctx context.Context, src luminos.Source, scan *luminos.Scan) *scripts {
	s := &scripts{ctx: ctx, src: src, files: map[luminos.Path]bool{}, texts: map[luminos.Path]string{}, left: maxResolved}
	for i := range scan.Files {
		s.files[scan.Files[i].Path] = scan.Files[i].Regular()
	}
	return s
}

// in returns a function that returns the commands of scripts and tasks for commands in a working directory.
func (s *scripts) in(dir string) cmdline.Resolver {
	return func(program, name string) string {
		if s.left--; s.left < 0 {
			return ""
		}
		switch program {
		case "":
			text := s.text(at(dir, name))
			if path.Ext(name) == "" && !forShell().MatchString(text) {
				return ""
			}
			return commandsOf(text)
		case "make":
			for _, file := range []string{"GNUmakefile", "makefile", "Makefile"} {
				if text := s.text(at(dir, file)); text != "" {
					return rule(text, cmp.Or(name, firstRule(text)))
				}
			}
		case "mvn":
			if m := defaultGoal().FindStringSubmatch(s.text(at(dir, "pom.xml"))); m != nil {
				return "mvn " + m[1]
			}
		case "npm", "pnpm", "yarn", "bun", "npm-run-all", "run-s", "run-p":
			var p struct {
				Scripts map[string]string `json:"scripts"`
			}
			if json.Unmarshal([]byte(s.text(at(dir, "package.json"))), &p) == nil {
				return cmp.Or(withHooks(p.Scripts, name), matching(p.Scripts, name))
			}
		}
		return ""
	}
}

// withHooks returns the script of a package with a name, behind the scripts that npm runs before and after it, or "".
func withHooks(all map[string]string, name string) string {
	if all[name] == "" {
		return ""
	}
	return strings.TrimSpace(all["pre"+name] + "\n" + all["post"+name] + "\n" + all[name])
}

// matching returns the scripts of a package whose names match a pattern, a line each: an expression of pnpm between
// slashes, or a name of npm-run-all in which "*" matches a part between colons and "**" several parts.
func matching(all map[string]string, pattern string) string {
	fits := func(string) bool { return false }
	if inner, ok := strings.CutPrefix(pattern, "/"); ok {
		if re, err := regexp.Compile(strings.TrimSuffix(inner, "/")); err == nil {
			fits = re.MatchString
		}
	} else if before, _, ok := strings.Cut(pattern, "**"); ok {
		fits = func(name string) bool { return strings.HasPrefix(name, before) }
	} else if strings.Contains(pattern, "*") {
		parts := strings.NewReplacer(":", "/")
		fits = func(name string) bool { ok, _ := path.Match(parts.Replace(pattern), parts.Replace(name)); return ok }
	}
	var found []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if fits(name) {
			found = append(found, all[name])
		}
	}
	return strings.Join(found, "\n")
}

// forShell matches the first line of a script for a shell.
var forShell = lazyregexp.Lazy(`^#! ?\S*/(?:env )?(?:ba|da|z|k)?sh\b`)

// defaultGoal matches the goals that Maven runs if a command names none.
var defaultGoal = lazyregexp.Lazy(`<defaultGoal>([^<]+)</defaultGoal>`)

// at returns the path of a file by its name in a script with the working directory dir, or "" if it lies outside of the
// target or its name depends on a variable.
func at(dir, name string) luminos.Path {
	all := strings.ReplaceAll(dir+"/"+name, `\`, "/")
	if strings.ContainsAny(all, "$\x00") || strings.HasPrefix(name, "/") {
		return ""
	}
	p := luminos.Root.Join(strings.TrimPrefix(all, "/"))
	if p == ".." || strings.HasPrefix(string(p), "../") {
		return ""
	}
	return p
}

// text returns the text of a file, or "" if the target has no such file, it is no text, or maxScripts files were read.
func (s *scripts) text(p luminos.Path) string {
	text, known := s.texts[p]
	if known || !s.files[p] || len(s.texts) >= maxScripts {
		return text
	}
	if t, err := s.src.Text(s.ctx, p, headLimit); err == nil {
		text = t.Content
	}
	s.texts[p] = text
	return text
}

// commandsOf returns at most scriptLimit bytes of the lines of a script for a shell, without the bodies of
// here-documents and without lines in which a quotation only begins or ends.
func commandsOf(text string) string {
	var b strings.Builder
	var ends []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case len(ends) > 0:
			if line == ends[0] {
				ends = ends[1:]
			}
			continue
		case strings.HasPrefix(line, "#"):
			continue
		case strings.Count(line, `"`)%2+strings.Count(line, "'")%2 > 0, b.Len()+len(line) > scriptLimit:
			continue
		}
		if m := held().FindStringSubmatch(line); m != nil && cmdline.Program(m[2]) && starts(text, m[1]) {
			line = m[2] + m[3]
		}
		ends = endMarks(line)
		line = strings.ReplaceAll(strings.ReplaceAll(line, "$(pwd)", "."), "${PREFIX}", "") // of a place for programs
		if m := within().FindStringSubmatch(line); m != nil && !cmdline.Program(program(m[1])) && cmdline.Program(m[3]) {
			line = m[2] // in a container
		}
		b.WriteString(variable().ReplaceAllStringFunc(line, program) + "\n")
	}
	return b.String()
}

// held matches a variable that holds a command. Its groups are its name, the program and the arguments.
var held = lazyregexp.Lazy(`^([A-Z_]+)=["'](\S+)( [^"'$]+)["']$`)

// starts reports whether a script starts the command that a variable holds.
func starts(script, variable string) bool {
	use := regexp.MustCompile(`(?m)(?:^|[;&|]|\b(?:if|then|else|do))\s*\$\{?` + regexp.QuoteMeta(variable) + `\b`)
	return use.MatchString(script)
}

// within matches a command after a variable, such as "${IN_CONTAINER} go test". Its groups are the variable, the
// command and the program of the command.
var within = lazyregexp.Lazy(`^[@-]*(\$[({][A-Z_]+[)}]) +(([\w.-]+) .*)`)

// variable matches a variable with the name of a program, as in "$(GO) test".
var variable = lazyregexp.Lazy(`\$[({][A-Z]+[)}]`)

// program returns the name of a program by a variable: "go" for "$(GO)".
func program(variable string) string { return strings.ToLower(strings.Trim(variable, "$(){}")) }

// firstRule returns the name of the first rule in the text of a makefile, which "make" alone runs, or "".
func firstRule(text string) string {
	if m := ruleHead().FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// ruleHead matches the head of a rule with a plain name.
var ruleHead = lazyregexp.Lazy(`(?m)^([A-Za-z0-9][\w-]*)[ \t]*::?(?:[^=:]|$)`)

// rule returns the commands of a rule in the text of a makefile, after the rules that it needs, or "".
func rule(text, target string) string {
	var needs, lines []string
	inside := false
	for line := range strings.Lines(text) {
		if command, ok := strings.CutPrefix(line, "\t"); ok {
			if inside {
				lines = append(lines, strings.TrimLeft(command, "@-+ "))
			}
			continue
		}
		head, rest, ok := strings.Cut(line, ":")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		inside = ok && !strings.HasPrefix(rest, "=") && slices.Contains(strings.Fields(head), target)
		if inside {
			rest, _, _ = strings.Cut(strings.TrimPrefix(rest, ":"), "#")
			for _, n := range strings.Fields(rest) {
				made := strings.ContainsAny(n, "/.") && !strings.Contains(text, "\n"+n+":") // a file
				if n != target && !strings.ContainsAny(n, "$=%|") && !made {
					needs = append(needs, "make "+n+"\n")
				}
			}
		}
	}
	return strings.Join(needs, "") + commandsOf(strings.Join(lines, ""))
}
