package manifest

import (
	"testing"

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
