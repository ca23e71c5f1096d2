package pipeline

import (
	"regexp"
	"slices"
	"strings"

	"luminos/internal/lazyregexp"
)

const (
	// maxNames is the maximum number of names whose values are read, maxPlaces the maximum number of keys with such a
	// name, and maxItems the maximum number of items of a list.
	maxNames  = 20
	maxPlaces = 100
	maxItems  = 100
)

var (
	// guard matches the beginning of a condition of a shell that compares a value of the matrix, or a parameter of
	// CircleCI, with a text. The groups are the name, in two forms, and the text.
	guard = lazyregexp.Lazy(`^if \[\[? *["']?(?:\$\{\{ *matrix\.([\w.-]+) *\}\}|<< *parameters\.([\w-]+) *>>)["']?` +
		` *==? *["']?([\w.-]+)["']? *\]`)
	// handed matches a value that is no other than the one of the matrix or the parameter, and no value.
	handed = lazyregexp.Lazy(`^(?:|["']?\$\{\{ *matrix\.[\w.-]+ *\}\}["']?|["']?<< *parameters\.[\w-]+ *>>["']?)$`)
	item   = lazyregexp.Lazy(`^\s*- *(.*)$`)
)

// lacks reports whether no value of the matrix, or of the parameter, with a name is the given text, as far as the
// configuration states the values.
func (r *reader) lacks(name, text string) bool {
	name = strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
	values, ok := r.values[name]
	if !ok && len(r.values) < maxNames {
		if r.values == nil {
			r.values = map[string][]string{}
		}
		values = r.stated(name)
		r.values[name] = values
	}
	is := func(v string) bool { return strings.EqualFold(v, text) }
	return values != nil && !strings.ContainsFunc(text, between) && !slices.ContainsFunc(values, is)
}

// stated returns the words of all values of the keys with a name, or nil without such keys or if a value is computed.
func (r *reader) stated(name string) []string {
	key, err := regexp.Compile(`(?mi)(?:^|[\s{,])["']?` + regexp.QuoteMeta(name) + `["']?:[ \t]*([^\n]*)`)
	if err != nil || strings.Contains(r.content, "fromJ") {
		return nil
	}
	var values []string
	for _, m := range key.FindAllStringSubmatchIndex(r.content, maxPlaces) {
		value := strings.TrimSpace(r.content[m[2]:m[3]])
		if value == "" {
			value = items(r.content[m[3]:])
		}
		if handed().MatchString(value) {
			continue
		}
		cut := value[:min(len(value), 1)] == "[" && !strings.Contains(value, "]") // the list goes on
		if cut || strings.ContainsAny(value, "*&$<") || len(values) >= maxPlaces*maxItems {
			return nil
		}
		values = append(values, strings.FieldsFunc(value, between)...)
	}
	return values
}

// items returns the items of a list of YAML that begins on the next line, or "".
func items(s string) string {
	_, s, _ = strings.Cut(s, "\n")
	var all []string
	for line := range strings.Lines(s) {
		m := item().FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil || len(all) == maxItems {
			break
		}
		all = append(all, m[1])
	}
	return strings.Join(all, ",")
}

// chosen matches a value of the matrix as a word of a command. The groups are the word before it, the word and, for each
// of three ways to quote it, the name.
var chosen = lazyregexp.Lazy(`(?:^| )(\S+) +(\$\{\{ *matrix\.([\w.-]+) *\}\}|"\$\{\{ *matrix\.([\w.-]+) *\}\}"|` +
	`'\$\{\{ *matrix\.([\w.-]+) *\}\}')(?: |$)`)

// EachValue returns the steps of a configuration, of which content is the text. A command with a word from the matrix
// that is no value of a flag, such as "make ${{ matrix.task }}", becomes a command for each value in the text.
func EachValue(all []Step, content string) []Step {
	r := reader{content: content}
	var found []Step
	for _, s := range all {
		values, at := []string(nil), []int(nil)
		for _, m := range chosen().FindAllStringSubmatchIndex(s.Command, maxNames) {
			if name := s.Command[max(m[6], m[8], m[10]):max(m[7], m[9], m[11])]; s.Command[m[2]] != '-' { // no value of a flag
				values, at = r.stated(name), m[4:6]
				break
			}
		}
		if len(values) == 0 || len(found) > maxSteps {
			found = append(found, s)
			continue
		}
		for _, v := range values[:min(len(values), maxNames)] {
			each := s
			each.Command = s.Command[:at[0]] + v + s.Command[at[1]:]
			found = append(found, each)
		}
	}
	return found
}

// between reports whether a character separates the values of a list on one line.
func between(c rune) bool { return strings.ContainsRune(" \t\"',[]{}#", c) }

// guarded marks the commands of shells that run on a value only which the matrix lacks.
func (r *reader) guarded(all []Step) {
	shell, depth := 0, 0
	for i := range all {
		s := &all[i]
		if s.Shell != shell {
			shell, depth = s.Shell, 0
		}
		switch first, _, _ := strings.Cut(s.Command, " "); {
		case depth == 0 && r.never(s.Command):
			depth = 1
		case depth == 0:
			continue
		case first == "if":
			depth++
		case (first == "else" || first == "elif") && depth == 1:
			depth = 0
		}
		s.When = onlyOn("")
		if depth > 0 && strings.HasSuffix(" "+strings.TrimRight(s.Command, "; "), " fi") {
			depth--
		}
	}
}

// never reports whether a command begins with a condition on a value that the matrix lacks, and has no other branch.
func (r *reader) never(command string) bool {
	m := guard().FindStringSubmatch(command)
	if m == nil {
		return false
	}
	condition, _, _ := strings.Cut(command, "then")
	other := strings.Contains(command, "else ") || strings.Contains(command, "elif ")
	return !strings.Contains(condition, "||") && !other && r.lacks(m[1]+m[2], m[3])
}
