package manifest

import (
	"strings"

	"luminos/internal/lazyregexp"
)

var (
	// Only literal names of tasks and namespaces match: "task :x", `task "x"`,
	// "task x: :y", but not "task name".
	rakeTask  = lazyregexp.Lazy(`^\s*(?:task|multitask)(?:\s*\(\s*|\s+)(?::([\w?!]+)|["']([^"'#]+)["']|(\w+):[^:])`)
	rakeClass = lazyregexp.Lazy(`^\s*(Rake::TestTask|RSpec::Core::RakeTask|RuboCop::RakeTask)\.new\b(?:\s*\(?\s*(?::(\w+)|["']([^"'#]+)["']|(\w+):[^:]|(do\b|\{)))?`)
	rakeSpace = lazyregexp.Lazy(`^\s*namespace(?:\s*\(\s*|\s+)(?::(\w+)|["']([^"'#]+)["'])?`)
)

// classNames are the default names of the tasks that task classes make.
var classNames = map[string]string{"Rake::TestTask": "test", "RSpec::Core::RakeTask": "spec", "RuboCop::RakeTask": "rubocop"}

// rakeTasks returns the tasks of a Rakefile by their full names. A line that is
// indented deeper than the line that opens a namespace belongs to the namespace. A
// task whose name is computed is left out.
func rakeTasks(src string) map[string]task {
	type space struct {
		indent int
		prefix string // "test:"
	}
	spaces := []space{{indent: -1}}
	all := map[string]task{}
	n := 0
	for line := range strings.Lines(src) {
		n++
		line = strings.TrimRight(line, "\r\n")
		text := strings.TrimLeft(line, " \t")
		if text == "" || text[0] == '#' {
			continue
		}
		indent := len(line) - len(text)
		for len(spaces) > 1 && indent <= spaces[len(spaces)-1].indent {
			spaces = spaces[:len(spaces)-1]
		}
		in := spaces[len(spaces)-1]
		if m := rakeSpace().FindStringSubmatch(line); m != nil {
			spaces = append(spaces, space{indent, in.prefix + m[1] + m[2] + ":"})
			continue
		}
		if name := rakeName(line); name != "" && len(all) < maxRules {
			if _, known := all[in.prefix+name]; !known {
				all[in.prefix+name] = task{line: n}
			}
		}
	}
	return all
}

// rakeName returns the name of the task that a line defines, or "".
func rakeName(line string) string {
	if m := rakeTask().FindStringSubmatch(line); m != nil {
		return m[1] + m[2] + m[3]
	}
	m := rakeClass().FindStringSubmatch(line)
	switch {
	case m == nil:
		return ""
	case m[2]+m[3]+m[4] != "":
		return m[2] + m[3] + m[4]
	case m[5] != "" || strings.HasSuffix(strings.TrimSpace(line), ".new"):
		return classNames[m[1]]
	}
	return "" // its name is computed
}
