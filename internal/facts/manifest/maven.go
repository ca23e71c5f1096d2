package manifest

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/decode"
)

func readMaven(r *reader, p *pkg) {
	root, ok := r.xml(p)
	if !ok {
		return
	}
	p.extra = root
	version := root.Value("version")
	if version == "" {
		version = root.Value("parent", "version")
	}
	p.describe(root.Value("artifactId"), version, root.Value("description"), root.Value("licenses", "license", "name"))
	for _, name := range []string{"artifactId", "description"} {
		if c := root.Child(name); c != nil {
			p.Evidence = append(p.Evidence, citeLine(p.text, c.Line)...)
		}
	}
	for _, m := range root.Child("modules").All("module") {
		p.globs = append(p.globs, strings.TrimSpace(m.Text))
	}
	for _, d := range root.Child("dependencies").All("dependency") {
		scope := map[string]string{"test": "test", "provided": "build", "system": "build"}[d.Value("scope")]
		if d.Value("optional") == "true" && scope == "" {
			scope = "optional"
		}
		p.depend(d.Value("groupId")+":"+d.Value("artifactId"), d.Value("version"), scope)
	}
}

func enterMaven(r *reader, p *pkg) {
	root, _ := p.extra.(*decode.Element)
	if root == nil {
		return
	}
	r.jvmLibrary(p)
	if p.Role == luminos.ManifestMember {
		return
	}
	mvn := "mvn"
	if r.tree.has(p.dir.Join("mvnw")) {
		mvn = "./mvnw"
	}
	ev := citeLine(p.text, root.Line)
	r.commandBasis(p, "build", mvn+" package", luminos.Derived, ev)
	r.commandBasis(p, "test", mvn+" test", luminos.Derived, ev)
	if at := cite(p.text, "spring-boot-maven-plugin"); at != nil {
		r.commandBasis(p, "run", mvn+" spring-boot:run", luminos.Derived, at)
	}
}

// jvmLibrary adds the class that bears the name of its module, the customary
// front door of a library.
func (r *reader) jvmLibrary(p *pkg) {
	want := strings.ReplaceAll(bareName(p.Name), "-", "")
	if want == "" {
		return
	}
	for _, lang := range []string{"java", "kotlin", "scala", "groovy"} {
		src := p.dir.Join("src/main", lang)
		if !r.tree.dirs[src] {
			continue
		}
		for _, f := range r.jvmClass(want) {
			if !f.Path.Within(src) {
				continue
			}
			class := strings.TrimSuffix(f.Path.Base(), f.Path.Ext())
			r.enterAt(p, entry{EntryPoint: luminos.EntryPoint{
				Path: f.Path, Kind: "library", Name: p.Name, Reason: "class with the name of the module " + p.Name,
				Evidence: r.citeMain(f.Path, "class "+class),
			}, certainty: conventional})
			return
		}
	}
}

// jvmClass are the source files of classes of that name, in lower case.
func (r *reader) jvmClass(name string) []*luminos.File {
	if r.jvmClasses == nil {
		r.jvmClasses = map[string][]*luminos.File{}
		for _, f := range r.tree.files {
			switch ext := f.Path.Ext(); ext {
			case ".java", ".kt", ".scala", ".groovy":
				stem := strings.ToLower(strings.TrimSuffix(f.Path.Base(), ext))
				r.jvmClasses[stem] = append(r.jvmClasses[stem], f)
			}
		}
		for _, fs := range r.jvmClasses {
			slices.SortFunc(fs, func(a, b *luminos.File) int { return cmp.Compare(a.Path, b.Path) })
		}
	}
	return r.jvmClasses[name]
}
