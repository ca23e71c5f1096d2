package facts

import (
	"testing"

	"luminos/internal/facts/factstest"
)

// TestLicenceOfData checks that the licence of a data package is the one that its manifest declares, and not the text
// beside it, which can be of its scripts, unless another package lies there.
func TestLicenceOfData(t *testing.T) {
	const mit = "-- LICENSE --\nMIT License\n\nCopyright (c) 2013 Jane Roe\n\nPermission is hereby granted, free of charge, to any person\n"
	const data = "-- datapackage.json --\n{\"name\": \"kite\",\n\"licenses\": [{\"name\": \"ODC-PDDL-1.0\"}]}\n-- a.csv --\na,b\n1,2\n"
	for name, c := range map[string]struct{ tree, want string }{
		"data":      {mit + data, "PDDL-1.0"},
		"a program": {mit + data + "-- package.json --\n{\"name\": \"kite\", \"license\": \"MIT\"}\n", "MIT"},
	} {
		src, scan := factstest.Archive(t, c.tree)
		f, err := Of(t.Context(), src, scan, Options{})
		if err != nil || f.License != c.want {
			t.Errorf("%s: %q, %v, want %q", name, f.License, err, c.want)
		}
	}
}
