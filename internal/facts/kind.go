package facts

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"luminos"
)

// profile is what kind and audience are concluded from.
type profile struct {
	name, description string
	readme            *luminos.Document
	language          string // "" when the target is not code
	contents          contents
	manifests         []luminos.Manifest
	entries           []luminos.EntryPoint
	dependencies      []luminos.Dependency
	containers        int
	datasets          int
}

// kindOf says in words what the target is, and for whom.
func (p *profile) kindOf() (kind, audience string) {
	if p.language == "" || lastLanguages[p.language] {
		return p.materialKind()
	}
	kinds := p.codeKinds()
	var names, people []string
	for _, k := range kinds {
		names = append(names, k.name)
		if s := k.audience(p.language); s != "" && !slices.Contains(people, s) {
			people = append(people, s)
		}
	}
	kind = list(names)
	if n := p.packages(); n >= 3 {
		if kind != "" {
			kind += " in a "
		}
		kind += "monorepo of " + strconv.Itoa(n) + " packages"
	}
	if kind == "" {
		return "collection of source code", "developers who read or reuse the code"
	}
	return kind, list(people)
}

// A codeKind is one thing that code can be.
type codeKind struct {
	name     string
	audience func(language string) string
}

func people(s string) func(string) string { return func(string) string { return s } }

var (
	desktopApp = codeKind{"desktop application", people("people who use it on their desktop")}
	webApp     = codeKind{"web application", people("people who use it in a browser")}
	server     = codeKind{"server", people("operators who run it as a service")}
	program    = codeKind{"command-line program", people("people who run it at a terminal")}
	programs   = codeKind{"collection of command-line programs", program.audience}
	scripts    = codeKind{"collection of scripts", people("people who run the scripts")}
	library    = codeKind{"library", func(l string) string { return "developers who call it from " + l + " code" }}
	framework  = codeKind{"framework", func(l string) string { return "developers who build on it in " + l }}
)

// What a description says of itself. The nouns must be what it is, not what it
// is for: "a library for building command-line programs" is no program, so that
// only the text before the first "for", "that", "with" counts.
var (
	reHead      = regexp.MustCompile(`(?i)\s(?:for|that|which|with|to|in|using|from|of|on|by|via|based on|written)\s`)
	reServer    = regexp.MustCompile(`(?i)\b(?:server|daemon|proxy|database|broker|gateway|load balancer|data store|datastore|backend)\b`)
	reFramework = regexp.MustCompile(`(?i)\bframework\b`)
	reLibrary   = regexp.MustCompile(`(?i)\b(?:library|sdk|bindings|module|toolkit|middleware|plugin|extension|parser|validation)\b`)
	reDesktop   = regexp.MustCompile(`(?i)\bdesktop (?:app|application|program|tool|client)`)
	reTerminal  = regexp.MustCompile(`(?i)\b(?:command[- ]line|cli|terminal|tui|console)\b`)
)

// says reports whether the description names the target so.
func (p *profile) says(re *regexp.Regexp) bool {
	texts := []string{p.description}
	if p.readme != nil {
		texts = append(texts, p.readme.Title, sentence(p.readme.Summary))
	}
	return slices.ContainsFunc(texts, func(s string) bool {
		if _, after, ok := strings.Cut(s, " is "); ok { // "Gson is a Java library that can …"
			s = after
		}
		if loc := reHead.FindStringIndex(s); loc != nil {
			s = s[:loc[0]]
		}
		return re.MatchString(s)
	})
}

// codeKinds are the things that the code is, the most telling first.
//
//	desktop application  a program, and a toolkit for windows among its dependencies
//	web application      a page as entry point, or a framework that makes pages at the head of it
//	server               a server as entry point, a program on a server framework, a program that calls itself one
//	command-line program any other program
//	framework, library   a library as entry point; a framework when it says so
func (p *profile) codeKinds() []codeKind {
	e := p.countEntries()
	deps := traitsOf(p.dependencies, p.head())
	has := func(t trait) bool {
		d, ok := deps[t]
		// What makes windows or pages for others does not itself.
		return ok && !(p.name != "" && strings.HasPrefix(foldName(d.Name), foldName(p.name)))
	}
	var kinds []codeKind
	isLibrary := e.libraries > 0 || e.programs == 0 && e.servers == 0 && e.pages == 0 && (p.says(reLibrary) || p.says(reFramework))
	frames := isLibrary && p.says(reFramework)
	ran := e.programs + e.servers
	switch {
	case ran > 0 && !frames && (has(traitDesktop) || p.says(reDesktop)):
		return []codeKind{desktopApp}
	case !frames && !isLibrary && (e.pages > 0 || has(traitPage)):
		kinds = append(kinds, webApp)
		if e.named == 0 {
			return kinds
		}
	case e.servers > 0, !frames && e.programs > 0 && (has(traitServer) && !isLibrary || p.says(reServer)), e.daemons > 0:
		kinds = append(kinds, server)
	}
	commands := e.named
	if len(kinds) == 0 {
		commands = e.programs
	}
	if frames {
		kinds = append(kinds, framework)
	}
	switch {
	case commands == 0 || isLibrary && !p.says(reTerminal) && e.named == 0:
	case e.scripts == commands && commands > 3 && e.named == 0:
		kinds = append(kinds, scripts)
	case commands > 3 && !p.says(reTerminal) && len(kinds) == 0:
		kinds = append(kinds, programs)
	default:
		kinds = append(kinds, program)
	}
	if isLibrary {
		kinds = append(kinds, library)
	}
	return kinds
}

// entryCounts are the entry points of the target's own code by what they start.
type entryCounts struct {
	programs  int // anything that runs
	named     int // programs that are installed under a name, or are compiled
	scripts   int
	servers   int
	daemons   int // programs called after another one with a "d" behind: sshd
	pages     int
	libraries int
}

func (p *profile) countEntries() entryCounts {
	var c entryCounts
	called := map[string]bool{}
	for _, e := range p.entries {
		if e.Name != "" {
			called[e.Name] = true
		}
	}
	for _, e := range p.entries {
		if aside(e.Path) != "" {
			continue
		}
		switch e.Kind {
		case "binary", "script":
			c.programs++
			if e.Kind == "script" {
				c.scripts++
			}
			if e.Kind == "binary" || e.Name != "" {
				c.named++
			}
			if base, ok := strings.CutSuffix(e.Name, "d"); ok && called[base] {
				c.daemons++
			}
		case "server":
			c.servers++
		case "page":
			c.pages++
		case "library":
			c.libraries++
		}
	}
	return c
}

// head accepts the manifests whose dependencies characterise the whole: those
// of the root, or all that speak for the target when the root has none.
func (p *profile) head() func(luminos.Path) bool {
	roots, all := map[luminos.Path]bool{}, map[luminos.Path]bool{}
	for i := range p.manifests {
		m := &p.manifests[i]
		if !speaks(m) || aside(m.Path) != "" {
			continue
		}
		all[m.Path] = true
		if m.Path.Dir() == luminos.Root && (m.Name != "" || !m.Workspace) {
			roots[m.Path] = true
		}
	}
	if len(roots) == 0 {
		roots = all
	}
	return func(path luminos.Path) bool { return roots[path] }
}

// packages counts the packages of a workspace.
func (p *profile) packages() int {
	dirs := map[luminos.Path]bool{}
	workspace := false
	for i := range p.manifests {
		m := &p.manifests[i]
		workspace = workspace || m.Workspace && speaks(m) && len(m.Members) > 0
		if m.Role == "member" && m.Name != "" && aside(m.Path) == "" {
			dirs[m.Path.Dir()] = true
		}
	}
	if !workspace {
		return 0
	}
	return len(dirs)
}

// materialKind is for targets that are not code: what most files are.
func (p *profile) materialKind() (kind, audience string) {
	c := &p.contents
	n := func(cs ...luminos.Category) (sum int) {
		for _, k := range cs {
			sum += c.categories[k]
		}
		return sum
	}
	most := func(part int) bool { return part*10 >= (c.files-min(c.files/2, c.itself))*6 }
	images, media := n(luminos.CategoryImage), n(luminos.CategoryImage, luminos.CategoryAudio, luminos.CategoryVideo)
	switch {
	case c.files == 0:
		return "empty directory", ""
	case p.language == "HTML" || p.language == "CSS" || c.pages*2 > c.files:
		return "static website", "people who visit it with a browser"
	case most(n(luminos.CategoryData)):
		if p.datasets >= 5 {
			return "collection of data sets", "analysts who work with the data"
		}
		return "data set", "analysts who work with the data"
	case most(n(luminos.CategoryModel)):
		return "machine-learning model", "people who run the model"
	case most(images) && c.photos*2 > images:
		return "photo collection", "people who look at the pictures"
	case most(images):
		return "image collection", "people who use the pictures"
	case most(n(luminos.CategoryAudio)):
		return "audio collection", "people who listen to it"
	case most(n(luminos.CategoryVideo)):
		return "video collection", "people who watch it"
	case most(media):
		return "media collection", "people who look at and listen to it"
	case most(n(luminos.CategoryDocument)):
		return "document collection", "people who read the documents"
	case most(n(luminos.CategoryArchive)):
		return "collection of archives", "people who unpack them"
	case most(n(luminos.CategoryFont)):
		return "font collection", "people who set text"
	case p.containers > 0 && c.files <= 20 && n(luminos.CategoryData, luminos.CategoryDocument) == 0:
		return "container image", "operators who build and run the image"
	case most(n(luminos.CategoryConfig)):
		return "configuration repository", "administrators of what it configures"
	}
	return "mixed directory", ""
}

// list joins words: "a", "a and b", "a, b and c".
func list(items []string) string {
	n := len(items)
	if n < 2 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:n-1], ", ") + " and " + items[n-1]
}
