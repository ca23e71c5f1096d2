package manifest

import (
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// readSetupCfg reads a setup.cfg: metadata, console scripts and dependencies.
func readSetupCfg(r *reader, p *pkg) {
	ini := parseINI(p.text.Content)
	meta := ini["metadata"]
	p.describe(meta["name"], literal(meta["version"]), literal(meta["description"]), meta["license"])
	p.citeHead("", "name", "=", p.Name)
	pythonVersion(r, p)
	for _, line := range strings.Split(ini["options.entry_points"]["console_scripts"], "\n") {
		if name, at, ok := strings.Cut(line, "="); ok {
			p.addScript(name, at)
		}
	}
	for _, d := range strings.Split(ini["options"]["install_requires"], "\n") {
		p.dependPEP508(d, "")
	}
	for group, list := range ini["options.extras_require"] {
		for _, d := range strings.Split(list, "\n") {
			p.dependPEP508(d, groupScope(group, "optional"))
		}
	}
}

// literal returns s, or "" if it refers to another place ("attr: x", "file: x").
func literal(s string) string {
	if strings.HasPrefix(s, "attr:") || strings.HasPrefix(s, "file:") {
		return ""
	}
	return s
}

const maxINIValue = 16 << 10

// parseINI returns the values of an INI file by section and key. Indented lines
// continue a value.
func parseINI(s string) map[string]map[string]string {
	out := map[string]map[string]string{}
	section, key := "", ""
	for line := range strings.Lines(s) {
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "" || trimmed[0] == '#' || trimmed[0] == ';':
		case trimmed[0] == '[' && trimmed[len(trimmed)-1] == ']' && line[0] == '[':
			section, key = trimmed[1:len(trimmed)-1], ""
			if len(out) < 1000 && out[section] == nil {
				out[section] = map[string]string{}
			}
		case out[section] == nil:
		case (line[0] == ' ' || line[0] == '\t') && key != "":
			if v := out[section][key]; len(v) < maxINIValue { // appending is quadratic
				out[section][key] = v + "\n" + trimmed
			}
		default:
			i := strings.IndexAny(trimmed, "=:")
			if i < 0 {
				continue
			}
			key = strings.TrimSpace(trimmed[:i])
			out[section][key] = strings.TrimSpace(trimmed[i+1:])
		}
	}
	return out
}

var (
	// A comma or a bracket ends an argument, but neither an attribute of a class nor the first of several literals.
	setupField = lazyOf(`(?m)(?:^\s*|\bsetup\()%s\s*=\s*("[^"\n]+"|'[^'\n]+')\s*[,)]`,
		"name", "version", "description", "license")
	setupList  = lazyOf(`\b%s\s*=\s*\[([^\]]*)\]`, "install_requires", "tests_require", "requires", "test_requirements")
	setupNamed = lazyOf(`(?m)(?:^\s*|\bsetup\()%s\s*=\s*([A-Za-z_]\w*)\s*[,)]`,
		"name", "version", "description", "license")
	pyConstant  = lazyregexp.Lazy(`(?m)^([A-Za-z_]\w*)[ \t]*=[ \t]*["']([^"'\n]+)["'][ \t]*(?:#.*)?\r?$`)
	pyAssigned  = lazyregexp.Lazy(`(?m)^[ \t]*([A-Za-z_]\w*)[ \t]*\+?=[^=]`)
	pyVariable  = lazyregexp.Lazy(`^\s*=\s*([A-Za-z_]\w*)\s*[,)]`)
	pySubscript = lazyregexp.Lazy(`\w\[[^\]]*\]`)
	pyString    = lazyregexp.Lazy(`["']([^"'\n]+)["']`)
	pyExtra     = lazyregexp.Lazy(`["']([\w-]+)["']\s*:\s*\[([^\]]*)\]`)
	pyScripts   = lazyregexp.Lazy(`["']console_scripts["']\s*:\s*\[([^\]]*)\]`)
	pyEntries   = lazyregexp.Lazy(`\bentry_points\s*=\s*(?:"""([^"]*)"""|'''([^']*)''')`)
	pyIndent    = lazyregexp.Lazy(`(?m)^[ \t]+`)
)

// readSetupPy reads metadata, console scripts and dependencies from a setup.py by patterns. The program is not
// run.
func readSetupPy(r *reader, p *pkg) {
	src := p.text.Content
	field := func(name string) string {
		s, _ := setupArgument(p.text, name)
		return s
	}
	version := field("version")
	if t, ok := r.source(inside(p.dir, "setup.cfg"), maxText); ok && version == "" { // setup() reads it too
		version = literal(parseINI(t.Content)["metadata"]["version"])
	}
	p.describe(field("name"), version, field("description"), field("license"))
	_, p.Evidence = setupArgument(p.text, "name")
	pythonVersion(r, p)
	for list, scope := range map[string]string{"install_requires": "", "requires": "", "tests_require": "test", "test_requirements": "test"} {
		if m := setupList[list]().FindStringSubmatch(src); m != nil {
			for _, s := range pyString().FindAllStringSubmatch(m[1], -1) {
				p.dependPEP508(s[1], scope)
			}
		}
	}
	extras := setupExtras(p)
	for _, group := range extras.keys() {
		for _, d := range extras.strs(group) {
			p.dependPEP508(d, groupScope(group, "optional"))
		}
	}
	if m := pyScripts().FindStringSubmatch(src); m != nil {
		for _, s := range pyString().FindAllStringSubmatch(m[1], -1) {
			if name, at, ok := strings.Cut(s[1], "="); ok {
				p.addScript(name, at)
			}
		}
	}
	if m := pyEntries().FindStringSubmatch(src); m != nil {
		scripts := parseINI(pyIndent().ReplaceAllString(m[1]+m[2], ""))["console_scripts"]
		for _, name := range slices.Sorted(maps.Keys(scripts)) {
			p.addScript(name, scripts[name])
		}
	}
}

// setupArgument returns the text of an argument of setup(), with evidence. The argument is a string, or the name of a
// string that the program assigns once, at its top level.
func setupArgument(t luminos.Text, name string) (string, []luminos.Evidence) {
	if s, ev := citedGroup(setupField[name], t); s != "" {
		return s[1 : len(s)-1], ev
	}
	constant, assigned := firstGroup(setupNamed[name], t.Content), 0
	for _, m := range pyAssigned().FindAllStringSubmatch(t.Content, -1) {
		if m[1] == constant {
			assigned++
		}
	}
	for _, m := range pyConstant().FindAllStringSubmatchIndex(t.Content, -1) {
		if assigned == 1 && t.Content[m[2]:m[3]] == constant {
			return t.Content[m[4]:m[5]], citeLine(t, lineOf(t.Content, m[4]))
		}
	}
	return "", nil
}

// setupExtras returns the optional dependencies that a setup.py or a setup.cfg states, by group.
func setupExtras(p *pkg) value {
	extras := value{}
	if p.Path.Base() == "setup.cfg" {
		for group, list := range parseINI(p.text.Content)["options.extras_require"] {
			for _, d := range strings.Split(list, "\n") {
				extras[group] = append(extras.list(group), d)
			}
		}
		return extras
	}
	_, after, _ := strings.Cut(p.text.Content, "extras_require")
	if m := pyVariable().FindStringSubmatch(after); m != nil {
		_, after, _ = strings.Cut(p.text.Content, "\n"+m[1]+" = {")
		for line := range strings.Lines(p.text.Content) { // NAME["dev"] = NAME["tests"] + ["tox"]
			head, sum, _ := strings.Cut(line, "=")
			if group := pyString().FindStringSubmatch(head); group != nil && strings.HasPrefix(head, m[1]+"[") {
				for _, s := range pyString().FindAllStringSubmatch(pySubscript().ReplaceAllString(sum, ""), -1) {
					extras[group[1]] = append(extras.list(group[1]), s[1])
				}
			}
		}
	}
	after, _, _ = strings.Cut(after, "}")
	for _, m := range pyExtra().FindAllStringSubmatch(after, -1) {
		for _, s := range pyString().FindAllStringSubmatch(m[2], -1) {
			extras[m[1]] = append(extras.list(m[1]), s[1])
		}
	}
	return extras
}
