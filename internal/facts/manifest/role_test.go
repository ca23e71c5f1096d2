package manifest

import (
	"testing"
	"testing/fstest"
)

// TestOwnModules checks that a module of the target is no library of another one.
func TestOwnModules(t *testing.T) {
	const group = "<groupId>io.dropwizard</groupId>"
	for needs, want := range map[string]int{"dropwizard-core": 0, "dropwizard-gone": 1} {
		tree := fstest.MapFS{
			"a/pom.xml": {Data: []byte("<project>" + group + "<artifactId>dropwizard-core</artifactId></project>")},
			"b/pom.xml": {Data: []byte("<project>" + group + "<artifactId>x</artifactId><dependencies><dependency>" + group +
				"<artifactId>" + needs + "</artifactId></dependency></dependencies></project>")},
		}
		if got := readTree(t, tree).Libraries; len(got) != want {
			t.Errorf("%s: got %+v, want %d libraries", needs, got, want)
		}
	}
}
