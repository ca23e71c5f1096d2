package manifest

import (
	"strings"

	"luminos"
	"luminos/internal/facts/decode"
	"luminos/internal/lazyregexp"
)

var slnProject = lazyregexp.Lazy(`(?m)^Project\("[^"\n]*"\)\s*=\s*"[^"\n]*",\s*"([^"\n]+proj)"`)

// readSolution reads which projects a Visual Studio solution holds.
func readSolution(r *reader, p *pkg) {
	if !r.load(p) {
		return
	}
	p.describe(strings.TrimSuffix(p.Path.Base(), ".sln"), "", "", "")
	for _, m := range slnProject().FindAllStringSubmatch(p.text.Content, maxGlobs) {
		p.globs = append(p.globs, strings.ReplaceAll(m[1], `\`, "/"))
	}
}

func readSolutionXML(r *reader, p *pkg) {
	root, ok := r.xml(p)
	if !ok {
		return
	}
	p.describe(strings.TrimSuffix(p.Path.Base(), ".slnx"), "", "", "")
	var walk func(*decode.Element)
	walk = func(e *decode.Element) { // as deep as decodeXML allows
		if at := e.Attrs["Path"]; e.Name == "Project" && at != "" {
			p.globs = append(p.globs, strings.ReplaceAll(at, `\`, "/"))
		}
		for _, c := range e.Children {
			walk(c)
		}
	}
	walk(root)
}

// dotnetProject is what reading a project leaves for later.
type dotnetProject struct {
	sdk, output string
	line        int // of the output type, or of the project
}

func readProject(r *reader, p *pkg) {
	root, ok := r.xml(p)
	if !ok {
		return
	}
	property := func(name string) (string, int) {
		for _, g := range root.All("PropertyGroup") {
			if c := g.Child(name); c != nil && !strings.Contains(c.Text, "$(") {
				return strings.TrimSpace(c.Text), c.Line
			}
		}
		return "", 0
	}
	name, line := strings.TrimSuffix(p.Path.Base(), p.Path.Ext()), root.Line
	for _, field := range []string{"PackageId", "AssemblyName"} {
		if s, at := property(field); s != "" {
			name, line = s, at
			break
		}
	}
	version, _ := property("Version")
	description, _ := property("Description")
	license, _ := property("PackageLicenseExpression")
	p.describe(name, version, description, license)
	p.Evidence = citeLine(p.text, line)
	x := &dotnetProject{sdk: root.Attrs["Sdk"], line: root.Line}
	if out, at := property("OutputType"); out != "" {
		x.output, x.line = out, at
	}
	p.extra = x
	for _, g := range root.All("ItemGroup") {
		for _, ref := range g.All("PackageReference") {
			version := ref.Attrs["Version"]
			if version == "" {
				version = ref.Value("Version")
			}
			p.depend(ref.Attrs["Include"], version, "")
		}
	}
	if test, _ := property("IsTestProject"); strings.EqualFold(test, "true") || p.needs("Microsoft.NET.Test.Sdk") {
		p.Role = luminos.ManifestTest
	}
}

func enterProject(r *reader, p *pkg) {
	x, _ := p.extra.(*dotnetProject)
	if x == nil {
		return
	}
	web := strings.HasSuffix(x.sdk, ".Web") || strings.HasSuffix(x.sdk, ".Worker") || strings.HasSuffix(x.sdk, ".BlazorWebAssembly")
	if !web && !strings.EqualFold(x.output, "Exe") && !strings.EqualFold(x.output, "WinExe") {
		return
	}
	kind := "binary"
	if web {
		kind = "server"
	}
	at := r.tree.first(p.dir, "Program.cs", "Program.fs", "Program.vb", "MauiProgram.cs", "App.axaml.cs", "App.xaml.cs", "Main.cs", "Startup.cs")
	ev := citeLine(p.text, x.line)
	if at != "" {
		ev = append(ev, r.citeMain(at, " Main(")...)
	}
	r.enterAt(p, entry{EntryPoint: luminos.EntryPoint{
		Path: at, Kind: kind, Name: p.Name, Reason: "program of the project " + p.Path.Base(), Evidence: ev,
	}})
}

func enterSolution(r *reader, p *pkg) {
	ev := r.citeStart(p.Path)
	r.commandBasis(p, "build", "dotnet build", luminos.Derived, ev)
	for _, q := range r.pkgs {
		if q.Ecosystem == "nuget" && q.Role == luminos.ManifestTest && q.Path.Within(p.dir) {
			r.commandBasis(p, "test", "dotnet test", luminos.Derived, ev)
			return
		}
	}
}

func readPackagesConfig(r *reader, p *pkg) {
	if root, ok := r.xml(p); ok {
		for _, ref := range root.All("package") {
			p.depend(ref.Attrs["id"], ref.Attrs["version"], "")
		}
	}
}
