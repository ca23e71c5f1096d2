package license

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"luminos"

	"github.com/google/go-cmp/cmp"
)

func TestExpression(t *testing.T) {
	words := func(n int) string { return strings.Repeat("MIT OR ", n/2) + "ISC" } // n words, if n is odd
	for in, want := range map[string]string{
		"mit": "MIT", "mit and isc": "MIT AND ISC", "(mit)": "MIT", "((MIT))": "(MIT)", "(MIT) OR (ISC)": "(MIT) OR (ISC)",
		"(MIT OR ISC) AND 0BSD": "(MIT OR ISC) AND 0BSD", "0BSD AND (MIT OR ISC)": "0BSD AND (MIT OR ISC)",
		"GPL-2.0+": "GPL-2.0-or-later", "gpl-2.0-ONLY": "GPL-2.0-only", "Apache-2.0+": "Apache-2.0+", "MIT with x-exception": "MIT WITH x-exception",
		"LicenseRef-My": "LicenseRef-My", words(39): words(39),
		"": "", "()": "", "(": "", "MIT (": "", "MIT)": "", "(MIT": "", "MIT (ISC)": "", "(MIT OR)": "", "OR MIT": "", "MIT OR": "", "MIT OR OR ISC": "",
		"MIT ISC": "", "Nonesuch": "", "Nonesuch+": "", "MIT WITH": "", ") MIT (": "", words(41): "", "CommonsClause": "", "LicenseRef-A LicenseRef-B": "",
	} {
		got, ok := expression(in)
		if got != want || ok != (want != "") {
			t.Errorf("expression(%q) = %q, %v, want %q", in, got, ok, want)
		}
	}
}

func TestNormaliseBounds(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{strings.Repeat("x", nameLimit), strings.Repeat("x", nameLimit)},
		{strings.Repeat("x", nameLimit+1), ""},
		{"MIT OR " + strings.Repeat(" ", 300) + "ISC", "MIT OR ISC"},
		{`"MIT"`, "MIT"}, {"file: LICENSE", ""}, {"see licence in x", ""}, {"License :: Other/Proprietary License", proprietary},
		{"MIT/X11", "MIT"},
		{"proprietary", proprietary}, {"MIT/X11/ISC/Zlib", "MIT OR X11 OR ISC OR Zlib"}, {"a/b/c/d/e", "a/b/c/d/e"}, {"MIT, ISC", "MIT, ISC"},
		{"MIT/X11/ISC/Zlib/0BSD", "MIT/X11/ISC/Zlib/0BSD"},
	} {
		if got := normalise(c.in); got != c.want {
			t.Errorf("normalise(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestSetsOfLicences(t *testing.T) {
	if got := ids("(MIT OR ISC) AND GPL-2.0 WITH x AND MIT"); !slices.Equal(got, []string{"MIT", "ISC", "GPL-2.0"}) {
		t.Errorf("ids %q", got)
	}
	if got := ids(""); got != nil {
		t.Errorf("ids of nothing: %q", got)
	}
	for _, c := range []struct {
		outer, inner string
		want         bool
	}{
		{"MIT OR ISC", "MIT", true}, {"MIT", "MIT OR ISC", false}, {"GPL-3.0-or-later", "GPL-3.0", true}, {"GPL-3.0-only", "GPL-3.0+", true},
		{"GFDL-1.3-only", "GFDL-1.3", true}, {"X-only", "X", false}, {"MIT", "", true},
	} {
		if got := covers(c.outer, c.inner); got != c.want {
			t.Errorf("covers(%q, %q) = %v", c.outer, c.inner, got)
		}
	}
	if got := join([]string{"ISC", "MIT AND X", "0BSD OR Y", "ISC"}, "OR"); got != "(0BSD OR Y) OR ISC OR (MIT AND X)" {
		t.Errorf("joined %q", got)
	}
	if got := join([]string{"A OR B", "A OR B"}, "AND"); got != "A OR B" {
		t.Errorf("joined %q, want one expression without parentheses", got)
	}
	for list, want := range map[string]string{
		"GPL-3.0 LGPL-3.0": "LGPL-3.0", "LGPL-2.1 GPL-2.0": "LGPL-2.1 GPL-2.0", "GPL GPL-3.0": "GPL-3.0", "LGPL-2.1 GPL-3.0": "LGPL-2.1 GPL-3.0",
		"LGPL-3.0 MIT": "LGPL-3.0 MIT",
		"GPL-3.0 LGPL-3.0 LGPL-3.0-or-later Proprietary": "LGPL-3.0-or-later Proprietary",
		"GPL-3.0": "GPL-3.0", "MIT ISC": "MIT ISC",
	} {
		if got := strings.Join(withoutText(strings.Fields(list)), " "); got != want {
			t.Errorf("withoutText(%q) = %q, want %q", list, got, want)
		}
	}
}

// Names of licences in prose, with the text around them that decides on the version.
func TestNamesInProse(t *testing.T) {
	for in, want := range map[string]string{
		"MIT": "MIT", "the Expat license": "MIT", "MIT-0": "MIT-0",
		"MIT-CMU License": "MIT-CMU", "MIT No Attribution": "MIT-0", "ISC": "ISC", "WTFPL": "WTFPL", "PSF": "PSF-2.0",
		"Functional Source License, MIT Future License": "FSL-1.1-MIT", "FSL with ALv2 later": "FSL-1.1-ALv2 Apache-2.0", "the FSL": "",
		"Functional Source License, Apache future license": "FSL-1.1-ALv2", "FSL" + strings.Repeat(" ", 60) + "MIT": "MIT",
		"Business Source License": "BUSL-1.1", "BUSL": "BUSL-1.1", "ELv2": "Elastic-2.0", "Elastic License 2": "Elastic-2.0", "Elastic License": "",
		"Redis Source Available License": "RSALv2", "RSALv2": "RSALv2", "SSPLv1": "SSPL-1.0", "Server Side Public License": "SSPL-1.0",
		"Commons Clause": "Commons-Clause", "Sustainable Use License": "Sustainable Use License",
		"PolyForm Small-Business": "PolyForm-Small-Business-1.0.0", "polyform noncommercial": "PolyForm-Noncommercial-1.0.0", "PolyForm": "",
		"GNU AGPL v3 only": "AGPL-3.0-only", "AGPLv3+": "AGPL-3.0-or-later", "Affero": "AGPL-3.0", "AGPL version 9": "",
		"LGPL 2.1 or any later version": "LGPL-2.1-or-later", "LGPL": "", "GNU Library General Public License v2": "LGPL-2.0",
		"GPL v2 only": "GPL-2.0-only", "GPL-2": "GPL-2.0", "GPL version 3 or (at your option) any later version": "GPL-3.0-or-later",
		"GNU General Public License as published by the Free Software Foundation; either version 2, or later": "GPL-2.0-or-later",
		"GPLv3.": "GPL-3.0", "GPL 3.0.": "GPL-3.0", "GPL, version 3.0.1": "", "GNU General Public License": "", "GFDL 1.3 or newer": "GFDL-1.3-or-later",
		"Apache License": "Apache-2.0", "Apache 2.0": "Apache-2.0", "Apache Software License 1.1": "Apache-1.1", "Apache Kafka": "", "ALv2": "Apache-2.0",
		"Version 2.0 of the Apache License": "Apache-2.0", "Apache Software Foundation": "", "ASL 2.0": "Apache-2.0",
		"MPL": "MPL-2.0", "Mozilla Public License 1.1": "MPL-1.1", "EPL 1.0": "EPL-1.0", "Eclipse Public License - v 2": "EPL-2.0", "EPL": "",
		"EUPL": "EUPL-1.2", "EUPL 1.1": "EUPL-1.1", "Zero-Clause BSD": "0BSD", "BSD Zero Clause": "0BSD", "new BSD": "BSD-3-Clause", "BSD (3-Clause)": "BSD-3-Clause",
		"BSD, revised": "BSD-3-Clause", "BSD3": "BSD-3-Clause", "FreeBSD": "BSD-2-Clause", "two-clause BSD": "BSD-2-Clause", "BSD-2-Clause": "BSD-2-Clause", "BSD": "",
		"CC0": "CC0-1.0", "Creative Commons Zero": "CC0-1.0", "CC-BY 4.0": "CC-BY-4.0", "CC BY-SA 3.0": "CC-BY-SA-3.0", "CC BY-NC-ND 2.5": "CC-BY-NC-ND-2.5",
		"Creative Commons Attribution-NonCommercial 4.0": "CC-BY-NC-4.0", "Creative Commons 4.0": "", "CC BY": "", "Creative Commons Attribution": "",
		"Creative Commons Attribution, no derivatives, share alike 1.0": "CC-BY-ND-SA-1.0", "CC BY 7.0": "",
		"Attribution-ShareAlike 4.0": "CC-BY-SA-4.0", "Attribution 3.0": "CC-BY-3.0", "Attribution is due": "", "Attribution 5.0": "",
		"PDDL": "PDDL-1.0", "Boost Software License": "BSL-1.0", "The Unlicense": "Unlicense", "the zlib license": "Zlib", "links to zlib": "", "zlib 1": "Zlib",
		"Python Software Foundation License": "PSF-2.0", "Artistic License 2.0": "Artistic-2.0", "Artistic License 1": "Artistic-1.0", "PostgreSQL License": "PostgreSQL",
		"OFL": "OFL-1.1", "SIL Open Font License": "OFL-1.1", "ODbL": "ODbL-1.0", "Open Government Licence v3.0": "OGL-UK-3.0", "Open Data Commons Open Database License": "ODbL-1.0",
		"BSL-1.0": "BSL-1.0", "NCSA-1.0": "", "MIT, Apache 2.0 and MIT": "MIT Apache-2.0", "GPLv3, that is GPL-3.0-or-later": "GPL-3.0-or-later",
		"GPL-3.0-or-later, GPLv3": "GPL-3.0-or-later", "ISC MIT": "ISC MIT",
		strings.Repeat(" ", 4093) + "MIT": "MIT", strings.Repeat(" ", 4094) + "MIT": "",
	} {
		var got []string
		for _, n := range namesIn(in) {
			if n.id != "" && (n.start < 0 || n.end <= n.start || n.end > len(in)) {
				t.Errorf("%q: bounds of %v", in, n)
			}
			got = append(got, n.id)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("namesIn(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestPurposeOfNames(t *testing.T) {
	for p, want := range map[luminos.Path]purpose{
		"LICENSE": text, "license.md": text, "LICENCE.txt": text, "COPYING": text, "COPYING.LESSER": text, "copying-v2": text, "UNLICENSE": text, "LICENSE.MIT": text,
		"LICENSE_APACHE-2.0": text, "a/LICENSE.html": text, "my-license.txt": text, "LICENSE-0BSD": text,
		"LICENSE-docs": content, "LICENSE-BUILDTOOLS": thirdParty,
		"docs-license.md": text, "licenses-of-fonts.txt": content, "LICENSE.data": content,
		"THIRD_PARTY_LICENSES": thirdParty, "license-report.html": thirdParty, "vendor-licenses.txt": thirdParty,
		"x.spdx": tags, "COPYRIGHT": copyright, "copyrights.txt": copyright, "LICENSES/MIT.txt": reuse, "LICENSES/MIT.md": notLicense, "a/LICENSES/x.txt": notLicense,
		"photo.png.license": notLicense, "LICENSE.license": text, "license.go": notLicense, "LICENSE.png": notLicense, "main.c": notLicense,
		"how-to-license-your-work.md": notLicense, "a-b-c-license.md": text, "README.md": notLicense, "licensed.txt": notLicense,
		luminos.Path("LICENSE" + strings.Repeat("-x", 46) + "1"): notLicense,
	} {
		if got := purposeOf(&luminos.File{Path: p, Size: 1}); got != want {
			t.Errorf("purposeOf(%q) = %v, want %v", p, got, want)
		}
	}
	for name, f := range map[string]luminos.File{
		"empty": {Path: "LICENSE"}, "link": {Path: "LICENSE", Size: 1, Kind: luminos.KindSymlink}, "source": {Path: "LICENSE", Size: 1, Category: luminos.CategorySource},
	} {
		if got := purposeOf(&f); got != notLicense {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// The licence of a tree, with the lines that show it.
func TestEvidence(t *testing.T) {
	declared := func(license string, role luminos.ManifestRole, paths ...luminos.Path) (list []Declared) {
		for _, p := range paths {
			list = append(list, Declared{Path: p, License: license, Role: role, Evidence: []luminos.Evidence{{Path: p, Lines: &luminos.LineRange{First: 1, Last: 1}}}})
		}
		return list
	}
	for _, c := range []struct {
		name, tree string
		declared   []Declared
		want       string
	}{
		{"a tag on line 40", "-- LICENSE --\n" + strings.Repeat("x\n", 39) + "SPDX-License-Identifier: NCSA */\n", nil, "NCSA LICENSE:40-40"},
		{"a tag on line 41", "-- LICENSE --\n" + strings.Repeat("x\n", 40) + "SPDX-License-Identifier: NCSA\n", nil, ""},
		{"a tag on a long line", "-- LICENSE --\n" + strings.Repeat("x", 1000) + "SPDX-License-Identifier: NCSA\n", nil, ""},
		{"a tag with an unknown name", "-- LICENSE --\nSPDX-License-Identifier: nope\nMIT License\n", nil, "MIT LICENSE:2-2"},
		{"a list of a gem beside one text", "-- LICENSE --\nMIT License\n",
			[]Declared{{Path: "a.gemspec", License: "MIT OR ISC", Role: "root"}}, "MIT AND ISC LICENSE:1-1"},
		{"a list of a gem beside both texts", "-- LICENSE-MIT --\nMIT License\n-- LICENSE-ISC --\nISC License\n",
			[]Declared{{Path: "a.gemspec", License: "MIT OR ISC", Role: "root"}}, "MIT OR ISC LICENSE-ISC:1-1 LICENSE-MIT:1-1"},
		{"the version of a copy", "-- COPYING --\nUnder the terms of the GFDL, version 1.1 or any later version.\n\n" +
			"A copy of the GFDL (currently version 1.2) is in /x.\n", nil, "GFDL-1.1-or-later COPYING:1-1"},
		{"a title of a changed text", "-- LICENSE --\n  Modified MIT License\n\n@MIT\n", nil, "Modified MIT License LICENSE:1-1"},
		{"a title alone", "-- LICENSE --\n# The ISC License\n", nil, "ISC LICENSE:1-1"},
		{"a title that is a sentence", "-- LICENSE --\nThis license is mine.\n", nil, ""},
		{"a title without a name", "-- LICENSE --\nThe Software License Agreement\n", nil, ""},
		{"a title of a licence of its own after a ruler", "-- LICENSE --\n=====\nAcme Licence\n", nil, "Acme Licence LICENSE:2-2"},
		{"a title of 81 bytes", "-- LICENSE --\nA" + strings.Repeat("x", 72) + " License\n", nil, ""},
		{"a title of 80 bytes", "-- LICENSE --\nA" + strings.Repeat("x", 71) + " License\n", nil, "A" + strings.Repeat("x", 71) + " License LICENSE:1-1"},
		{"rights are reserved", "-- LICENSE --\nAcme\n\nAll Rights Reserved.\n", nil, "Proprietary LICENSE:3-3"},
		{"rights are reserved and granted", "-- LICENSE --\nAll rights reserved.\nUse is permitted; permission to use it is hereby granted.\n", nil, ""},
		{"prose", "-- COPYING --\nWords.\nThis is under the terms of the GPL,\nversion 2 only, no later one.\n", nil, "GPL-2.0-only COPYING:1-3"},
		{"a long text is not searched for names", "-- COPYING --\nWords.\n" + strings.Repeat("x\n", 3000) + "under the ISC\n", nil, ""},
		{"two files show two lines at most each", "-- LICENSE-MIT --\nMIT License\n-- LICENSE-ISC --\nISC License\n", nil, "ISC OR MIT LICENSE-ISC:1-1 LICENSE-MIT:1-1"},
		{"a copyright file in Debian's form", "-- copyright --\nFormat: https://x/copyright-format/1.0/\n\nFiles: *\n" +
			"License: GPL-2\n\nFiles: a/*\nLicense: MIT\n text\n", nil, "GPL-2.0 copyright:4-4"},
		{"a copyright file beside a text", "-- COPYRIGHT --\nUnder the ISC license.\n-- LICENSE --\nMIT License\n", nil, "MIT LICENSE:1-1"},
		{"a copyright file alone", "-- COPYRIGHT --\nUnder the ISC license.\n", nil, "ISC COPYRIGHT:1-1"},
		{"a copyright file that allows later versions", "-- LICENSE --\nGPL 3 License\n-- COPYRIGHT --\nUnder the GPL 3 or later.\n", nil, "GPL-3.0-or-later LICENSE:1-1 COPYRIGHT:1-1"},
		{"a copyright file after a licence of a part", "-- COPYING --\nGPL 3 License\n-- COPYRIGHT --\nUnder the GPL 3 or later.\n-- A/COPYRIGHT --\nUnder the GPL 3 only.\n", nil, "GPL-3.0-or-later COPYING:1-1 COPYRIGHT:1-1"},
		{"a copyright file that does not", "-- LICENSE --\nGPL 3 License\n-- COPYRIGHT --\nUnder the GPL 3 only.\n", nil, "GPL-3.0-only LICENSE:1-1 COPYRIGHT:1-1"},
		{"a copyright file of another version", "-- LICENSE --\nGPL 3 License\n-- COPYRIGHT --\nUnder the GPL 2 only.\n", nil, "GPL-3.0 LICENSE:1-1"},
		{"REUSE with a text that is not known", "-- LICENSES/LicenseRef-X.txt --\nDo it.\nAlways.\n", nil, "LicenseRef-X LICENSES/LicenseRef-X.txt:1-1"},
		{"REUSE with two texts", "-- LICENSES/A.txt --\nx\n-- LICENSES/B.txt --\nx\n", nil, ""},
		{"an SPDX document", "-- a.spdx --\nPackageLicenseDeclared: NONE\nPackageLicenseDeclared: NOASSERTION\nPackageLicenseDeclared: MIT\nPackageLicenseDeclared: mit\nPackageLicenseDeclared: ISC\n", nil, "ISC OR MIT a.spdx:3-3 a.spdx:5-5"},
		{"members that agree", "-- a --\nx\n", declared("mit", luminos.ManifestMember, "a/p", "b/p"), "MIT a/p:1-1"},
		{"nested packages", "-- a --\nx\n", declared("ISC", luminos.ManifestNested, "a/p"), "ISC a/p:1-1"},
		{"examples", "-- a --\nx\n", declared("ISC", luminos.ManifestExample, "a/p"), ""},
		{"packages that differ", "-- a --\nx\n", append(declared("ISC", luminos.ManifestNested, "a/p"), declared("MIT", luminos.ManifestNested, "b/p", "c/p")...), ""},
		{"the first manifest at the root that fits", "-- LICENSE --\nMIT License\n", append(declared("ISC", luminos.ManifestRoot, "a"), declared("MIT OR ISC", luminos.ManifestRoot, "b", "c")...), "MIT OR ISC LICENSE:1-1 b:1-1"},
		{"a manifest that is nested in role only", "-- a --\nx\n", append(declared("see license", luminos.ManifestRoot, "a"), declared("0BSD", luminos.ManifestNested, "b")...), "0BSD b:1-1"},
		{"a README of one section", "-- README.md --\n# X\n\n## License\n\nWords,\nand the ISC one.\n\n## More\nMIT License\n", nil, "ISC README.md:6-6"},
		{"a README with a ruler below the heading", "-- README.txt --\nX\n===\nLicense\n-------\nISC\n", nil, "ISC README.txt:5-5"},
		{"a README with an empty section and a sentence", "-- README.md --\n## License\n## More\nReleased under the ISC license.\n", nil, "ISC README.md:3-3"},
		{"a README with a colon after the heading", "-- README.rdoc --\n== LICENSE:\n\n(The MIT License)\n", nil, "MIT README.rdoc:3-3"},
		{"sources that allow later versions", "-- LICENSE --\nGPL 3 License\n-- a.go --\n// SPDX-License-Identifier: GPL-3.0-or-later\n-- b.c --\n" +
			"/* under the terms of the GNU General Public License as published by\n * the Free Software Foundation; either version 3 of the\n" +
			" * License, or (at your option) any later version. */\n", nil, "GPL-3.0-or-later LICENSE:1-1 a.go:1-1"},
		{"sources that say it in few words", "-- LICENSE --\nGPL 3 License\n-- a.js --\n" +
			"/*\n|*|\n|*| Released under the GNU Public License, version 3 or later.\n*/\n", nil,
			"GPL-3.0-or-later LICENSE:1-1 a.js:3-3"},
		{"sources that name the licence in brackets", "-- LICENSE --\nGPL 2 License\n-- a.c --\n" +
			"/* the GNU General Public License (\"GPL\") version 2 or any later version */\n", nil,
			"GPL-2.0-or-later LICENSE:1-1 a.c:1-1"},
		{"sources with the short name", "-- LICENSE --\nGPL 2 License\n-- a.c --\n" +
			"/*\nReleased under the GNU GPLv2+, see the COPYING file\n*/\n", nil, "GPL-2.0-or-later LICENSE:1-1 a.c:2-2"},
		{"sources for later use", "-- LICENSE --\nGPL 3 License\n-- a.c --\n" +
			"/* the GNU General Public License v3, for later */\n", nil, "GPL-3.0 LICENSE:1-1"},
		{"sources of parts under another licence", "-- COPYING --\nLGPL 2.1 License\n-- a.c --\n" +
			"/* under the GNU LGPL 2.1+ */\n-- b.c --\n/* under the GNU GPL 3 */\n", nil,
			"LGPL-2.1-or-later COPYING:1-1 a.c:1-1"},
		{"sources that differ", "-- LICENSE --\nGPL 3 License\n-- a.go --\n// SPDX-License-Identifier: GPL-3.0-or-later\n-- b.go --\n" +
			"// SPDX-License-Identifier: GPL-3.0-only\n", nil, "GPL-3.0 LICENSE:1-1"},
		{"a README in a directory", "-- a/README.md --\n## License\nISC\n", nil, ""},
		{"the name of a heading of another file", "-- READMENOT.md --\n## License\nISC\n", nil, ""},
		{"a section whose licence is on its last line that counts", "-- README.md --\n## License\n" + strings.Repeat("\n", 13) + "ISC\n", nil, "ISC README.md:15-15"},
		{"a section whose licence comes too late", "-- README.md --\n## License\n" + strings.Repeat("\n", 14) + "ISC\n", nil, ""},
		{"a long line is no heading", "-- README.md --\n## License" + strings.Repeat(" ", 200) + "\nISC\n", nil, ""},
		{"a heading of 200 bytes", "-- README.md --\n## License" + strings.Repeat(" ", 190) + "\nISC\n", nil, "ISC README.md:2-2"},
		{"the last sentence that is tried", "-- README.md --\n" + strings.Repeat("published under a tree\n", maxTried-1) + "licensed under ISC\n", nil, "ISC README.md:100-100"},
		{"sentences after it", "-- README.md --\n" + strings.Repeat("published under a tree.\n", maxTried) +
			"licensed under ISC\n", nil, ""},
		{"a sentence over two lines", "-- README.markdown --\nAll are dual licensed, under both\n" +
			"the GPL (v2 or higher) and the BSD 3-clause license\n(below).\n-- README.md --\nreleased under ISC\n",
			nil, "BSD-3-Clause OR GPL-2.0-or-later README.markdown:2-2"},
		{"a name in the next sentence", "-- README.md --\nIt is licensed under terms. It uses\na part under ISC\n", nil, ""},
		{"a line of 4000 bytes", "-- README.md --\nlicensed under ISC" + strings.Repeat(" ", maxLine-18) + "\n", nil, "ISC README.md:1-1"},
		{"a line of 4001 bytes", "-- README.md --\nlicensed under ISC" + strings.Repeat(" ", maxLine-17) + "\n", nil, ""},
		{"a section ends with a long line", "-- README.md --\n## License\n" + strings.Repeat("x", maxLine+1) + "\nISC\n", nil, ""},
		{"a section of many bytes", "-- README.md --\n## License\n" + strings.Repeat("x", 2100) + "\n" + strings.Repeat("x", 2100) + "\nISC\n", nil, ""},
		{"a section of fewer", "-- README.md --\n## License\n" + strings.Repeat("x", 2000) + "\n" + strings.Repeat("x", 2000) + "\nISC\n", nil, "ISC README.md:4-4"},
		{"a README that denies and a README that states", "-- README --\nno longer MIT licensed\n-- README.md --\nISC\n## License\nISC\n", nil, "ISC README.md:3-3"},
		{"one breath", "-- README.md --\n## License\nMIT" + strings.Repeat(" ", 1) + strings.Repeat("x", 27) + " ISC\n", nil, "ISC AND MIT README.md:2-2"},
		{"another breath", "-- README.md --\n## License\nMIT" + strings.Repeat(" ", 1) + strings.Repeat("x", 28) + " ISC\n", nil, "MIT README.md:2-2"},
		{"a choice before", "-- README.md --\n## License\nEither MIT,\nas you like, xxxxxxxxxxxxxxxxxxxxxxx, ISC\n", nil, "ISC OR MIT README.md:2-2 README.md:3-3"},
		{"a choice between", "-- README.md --\n## License\nMIT or ISC\n", nil, "ISC OR MIT README.md:2-2"},
		{"later versions are no choice", "-- README.md --\n## License\nX is under [GPL 2](a) or any later version,\nthe headers " +
			"under [ISC](b).\n", nil, "GPL-2.0-or-later AND ISC README.md:2-2 README.md:3-3"},
		{"licences of parts", "-- LICENSE --\nWords on X.\n\nThe GPL version 2 was for all of it. Some parts are old or used " +
			"elsewhere.\nSo the LGPL 2.1 is for the headers, and the rest stays.\n", nil,
			"GPL-2.0 AND LGPL-2.1 LICENSE:3-3 LICENSE:4-4"},
		{"a part for each", "-- README.md --\n## License\nThe images are under CC BY 4.0, the scripts are under MIT.\n", nil, "CC-BY-4.0 AND MIT README.md:2-2"},
		{"a part for one", "-- README.md --\n## License\nThe images are under CC BY 4.0, all other things that are here are under MIT.\n", nil, "CC-BY-4.0 README.md:2-2"},
		{"three that apply to parts", "-- LICENSE.txt --\nUse it for work or play.\n\n" +
			"The CC BY 4.0 license applies to icons.\nThe OFL 1.1 license applies to fonts.\nThe MIT license applies to other files.\n", nil,
			"CC-BY-4.0 AND MIT AND OFL-1.1 LICENSE.txt:3-3 LICENSE.txt:4-4"},
		{"five names", "-- README.md --\n## License\nMIT, ISC, WTFPL, CC0, PDDL\n", nil, ""},
		{"six places at most", "-- LICENSE-A --\nMIT License\n-- LICENSE-B --\nISC License\n-- LICENSE-C --\nZlib License\n-- LICENSE-D --\nOFL License\n-- LICENSE-E --\nPDDL License\n-- LICENSE-F --\nCC0 License\n-- LICENSE-G --\nWTFPL License\n", nil,
			"CC0-1.0 AND ISC AND MIT AND OFL-1.1 AND PDDL-1.0 AND WTFPL AND Zlib LICENSE-A:1-1 LICENSE-B:1-1 LICENSE-C:1-1 LICENSE-D:1-1 LICENSE-E:1-1 LICENSE-F:1-1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			src, scan := tree(t, c.tree)
			r, err := Read(t.Context(), src, scan, c.declared)
			if err != nil {
				t.Fatal(err)
			}
			got := r.License
			for _, e := range r.Evidence {
				got += fmt.Sprintf(" %s:%d-%d", e.Path, e.Lines.First, e.Lines.Last)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// unreadable is a source that returns an error for every text but the ones of a list.
type unreadable struct {
	luminos.Source
	except []luminos.Path
}

func (s unreadable) Text(ctx context.Context, p luminos.Path, limit int) (luminos.Text, error) {
	if slices.Contains(s.except, p) {
		return s.Source.Text(ctx, p, limit)
	}
	return luminos.Text{}, errors.New("denied")
}

func TestUnreadableFilesAreProblems(t *testing.T) {
	src, scan := tree(t, "-- COPYING --\nISC License\n-- LICENSE --\nMIT License\n-- README.md --\n## License\nx\n")
	r, err := Read(t.Context(), unreadable{src, []luminos.Path{"LICENSE"}}, scan, nil)
	if err != nil || r.License != "MIT" || len(r.Files) != 1 || len(r.Problems) != 1 || r.Problems[0].Path != "COPYING" {
		t.Errorf("result %+v, error %v: want MIT, and COPYING as a problem", r, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Read(ctx, src, scan, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error after cancellation: %v", err)
	}
}

// At most maxFiles licence files below the root are read.
func TestNumberOfFilesIsBounded(t *testing.T) {
	src, _ := tree(t, "-- a --\nx\n")
	scan := &luminos.Scan{}
	for i := range maxFiles + 2 {
		scan.Files = append(scan.Files, luminos.File{Path: luminos.Path(fmt.Sprintf("d%04d/LICENSE", i)), Size: 1})
	}
	scan.Files = append(scan.Files, luminos.File{Path: "LICENSE", Size: 1})
	r, err := Read(t.Context(), src, scan, nil)
	if err != nil || len(r.Problems) != maxFiles+2 || !strings.HasPrefix(r.Problems[0].Reason, "2 more licence files") {
		t.Errorf("%d problems, first %v, error %v: want one for each file read, the root among them, and one for two files", len(r.Problems), r.Problems[0], err)
	}
}

func TestJoinedTexts(t *testing.T) {
	long := strings.Repeat("x", 40)
	parts := func(ids ...string) (list []part) {
		for i, id := range ids {
			list = append(list, part{id: id, start: 100 + 100*i, end: 150 + 100*i})
		}
		return list
	}
	write := func(at int, words string) string {
		s := strings.Repeat(long, 30)
		return s[:at] + words + s[at+len(words):]
	}
	for _, c := range []struct {
		text string
		ids  []string
		want string
	}{
		{write(0, ""), []string{"MIT", "MIT"}, "MIT"},
		{write(0, ""), []string{"MIT", "ISC"}, "ISC AND MIT"},
		{write(20, " either "), []string{"MIT", "ISC"}, "ISC OR MIT"},
		{write(155, " at your option "), []string{"MIT", "ISC"}, "ISC OR MIT"},
		{write(155, " third-party "), []string{"MIT", "ISC"}, "MIT"},
		{write(155, " derived in part from Y "), []string{"MIT", "ISC"}, "MIT"},
		{write(260, " either "), []string{"MIT", "ISC"}, "ISC AND MIT"},
		{write(20, " third-party "), []string{"MIT", "ISC"}, "ISC AND MIT"},
		{write(155, " third-party "), []string{"MIT", "Commons-Clause"}, "Commons-Clause AND MIT"},
		{write(0, ""), []string{"MIT", "ISC", "0BSD", "Zlib"}, "0BSD AND ISC AND MIT AND Zlib"},
		{write(0, ""), []string{"MIT", "ISC", "0BSD", "Zlib", "X11"}, "MIT"},
		{write(0, ""), []string{"GPL-3.0", "LGPL-3.0"}, "LGPL-3.0"},
	} {
		if got := combine(c.text, parts(c.ids...)); got != c.want {
			t.Errorf("combine of %q = %q, want %q", c.ids, got, c.want)
		}
	}
	if got := combine(" either "+long, []part{{"MIT", 20, 40}, {"ISC", 30, 48}}); got != "ISC OR MIT" {
		t.Errorf("parts that overlap: %q", got)
	}
}

func TestNestedNoticesAreNoLicence(t *testing.T) {
	for _, c := range []struct {
		before int // lines
		want   string
	}{{10, "MIT"}, {5000, ""}} {
		src, scan := tree(t, "-- a/LICENSE --\n"+strings.Repeat("words\n", c.before)+"@mit\n")
		r, err := Read(t.Context(), src, scan, nil)
		if err != nil || len(r.Files) != 1 || r.Files[0].License != c.want {
			t.Errorf("a licence after %d lines: files %v, error %v, want %q", c.before, r.Files, err, c.want)
		}
	}
}

// A notice before the text of a GNU licence allows later versions. A future licence does not count beside the licence
// that turns into it.
func TestMergedParts(t *testing.T) {
	for _, c := range []struct {
		titled, known []part
		want          string
		later         bool
	}{
		{nil, []part{{"GPL-3.0-or-later", 0, 10}, {"GPL-3.0", 20, 90}}, "GPL-3.0-or-later", true},
		{nil, []part{{"GPL-3.0", 0, 80}, {"GPL-3.0-or-later", 85, 90}}, "GPL-3.0", false},
		{nil, []part{{"GPL-3.0-only", 0, 10}, {"GPL-3.0", 20, 90}}, "GPL-3.0-only", false},
		{nil, []part{{"ISC", 20, 30}, {"MIT", 0, 10}}, "MIT ISC", false},
		{[]part{{"FSL-1.1-MIT", 10, 20}}, []part{{"MIT", 30, 90}, {"ISC", 0, 5}}, "ISC FSL-1.1-MIT", false},
		{[]part{{"BUSL-1.1", 10, 20}}, []part{{"MIT", 10, 90}}, "BUSL-1.1", false},
		{[]part{{"SSPL-1.0", 10, 20}}, []part{{"SSPL-1.0", 30, 90}, {"MIT", 95, 99}}, "SSPL-1.0 MIT", false},
	} {
		parts, later := merge(c.titled, c.known)
		var got []string
		for _, p := range parts {
			got = append(got, p.id)
		}
		if strings.Join(got, " ") != c.want || later != c.later {
			t.Errorf("merge(%v, %v) = %q, %v, want %q, %v", c.titled, c.known, got, later, c.want, c.later)
		}
	}
}

func TestTitledParts(t *testing.T) {
	const title = "Elastic License 2.0\n"
	for _, c := range []struct {
		text, want string
	}{
		{title, "Elastic-2.0 0-20"}, {"\n# The " + title, "Elastic-2.0 1-27"}, {"xx " + title, ""}, {"x" + title, ""}, {"See the " + title, ""}, {"MIT License\n", ""},
		{strings.Repeat("x\n", 11) + title, "Elastic-2.0 22-42"}, {strings.Repeat("x\n", 12) + title, ""}, {strings.Repeat("x\n", 12) + "# " + title, "Elastic-2.0 24-46"},
		{strings.Repeat("x\n", 12) + title + "---\n", "Elastic-2.0 24-44"}, {strings.Repeat("x\n", 12) + title + "--\n", ""}, {title + title, "Elastic-2.0 0-20"},
		{title[:19] + strings.Repeat(" ", 141) + "\n", "Elastic-2.0 0-161"}, {title[:19] + strings.Repeat(" ", 142) + "\n", ""},
		{title + "SSPLv1\n", "Elastic-2.0 0-20 SSPL-1.0 20-27"},
	} {
		var got []string
		for _, p := range titledParts(luminos.Text{Content: c.text}) {
			got = append(got, fmt.Sprintf("%s %d-%d", p.id, p.start, p.end))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("titledParts(%.60q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestCitedLinesOfParts(t *testing.T) {
	lines := func(n int, text string) string { return strings.Repeat("x\n", n) + text }
	for _, c := range []struct {
		text        string
		start       int // line of the part
		first, last int
	}{
		{"The MIT License\n" + lines(6, "Permission\n"), 7, 1, 1}, {"The MIT License\n" + lines(7, "Permission\n"), 8, 1, 1}, {"a license\n" + lines(3, "Permission\n"), 5, 5, 5},
		{lines(9, "# License\nPermission\n"), 11, 10, 10}, {lines(3, "y\ny\nredistribution\n"), 4, 6, 6}, {lines(3, lines(11, "permission\n")), 4, 4, 5}, {"x\n", 1, 1, 1},
		{lines(3, lines(10, "permission\n")), 4, 14, 14}, {lines(58, "y\ny\n"), 59, 1, 1}, {lines(59, "y\ny\n"), 60, 60, 61}, {lines(7, "y\ny\n"), 8, 1, 1}, {lines(6, "y\ny\n"), 7, 7, 8},
		{"License " + strings.Repeat("x", 92) + "\n" + lines(2, "GPL\n"), 4, 4, 4}, {"License " + strings.Repeat("x", 91) + "\n" + lines(2, "GPL\n"), 4, 1, 1},
	} {
		text := luminos.Text{Content: c.text}
		start := len(strings.Join(strings.SplitAfter(c.text, "\n")[:c.start-1], ""))
		if got := citePart(text, part{start: start}).Lines; got.First != c.first || got.Last != c.last {
			t.Errorf("%.40q from line %d is cited by lines %d to %d, want %d to %d", c.text, c.start, got.First, got.Last, c.first, c.last)
		}
	}
}
