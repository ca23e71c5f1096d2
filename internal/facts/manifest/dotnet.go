package manifest

import (
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// slnProject matches the projects of an .sln and of an .slnx file.
var slnProject = lazyregexp.Lazy(`(?m)^Project\("[^"\n]*"\)\s*=\s*"[^"\n]*",\s*"([^"\n]+proj)"|<Project\b[^>]*\bPath="([^"\n]+)"`)

// readSolution reads the projects of a Visual Studio solution.
func readSolution(r *reader, p *pkg) func() {
	if !r.load(p) {
		return nil
	}
	p.describe(strings.TrimSuffix(p.Path.Base(), p.Path.Ext()), "", "", "")
	for _, m := range slnProject().FindAllStringSubmatch(p.text.Content, maxGlobs) {
		p.globs = append(p.globs, strings.ReplaceAll(m[1]+m[2], `\`, "/"))
	}
	return func() { enterSolution(r, p) }
}

// dotnetProject is the part of a project file that decides on its entry point.
type dotnetProject struct {
	sdk, output string
	line        int // of the output type, or of the project
}

func readProject(r *reader, p *pkg) func() {
	root := r.xml(p)
	if root == nil {
		return nil
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
	return func() { enterProject(r, p, x) }
}

func enterProject(r *reader, p *pkg, x *dotnetProject) {
	web := strings.HasSuffix(x.sdk, ".Web") || strings.HasSuffix(x.sdk, ".Worker") || strings.HasSuffix(x.sdk, ".BlazorWebAssembly")
	if !web && !strings.EqualFold(x.output, "Exe") && !strings.EqualFold(x.output, "WinExe") {
		return
	}
	kind := kindBinary
	if web {
		kind = kindServer
	}
	at := r.tree.first(p.dir, "Program.cs", "Program.fs", "Program.vb", "MauiProgram.cs", "App.axaml.cs", "App.xaml.cs", "Main.cs", "Startup.cs")
	ev := citeLine(p.text, x.line)
	if at != "" {
		ev = append(ev, r.citeMain(at, " Main(")...)
	}
	r.addEntry(p, entry{
		Path: at, Kind: kind, Name: p.Name, Reason: "program of the project " + p.Path.Base(), Evidence: ev,
	})
}

func enterSolution(r *reader, p *pkg) {
	ev := r.citeStart(p.Path)
	r.convention(p, "build", "dotnet build", ev)
	for _, q := range r.pkgs {
		if q.Ecosystem == "nuget" && q.Role == luminos.ManifestTest && q.Path.Within(p.dir) {
			r.convention(p, "test", "dotnet test", ev)
			return
		}
	}
}

func readPackagesConfig(r *reader, p *pkg) func() {
	if root := r.xml(p); root != nil {
		for _, ref := range root.All("package") {
			p.depend(ref.Attrs["id"], ref.Attrs["version"], "")
		}
	}
	return nil
}

func runProject(_ *reader, e luminos.EntryPoint) (luminos.Path, string) {
	return luminos.Root, "dotnet run --project " + string(e.Path.Dir())
}
