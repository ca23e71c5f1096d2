package modeltest

import (
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// What players make of texts whose form is the program's business. They take
// several forms for granted, and none in particular.

var (
	unitLine  = regexp.MustCompile(`(?i)^[#*\-\s]*(?:the\s+)?(?:unit|director(?:y|ies)|path|investigate|your unit)[^:\n]{0,40}:\s*(.*)$`)
	quotedOne = regexp.MustCompile("`([^`\n]+)`|\"((?:[^\"\\\\\n]|\\\\.)+)\"")
	bullet    = regexp.MustCompile(`^\s*[-*]\s+(\S.*)$`)
	treeEntry = regexp.MustCompile(`^((?:│   |    |├── |└── |\|-- |\| {3}|` + "`-- " + `)*)(\S.*?)(/?)(?:\s+[\[(].*)?$`)
	numbered  = regexp.MustCompile(`(?m)^\s*[\[(#]?(\d{1,6})[\])]?[.:\s]`)
	listed    = regexp.MustCompile(`^(?:file|-[rwx-]+)\s+(\d+|-)\s+(.+)$`)
	fileLine  = regexp.MustCompile(`(?m)^\s*(\d+)[\t:] ?(.*)$`)
	unsettled = regexp.MustCompile(`\b(TODO|FIXME|XXX|HACK)\b`)
)

// dirsOf finds the directories that a conversation is to investigate: a line
// that says so, or the bullets below it. Without one it is the target itself.
func dirsOf(r Request) []string {
	lines := strings.Split(r.Opening(), "\n")
	var dirs []string
	for i, l := range lines {
		m := unitLine.FindStringSubmatch(l)
		if m == nil {
			continue
		}
		dirs = append(dirs, names(m[1])...)
		for _, below := range lines[i+1:] {
			b := bullet.FindStringSubmatch(below)
			if b == nil || len(dirs) > 0 && m[1] != "" {
				break
			}
			dirs = append(dirs, names(b[1])...)
		}
		if len(dirs) > 0 {
			slices.Sort(dirs)
			return slices.Compact(dirs)
		}
	}
	return []string{"."}
}

// names are the paths that a piece of a line names: those in quotes, or else
// the words between commas.
func names(s string) []string {
	var found []string
	for _, m := range quotedOne.FindAllStringSubmatch(s, -1) {
		name := m[1]
		if name == "" && json.Unmarshal([]byte(m[0]), &name) != nil {
			name = m[2]
		}
		found = append(found, name)
	}
	if found == nil {
		for part := range strings.SplitSeq(s, ",") {
			if word := strings.Fields(part); len(word) > 0 {
				found = append(found, strings.Trim(word[0], "`'\"();"))
			}
		}
	}
	var clean []string
	for _, name := range found {
		if name = strings.TrimSuffix(strings.TrimSpace(name), "/"); name != "" && !strings.HasPrefix(name, "/") {
			clean = append(clean, path.Clean(name))
		}
	}
	return clean
}

// filesIn are the files of a listing, as paths, the small ones with telling
// names first.
func filesIn(dir, listing string) []string {
	type file struct {
		path string
		rank int
	}
	var files []file
	for l := range strings.Lines(listing) {
		m := listed.FindStringSubmatch(strings.TrimRight(l, "\r\n"))
		if m == nil {
			continue
		}
		name := m[2]
		if strings.HasPrefix(name, `"`) && json.Unmarshal([]byte(m[2]), &name) != nil {
			continue
		}
		size, _ := strconv.Atoi(m[1])
		if size == 0 || size > 256<<10 {
			continue
		}
		rank := 1
		if strings.HasPrefix(strings.ToLower(name), "readme") {
			rank = 0
		}
		files = append(files, file{path.Join(dir, name), rank})
	}
	slices.SortStableFunc(files, func(a, b file) int { return a.rank - b.rank })
	var paths []string
	for _, f := range files {
		paths = append(paths, f.path)
	}
	return paths
}

// seen reads a result of reading a file: numbered lines. The quote is the first
// line that says enough to be found again.
func seen(p, text string) sight {
	s := sight{path: p}
	for _, m := range fileLine.FindAllStringSubmatch(text, -1) {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			continue
		}
		s.lines++
		line := strings.TrimSpace(m[2])
		if s.quote == "" && len(line) >= 12 && len(line) <= 200 && !strings.ContainsAny(line, `\`) && !strings.Contains(line, "[cut") {
			s.line, s.quote = n, line
		}
		if s.finding == "" && unsettled.MatchString(line) && len(line) <= 200 {
			s.finding = "Something is left to do here (line " + m[1] + ")."
		}
	}
	return s
}

// dirsShown are the directories in a tree or a list of paths that end in "/".
func dirsShown(text string) []string {
	var stack []string
	var dirs []string
	for l := range strings.Lines(text) {
		m := treeEntry.FindStringSubmatch(strings.TrimRight(l, "\r\n"))
		if m == nil || m[3] == "" || strings.ContainsAny(m[2], "<>\"`:;,") {
			continue
		}
		depth := len([]rune(m[1])) / 4
		if strings.HasSuffix(m[1], "- ") || strings.HasSuffix(m[1], "─ ") {
			depth-- // what hangs on a branch
		}
		if strings.Contains(m[2], " ") && m[1] == "" {
			continue // a sentence
		}
		if depth > len(stack) {
			depth = len(stack)
		}
		stack = append(stack[:depth], strings.TrimPrefix(m[2], "- "))
		dirs = append(dirs, path.Clean(strings.Join(stack, "/")))
	}
	slices.Sort(dirs)
	return slices.DeleteFunc(slices.Compact(dirs), func(d string) bool { return d == "." || strings.HasPrefix(d, "/") || strings.HasPrefix(d, "..") })
}

func surveyHints(r Request) hints {
	n := len(dirsShown(r.Opening()))
	return hints{
		"description": "A target whose tree shows " + strconv.Itoa(n) + " directories.", "approach": "Leaves first, what says what it is before what does it.",
		"domain_notes": "None beyond what the tree shows.", "confidence": 0.7, "relevant_tools": []string{"read_file", "list_directory"}, "skip_tools": []string{},
	}
}

// planHints sorts the directories that it is shown by what they are called.
func planHints(r Request) hints {
	priority, shallow, skip := []hints{}, []hints{}, []hints{}
	for _, d := range dirsShown(r.Opening()) {
		h := hints{"path": d, "reason": "its name says so"}
		switch path.Base(d) {
		case "src", "lib", "internal", "core", "app", "pkg", "server", "schema", "migrations":
			h["suggested_turns"] = 15
			priority = append(priority, h)
		case "doc", "docs", "test", "tests", "testdata", "fixtures", "examples", "assets", "static":
			shallow = append(shallow, h)
		case "node_modules", "vendor", "dist", "build", "target", "third_party", "__pycache__":
			skip = append(skip, h)
		}
	}
	return hints{"priority_dirs": priority, "shallow_dirs": shallow, "skip_dirs": skip, "investigation_order": "leaf-first", "notes": "By name."}
}

// groupHints deals the numbered things that it is shown to three groups.
func groupHints(r Request) hints {
	groups := []hints{}
	var ids [][]any
	for i, m := range numbered.FindAllStringSubmatch(r.Opening(), -1) {
		if i < 3 {
			ids = append(ids, nil)
		}
		id, _ := strconv.Atoi(m[1])
		ids[i%3] = append(ids[i%3], id)
	}
	for i, members := range ids {
		name := "Part " + string(rune('A'+i))
		groups = append(groups, hints{"name": name, "summary": name + " of the target.", "reason": "Dealt by number.", "members": members})
	}
	return hints{"groups": groups}
}

// synthesis looks at the entries, a few of them closely, and reports.
func (d Diligent) synthesis(r Request) []Block {
	calls := r.Calls()
	called := func(name string) bool { return slices.ContainsFunc(calls, func(c Past) bool { return c.Name == name }) }
	hurried := len(r.Messages) > 1 && lastTurn.MatchString(r.Said())
	if !hurried && r.Offers("list_cache") && !called("list_cache") {
		return []Block{d.call(r, "list_cache", hints{})}
	}
	if !hurried && r.Offers("read_cache") && !called("read_cache") {
		var reads []Block
		for _, p := range entriesShown(calls) {
			if len(reads) < d.AtOnce {
				reads = append(reads, d.call(r, "read_cache", hints{"path": p}))
			}
		}
		if len(reads) > 0 {
			return reads
		}
	}
	text := "What the entries say together: the target is what its directories hold."
	brief, detailed := text, text+" Each directory has an entry."
	for i, n := range citationsShown(r.Text()) {
		switch {
		case i == 0:
			brief += " " + n
		case i < 10:
			detailed += " So it is in the place " + strconv.Itoa(i) + ". " + n
		}
	}
	return d.submit(r, hints{
		"brief": brief, "summary": text, "overall_purpose": text, "detailed": detailed,
		"confidence": 0.8, "completeness": 0.8, "claims": claimsShown(r.Text()),
	})
}

// entriesShown are the paths at the beginning of the lines that list_cache gave,
// behind a bullet or a kind.
func entriesShown(calls []Past) []string {
	var paths []string
	word := regexp.MustCompile(`^\s*(?:[-*]\s+)?(?:(?:dir|directory|file)\s+)?([^\s:,;()\[\]{}"]+)`)
	for _, c := range calls {
		if c.Name != "list_cache" || c.Failed {
			continue
		}
		for l := range strings.Lines(c.Text) {
			if m := word.FindStringSubmatch(l); m != nil && (strings.ContainsAny(m[1], "./")) {
				paths = append(paths, strings.TrimSuffix(m[1], "/"))
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// citationsShown are the numbers of claims that a text shows at the beginning of
// lines, "[12] …", in their order, each once.
func citationsShown(text string) []string {
	var found []string
	for _, m := range regexp.MustCompile(`(?m)^\s*(\[\d{1,6}\]) `).FindAllStringSubmatch(text, -1) {
		if !slices.Contains(found, m[1]) {
			found = append(found, m[1])
		}
	}
	return found
}

// claimsShown are the objects with a quote in a text: claims of entries, which
// may be cited.
func claimsShown(text string) []hints {
	claims := []hints{}
	for i := 0; i < len(text) && len(claims) < 8; i++ {
		if text[i] != '{' {
			continue
		}
		var c map[string]any
		d := json.NewDecoder(strings.NewReader(text[i:]))
		if d.Decode(&c) != nil {
			continue
		}
		if q, _ := c["quote"].(string); q != "" && c["path"] != nil {
			h := hints{}
			for k, v := range c {
				if inner, ok := v.(map[string]any); ok {
					v = hints(inner)
				}
				h[k] = v
			}
			claims = append(claims, h)
			i += int(d.InputOffset()) - 1
		}
	}
	return claims
}
