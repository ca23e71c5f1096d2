package manifest

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/decode"
	"luminos/internal/lazyregexp"
)

func readMaven(r *reader, p *pkg) {
	root, poms := p.xml, pomsAbove(r, p)
	version := expand(poms, cmp.Or(root.Value("version"), root.Value("parent", "version")))
	var licenses []string // the user chooses one: https://maven.apache.org/pom.html#licenses
	for _, l := range root.Child("licenses").All("license") {
		licenses = append(licenses, l.Value("name"))
	}
	p.describe(known(root.Value("artifactId")), version, root.Value("description"), strings.Join(licenses, " OR "))
	for _, name := range []string{"artifactId", "description"} {
		if c := root.Child(name); c != nil {
			p.Evidence = append(p.Evidence, citeLine(p.text, c.Line)...)
		}
	}
	for _, from := range append([]*decode.Element{root}, root.Child("profiles").All("profile")...) {
		for _, m := range from.Child("modules").All("module") {
			p.globs = append(p.globs, strings.TrimSpace(m.Text))
		}
	}
	managed := map[string]*decode.Element{} // dependencies as a POM or one above manages them
	for _, q := range poms {
		for _, d := range q.xml.Child("dependencyManagement", "dependencies").All("dependency") {
			if name := mavenName(d); managed[name] == nil {
				managed[name] = d
			}
		}
	}
	for _, d := range root.Child("dependencies").All("dependency") {
		other := managed[mavenName(d)]
		version := expand(poms, cmp.Or(d.Value("version"), other.Value("version")))
		stated := cmp.Or(d.Value("scope"), other.Value("scope"))
		scope := map[string]string{"test": "test", "provided": "build", "system": "build"}[stated]
		if d.Value("optional") == "true" && scope == "" {
			scope = "optional"
		}
		p.depend(mavenName(d), version, scope)
	}
}

// mavenName returns the name of a dependency in a POM.
func mavenName(d *decode.Element) string { return d.Value("groupId") + ":" + d.Value("artifactId") }

// pomsAbove returns a POM and the ones in the directories above, the nearest first: by custom they are its parents.
func pomsAbove(r *reader, p *pkg) []*pkg {
	all := []*pkg{p}
	for dir := p.dir; dir != luminos.Root && len(all) < maxPoms; {
		dir = dir.Dir()
		for _, q := range r.pkgs {
			if q.dir == dir && q.format == p.format && q.xml != nil {
				all = append(all, q)
				break
			}
		}
	}
	return all
}

const (
	maxPoms = 8
	// maxProperty is the length in bytes from which on properties in a value are not replaced.
	maxProperty = 200
)

// mavenProperty matches the use of a property.
var mavenProperty = lazyregexp.Lazy(`\$\{[\w.-]+\}`)

// expand returns a value in which the properties are replaced that the first of the POMs sets, or one of the next ones.
func expand(poms []*pkg, value string) string {
	for round := 0; round < maxNestedProperties && len(value) < maxProperty && strings.Contains(value, "${"); round++ {
		value = mavenProperty().ReplaceAllStringFunc(value, func(use string) string {
			for _, q := range poms {
				if v := q.xml.Child("properties").Value(use[2 : len(use)-1]); v != "" {
					return v
				}
			}
			return use
		})
	}
	return value
}

// maxNestedProperties is the maximum number of properties that name each other.
const maxNestedProperties = 3

// known returns a value of a POM, or "" if it depends on a property, as in "app-${revision}".
func known(value string) string {
	if strings.Contains(value, "${") {
		return ""
	}
	return value
}

func enterMaven(r *reader, p *pkg) {
	jvmLibrary(r, p)
	if p.Role == luminos.ManifestMember || buildsNothing(r, p) {
		return
	}
	mvn := "mvn"
	if r.tree.has(p.dir.Join("mvnw")) {
		mvn = "./mvnw"
	}
	ev := citeLine(p.text, p.xml.Line)
	r.convention(p, "build", mvn+" package", ev)
	if hasTests(r, p.dir) {
		r.convention(p, "test", mvn+" test", ev)
	}
	if at := cite(p.text, "spring-boot-maven-plugin"); at != nil {
		r.convention(p, "run", mvn+" spring-boot:run", at)
	}
}

// buildsNothing reports whether a POM has no modules, no parent and no plugins, and Maven finds no sources at the
// customary place: another program builds the sources that it describes.
func buildsNothing(r *reader, p *pkg) bool {
	plugins := p.xml.Child("build", "plugins") != nil || p.xml.Child("profiles") != nil
	return !plugins && p.xml.Child("modules") == nil && p.xml.Child("parent") == nil &&
		!r.tree.dirs[p.dir.Join("src/main")] && !r.tree.dirs[p.dir.Join("src/test")]
}

// runsDefaultGoal adds the command in line n of a document to g.found if it is "mvn" and the goals that Maven runs by
// default in the working directory leave a package, also as the command for tests if they run them. It reports whether
// it did.
func runsDefaultGoal(g *guide, line string, n int) bool {
	builds := func(goal string) bool { return slices.Contains(phases["build"], goal) } // these run the tests, too
	runs := line == "mvn" && slices.ContainsFunc(g.pkgs, func(p *pkg) bool {
		return p.Ecosystem == "maven" && p.dir == g.dir && p.xml != nil &&
			slices.ContainsFunc(strings.Fields(p.xml.Value("build", "defaultGoal")), builds)
	})
	if runs {
		g.found = append(g.found, found{"build", line, g.dir, n, 1})
	}
	if runs && hasTests(g.reader, g.dir) {
		g.found = append(g.found, found{"test", line, g.dir, n, 1})
	}
	return runs
}

// mavenStarts matches settings of Maven for programs: a main class, or a plugin that makes a program.
var mavenStarts = lazyregexp.Lazy(`(?i)\bmain-?class\b|` +
	`<artifactId>(?:spring-boot|quarkus|micronaut|jib|appassembler)-maven-plugin<`)

// mavenLibraries adds the sources of the artefacts that a build of Maven publishes, if the build makes no program and
// the target has no other entry points than main methods of classes without a customary name, as to print values.
func mavenLibraries(r *reader) {
	var found []entry
	published := false
	for _, p := range r.pkgs {
		if p.Ecosystem != "maven" || !p.isOwn() || p.xml == nil {
			continue
		}
		packaging := p.xml.Value("packaging")
		if mavenStarts().MatchString(p.text.Content) || packaging == "war" || packaging == "ear" {
			return
		}
		published = published || p.Role == luminos.ManifestRoot &&
			(p.xml.Child("distributionManagement") != nil || p.xml.Child("scm") != nil)
		jar := packaging == "" || packaging == "jar" || packaging == "bundle"
		if src := p.dir.Join("src/main"); jar && (r.tree.dirs[src.Join("java")] || r.tree.dirs[src.Join("kotlin")] ||
			r.tree.dirs[src.Join("scala")] || r.tree.dirs[src.Join("groovy")]) {
			found = append(found, entry{
				Path: src, Kind: kindLibrary, Name: p.Name, Reason: "sources of the artefact " + p.Name,
				Evidence: p.Evidence, certainty: conventional,
			})
		}
	}
	main := func(e entry) bool { return e.certainty != guessed || e.Kind != kindBinary || isStart(r, e.Path) }
	if !published || slices.ContainsFunc(r.entries, main) {
		return
	}
	for _, e := range found {
		r.addEntry(nil, e)
	}
}

// jvmLibrary adds an entry point for the class that has the name of its module, the customary entry
// point of a library in Java and related languages.
func jvmLibrary(r *reader, p *pkg) {
	want := strings.ReplaceAll(bareName(p.Name), "-", "")
	src := p.dir.Join("src/main")
	if want == "" || !r.tree.dirs[src] {
		return
	}
	for i := range r.tree.scan.Files {
		f := &r.tree.scan.Files[i]
		class := strings.TrimSuffix(f.Path.Base(), f.Path.Ext())
		if !f.Path.Within(src) || !slices.Contains([]string{".java", ".kt", ".scala", ".groovy"}, f.Path.Ext()) || !strings.EqualFold(class, want) {
			continue
		}
		r.addEntry(p, entry{
			Path: f.Path, Kind: kindLibrary, Name: p.Name, Reason: "class with the name of the module " + p.Name,
			Evidence: r.citeMain(f.Path, "class "+class), certainty: conventional,
		})
		return
	}
}
