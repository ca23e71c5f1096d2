package manifest

import (
	"testing"
	"testing/fstest"
)

// TestOpam checks that the fields of a package of opam are read, and that its file gives a name that is not stated.
func TestOpam(t *testing.T) {
	res := readTree(t, fstest.MapFS{"kite.opam": {Data: []byte("opam-version: \"2.0\"\nversion: \"1.2\"\n" +
		"synopsis:\n  \"Draws \\\"kites\\\"\"\ndescription: \"\"\"\nlicense: \"MIT\"\n\"\"\"\nlicense: \"ISC\"\ndepends: [\n  \"dune\" {>= \"3\"}\n]\n")}})
	m := res.Manifests[0]
	if m.Name != "kite" || m.Version != "1.2" || m.Description != `Draws "kites"` || m.License != "ISC" || len(m.Evidence) == 0 {
		t.Errorf("%+v", m)
	}
}
