package cmdline

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"luminos/internal/lazyregexp"
)

//go:embed effects.txt
var effectsText string

// rule is a command of the table: its arguments after the program, its flags, and its effects.
type rule struct {
	args, flags []string
	effects     []string
}

// table returns the rules by program, the longest first.
var table = sync.OnceValue(func() map[string][]rule {
	all := map[string][]rule{}
	for line := range strings.Lines(effectsText) {
		head, list, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for command := range strings.SplitSeq(list, " | ") {
			words := strings.Fields(command)
			r := rule{effects: strings.Split(head, "+")}
			for _, w := range words[1:] {
				if strings.HasPrefix(w, "-") {
					r.flags = append(r.flags, w)
				} else {
					r.args = append(r.args, w)
				}
			}
			all[words[0]] = append(all[words[0]], r)
		}
	}
	for _, rules := range all {
		slices.SortStableFunc(rules, func(a, b rule) int { return len(b.args) + len(b.flags) - len(a.args) - len(a.flags) })
	}
	return all
})

// lookUp returns the effects of a command by the longest rule of the table that fits, and false if none fits. Rules
// with fewer arguments than least do not fit, nor do rules without arguments if the command gives arguments to a runner
// of tasks.
func lookUp(words []string, least int) ([]string, bool) {
	if i := slices.Index(words, "-x"); i > 0 && words[0] == "gradle" && i+1 < len(words) { // it leaves a task out
		words = slices.Replace(slices.Clone(words), i, i+2, words[i]+words[i+1])
	}
	if i := slices.IndexFunc(words, composition); i > 0 && i+1 < len(words) && strings.HasPrefix(words[0], "docker") {
		words = slices.Delete(slices.Clone(words), i, i+2)
	}
	var args []string
	for _, w := range words[1:] {
		toolchain := words[0] == "cargo" && strings.HasPrefix(w, "+")
		if !strings.HasPrefix(w, "-") && !isAssignment(w) && !toolchain {
			args = append(args, w)
		}
	}
	if len(args) > 2 && words[0] == "rebar3" && args[0] == "as" { // with a profile
		args = args[2:]
	}
	for _, r := range table()[words[0]] {
		bare := len(r.args) == 0 && isRunner(words[0]) && len(args) > 0
		if len(r.args) < least || bare || !fits(r, words[0], args, words) {
			continue
		}
		e := r.effects
		for _, o := range table()[words[0]] { // one command has several tasks
			if slices.Contains(tasks, words[0]) && len(o.args) > 0 && fits(o, words[0], args, words) {
				e = slices.Concat(e, o.effects)
			}
		}
		if (slices.Contains(e, Publish) || slices.Contains(e, Deploy)) && slices.ContainsFunc(words, rehearses) {
			return nil, true
		}
		if slices.Contains(e, Test) && renews(words) {
			return nil, true
		}
		if slices.ContainsFunc(words, skipsTests) {
			e = slices.DeleteFunc(slices.Clone(e), func(e string) bool { return e == Test })
		}
		if words[0] == "mvn" && !slices.Contains(e, Lint) && slices.ContainsFunc(args, mavenLint().MatchString) {
			e = append(slices.Clone(e), Lint)
		}
		return e, true
	}
	return nil, false
}

// rehearses reports whether a word of a command is a flag with which it publishes nothing, or only a draft.
func rehearses(flag string) bool {
	name, _, _ := strings.Cut(flag, "=")
	return slices.Contains([]string{"--dry-run", "--dryrun", "--draft", "--no-publish"}, name)
}

// renews reports whether a command makes tests write the results that they expect, and so find no fault. The flag -u
// does so for Jest and its relatives, and behind a runner of scripts. For Mocha it is another flag.
func renews(words []string) bool {
	short := isRunner(words[0]) && !slices.Contains(words, "mocha")
	for _, w := range words {
		short = short || slices.Contains([]string{"jest", "vitest", "ava", "tap"}, w)
	}
	return slices.ContainsFunc(words, func(w string) bool {
		name, _, _ := strings.Cut(w, "=")
		return name == "-u" && short ||
			slices.Contains([]string{"--update", "--updateSnapshot", "--update-snapshots", "--snapshot-update"}, name)
	})
}

// Program reports whether name is a program of the table, or starts tasks or other programs.
func Program(name string) bool {
	name = program(name)
	starts := func(pair string) bool { return strings.HasPrefix(pair, name+" ") }
	return table()[name] != nil || isRunner(name) || slices.Contains(wrappers, name) ||
		slices.ContainsFunc(pairs, starts) || slices.Contains(shells, name)
}

// composition reports whether a word is the flag of docker before the name of a file.
func composition(word string) bool { return word == "-f" || word == "--file" }

// mavenLint matches the goals of plugins of Maven that lint.
var mavenLint = lazyregexp.Lazy(`^(?:checkstyle|pmd|spotbugs|spotless):check$`)

// anywhere are programs with several tasks in one command, such as "mvn clean verify".
var anywhere = []string{"mvn", "gradle", "sbt", "make", "gmake", "turbo", "lein", "xcodebuild", "rake", "mill"}

// tasks are the programs whose tasks all count.
var tasks = []string{"gradle", "sbt"}

// fits reports whether a command has the flags of a rule and begins with its arguments. If the program takes several
// tasks in one command, as mvn does, the only argument of a rule may stand anywhere.
func fits(r rule, program string, args, words []string) bool {
	for _, f := range r.flags {
		if !slices.ContainsFunc(words, func(w string) bool { return w == f || strings.HasPrefix(w, f+"=") }) {
			return false
		}
	}
	if len(r.args) == 1 && slices.Contains(anywhere, program) {
		return slices.ContainsFunc(args, func(a string) bool {
			if program == "sbt" { // of one project, or for each version of Scala
				a = strings.TrimLeft(a[strings.LastIndexByte(a, '/')+1:], "+")
			}
			if program == "mill" { // of a module, or of all that match
				a = a[strings.LastIndexAny(a, "./")+1:]
			}
			if program == "rake" && strings.HasPrefix(a, "release:") { // of one gem of several
				a = "release"
			}
			return a == r.args[0] || a[strings.LastIndexByte(a, ':')+1:] == r.args[0]
		})
	}
	return len(args) >= len(r.args) && slices.Equal(args[:len(r.args)], r.args)
}

// skipsTests reports whether a word of a Maven or Gradle command is a flag that switches tests off, as -DskipTests
// does.
func skipsTests(flag string) bool {
	switch flag {
	case "-DskipTests", "-DskipTests=true", "-Dmaven.test.skip", "-Dmaven.test.skip=true", "-xtest":
		return true
	}
	return false
}
