package manifest

import (
	"testing"
	"testing/fstest"

	"luminos"
	"luminos/internal/facts/factstest"
)

// TestMavenLibraries checks which published artefacts of Maven are libraries although a class has a main method.
func TestMavenLibraries(t *testing.T) {
	const pom = "-- pom.xml --\n<project><artifactId>x</artifactId><scm><url>u</url></scm></project>\n"
	const main = "  public static void main(String[] args) {\n  }\n}\n"
	for name, c := range map[string]struct{ tree, kind string }{
		"it prints values": {pom + "-- src/main/java/a/Values.java --\nclass Values {\n" + main, "library"},
		"a program":        {pom + "-- src/main/java/a/Main.java --\nclass Main {\n" + main, "binary"},
	} {
		t.Run(name, func(t *testing.T) {
			src, scan := factstest.Archive(t, c.tree)
			r, err := Read(t.Context(), src, scan, "Java")
			if err != nil {
				t.Fatal(err)
			}
			libraries := 0
			for _, e := range r.EntryPoints {
				if e.Kind == "library" {
					libraries++
				}
			}
			if got := libraries > 0; got != (c.kind == "library") {
				t.Errorf("entry points %v, want a %s", r.EntryPoints, c.kind)
			}
		})
	}
}

// TestMavenVersions checks that versions and scopes contain properties, and values that a POM above manages.
func TestMavenVersions(t *testing.T) {
	src, scan := factstest.Archive(t, `-- pom.xml --
<project><artifactId>x</artifactId><version>1</version><modules><module>y</module></modules>
<properties><a.version>${b.version}</a.version><b.version>2.0</b.version><jdk>11</jdk>
<maven.compiler.release>${jdk}</maven.compiler.release><loop>${loop}1</loop></properties>
<dependencyManagement><dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId>
<version>${a.version}</version><scope>test</scope></dependency></dependencies></dependencyManagement></project>
-- y/pom.xml --
<project><artifactId>y</artifactId><dependencies>
<dependency><groupId>g</groupId><artifactId>a</artifactId></dependency>
<dependency><groupId>g</groupId><artifactId>b</artifactId><version>${other}</version></dependency>
<dependency><groupId>g</groupId><artifactId>c</artifactId><version>${loop}</version></dependency>
</dependencies></project>
-- y/src/main/java/a/A.java --
class A {}
`)
	r, err := Read(t.Context(), src, scan, "Java")
	if err != nil || len(r.Dependencies) != 3 {
		t.Fatalf("dependencies %v, %v", r.Dependencies, err)
	}
	for i, want := range []string{"g:a 2.0 test", "g:b ${other} ", "g:c ${loop}111 "} {
		if d := r.Dependencies[i]; d.Name+" "+d.Version+" "+d.Scope != want {
			t.Errorf("got %v, want %q", d, want)
		}
	}
	if len(r.Toolchains) != 1 || r.Toolchains[0] != "Java 11" {
		t.Errorf("toolchains %q", r.Toolchains)
	}
}

// TestModulesOfProfiles checks that the modules of a profile are members, too.
func TestModulesOfProfiles(t *testing.T) {
	pom := "<project><artifactId>x</artifactId>"
	res := readTree(t, fstest.MapFS{
		"pom.xml": {Data: []byte(pom + "<modules><module>a</module></modules><profiles><profile><modules>" +
			"<module>b</module></modules></profile></profiles></project>")},
		"a/pom.xml": {Data: []byte(pom + "</project>")}, "b/pom.xml": {Data: []byte(pom + "</project>")},
	})
	for _, m := range res.Manifests {
		if m.Path.Dir() == luminos.Root && len(m.Members) != 2 {
			t.Errorf("members %v", m.Members)
		}
	}
}

// TestRepositoryOfAFramework has a package of composer that takes the place of the packages that are developed in it.
func TestRepositoryOfAFramework(t *testing.T) {
	for others, want := range map[string]string{`"x/kite": "self.version"`: "library", `"x/old": "*"`: "server"} {
		res := readTree(t, fstest.MapFS{
			"composer.json": {Data: []byte(`{"name": "x/y", "type": "project", "replace": {` + others + `},
				"autoload": {"psr-4": {"Kite\\": "system/"}}}`)},
			"public/index.php": {Data: []byte("<?php\n")}, "system/Kite.php": {Data: []byte("<?php\nclass Kite {}\n")},
		})
		if len(res.EntryPoints) != 1 || res.EntryPoints[0].Kind != want {
			t.Errorf("%s: %+v, want one %s", others, res.EntryPoints, want)
		}
	}
}
