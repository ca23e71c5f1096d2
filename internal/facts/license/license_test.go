package license

import (
	"context"
	"crypto/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/localdir"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// open gives a directory as a source with the file list that a scan would have.
func open(t testing.TB, dir string) (luminos.Source, *luminos.Scan) {
	t.Helper()
	src, err := localdir.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { src.Close() })
	scan := &luminos.Scan{}
	var walk func(luminos.Path)
	walk = func(p luminos.Path) {
		nodes, err := src.List(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range nodes {
			switch n.Kind {
			case luminos.KindDir:
				walk(n.Path)
			case luminos.KindFile:
				f := luminos.File{Path: n.Path, Size: n.Size, Text: true}
				switch n.Path.Ext() {
				case ".txt", ".md", "":
					f.Category = luminos.CategoryDocument
				case ".go", ".py", ".c", ".h", ".cs", ".cpp", ".rs", ".hs", ".js", ".ts":
					f.Category = luminos.CategorySource
				}
				scan.Files = append(scan.Files, f)
			}
		}
	}
	walk(luminos.Root)
	return src, scan
}

// texts returns licence texts by name. The trees of the tests include them by a line
// "@name".
func texts(t testing.TB) map[string]string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "texts.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	m := map[string]string{}
	for _, f := range txtar.Parse(b).Files {
		m[f.Name] = string(f.Data)
	}
	return m
}

// tree writes a txtar archive into a directory of its own.
func tree(t testing.TB, archive string) (luminos.Source, *luminos.Scan) {
	t.Helper()
	dir := t.TempDir()
	known := texts(t)
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for line := range strings.Lines(string(f.Data)) {
			if text, ok := known[strings.TrimSpace(strings.TrimPrefix(line, "@"))]; ok && line[0] == '@' {
				line = text
			}
			b.WriteString(line)
		}
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return open(t, dir)
}

func root(license string) []Declared {
	return []Declared{{Path: "package.json", License: license, Role: "root", Evidence: []luminos.Evidence{{Path: "package.json"}}}}
}

func TestLicense(t *testing.T) {
	for _, tt := range []struct {
		name, tree string
		declared   []Declared
		want       string
	}{
		{"a text alone", "-- LICENSE --\n@mit\n", nil, "MIT"},
		{"a README that denies a licence", "-- README.md --\n# X\n## License\nThis is not MIT licensed; it used to be MIT licensed.\n", nil, ""},
		{"British spelling, names in the name: alternatives", "-- LICENCE-MIT --\n@mit\n-- LICENCE-APACHE --\n@apache\n", nil, "Apache-2.0 OR MIT"},
		{"one name without a licence beside one with: alternatives (F02)", "-- LICENSE --\n@apache\n-- LICENSE-MIT --\n@mit\n", nil, "Apache-2.0 OR MIT"},
		{"two names without a licence: both (F02)", "-- LICENSE --\n@apache\n-- COPYING --\n@mit\n", nil, "Apache-2.0 AND MIT"},
		{"a GNU text by its name alone beside another licence by its name", "-- LGPL.txt --\nSPDX-License-Identifier: LGPL-2.1\n" +
			"-- LICENSE-2.0.txt --\n@apache\n", nil, "Apache-2.0 OR LGPL-2.1"},
		{"a GNU text by its name alone beside the licence", "-- lgpl-2.1.txt --\nSPDX-License-Identifier: LGPL-2.1\n-- LICENSE --\n@mit\n", nil, "MIT"},
		{"a GNU text by its name alone", "-- gplv3.txt --\nSPDX-License-Identifier: GPL-3.0\n", nil, "GPL-3.0"},
		{"the two licences of Perl", "-- Artistic --\nSPDX-License-Identifier: Artistic-1.0-Perl\n" +
			"-- Copying --\nSPDX-License-Identifier: GPL-1.0\n", nil, "Artistic-1.0-Perl OR GPL-1.0"},
		{"a short version", "", root("Apache-2"), "Apache-2.0"},
		{"a text of single files, which the declaration does not mean", "-- LICENSE --\nTerms\n\n" +
			"Redistribution is permitted as the authors like it.\n\nlib/a.py and lib/b.py by Ann (https://kite.example/b/)\n" +
			"are distributed under the following license:\n\n@mit\n", root("Apache modified"), "Apache modified"},
		{"a modified licence", "-- LICENSE --\nTerms\n\nWe provide this under a slightly modified version of the\nApache " +
			"Software License. Feel free.\n\n@mit\n", nil, "modified version of the Apache Software License"},
		{"a modified licence by its declaration", "-- LICENSE --\nTerms\n\nWe provide this under a slightly modified " +
			"version of the\nApache Software License. Feel free.\n\n@mit\n", root("Apache modified"), "Apache modified"},
		{"texts of parts after the one of the whole", "-- COPYING --\nKite is licensed under the terms of the Apache " +
			"License, Version 2.0.\n\nHooks are of another kind. These files are also licensed under the MIT\n" +
			"license, whichever is the most suitable.\n\n@apache\n\n@mit\n", nil, "Apache-2.0"},
		{"licences of parts in sentences after the one of the whole", "-- COPYING.txt --\nKite is licensed under the terms " +
			"of the GNU General Public License as\npublished by the Free Software Foundation; either " +
			"version 2 of the License, or (at your option) any later version.\n\n" +
			"Hooks are of another kind. To ease moving them, these files are now licensed under the Apache License,\n" +
			"Version 2.0. The kite.alone submodule is additionally licensed with the MIT license so that it may be\n" +
			"reused under GPL 2.0 or MIT terms -- whichever is the most suitable.\n", nil, "GPL-2.0-or-later"},
		{"the declaration keeps its own order", "-- LICENSE-MIT --\n@mit\n-- LICENSE-APACHE --\n@apache\n", root("MIT/Apache-2.0"), "MIT OR Apache-2.0"},
		{"a declaration of more than the file", "-- LICENSE --\n@mit\n", root("(MIT OR CC0-1.0)"), "MIT OR CC0-1.0"},
		{"the file wins over a declaration that contradicts it", "-- LICENSE --\n@mit\n", root("ISC"), "MIT"},
		{"a declaration alone, by its full name", "-- a --\nx\n", root("The Apache License, Version 2.0"), "Apache-2.0"},
		{"a classifier", "-- a --\nx\n", root("License :: OSI Approved :: MIT License"), "MIT"},
		{"a declaration of no licence known to SPDX", "-- a --\nx\n", root("Acme Internal Licence 3"), "Acme Internal Licence 3"},
		{"not licensed at all", "-- a --\nx\n", root("UNLICENSED"), "Proprietary"},
		{"a GNU text does not say whether later versions are allowed", "-- COPYING --\n@agpl-head\n", nil, "AGPL-3.0"},
		{"the manifest does", "-- COPYING --\n@agpl-head\n", root("AGPL-3.0-or-later"), "AGPL-3.0-or-later"},
		{"a licence of its own", "-- LICENSE --\nMost of it is under this license:\n\n" +
			"  Redistribution is permitted.\n\n@agpl-head\n", root("LicenseRef-Kite"), "LicenseRef-Kite"},
		{"the text does", "-- COPYING --\n@agpl-head\nThe only valid version of the AGPL for us is _this_ (not a later one).\n",
			nil, "AGPL-3.0-only"},
		{"the README does", "-- COPYING --\n@agpl-head\n-- README.md --\n# X\n## License\nX is under the GNU AGPL, version 3 or (at your option) any later version.\n", nil, "AGPL-3.0-or-later"},
		{"the README names the licence and no later version", "-- COPYING --\n@agpl-head\n-- README.md --\n## License\nGNU AGPL v3, see COPYING.\n", nil, "AGPL-3.0"},
		{"a tag in the file", "-- COPYING --\nThe kernel is provided under:\n\n    SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note\n", nil, "GPL-2.0 WITH Linux-syscall-note"},
		{"SPDX tags beside two texts", "-- LICENSE.spdx --\nSPDXVersion: SPDX-2.1\nPackageLicenseDeclared: Apache-2.0\nPackageLicenseDeclared: MIT\n-- LICENSE_MIT --\n@mit\n-- LICENSE_APACHE-2.0 --\n@apache\n", nil, "Apache-2.0 OR MIT"},
		{"a file that says how two others are meant", "-- COPYING --\nThis project is dual-licensed under the Unlicense and MIT licenses.\n-- UNLICENSE --\n@unlicense\n-- LICENSE-MIT --\n@mit\n", nil, "MIT OR Unlicense"},
		{"a choice in the first sentence", "-- LICENSE.txt --\nX is distributed under the MIT license and " +
			"the Apache License,\nversion 2.0, at your option. It embeds Y, under the Apache License.\n@apache\n",
			nil, "Apache-2.0 OR MIT"},
		{"the LGPL and the GPL that it supplements", "-- COPYING --\nSPDX-License-Identifier: GPL-3.0\n-- COPYING.LESSER --\nSPDX-License-Identifier: LGPL-3.0\n", nil, "LGPL-3.0"},
		{"the licence that npm writes", "-- a --\nx\n", []Declared{{Path: "a/package.json", License: "ISC", Role: luminos.ManifestNested}}, ""},
		{"terms of others", "-- COPYING --\n@agpl-head\n-- COPYING.3party --\n@mit\n", nil, "AGPL-3.0"},
		{"one licence for the code, one for the documentation",
			"-- LICENSE --\n@mit\n-- LICENSE-docs --\n@cc-by\n", nil, "MIT"},
		{"one licence for the data", "-- LICENSE --\n@mit\n-- LICENSE-data --\n@cc-by\n", nil, "CC-BY-4.0 AND MIT"},
		{"licences of parts in files of their own", "-- LICENSE --\n@mit\n-- Apache-License-2.0.txt --\n@apache\n" +
			"-- Unlicense-License.txt --\n@unlicense\n", root("MIT"), "MIT"},
		{"each module under its own", "-- LICENSE --\nX has many modules. Each module comes under its own\n" +
			"licensing terms.\n\n@mit\n-- README.md --\n## License\nMIT\n", nil, ""},
		{"the README gives the data a licence of its own", "-- LICENSE --\n@mit\n-- README.md --\nThe data is available under CC BY 4.0, the code under the MIT License.\n", nil, "CC-BY-4.0 AND MIT"},
		{"the licence of a part in the same file", "-- LICENSE --\n@mit\n\n@apache\n", root("MIT"), "MIT"},
		{"a condition in the same file", "-- LICENSE --\n@commons\n\n@mit\n", root("MIT"), "Commons-Clause AND MIT"},
		{"licences of dependencies in the README do not count", "-- LICENSE --\n@mit\n-- README.md --\n## License\nMIT. It uses fonts under the SIL Open Font License.\n", nil, "MIT"},
		{"whichever", "-- LICENSE --\nChoose whichever you prefer.\n@mit\n@unlicense\n", nil, "MIT OR Unlicense"},
		{"an exception in a manifest", "-- LICENSE --\nSPDX-License-Identifier: LGPL-2.0-or-later OR LGPL-2.1\n",
			root("LGPL-2.1-or-later WITH OCaml-LGPL-linking-exception"), "LGPL-2.1-or-later WITH OCaml-LGPL-linking-exception"},
		{"a choice of names in a manifest", "", root("The Apache Software License, Version 2.0 OR Eclipse Public License - v 2.0"),
			"Apache-2.0 OR EPL-2.0"},
		{"a dual licence in one text", "-- LICENSE.txt --\n@dual\n", nil, "RSALv2 OR SSPL-1.0"},
		{"three licences in one text", "-- LICENSE.txt --\n@triple\n", nil, "AGPL-3.0 OR RSALv2 OR SSPL-1.0"},
		{"a future licence is not the licence", "-- LICENSE.md --\n# Functional Source License, Version 1.1, MIT Future License\n\n## Grant of Future License\n\n@mit\n-- README.md --\n## License\n\n[FSL-1.1-MIT](LICENSE.md)\n", nil, "FSL-1.1-MIT"},
		{"its other form", "-- LICENSE --\n# Functional Source License, Version 1.1, ALv2 Future License\n", nil, "FSL-1.1-ALv2"},
		{"business source", "-- LICENSE --\nBusiness Source License 1.1\n\nParameters\n\nLicensor: Acme\nChange License: Apache License, Version 2.0\n", nil, "BUSL-1.1"},
		{"business source with parameters first", "-- LICENSE --\nLicense text copyright (c) Acme. \"Business Source License\" is a trademark.\n\nParameters\n\nChange License: MPL 2.0\n\nBusiness Source License 1.1\n\nTerms\n", nil, "BUSL-1.1"},
		{"elastic", "-- LICENSE --\nElastic License 2.0\n\nURL: x\n", nil, "Elastic-2.0"},
		{"a condition added to an open licence", "-- LICENSE --\n@commons\n\n@mit\n", nil, "Commons-Clause AND MIT"},
		{"polyform shield, which SPDX does not have", "-- LICENSE.md --\n# PolyForm Shield License 1.0.0\n\n<https://x>\n", nil, "PolyForm-Shield-1.0.0"},
		{"a licence by its own name", "-- LICENSE --\nAcme Community License Agreement\n\nYou may do as you are told.\n", nil, "Acme Community License Agreement"},
		{"no rights", "-- LICENSE --\nCopyright (c) 2026 Acme. All rights reserved.\n\nNo part may be copied.\n", nil, "Proprietary"},
		{"others' licences after the own", "-- LICENSE --\n@mit\n\nThis product bundles third-party components:\n\n@apache\n", nil, "MIT"},
		{"licences of included components", "-- LICENSE --\n@mit\n\nLicenses for included components:\n\n@apache\n", nil, "MIT"},
		{"a choice that the README leaves", "-- LICENSE --\n@mit\n-- COPYING --\n@unlicense\n" +
			"-- README.md --\n## License\n\nDual-licensed under MIT or the Unlicense.\n", nil, "MIT OR Unlicense"},
		{"a choice that the README leaves between the texts of one file", "-- LICENSE --\n@mit\n\n@apache\n" +
			"-- README.md --\n## License\n\nUnder [either](LICENSE) the MIT license *or* the\nApache License 2.0.\n",
			nil, "Apache-2.0 OR MIT"},
		{"a README that names one text of a file as a choice", "-- LICENSE --\n@mit\n\n@apache\n" +
			"-- README.md --\n## License\n\nMIT, at your option.\n", nil, "Apache-2.0 AND MIT"},
		{"members that offer a choice between the texts of one file", "-- LICENSE --\n@mit\n\n@apache\n",
			[]Declared{{Path: "a/Cargo.toml", License: "MIT OR Apache-2.0", Role: "member"}}, "MIT OR Apache-2.0"},
		{"members under one of the texts of a file", "-- LICENSE --\n@mit\n\n@apache\n",
			[]Declared{{Path: "a/Cargo.toml", License: "MIT", Role: "member"}}, "Apache-2.0 AND MIT"},
		{"the licence of a tool", "-- LICENSE --\n@mit\n-- kite-licence.txt --\n#Licence of kite https://www.kite.com\nkey=1\n", nil, "MIT"},
		{"third-party notices are not the licence", "-- THIRD-PARTY-LICENSES.txt --\n@apache\n-- LICENSE --\n@mit\n", nil, "MIT"},
		{"REUSE with one text", "-- LICENSES/MIT.txt --\n@mit\n-- a.png.license --\nSPDX-License-Identifier: CC0-1.0\n", nil, "MIT"},
		{"a dedication that the README names with an address", "-- README.md --\n# Figures\n\n## License\n\nThis package is licensed by its maintainers under the [Public Domain Dedication and License (PDDL)](http://x.org/pddl/1.0/).\n", nil, "PDDL-1.0"},
		{"alternatives in a manifest of an older form", "-- Cargo.toml --\nx\n", root("Apache-2.0/MIT"), "Apache-2.0 OR MIT"},
		{"a README as the last resort", "-- README.rst --\nPhotos\n======\n\nLicense\n-------\n\nAll under the **Attribution-ShareAlike 4.0 International** license.\n", nil, "CC-BY-SA-4.0"},
		{"a README alone that speaks of others too", "-- README.md --\n## License\nMIT. It shows text with fonts that are under the SIL Open Font License.\n", nil, "MIT"},
		{"a README alone that names two in one breath", "-- README.md --\n## License\nMIT and CC BY 4.0.\n", nil, "CC-BY-4.0 AND MIT"},
		{"a README without a licence", "-- README.md --\nBuilt at MIT with Apache Kafka.\n", nil, ""},
		{"members that agree", "-- a --\nx\n", []Declared{{Path: "a/Cargo.toml", License: "MIT", Role: "member"}, {Path: "b/Cargo.toml", License: "MIT", Role: "member"}, {Path: "t/Cargo.toml", License: "X", Role: "test"}}, "MIT"},
		{"members that do not", "-- a --\nx\n", []Declared{{Path: "a/Cargo.toml", License: "MIT", Role: "member"}, {Path: "b/Cargo.toml", License: "ISC", Role: "member"}}, ""},
		{"a licence deeper down is not the target's", "-- vendor/x/LICENSE --\n@mit\n", nil, ""},
		{"nothing", "-- main.go --\npackage main\n", nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			src, scan := tree(t, tt.tree)
			r, err := Read(context.Background(), src, scan, tt.declared)
			if err != nil {
				t.Fatal(err)
			}
			if r.License != tt.want {
				t.Errorf("got %q, want %q; files %+v", r.License, tt.want, r.Files)
			}
			if (len(r.Evidence) > 0) != (tt.want != "") && len(tt.declared) == 0 {
				t.Errorf("evidence %v", r.Evidence)
			}
		})
	}
}

func TestContradictionIsReported(t *testing.T) {
	src, scan := tree(t, "-- LICENSE --\n@mit\n")
	r, err := Read(context.Background(), src, scan, root("Apache-2.0"))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Problems) != 1 || r.Problems[0].Path != "package.json" {
		t.Errorf("problems %v", r.Problems)
	}
	const terms = "-- LICENSE.txt --\nAgreement\n\nWe issue this License Agreement to you.\n" +
		"-- LICENSE-APACHE.txt --\n@mit\n"
	src, scan = tree(t, terms)
	if r, err = Read(context.Background(), src, scan, root("Apache-2.0")); err != nil || len(r.Problems) > 0 {
		t.Errorf("a manifest can mean a licence of its own: problems %v, error %v", r.Problems, err)
	}
}

func TestFiles(t *testing.T) {
	src, scan := tree(t, `
-- LICENSE --
@mit
-- a/LICENSE --
../LICENSE
-- b/COPYING --
nothing known
-- src/license.go --
package x
-- licenses.tmpl --
x
-- docs/how-to-choose-a-license-for-your-project.md --
MIT is a license.
-- unix/copying-file-contents-to-a-buffer.md --
x
-- LICENSE.png --
x
-- c/LICENSE.BSD --
SPDX-License-Identifier: BSD-2-Clause
`)
	r, err := Read(context.Background(), src, scan, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := map[luminos.Path]string{}
	for _, f := range r.Files {
		got[f.Path] = f.License
	}
	want := map[luminos.Path]string{"LICENSE": "MIT", "a/LICENSE": "MIT", "b/COPYING": "", "c/LICENSE.BSD": "BSD-2-Clause"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if c := r.Files[0].Coverage; c < 90 {
		t.Errorf("coverage of a whole text is %d", c)
	}
}

func TestRandomBytesAreAProblem(t *testing.T) {
	dir := t.TempDir()
	b := make([]byte, 1<<20)
	rand.Read(b)
	if err := os.WriteFile(filepath.Join(dir, "LICENSE"), b, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "COPYING"), []byte(strings.Repeat("license or ", 100_000)), 0o644); err != nil {
		t.Fatal(err)
	}
	src, scan := open(t, dir)
	r, err := Read(context.Background(), src, scan, root(strings.Repeat("(", 10_000)))
	if err != nil {
		t.Fatal(err)
	}
	if r.License != "" || len(r.Problems) != 1 || r.Problems[0].Path != "LICENSE" {
		t.Errorf("licence %q, problems %v", r.License, r.Problems)
	}
}

func TestNormalise(t *testing.T) {
	for in, want := range map[string]string{
		"mit": "MIT", " MIT ": "MIT", "MIT License": "MIT", "Apache 2.0": "Apache-2.0", "apache-2.0": "Apache-2.0", "BSD-3-Clause": "BSD-3-Clause", "New BSD": "BSD-3-Clause",
		"GPLv3+": "GPL-3.0-or-later", "GPL-2.0+": "GPL-2.0-or-later", "LGPL-2.1-only": "LGPL-2.1-only", "GNU General Public License v2 or later (GPLv2+)": "GPL-2.0-or-later",
		"GNU Lesser General Public License v3": "LGPL-3.0", "MIT or apache-2.0": "MIT OR Apache-2.0", "MIT/Apache-2.0": "MIT OR Apache-2.0",
		"(MIT AND (Apache-2.0 OR ISC))": "MIT AND (Apache-2.0 OR ISC)", "SEE LICENSE IN LICENSE.md": "", "": "", "UNLICENSED": "Proprietary", "Unlicense": "Unlicense",
		"GPL-2.0-only WITH Classpath-exception-2.0": "GPL-2.0-only WITH Classpath-exception-2.0", "LicenseRef-Acme": "LicenseRef-Acme", "BSL-1.0": "BSL-1.0", "MPL 2.0": "MPL-2.0",
		"MIT OR": "MIT", "https://x.org/LICENSE": "https://x.org/LICENSE", "CC BY-NC-SA 4.0": "CC-BY-NC-SA-4.0",
	} {
		if got := normalise(in); got != want {
			t.Errorf("normalise(%q) = %q, want %q", in, got, want)
		}
	}
}
