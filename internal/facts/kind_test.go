package facts

import (
	"cmp"
	"testing"

	"luminos"
	"luminos/internal/facts/manifest"
	"luminos/internal/facts/usage"
)

// TestServerKind checks that the code shows that a target is a server, and that a part of the target does not name its
// kind.
func TestServerKind(t *testing.T) {
	answering := &luminos.Interfaces{Listeners: make([]luminos.Place, 1), Routes: make([]luminos.Place, manyRoutes)}
	image := []luminos.Container{{Path: "Dockerfile"}}
	workplace := []luminos.Container{{Path: ".devcontainer/Dockerfile"}}
	for name, c := range map[string]struct {
		facts luminos.Facts
		want  bool
	}{
		"with an image":    {luminos.Facts{Interfaces: answering, Containers: image}, true},
		"without an image": {luminos.Facts{Interfaces: answering}, false},
		"for developers":   {luminos.Facts{Interfaces: answering, Containers: workplace}, false},
		"no routes":        {luminos.Facts{Interfaces: &luminos.Interfaces{}, Containers: image}, false},
	} {
		if got := answers(&c.facts); got != c.want {
			t.Errorf("%s: %t, want %t", name, got, c.want)
		}
	}
	p := profile{description: "The project contains the API, the database and more."}
	if noun := p.noun(); noun != "" {
		t.Errorf("noun %q of a part", noun)
	}
}

// TestForTools checks that a package of npm without a version names no target with another title.
func TestForTools(t *testing.T) {
	for _, c := range []struct {
		name, version, title string
		want                 bool
	}{{"oa-tools", "", "Open Anvils", true}, {"oa-tools", "1.0.0", "Open Anvils", false}, {"open-anvils", "", "Open Anvils", false}} {
		m := luminos.Manifest{Ecosystem: "npm", Name: c.name, Version: c.version}
		if got := forTools(&m, c.title); got != c.want {
			t.Errorf("%v: %v", c, got)
		}
	}
}

// TestSharedVersion checks that a workspace without a name has the version that its packages share.
func TestSharedVersion(t *testing.T) {
	for _, c := range []struct{ version, language, want string }{
		{"3.10.0-nightly", "Rust", "3.10.0-nightly"}, {"0.1.0", "Rust", ""}, {"3.1.0", "Ruby", ""},
	} {
		m := luminos.Manifest{Path: "Cargo.toml", Ecosystem: "cargo", Workspace: true, Role: luminos.ManifestRoot,
			Version: c.version}
		r := readings{facts: luminos.Facts{Manifests: []luminos.Manifest{m}, MainLanguage: c.language,
			Evidence: map[string][]luminos.Evidence{}}}
		if r.identify(); r.facts.Version != c.want {
			t.Errorf("%v: %q", c, r.facts.Version)
		}
	}
}

// TestNestedName checks that a nested package names the whole only if the title of the README agrees.
func TestNestedName(t *testing.T) {
	heads := []*luminos.Manifest{{Path: "a/b/package.json", Name: "Widgets"}}
	for title, want := range map[string]string{"Kite": "Kite", "Widgets": "Widgets", "": "Widgets"} {
		if got, _ := nameOf(heads, &luminos.Document{Title: title}, ""); got != want {
			t.Errorf("title %q: %q, want %q", title, got, want)
		}
	}
}

// TestNameOfABillOfMaterials checks that the root of a build of Maven has the name of its modules, and that a package
// that only carries the target is not the target.
func TestNameOfABillOfMaterials(t *testing.T) {
	bom := []*luminos.Manifest{{Path: "pom.xml", Name: "zed-bom"}}
	if got, _ := nameOf(bom, &luminos.Document{Title: "About"}, "Java"); got != "zed" {
		t.Errorf("a bill of materials: %q", got)
	}
	whole := []*luminos.Manifest{{Path: "package.json", Name: "zed-parent", Version: "1.0.0", Ecosystem: "npm"}}
	scoped := []*luminos.Manifest{{Path: "package.json", Ecosystem: "npm", Name: "@zed/kite-monorepo", Private: true}}
	if got, _ := nameOf(scoped, nil, "JavaScript"); got != "kite" {
		t.Errorf("a scoped monorepo: %q", got)
	}
	tools := []*luminos.Manifest{{Path: "package.json", Ecosystem: "npm", Name: "@zed/kite", Private: true}}
	if got, _ := nameOf(tools, nil, "Clojure"); got != "" {
		t.Errorf("the tools of another language: %q", got)
	}
	if got, _ := nameOf(whole, nil, "JavaScript"); got != "zed-parent" {
		t.Errorf("a package without others: %q", got)
	}
	edge := []luminos.Manifest{
		{Path: "zed-edge.gemspec", Name: "zed-edge", Ecosystem: "rubygems", Role: luminos.ManifestRoot},
		{Path: "zed.gemspec", Name: "zed", Ecosystem: "rubygems", Role: luminos.ManifestRoot},
	}
	if got := headManifests(edge, "Ruby"); got[0].Name != "zed" {
		t.Errorf("an addition: %q", got[0].Name)
	}
	solutions := []luminos.Manifest{{Path: "Zed.Scan.sln", Name: "Zed.Scan"}, {Path: "Zed.sln", Name: "Zed"}}
	for i := range solutions {
		solutions[i].Ecosystem, solutions[i].Role = "nuget", luminos.ManifestRoot
	}
	if got := headManifests(solutions, "C#")[0].Name; got != "Zed" {
		t.Errorf("the solution of a tool: %q", got)
	}
	command := []luminos.Manifest{
		{Path: "cargo-zed/Cargo.toml", Name: "cargo-zed", Ecosystem: "cargo", Role: luminos.ManifestMember},
		{Path: "zed/Cargo.toml", Name: "zed", Ecosystem: "cargo", Role: luminos.ManifestMember},
	}
	if got := headManifests(command, "Rust"); len(got) != 1 || got[0].Name != "zed" {
		t.Errorf("a command of Cargo for a library: %v", got)
	}
	gems := []*luminos.Manifest{{Path: "bar.gemspec", Name: "bar"}, {Path: "ruby-bar.gemspec", Name: "ruby-bar"}}
	if got := entitled(gems, &luminos.Document{Title: "Ruby/Bar"})[0].Name; got != "ruby-bar" {
		t.Errorf("an alias beside the gem of the title: %q", got)
	}
	gem := []*luminos.Manifest{{Path: "zed-source.gemspec", Name: "zed-source", Ecosystem: "rubygems"}}
	if got, _ := nameOf(gem, &luminos.Document{Title: "zed"}, "C"); got != "zed" {
		t.Errorf("a gem beside C: %q", got)
	}
	p := profile{language: "C++", entries: []luminos.EntryPoint{
		{Path: "index.js", Kind: "library"}, {Path: "include/zed.h", Kind: "library"},
	}, manifests: []luminos.Manifest{{Path: "package.json", Name: "zed", Ecosystem: "npm", Role: luminos.ManifestRoot}}}
	if got := languageOf(&p, library); got != "C++" {
		t.Errorf("headers in a package: %q", got)
	}
}

// TestShoutedName checks that a title goes before the same name in capitals.
func TestShoutedName(t *testing.T) {
	heads := []*luminos.Manifest{{Path: "CMakeLists.txt", Name: "ZED_CPP"}}
	for title, want := range map[string]string{"zed-cpp": "zed-cpp", "ZED_CPP": "ZED_CPP", "": "ZED_CPP"} {
		if got, _ := nameOf(heads, &luminos.Document{Title: title}, "C++"); got != want {
			t.Errorf("title %q: %q, want %q", title, got, want)
		}
	}
	short := []*luminos.Manifest{{Path: "CMakeLists.txt", Name: "Jerry", Ecosystem: "cmake", BuildTool: true}}
	if got, _ := nameOf(short, &luminos.Document{Title: "JerryScript: an engine"}, "C"); got != "JerryScript" {
		t.Errorf("a short name of CMake: %q", got)
	}
	if got, _ := nameOf(short, &luminos.Document{Title: "Jerry-tutorial"}, "C"); got != "Jerry" {
		t.Errorf("the name of CMake beside another title: %q", got)
	}
	braced := []*luminos.Manifest{{Path: "CMakeLists.txt", Name: "ZED", BuildTool: true}}
	for title, want := range map[string]string{"{zed}": "zed", "{kite}": "ZED", "{{zed}}": "ZED"} {
		if got, _ := nameOf(braced, &luminos.Document{Title: title}, "C++"); got != want {
			t.Errorf("%s: %q, want %q", title, got, want)
		}
	}
	if got, _ := nameOf(nil, &luminos.Document{Title: "THIS IS OLD"}, "C"); got != "" {
		t.Errorf("a warning as name: %q", got)
	}
	if got, _ := nameOf(nil, &luminos.Document{Title: "PACKAGE"}, "Go"); got != "" {
		t.Errorf("a heading of go doc as name: %q", got)
	}
	p := profile{name: "Zed", language: "C#", entries: []luminos.EntryPoint{
		{Path: "Zed", Kind: "library", Name: "Zed"}, {Path: "Web/Program.cs", Kind: "server", Name: "Web"},
	}}
	if e := p.weighEntries(); e.servers.n != 0 || e.libraries.n != 1 {
		t.Errorf("a server beside a library of the same name: %+v", e)
	}
}

// TestAccompanied checks that a server with another name does not make a server of a target whose program has its name.
func TestAccompanied(t *testing.T) {
	for other, want := range map[string]bool{"kite-lsp-server": true, "kite-server": false} {
		p := profile{name: "kite", entries: []luminos.EntryPoint{
			{Path: "a/Main.hs", Kind: "binary", Name: "kite"}, {Path: "b/Main.hs", Kind: "binary", Name: other},
		}}
		if e := p.countEntries(); accompanied(&p, &e) != want {
			t.Errorf("%s: %t, want %t", other, !want, want)
		}
	}
}

// TestCopies checks that copies of one package below the root are no packages.
func TestCopies(t *testing.T) {
	for _, name := range []string{"gum", "other"} {
		p := profile{language: "Rust", manifests: []luminos.Manifest{
			{Path: "1/Cargo.toml", Ecosystem: "cargo", Role: luminos.ManifestNested, Name: "gum"},
			{Path: "2/Cargo.toml", Ecosystem: "cargo", Role: luminos.ManifestNested, Name: name},
		}}
		e := luminos.EntryPoint{Path: "1/a.rs", Kind: "library", Name: "gum"}
		n, _ := p.packages()
		if want := name != "gum"; (n == 2) != want || unpublished(p.manifests, e) == want {
			t.Errorf("gum and %s: %d packages, unpublished: %t", name, n, unpublished(p.manifests, e))
		}
	}
}

// TestAbbreviation checks that a title in full goes before its capitals as the name of a package.
func TestAbbreviation(t *testing.T) {
	heads := []*luminos.Manifest{{Path: "package.json", Name: "oa"}}
	for title, want := range map[string]string{"OpenAddresses": "OpenAddresses", "OpenArchive List": "oa", "OA": "oa", "oa": "oa", "": "oa"} {
		if got, _ := nameOf(heads, &luminos.Document{Title: title}, ""); got != want {
			t.Errorf("title %q: %q, want %q", title, got, want)
		}
	}
}

// TestSaidToBeALibrary checks that a description makes a library of code whose manifests declare none, unless a program
// has the name of the target.
func TestSaidToBeALibrary(t *testing.T) {
	main := []luminos.EntryPoint{{Path: "src/Core.java", Kind: "binary", Name: "Core"}}
	for _, c := range []struct{ name, description, want string }{
		{"unit", "Unit is a testing framework for Java", "framework and library"},
		{"unit", "A framework-agnostic way to test Java", "library"},
		{"unit", "Unit is a library that tests", "library"},
		{"core", "Core is a library that tests", "program"},
		{"unit", "Unit tests a library", ""},
		{"unit", "Cross-platform C99/C++11 process library", "library"},
	} {
		p := profile{name: c.name, description: c.description, language: "Java", entries: main}
		if got, _ := p.codeKind(); got != c.want {
			t.Errorf("%s, %q: %q, want %q", c.name, c.description, got, c.want)
		}
	}
	served := append(main, luminos.EntryPoint{Path: "src/page.java", Kind: "page"})
	for description, want := range map[string]string{
		"Unit is a Web framework without templates": "framework and library",
		"Unit is a Web framework tutorial":          "web application",
	} {
		p := profile{name: "unit", description: description, language: "Java", entries: served}
		if got, _ := p.codeKind(); got != want {
			t.Errorf("%q with pages: %q, want %q", description, got, want)
		}
	}
	for description, want := range map[string]string{
		"unit is a Go library to test units": "library", "This is a Go package for tests.": "library",
		"unit is a command-line tool": "command-line program and library",
		"unit - A library to test":    "library", "unit is a small, fast unit library": "library",
	} {
		p := profile{name: "unit", description: description, language: "Go", use: usage.Usage{Typed: true, Imported: true},
			entries: []luminos.EntryPoint{
				{Path: "cmd/unit/main.go", Kind: "binary", Name: "unit"}, {Path: "unit.go", Kind: "library"},
			}}
		if got, _ := p.codeKind(); got != want {
			t.Errorf("%q: %q, want %q", description, got, want)
		}
	}
}

// TestScriptBesideALibrary checks that a script at the root of a library is no program, although the description has the
// word "terminal", and that a word for programs counts behind the name of the target only.
func TestScriptBesideALibrary(t *testing.T) {
	p := profile{name: "delta", description: "Terminal task lists", language: "TypeScript", entries: []luminos.EntryPoint{
		{Path: "src/index.ts", Kind: "library", Name: "delta"},
		{Path: "read.sh", Kind: "script", Name: "read", Reason: manifest.RootScript},
	}}
	if got, _ := p.codeKind(); got != "library" {
		t.Errorf("a script beside a library: %q", got)
	}
	p.use, p.description = usage.Usage{Imported: true}, "Runs lists"
	p.entries = append(p.entries, luminos.EntryPoint{Path: "bin.ts", Kind: "binary", Name: "delta", Reason: "command in bin of package.json"})
	if got, _ := p.codeKind(); got != "library and command-line program" {
		t.Errorf("a command with the name of the library: %q", got)
	}
	app := profile{name: "delta", description: "delta is a reusable Django application for lists.", language: "Python",
		entries: []luminos.EntryPoint{{Path: "show/manage.py", Kind: "server", Name: "manage"}}}
	if got, _ := app.codeKind(); got != "library" {
		t.Errorf("a reusable application: %q", got)
	}
	tool := profile{name: "delta", description: "A console app", language: "Python", use: usage.Usage{Imported: true, Typed: true},
		entries: []luminos.EntryPoint{{Path: "delta/main.py", Kind: "script", Name: "delta", Reason: "console script in setup.py"},
			{Path: "delta", Kind: "library", Name: "delta"}}}
	if got, _ := tool.codeKind(); got != "command-line program" {
		t.Errorf("a program whose settings are imported: %q", got)
	}
	for name, want := range map[string]bool{"delta": true, "delta.cli": true, "deltacli": true, "cli": false, "deltas": false} {
		if got := manifest.ProgramOf("delta", name); got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// TestKindOfPrograms checks that the only program of a target needs no words, that a page beside a tool is another way
// to use it, that a gem without the word for a program is a library first, and that a compiler is no server.
func TestKindOfPrograms(t *testing.T) {
	program := luminos.EntryPoint{Path: "main", Kind: "binary", Name: "delta", Reason: "binary target of Cargo.toml"}
	page := luminos.EntryPoint{Path: "web/main.tsx", Kind: "page"}
	gem := luminos.EntryPoint{Path: "lib/delta.rb", Kind: "library", Name: "delta"}
	command := luminos.EntryPoint{Path: "bin/delta", Kind: "binary", Name: "delta", Reason: "program in bin of the gem"}
	service := luminos.EntryPoint{Path: "lib/x.ex", Kind: "server", Name: "x"}
	library := luminos.EntryPoint{Path: "x.h", Kind: "library", Name: "delta"}
	side := luminos.EntryPoint{Path: "Side/Program.cs", Kind: "binary", Name: "Side"}
	for want, p := range map[string]profile{
		"program":                          {name: "git-delta", description: "A pager for git", language: "Rust"},
		"library and command-line program": {description: "Background jobs", language: "Ruby"},
		"compiler":                         {description: "Delta is a compiler", language: "Elixir"},
		"":                                 {name: "zed", description: "Zed is a unit testing tool", language: "C#"},
		"command-line program":             {description: "A command-line tool that sends files", language: "Go"},
		"database and library":             {description: "An embeddable database", language: "C", use: usage.Usage{Imported: true}},
	} {
		p.name = cmp.Or(p.name, "delta")
		p.entries = map[string][]luminos.EntryPoint{
			"Rust": {program}, "Ruby": {gem, command}, "Elixir": {service}, "C#": {side}, "Go": {program, page},
			"C": {library, service},
		}[p.language]
		if got, _ := p.codeKind(); got != want {
			t.Errorf("%s: %q, want %q", p.description, got, want)
		}
	}
}

// TestAdditionToAnInterface checks that an extension of a program is one, and an extension of an interface a library.
func TestAdditionToAnInterface(t *testing.T) {
	for description, want := range map[string]string{
		"An API extension for DateTime that supports languages": library, "A Flask extension for mail": "Flask extension",
	} {
		p := profile{name: "kite", description: description}
		if got := p.special([]string{library}); len(got) != 1 || got[0] != want {
			t.Errorf("%q: %q, want %q", description, got, want)
		}
	}
}

// TestServersBesideALibrary checks that the names of samples, and a part in another language, make no server.
func TestServersBesideALibrary(t *testing.T) {
	sample := luminos.EntryPoint{Path: "programs/kite_server.c", Kind: "binary", Name: "kite_server"}
	headers := luminos.EntryPoint{Path: "include", Kind: library, Name: "kite"}
	part := luminos.EntryPoint{Path: "debugger/a.js", Kind: server, Name: "kite-debug", Part: true}
	for _, c := range []struct {
		description, want string
		entries           []luminos.EntryPoint
	}{
		{"Kite is a C library that draws tables.", library, []luminos.EntryPoint{headers, sample}},
		{"Kite draws tables.", "server", []luminos.EntryPoint{headers, sample}},
		{"Kite draws tables.", "", []luminos.EntryPoint{part}},
	} {
		p := profile{name: "kite", language: "C", description: c.description, entries: c.entries, about: about{vouched: true}}
		if got := p.kindOf().Kind; got != c.want {
			t.Errorf("%s with %v: %q, want %q", c.description, c.entries, got, c.want)
		}
	}
}

// TestExamplesKind checks that several programs of a target named after its examples are no product.
func TestExamplesKind(t *testing.T) {
	entries := []luminos.EntryPoint{{Path: "a/main.go", Kind: "binary", Name: "a"}, {Path: "b/main.go", Kind: "server", Name: "b"}}
	for name, want := range map[string]string{
		"Kite Examples": "collection of examples", "kite-samples": "collection of examples",
		"counterexamples": "server",
	} {
		p := profile{name: name, language: "Go", entries: entries, about: about{vouched: true}}
		if got := p.kindOf().Kind; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestLanguageOfExamples checks that examples have a main language only if it has half of the code.
func TestLanguageOfExamples(t *testing.T) {
	all := []luminos.LanguageLines{
		{Name: "Go", Type: "programming", Lines: luminos.Lines{Code: 40}},
		{Name: "C", Type: "programming", Lines: luminos.Lines{Code: 50}},
		{Name: "YAML", Type: "data", Lines: luminos.Lines{Code: 90}},
	}
	for language, want := range map[string]string{"Go": "", "C": "C"} {
		if got := languageIn(thing(luminos.SortProject, examples), language, all); got != want {
			t.Errorf("examples, mostly %s: %q", language, got)
		}
		if got := languageIn(thing(luminos.SortProject, "server"), language, all); got != language {
			t.Errorf("server, mostly %s: %q", language, got)
		}
	}
}

// TestTitleName checks which part of the title of a README is a name.
func TestTitleName(t *testing.T) {
	for title, want := range map[string]string{
		"Kite: a counter of tables": "Kite", "Kite (beta)": "Kite", "🪁 Kite 🪁": "Kite", "Kite ver 4.17 README": "Kite",
		"Ansible Role: Kite": "", "Maintained by: the Kite Community": "", "Kite Stack (KS) on Docker": "",
		"Week 3 - Kites": "", "Developer Docs": "", "logo": "",
		"GENERAL INFORMATION": "", "Simple Management of Kites: kite": "kite",
	} {
		if got := titleName(&luminos.Document{Title: title}); got != want {
			t.Errorf("title %q: %q, want %q", title, got, want)
		}
	}
}

// TestPackagesBesideTheRoot checks that packages below a published one are parts of a monorepo only in a workspace, and
// packages of npm only beside a manifest at the root.
func TestPackagesBesideTheRoot(t *testing.T) {
	list := func(root ...luminos.Manifest) []luminos.Manifest {
		for _, name := range []string{"a", "b", "c"} {
			m := luminos.Manifest{Path: luminos.Path("parts/" + name + "/package.json"), Ecosystem: "npm", Name: name}
			m.Role = luminos.ManifestNested
			root = append(root, m)
		}
		return root
	}
	own := luminos.Manifest{Path: "package.json", Ecosystem: "npm", Name: "kite", Role: luminos.ManifestRoot}
	private := own
	private.Private = true
	space := private
	space.Workspace = true
	space.Members = []luminos.Path{"parts/a", "parts/b", "parts/c", "test/a", "test/b", "test/c", "test/d"}
	for want, manifests := range map[int][][]luminos.Manifest{0: {list(own), list()}, 3: {list(private), list(space)}} {
		for _, m := range manifests {
			p := profile{language: "JavaScript", manifests: m}
			if n, _ := p.packages(); n != want {
				t.Errorf("%d packages with %d manifests, want %d", n, len(m), want)
			}
		}
	}
}

// TestDataOfSeveralFormats checks that files of data in formats of which none prevails are a data collection.
func TestDataOfSeveralFormats(t *testing.T) {
	count := func(data, documents int, known bool) *profile {
		p := &profile{contents: contents{files: data + documents, total: data + documents}}
		if known {
			p.contents.forms.files = map[string]int{
				"CSV file": data / 2, "SQLite database": data - data/2, "PDF": documents,
			}
		}
		p.contents.categories = map[luminos.Category]int{luminos.CategoryData: data, luminos.CategoryDocument: documents}
		return p
	}
	for _, c := range []struct {
		data, documents int
		known           bool
		want            string
	}{
		{2, 0, true, "data collection"}, {6, 4, true, "data collection"}, {5, 4, true, ""}, {1, 0, true, ""},
		{2, 0, false, ""},
	} {
		if got := count(c.data, c.documents, c.known).materialKind(); got.Kind != c.want {
			t.Errorf("%d files of data and %d documents: %q, want %q", c.data, c.documents, got.Kind, c.want)
		}
	}
	p := count(6, 4, true)
	if p.description = "An introduction to kites."; p.materialKind().Kind != "" {
		t.Error("the files of a lesson are a data collection")
	}
}

// TestModulesOfAWorkspace checks that the modules of tests that a workspace of Go names count with the others.
func TestModulesOfAWorkspace(t *testing.T) {
	work := luminos.Manifest{Path: "go.work", Ecosystem: "go", Workspace: true, Role: luminos.ManifestRoot,
		Members: []luminos.Path{"a", "b", "tests", "tests/c", "d"}}
	p := profile{language: "Go", manifests: []luminos.Manifest{work}}
	if n, _ := p.packages(); n != 5 {
		t.Errorf("%d modules, want 5", n)
	}
}
