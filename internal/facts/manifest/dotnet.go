package manifest

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// slnProject matches the projects of an .sln and of an .slnx file.
var slnProject = lazyregexp.Lazy(`(?m)^Project\("[^"\n]*"\)\s*=\s*"[^"\n]*",\s*"([^"\n]+proj)"|<Project\b[^>]*\bPath="([^"\n]+)"`)

// readSolution reads the paths of the projects in a Visual Studio solution: they are its workspace members.
func readSolution(r *reader, p *pkg) {
	p.describe(strings.TrimSuffix(p.Path.Base(), p.Path.Ext()), "", "", "")
	for _, m := range slnProject().FindAllStringSubmatch(p.text.Content, -1) {
		p.globs = append(p.globs, strings.ReplaceAll(m[1]+m[2], `\`, "/"))
	}
}

// property returns the text of the first property of a project file with this name, and its line,
// or "" and the line of the root element. Text with variables does not count.
func (p *pkg) property(name string) (string, int) {
	for _, g := range p.xml.All("PropertyGroup") {
		if c := g.Child(name); c != nil && !strings.Contains(c.Text, "$(") {
			return strings.TrimSpace(c.Text), c.Line
		}
	}
	return "", p.xml.Line
}

// webSDK is the SDK of projects that contains ASP.NET Core, and scopeSDK is the scope of this dependency.
const (
	webSDK   = "Microsoft.NET.Sdk.Web"
	scopeSDK = "sdk"
)

func readProject(_ *reader, p *pkg) {
	name, line := strings.TrimSuffix(p.Path.Base(), p.Path.Ext()), p.xml.Line
	for _, field := range []string{"PackageId", "AssemblyName"} {
		if s, at := p.property(field); s != "" {
			name, line = s, at
			break
		}
	}
	version, _ := p.property("Version")
	description, _ := p.property("Description")
	license, _ := p.property("PackageLicenseExpression")
	p.describe(name, version, description, license)
	p.Evidence = citeLine(p.text, line)
	switch sdk, _, _ := strings.Cut(p.xml.Attrs["Sdk"], "/"); sdk {
	case webSDK:
		p.depend(sdk, "", scopeSDK)
	case "Microsoft.Build.Traversal", "Microsoft.Build.NoTargets":
		p.Name, p.Evidence = "", nil // it only builds other projects
	}
	for _, g := range p.xml.All("ItemGroup") {
		for _, ref := range g.All("PackageReference") {
			p.depend(ref.Attrs["Include"], cmp.Or(ref.Attrs["Version"], ref.Value("Version")), "")
		}
	}
	test, _ := p.property("IsTestProject")
	if strings.EqualFold(test, "true") || p.needs("Microsoft.NET.Test.Sdk") || p.startsTests() {
		p.Role = luminos.ManifestTest
	}
	packable, _ := p.property("IsPackable")
	p.Private = strings.EqualFold(packable, "false")
}

// startsTests reports whether the project is a program that refers to a project of tests, such as a console that starts
// single tests.
func (p *pkg) startsTests() bool {
	output, _ := p.property("OutputType")
	if !strings.EqualFold(output, "Exe") {
		return false
	}
	for _, g := range p.xml.All("ItemGroup") {
		for _, ref := range g.All("ProjectReference") {
			at := path.Base(strings.ReplaceAll(ref.Attrs["Include"], `\`, "/"))
			if pathrole.Named(strings.TrimSuffix(at, path.Ext(at))) == luminos.DirTests {
				return true
			}
		}
	}
	return false
}

// windowed begins the reason of a program that opens windows.
const windowed = "program with windows of the project "

// Windowed reports whether the manifest of the entry point e says that the program opens windows.
func Windowed(e luminos.EntryPoint) bool { return strings.HasPrefix(e.Reason, windowed) }

func enterProject(r *reader, p *pkg) {
	kind := kindServer
	output, line := p.property("OutputType")
	if sdk := path.Ext(p.xml.Attrs["Sdk"]); sdk != ".Web" && sdk != ".Worker" && sdk != ".BlazorWebAssembly" {
		if kind = kindBinary; !strings.EqualFold(output, "Exe") && !strings.EqualFold(output, "WinExe") {
			enterPackage(r, p)
			return
		}
	}
	at := r.tree.first(p.dir, "Program.cs", "Program.fs", "Program.vb", "MauiProgram.cs", "App.axaml.cs", "App.xaml.cs", "Main.cs", "Startup.cs")
	ev := citeLine(p.text, line)
	if at != "" {
		ev = append(ev, r.citeMain(at, " Main(")...)
	}
	e := entry{Path: at, Kind: kind, Name: p.Name, Reason: "program of the project " + p.Path.Base(), Evidence: ev}
	if strings.EqualFold(output, "WinExe") {
		e.Reason = windowed + p.Path.Base()
	}
	if strings.Contains(strings.ToLower(p.Name), "benchmark") {
		e.place = placeTool
	}
	r.addEntry(p, e)
}

// demonstrates reports whether a program of .NET shows a library of the target: its name is the name of the library and
// further words, as in ZedWithTables beside Zed. A program Zed.Tables is one of a family.
func demonstrates(e *entry, all []entry) bool {
	if e.pkg == nil || e.pkg.Ecosystem != "nuget" || e.Kind == kindLibrary {
		return false
	}
	return slices.ContainsFunc(all, func(o entry) bool {
		rest, ok := strings.CutPrefix(e.Name, o.Name)
		return ok && o.Kind == kindLibrary && o.Name != "" && rest != "" && unicode.IsLetter(rune(rest[0]))
	})
}

// packageFields are fields that only a package needs, besides its id.
var packageFields = []string{"PackageTags", "PackageIcon", "PackageReadmeFile", "PackageLicenseExpression"}

// enterPackage adds the directory of a project as the entry point of a library if the project declares the id of a
// package, or is no program and declares another of its fields, and may be packed. A project at the root is an entry
// point itself.
func enterPackage(r *reader, p *pkg) {
	id, line := p.property("PackageId")
	if output, _ := p.property("OutputType"); output == "" {
		for _, field := range packageFields {
			if value, at := p.property(field); value != "" && id == "" {
				id, line = p.Name, at
			}
		}
	}
	if id == "" || p.Private {
		return
	}
	at, what := p.dir, "sources"
	if at == luminos.Root {
		at, what = p.Path, "project"
	}
	r.addEntry(p, entry{Path: at, Kind: kindLibrary, Name: p.Name, Reason: what + " of the package " + id, Evidence: citeLine(p.text, line)})
}

func enterSolution(r *reader, p *pkg) {
	if needsWindows(r, p.dir) {
		return
	}
	ev := r.citeStart(p.Path)
	build, test := "dotnet build", "dotnet test"
	for _, f := range r.tree.inDir[p.dir] {
		switch f.Path.Ext() {
		case ".sln", ".slnx", ".csproj", ".fsproj", ".vbproj":
			if f.Path != p.Path { // without a file, the program asks for one
				stem := strings.TrimSuffix(p.Path.Base(), p.Path.Ext())
				solution := strings.HasPrefix(f.Path.Ext(), ".sln")
				if name := projectName(r.pkgs); solution && name != "" && bareName(stem) != name {
					return // of a part
				}
				build, test = "dotnet build "+p.Path.Base(), "dotnet test "+p.Path.Base()
			}
		}
	}
	if slices.ContainsFunc(r.tree.inDir[p.dir], isBuildScript) {
		return // it does more than the compiler, such as a choice of the projects
	}
	r.convention(p, "build", build, ev)
	for _, q := range r.pkgs {
		if q.Ecosystem == "nuget" && q.Role == luminos.ManifestTest && q.Path.Within(p.dir) {
			r.convention(p, "test", test, ev)
			return
		}
	}
}

// needsWindows reports whether a project in dir or below is one for the tools of Windows: of C++, without an SDK, or
// for the old framework.
func needsWindows(r *reader, dir luminos.Path) bool {
	for _, f := range r.tree.scan.Files {
		if f.Path.Ext() == ".vcxproj" && f.Path.Within(dir) {
			return true
		}
	}
	return slices.ContainsFunc(r.pkgs, func(q *pkg) bool {
		project := q.Ecosystem == "nuget" && strings.HasSuffix(q.Path.Ext(), "proj") && q.Path.Within(dir)
		return project && (!strings.Contains(q.text.Content, "Sdk") || oldFramework().MatchString(q.text.Content))
	})
}

// oldFramework matches target frameworks that build on Windows only.
var oldFramework = lazyregexp.Lazy(`<TargetFrameworks?>[^<]*\bnet(?:[1-3]\d{1,2}\b|[\d.]+-windows)|` +
	`<UseWPF>|<UseWindowsForms>`)

// programEnds are ends of the names of programs after the name of the target.
var programEnds = strings.Fields("app cli console desktop host server tool web")

// ProgramOf reports whether a program has the name of a target, which is not "", or this name and the word for a program
// behind it, such as "kite.cli".
func ProgramOf(target, name string) bool {
	end, ok := strings.CutPrefix(name, target)
	return ok && (end == "" || slices.Contains(programEnds, strings.TrimLeft(end, ".-")))
}

// runProject returns the command that runs a program of .NET, unless it has another name than the target and serves
// nothing: it can be one of several, or a tool of a library.
func runProject(r *reader, e luminos.EntryPoint) (luminos.Path, string) {
	project := projectName(r.pkgs)
	if e.Kind != kindServer && !Windowed(e) && project != "" && !ProgramOf(project, bareName(e.Name)) {
		return "", ""
	}
	return luminos.Root, "dotnet run --project " + string(e.Path.Dir())
}

// isBuildScript reports whether a file has a customary name of a script that builds and tests a solution.
func isBuildScript(f *luminos.File) bool {
	switch strings.ToLower(f.Path.Base()) {
	case "build.ps1", "build.cmd", "build.sh", "build.cake", "build.fsx":
		return true
	}
	return false
}
