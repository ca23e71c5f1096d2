package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"luminos/internal/lazyregexp"
)

// reader reads the steps of a configuration in YAML, line by line. It needs no parser, whose time grows to milliseconds
// for each kilobyte, and reads configurations that are templates as well.
type reader struct {
	grammar
	open  []*mapping // the mappings that enclose the line, the outermost first
	found []pending
	shell int
	text  scalarText // the value that is being read
	jobs  map[string]*mapping

	content string              // of the whole configuration
	values  map[string][]string // by name: see [reader.stated]
	called  bool                // other workflows can call this one and set its inputs
	action  bool                // it is an action or a called workflow, whose inputs each workflow that uses it sets
}

// mapping is a mapping of the configuration, while its lines are read.
type mapping struct {
	column int
	key    string // of the mapping in its parent
	last   string // the last key of the mapping
	name   string // the value of its key "name"
	dir    string // the value of its key for the working directory
	base   string // the default for the working directories in it
	when   When
	// condition is the value of its key "if" in the language of GitHub.
	condition string
	resolved  bool     // when includes the condition and the jobs before it
	always    bool     // it runs although jobs before it did not
	needs     []string // jobs before it
	task      string   // the action that it uses, without the version
	push      string   // the value of the input "push" or "upload" of its action
	target    string   // the value of the input "repository-url" of its action
	parent    *mapping
}

// pending is a step whose mapping may have further keys.
type pending struct {
	Step
	at *mapping
}

// scalarText is a value of several lines: a block after "|" or ">", or a plain value that continues.
type scalarText struct {
	kind   byte // '|', '>', 'p' for a plain value, 'c' for a condition, or 0 if no value is open
	column int  // lines to the right of this column belong to the value
	block  block
	use    func(block) // gets the lines of the value
}

// keyLine matches a key and its value. Names of jobs can have spaces and colons.
var keyLine = lazyregexp.Lazy(`^("[^"]+"|'[^']+'|[A-Za-z_.$][^"'{}\[\]]*?):(?:\s+(.*))?$`)

// read adds the steps in the lines of a configuration to r.found.
func (r *reader) read(content string) {
	n := 0
	for line := range strings.Lines(content) {
		n++
		rest := strings.TrimLeft(strings.TrimRight(line, " \t\r\n"), " ")
		column := len(line) - len(strings.TrimLeft(line, " "))
		if rest == "" || len(r.found) >= maxSteps {
			continue
		}
		items := r.text.kind == 'c' && column == r.text.column && strings.HasPrefix(rest, "- ")
		if r.text.kind != 0 && (column > r.text.column || items) {
			r.text.add(rest, n)
			continue
		}
		r.close()
		switch {
		case rest == "---":
			r.open = nil
		case rest[0] != '#':
			r.line(rest, column, n)
		}
	}
	r.close()
}

// add adds line n to the value that is being read.
func (t *scalarText) add(line string, n int) {
	if t.kind == 'p' && line[0] == '#' {
		return
	}
	if last := len(t.block.steps) - 1; t.kind != '|' && last >= 0 {
		t.block.extend(line)
		return
	}
	t.block.add(line, n)
}

// close ends the value that is being read.
func (r *reader) close() {
	if t := r.text; t.kind != 0 {
		r.text = scalarText{}
		if t.use != nil {
			t.use(t.block)
		}
	}
}

// line reads line n of a configuration: items of lists, then a key or a value. The column is where rest begins.
func (r *reader) line(rest string, column, n int) {
	item := -1
	for rest == "-" || strings.HasPrefix(rest, "- ") {
		item = column
		r.pop(column)
		inner := strings.TrimLeft(rest[1:], " ")
		column += len(rest) - len(inner)
		rest = inner
	}
	rest = withoutProperties(rest)
	if m := keyLine().FindStringSubmatch(rest); m != nil {
		r.key(strings.Trim(m[1], `"'`), withoutProperties(m[2]), column, n)
		return
	}
	if item < 0 {
		r.pop(column)
	}
	if rest == "" || len(r.open) == 0 {
		return
	}
	if owner := r.open[len(r.open)-1]; item < 0 { // a plain value below its key
		if owner.column < column && r.commands(owner, owner.last) {
			r.value(rest, owner.column, n, func(b block) { r.emit(owner, owner.last, b) })
		}
		return
	}
	switch owner := r.open[len(r.open)-1]; {
	case owner.last == "needs":
		owner.needs = append(owner.needs, Scalar(rest))
	case slices.Contains(r.uses, owner.last):
		r.found = append(r.found, pending{Step{Line: n, Uses: Scalar(rest), Names: []string{owner.last}}, owner})
	case r.commands(owner, owner.last):
		r.value(rest, item, n, func(b block) { r.emit(owner, owner.last, b) })
	}
}

// pop ends the mappings to the right of a column.
func (r *reader) pop(column int) {
	for len(r.open) > 0 && r.open[len(r.open)-1].column > column {
		r.open = r.open[:len(r.open)-1]
	}
}

// separators removes the separators of the words of a key.
var separators = strings.NewReplacer("-", "", "_", "")

// key reads a key and its value, which begin at a column of line n.
func (r *reader) key(key, value string, column, n int) {
	r.pop(column)
	if len(r.open) == 0 || r.open[len(r.open)-1].column < column {
		m := &mapping{column: column}
		if len(r.open) > 0 {
			m.parent = r.open[len(r.open)-1]
			m.key = m.parent.last
			if m.parent.key == "jobs" && len(r.jobs) < maxSteps {
				r.jobs[strings.ToLower(m.key)] = m
			}
		}
		r.open = append(r.open, m)
	}
	at := r.open[len(r.open)-1]
	at.last = key
	switch word := separators.Replace(strings.ToLower(key)); {
	case r.commands(at, key):
		r.value(value, column, n, func(b block) { r.emit(at, key, b) })
		return
	case (at.key == "inputs" || at.key == "with") && at.parent != nil && programs[at.parent.task] != "":
		if slices.Contains(taskInputs, word) {
			r.value(value, column, n, func(b block) { r.emit(at.parent, key, inputs(programs[at.parent.task], b)) })
			return
		}
	case key == "command" && (inputOf(at, "/retry") || inputOf(at, "/wretry.action")): // they run it several times
		r.value(value, column, n, func(b block) { r.emit(at.parent, "run", b) })
		return
	case slices.Contains(r.uses, key) && value != "" && (key != "image" || strings.Contains(value, "plugin")):
		at.task, _, _ = strings.Cut(Scalar(value), "@")
		r.found = append(r.found, pending{Step{Line: n, Uses: Scalar(value), Names: []string{key}}, at})
	case word == "workingdirectory" && at.key == "run" && at.parent.key == "defaults" && at.parent.parent != nil:
		at.parent.parent.base = Scalar(value)
	case word == "workingdirectory":
		at.dir = Scalar(value)
	case word == "name" || word == "displayname" || word == "label":
		at.name = Scalar(value)
	case at.key == "with" && at.parent != nil && rehearsal().MatchString(value):
		at.parent.push = "false"
	case word == "publish" && inputOf(at, "changesets/action"):
		r.emit(at.parent, key, block{steps: []Step{{Line: n, Command: Scalar(value)}}})
	case word == "command" && (inputOf(at, "release-plz-action") || inputOf(at, "release-plz/action")):
		at.parent.push = fmt.Sprint(Scalar(value) == "release")
	case (word == "push" || word == "upload") && at.parent != nil:
		at.parent.push = Scalar(value)
	case (word == "draft" || word == "dryrun") && at.key == "with" && at.parent != nil && Scalar(value) != "false":
		at.parent.push = "false" // it publishes nothing, or an input decides
	case word == "outputs" && at.key == "with" && pushedBy(value) != "":
		at.parent.push = pushedBy(value)
	case word == "repositoryurl" && at.parent != nil:
		at.parent.target = Scalar(value)
	case word == "needs" && value != "":
		at.needs = flow(Scalar(value))
	case slices.Contains(conditions, word):
		r.condition(at, word, value, column, n)
		return
	}
	if value != "" && value[0] != '[' && value[0] != '{' {
		r.value(value, column, n, nil)
	}
}

// commands reports whether the value of a key in a mapping is a command or a list of commands.
func (r *reader) commands(at *mapping, key string) bool {
	if r.within != "" {
		return at.key == r.within
	}
	return slices.Contains(r.keys, strings.ToLower(key)) || r.suffix != "" && strings.HasSuffix(key, r.suffix)
}

// value reads a value in line n that ends with the first line that is not to the right of the column. The function use
// gets its commands. A list in brackets is several commands. A reference to another value has no commands.
func (r *reader) value(value string, column, n int, use func(block)) {
	switch {
	case value == "" || value[0] == '*' || value[0] == '!' || value[0] == '#' || value[0] == '{':
	case value[0] == '|' || value[0] == '>':
		r.text = scalarText{kind: value[0], column: column, use: use}
	case value[0] == '[':
		var b block
		for _, item := range flow(value) {
			b.add(item, n)
		}
		if use != nil {
			use(b)
		}
	default:
		r.text = scalarText{kind: 'p', column: column, use: func(b block) {
			if use != nil && len(b.steps) > 0 {
				b.steps[0].Command = Scalar(b.steps[0].Command)
				use(b)
			}
		}}
		r.text.add(value, n)
	}
}

// emit adds the commands of a key in a mapping to r.found. The items of a list run in one shell.
func (r *reader) emit(at *mapping, key string, b block) {
	last := len(r.found) - 1
	if last < 0 || r.found[last].at != at || r.found[last].Names[0] != key {
		r.shell++
	}
	for _, s := range b.steps {
		s.Shell, s.Names = r.shell, []string{key}
		r.found = append(r.found, pending{s, at})
	}
}

// maxNeeds is the maximum number of jobs that a job needs whose conditions count.
const maxNeeds = 8

// withoutProperties returns a value of YAML without an anchor before it.
func withoutProperties(s string) string {
	for strings.HasPrefix(s, "&") {
		_, rest, _ := strings.Cut(s, " ")
		s = strings.TrimLeft(rest, " ")
	}
	return s
}

// flow returns the items of a list in brackets on one line, without quotes.
func flow(s string) []string {
	s = strings.TrimSuffix(strings.TrimPrefix(s, "["), "]")
	var all []string
	var item strings.Builder
	quote := byte(0)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote == 0 && c == ',':
			all = append(all, strings.TrimSpace(item.String()))
			item.Reset()
		default:
			item.WriteByte(c)
		}
	}
	return append(all, strings.TrimSpace(item.String()))
}

// Scalar returns the value of a YAML scalar, without quotes and without a comment after the value.
func Scalar(s string) string {
	s = strings.TrimSpace(s)
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		return quoted(s[1:], s[0])
	}
	if i := strings.Index(s, " #"); i >= 0 {
		s = s[:i]
	}
	if strings.HasPrefix(s, "#") {
		return ""
	}
	return strings.TrimSpace(s)
}

// quoted returns the text before the closing quotation mark, and the text without the marks that escape other ones.
func quoted(s string, mark byte) string {
	var text strings.Builder
	for i := 0; i < len(s); i++ {
		escaped := i+1 < len(s) && s[i+1] == mark && (mark == '\'' && s[i] == mark || mark == '"' && s[i] == '\\')
		switch {
		case escaped:
			i++
			text.WriteByte(mark)
		case s[i] == mark:
			return text.String()
		default:
			text.WriteByte(s[i])
		}
	}
	return text.String()
}
