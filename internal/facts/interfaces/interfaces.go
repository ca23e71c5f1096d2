// Package interfaces finds the places where code meets its surroundings: listeners, routes, environment variables,
// programs that it starts, services that it calls, and permissions. Patterns of single lines find them, so all results
// are places, not proofs. It reads no file by itself: callers pass texts that they have read.
package interfaces

import (
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
	"luminos/internal/words"
)

// Bounds on lines and lists.
const (
	maxLine   = 1000 // bytes of a line that is matched
	maxOfFile = 200  // places of one file
)

// Found holds the places in one text.
type Found struct {
	places [kinds][]luminos.Place
	over   int
	path   luminos.Path
	names  []string // words in capitals of a document
}

// Find returns the places in the text of the file f. In documents and samples of settings it finds names of environment
// variables only, and in tests, vendored and generated files nothing.
func Find(text luminos.Text, f *luminos.File) *Found {
	if f.Vendored || f.Generated {
		return nil
	}
	if documents(f) {
		return &Found{path: f.Path, names: capitals(text.Content)}
	}
	if f.Category != luminos.CategorySource && f.Category != luminos.CategoryConfig || pathrole.Aside(f.Path) {
		return nil
	}
	text.Content = withoutTests(text.Content, f)
	s := search{text: text, family: families[f.Language], seen: map[match]bool{}}
	all := patterns()
	for i := range all {
		if p := &all[i]; p.kind == permission || s.family != "" && (p.family == "" || p.family == s.family) {
			s.find(p)
		}
	}
	s.manifest()
	if f.Language == "Shell" && startsContainer().MatchString(f.Path.Base()) {
		s.entrypoint()
	}
	return &s.found
}

// builtIns are names in the environment of bundlers of JavaScript that are no variables.
var builtIns = map[string]bool{"DEV": true, "PROD": true, "SSR": true}

// withoutTests returns the part of the source f before its tests: nothing of a file that supports tests, and the
// part of a file of Rust before its module of tests.
func withoutTests(content string, f *luminos.File) string {
	stem := strings.ToLower(strings.TrimSuffix(f.Path.Base(), f.Path.Ext()))
	mock := strings.HasPrefix(stem, "mock") || strings.HasSuffix(stem, "mock") || strings.HasSuffix(stem, "mocks")
	if mock || stem == "testing" {
		return ""
	}
	switch f.Language {
	case "Go":
		if strings.Contains(content, "\n\t\"testing\"\n") {
			return ""
		}
	case "Rust":
		content, _, _ = strings.Cut(content, "#[cfg(test)]\nmod ")
	}
	return content
}

// documents reports whether people look for the settings of a program in the file f.
func documents(f *luminos.File) bool {
	base := strings.ToLower(f.Path.Base())
	for _, prefix := range []string{".env", "docker-compose", "compose."} {
		if strings.HasPrefix(base, prefix) {
			return true
		}
	}
	role := pathrole.Of(f.Path)
	return f.Category == luminos.CategoryDocument && (role == "" || role == luminos.DirDocumentation)
}

// search is the search in one text.
type search struct {
	text   luminos.Text
	family string
	found  Found
	seen   map[match]bool
	lines  []string // of the text, once they are needed
	// counted and line are an offset in the text and the number of its line, and strings is the number of delimiters of
	// long strings of Python before it.
	counted, line, strings int
}

// match identifies a place in a text.
type match struct {
	kind kind
	line int
	name string
}

// find adds the places of the pattern p in the text.
func (s *search) find(p *pattern) {
	content := s.text.Content
	if p.base != "" && s.text.Path.Base() != p.base || p.requires != "" && !strings.Contains(content, p.requires) {
		return
	}
	s.counted, s.line, s.strings = 0, 1, 0
	for from := 0; from < len(content); {
		i := strings.Index(content[from:], p.needle)
		if i < 0 {
			return
		}
		start := strings.LastIndexByte(content[:from+i], '\n') + 1
		end := len(content)
		if n := strings.IndexByte(content[from+i:], '\n'); n >= 0 {
			end = from + i + n
		}
		if line := content[start:end]; len(line) <= maxLine && !words.Comment(line) {
			s.matches(p, line, start)
		}
		from = end + 1
	}
}

// matches adds the matches of the pattern p in a line that begins at the offset start.
func (s *search) matches(p *pattern, line string, start int) {
	for _, m := range p.match().FindAllStringSubmatchIndex(line, 8) {
		name, ok := s.name(p, line, m)
		if !ok {
			continue
		}
		n, inString := s.position(start)
		at := match{p.kind, n, name}
		if inString || s.seen[at] {
			continue
		}
		s.seen[at] = true
		s.add(p.kind, name, n)
	}
}

// environments are the names of maps that hold the environment.
var environments = map[string]bool{"ENV": true, "_ENV": true, "environ": true}

// add adds a place on a line of the text.
func (s *search) add(k kind, name string, line int) {
	if len(s.seen) > maxOfFile {
		s.found.over++
		return
	}
	if s.lines == nil {
		s.lines = s.text.Lines()
	}
	e := luminos.Evidence{Path: s.text.Path}
	if line <= len(s.lines) && !(s.text.Cut && line == len(s.lines)) {
		e = luminos.Text{Path: s.text.Path, Content: s.lines[line-1] + "\n"}.Cite(1, 1)
		e.Lines = &luminos.LineRange{First: line, Last: line}
	}
	s.found.places[k] = append(s.found.places[k], luminos.Place{Name: name, Path: s.text.Path, Line: line, Evidence: e})
}

// position returns the number of the line at an offset, and whether it lies in a long string of Python. Offsets must
// not decrease between calls for one pattern.
func (s *search) position(offset int) (line int, inString bool) {
	part := s.text.Content[s.counted:offset]
	s.line += strings.Count(part, "\n")
	if s.family == "py" {
		s.strings += strings.Count(part, `"""`) + strings.Count(part, `'''`)
	}
	s.counted = offset
	return s.line, s.strings%2 == 1
}

// name returns the name of a match m in a line: its first group that is not empty. It returns false if the match is no
// place.
func (s *search) name(p *pattern, line string, m []int) (string, bool) {
	var groups []string
	for i := 2; i < len(m); i += 2 {
		if m[i] >= 0 && m[i] < m[i+1] {
			groups = append(groups, line[m[i]:m[i+1]])
		}
	}
	if len(groups) == 0 {
		if p.kind == listener {
			return s.defaultPort(), true
		}
		return "", true
	}
	name := groups[0]
	switch p.kind {
	case variable:
		name = groups[len(groups)-1]
		before := strings.Join(groups[:len(groups)-1], "")
		after := strings.TrimLeft(line[m[1]:], " ]'\"")
		value, isIndex := strings.CutSuffix(before, "[")
		assigns := strings.HasPrefix(after, "=") && !strings.HasPrefix(after, "==")
		if s.family == "py" && strings.HasSuffix(groups[0], "environ") && !s.ofProcess(line[:m[2]]) {
			return "", false
		}
		other := builtIns[name] || strings.HasSuffix(name, "_")
		if assigns || isIndex && !environments[value] || sets(before) || other {
			return "", false
		}
	case listener:
		name = s.address(groups)
	}
	return words.Shorten(name, 80), true
}

// processEnvironment matches an import of the environment of the process by its own name.
var processEnvironment = lazyregexp.Lazy(`(?m)^\s*from os import [^\n]*\benviron\b`)

// ofProcess reports whether the name "environ" after a text is the environment of the process. Servers give handlers of
// requests a map of the same name, with the properties of the request.
func (s *search) ofProcess(before string) bool {
	return strings.HasSuffix(before, "os.") || processEnvironment().MatchString(s.text.Content)
}

// assigned matches the number after a name of a port in an assignment.
var assigned = lazyregexp.Lazy(`^\w*\s*(?::\s*\w+\s*)?=[^\n]{0,100}?\b(\d{2,5})\b`)

// address returns the address of a listener from the groups of its match: a literal, a name of a variable, or a format
// and its first argument. It returns "" if the text does not state the port.
func (s *search) address(groups []string) string {
	name := groups[0]
	if open, close := strings.IndexByte(name, '{'), strings.IndexByte(name, '}'); open >= 0 && close > open {
		argument := name[open+1 : close]
		if argument == "" && len(groups) > 1 {
			argument = groups[1]
		}
		port := s.port(argument)
		if name = name[:open] + port + name[close+1:]; port == "" || strings.Contains(name, "{") {
			return s.defaultPort()
		}
		return name
	}
	if strings.ContainsAny(name, ".:[") || '0' <= name[0] && name[0] <= '9' {
		return name
	}
	if port := s.port(name); port != "" {
		return port
	}
	return s.defaultPort()
}

// flagPort matches the default of a flag for the port.
var flagPort = lazyregexp.Lazy(`['"]--?port['"][^\n]{0,200}?\bdefault\s*=\s*(\d{2,5})\b`)

// defaultPort returns the number that the text assigns to PORT, or the default of its flag for the port, or "".
func (s *search) defaultPort() string {
	if port := s.port("PORT"); port != "" {
		return port
	}
	if m := flagPort().FindStringSubmatch(s.text.Content); m != nil {
		return m[1]
	}
	return ""
}

// port returns the number that the text assigns to a variable with this name, or "".
func (s *search) port(name string) string {
	if name == "" {
		return ""
	}
	for from := 0; ; {
		i := strings.Index(s.text.Content[from:], name)
		if i < 0 {
			return ""
		}
		from += i + len(name)
		rest := s.text.Content[from:min(len(s.text.Content), from+200)]
		if m := assigned().FindStringSubmatch(rest); m != nil && !wordByte(rest[0]) {
			return m[1]
		}
	}
}

func wordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

// quoted matches a string of JSON without escapes.
var quoted = lazyregexp.Lazy(`"([^"\\\s]{2,100})"`)

// permissionLists matches the lists of permissions in the manifest of a browser extension.
var permissionLists = lazyregexp.Lazy(`"(?:optional_)?(?:host_)?permissions"\s*:\s*\[([^\]]*)\]`)

// setPort matches the port in a file of settings.
var setPort = lazyregexp.Lazy(`^\s*(?:port|listen)\s+(\d{2,5})\s*;?$`)

// manifest adds the ports in a file of settings, and the permissions that the manifest of a browser extension asks for.
func (s *search) manifest() {
	content := s.text.Content
	if s.text.Path.Ext() == ".conf" {
		s.find(&pattern{kind: listener, needle: " ", match: setPort})
	}
	if s.text.Path.Base() != "manifest.json" || !strings.Contains(content, `"manifest_version"`) {
		return
	}
	for _, list := range permissionLists().FindAllStringSubmatchIndex(content, 4) {
		for _, m := range quoted().FindAllStringSubmatchIndex(content[list[2]:list[3]], 50) {
			at := list[2] + m[2]
			n := 1 + strings.Count(content[:at], "\n")
			key := match{permission, n, content[at : list[2]+m[3]]}
			if !s.seen[key] {
				s.seen[key] = true
				s.add(permission, key.name, n)
			}
		}
	}
}
