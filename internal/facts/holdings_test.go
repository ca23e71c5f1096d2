package facts

import (
	"slices"
	"testing"

	"luminos"
	"luminos/internal/facts/folder"
)

// TestHoldings checks which files count as holdings, and under which name.
func TestHoldings(t *testing.T) {
	const document, source = luminos.CategoryDocument, luminos.CategorySource
	file := func(p luminos.Path, c luminos.Category) luminos.File {
		return luminos.File{Path: p, Category: c, Kind: luminos.KindFile}
	}
	for name, c := range map[string]struct {
		facts luminos.Facts
		files []luminos.File
		want  []luminos.Counted
	}{
		"the most frequent first": {luminos.Facts{}, []luminos.File{
			file("a.csv", luminos.CategoryData), file("b.pdf", document), file("c/d.pdf", document),
			file("e.ipynb", source), file("f.py", source), file("g.xhtml", source),
		}, []luminos.Counted{{Name: "PDF", Files: 2}, {Name: "CSV file", Files: 1},
			{Name: "HTML file", Files: 1}, {Name: "notebook", Files: 1}}},
		"sheets of two languages": {luminos.Facts{}, []luminos.File{
			file("a.xsl", document), file("b.xslt", source), file("c.css", source),
		}, []luminos.Counted{{Name: "XSLT file", Files: 2}, {Name: "style sheet", Files: 1}}},
		"a README with others": {luminos.Facts{}, []luminos.File{file("README.md", document), file("a.md", document)},
			[]luminos.Counted{{Name: "Markdown file", Files: 2}}},
		"files without a name": {luminos.Facts{}, []luminos.File{
			file("a.md", document), file("ls.1", document), file("b.fr", document),
			file("c.lang", document), file("d", document),
		}, []luminos.Counted{{Name: ".fr file", Files: 1}, {Name: ".lang file", Files: 1}, {Name: "Markdown file", Files: 1}}},
		"a text of another format": {luminos.Facts{}, []luminos.File{
			{Path: "a.doc", Category: document, Kind: luminos.KindFile, Text: true}, file("b.doc", document),
			{Path: "mk", Language: "Makefile", Kind: luminos.KindFile}, {Path: "to.pdf", Kind: luminos.KindSymlink},
		}, []luminos.Counted{{Name: "Makefile", Files: 1}, {Name: "Word document", Files: 1}}},
		"logs put aside": {luminos.Facts{}, []luminos.File{file("a.log", luminos.CategoryOther),
			file("a.log.1", luminos.CategoryOther), file("a.log.2.gz", luminos.CategoryArchive),
			file("b.log-20260101", luminos.CategoryOther), file("syslog.2.gz", luminos.CategoryArchive),
			file("man3/syslog.3.gz", luminos.CategoryArchive),
			file("log.1", luminos.CategoryOther), file("c.gz", luminos.CategoryArchive)},
			[]luminos.Counted{{Name: "log file", Files: 5}, {Name: "compressed file", Files: 1},
				{Name: "manual page", Files: 1}}},
		"compressed documents": {luminos.Facts{}, []luminos.File{file("man/de/man8/a.8.gz", luminos.CategoryArchive),
			file("man/man3/A::B.3pm.gz", luminos.CategoryArchive), file("man1/x.gz", luminos.CategoryArchive),
			file("doc/a/changelog.Debian.gz", luminos.CategoryArchive), file("doc/a/README.Debian", document)},
			[]luminos.Counted{{Name: "manual page", Files: 2}, {Name: "compressed change log", Files: 1},
				{Name: "compressed file", Files: 1}, {Name: "text file", Files: 1}}},
		"empty files": {luminos.Facts{}, []luminos.File{{Path: "a.bin", MIME: "inode/x-empty", Text: true},
			{Path: "b", MIME: "inode/x-empty", Text: true}, file("c.txt", document),
			{Path: "b.log", MIME: "inode/x-empty", Text: true}, {Path: "a.py", Language: "Python", Category: luminos.CategorySource, MIME: "inode/x-empty", Text: true}},
			[]luminos.Counted{{Name: "empty file", Files: 3}, {Name: "Python file", Files: 1}, {Name: "text file", Files: 1}}},
		"documents of packages": {luminos.Facts{}, []luminos.File{file("doc/a/copyright", document), file("copyright", document),
			file("usr/games/fortunes/bg/x", document), file("usr/games/fortunes/bg/x.dat", luminos.CategoryData),
			file("dictd/j.dict.dz", luminos.CategoryArchive), file("dictd/j.index", luminos.CategoryOther)},
			[]luminos.Counted{{Name: "compressed dictionary", Files: 1}, {Name: "copyright file", Files: 1},
				{Name: "dictionary index", Files: 1}, {Name: "fortune file", Files: 1}, {Name: "fortune index", Files: 1}}},
		"definitions of locales": {luminos.Facts{}, []luminos.File{file("locales/de_DE", luminos.CategoryOther),
			file("locales/sr_RS@latin", luminos.CategoryOther), file("locales/eo", luminos.CategoryOther),
			file("locales/translit_hangul", luminos.CategoryOther),
			file("locales/README", document), file("charmaps/UTF-8.gz", luminos.CategoryArchive)},
			[]luminos.Counted{{Name: "locale definition", Files: 3}, {Name: "charmap", Files: 1},
				{Name: "transliteration", Files: 1}}},
		"texts without an extension": {luminos.Facts{}, []luminos.File{
			{Path: "GPL", Kind: luminos.KindFile, Text: true}, {Path: "GFDL-1.2", Kind: luminos.KindFile, Text: true},
			{Path: "README.txt", Kind: luminos.KindFile, Text: true}, {Path: "a.pdf", Kind: luminos.KindFile},
		}, []luminos.Counted{{Name: "text file", Files: 3}, {Name: "PDF", Files: 1}}},
		"files of systems": {luminos.Facts{}, []luminos.File{
			file("usr/share/terminfo/x/xterm", luminos.CategoryData), file("info/gpg.info-1.gz", luminos.CategoryArchive),
			file("etc/fonts/conf.avail/57-sans.conf", document), file("schemas/org.x.gschema.xml", luminos.CategoryData),
			file("xkb/symbols/de", document), file("locale/de_DE.UTF-8/Compose", document),
		}, []luminos.Counted{{Name: "GSettings schema", Files: 1}, {Name: "Info manual", Files: 1},
			{Name: "X locale file", Files: 1}, {Name: "XKB file", Files: 1}, {Name: "fontconfig file", Files: 1},
			{Name: "terminfo entry", Files: 1}}},
		"compressed formats and names with a dot": {luminos.Facts{}, []luminos.File{
			file("a.pcf.gz", luminos.CategoryArchive), file("README.gz", luminos.CategoryArchive),
			file("b.js.br", luminos.CategoryArchive),
			{Path: "libstdc++-12-dev", Kind: luminos.KindFile, Text: true},
			{Path: "libx2.0-0_a", Kind: luminos.KindFile, Text: true},
			file("system/a.timer", document), file("dbus-1/services/a.service", document),
			file("lintian/overrides/apt", document), file("conf.avail/10-a.conf", document), file("aspell/de.multi", document),
		}, []luminos.Counted{{Name: "text file", Files: 2},
			{Name: "Aspell file", Files: 1},
			{Name: "D-Bus service", Files: 1}, {Name: "compressed .js file", Files: 1},
			{Name: "compressed bitmap font", Files: 1}, {Name: "compressed file", Files: 1}, {Name: "fontconfig file", Files: 1},
			{Name: "lintian override", Files: 1}, {Name: "systemd unit", Files: 1}}},
		"ends of names that are no formats": {luminos.Facts{}, []luminos.File{
			{Path: "hyphen.us", Kind: luminos.KindFile, Text: true}, {Path: "a.den", Kind: luminos.KindFile, Text: true},
			{Path: "dingbats.map", Kind: luminos.KindFile, Text: true}, file("a.js.map", document),
			{Path: "a.min.map", Kind: luminos.KindFile, Text: true, MIME: "application/json"}, file("a.sketch", document),
			{Path: "a.flf", Kind: luminos.KindFile, Text: true}, {Path: "b.flf", Kind: luminos.KindFile, Text: true},
			{Path: "c.flf", Kind: luminos.KindFile, Text: true}, {Path: "B.class", Kind: luminos.KindFile, Text: true},
		}, []luminos.Counted{{Name: ".flf file", Files: 3}, {Name: "text file", Files: 3}, {Name: "source map", Files: 2},
			{Name: ".sketch file", Files: 1}}},
		"ends of versions": {luminos.Facts{}, []luminos.File{{Path: "v/2.0.0.pre1", Kind: luminos.KindFile, Text: true},
			{Path: "v/1.9", Kind: luminos.KindFile, Text: true}, file("v/3.0-4.rc2", luminos.CategoryOther),
			file("a.rc2", document),
		}, []luminos.Counted{{Name: "text file", Files: 2}, {Name: ".rc2 file", Files: 1}}},
		"files for compilers": {luminos.Facts{}, []luminos.File{file("a.hi", luminos.CategoryOther),
			file("a.dyn_hi", luminos.CategoryOther), file("a.x_y", luminos.CategoryOther),
			{Path: "a.cmake", Kind: luminos.KindFile, Category: source, Language: "CMake"},
		}, []luminos.Counted{{Name: "Haskell interface file", Files: 2}, {Name: ".x_y file", Files: 1},
			{Name: "CMake file", Files: 1}}},
		"compiled files and headers": {luminos.Facts{}, []luminos.File{file("a/B.class", luminos.CategoryExecutable),
			file("META-INF/MANIFEST.MF", document), file("liba.a", luminos.CategoryArchive),
			{Path: "a.h", Kind: luminos.KindFile, Category: source, Language: "C"},
			{Path: "b.h", Kind: luminos.KindFile, Category: source, Language: "C++"}, file("a.mf", document),
			{Path: "a.def", Kind: luminos.KindFile, Category: source, Language: "C"},
		}, []luminos.Counted{{Name: "header file", Files: 2}, {Name: ".mf file", Files: 1}, {Name: "JAR manifest", Files: 1},
			{Name: "compiled Java class", Files: 1}, {Name: "definition file", Files: 1},
			{Name: "static library", Files: 1}}},
		"companions": {luminos.Facts{}, []luminos.File{file("~$a.docx", document), file("a.docx", document),
			file("._b.docx", document)}, []luminos.Counted{{Name: "Word document", Files: 1}}},
		"hyphenation": {luminos.Facts{}, []luminos.File{file("hyphen/hyph_de_DE.dic", document), file("de_DE.dic", document)},
			[]luminos.Counted{{Name: "hyphenation file", Files: 1}, {Name: "spelling dictionary", Files: 1}}},
		"fontconfig": {luminos.Facts{Kind: folder.Fontconfig}, []luminos.File{file("fonts.conf", document),
			file("conf.d/10-a.conf", document), file("conf.avail/10-a.conf", document)},
			[]luminos.Counted{{Name: "fontconfig file", Files: 3}}},
		"programs": {luminos.Facts{}, []luminos.File{
			{Path: "usr/games/worm", MIME: "application/x-pie-executable", Kind: luminos.KindFile},
			{Path: "a.crx", MIME: "application/x-executable", Kind: luminos.KindFile},
			{Path: "b.dll", MIME: "application/vnd.microsoft.portable-executable", Kind: luminos.KindFile},
			{Path: "c.db", MIME: "application/vnd.sqlite3", Kind: luminos.KindFile},
			{Path: "d.gemspec", Text: true, Kind: luminos.KindFile},
		}, []luminos.Counted{{Name: "ELF program", Files: 2}, {Name: "DLL file", Files: 1},
			{Name: "SQLite database", Files: 1}, {Name: "gem specification", Files: 1}}},
		"mails": {luminos.Facts{Sorted: luminos.Sorted{Sort: luminos.SortMail}}, []luminos.File{
			file(".Sent/cur/1.host:2,S", luminos.CategoryOther), file("new/2.host", luminos.CategoryOther), file("a.mbox", document),
			file("alone/cur/3.host", luminos.CategoryOther), file("w.safetensors", luminos.CategoryModel),
		}, []luminos.Counted{{Name: "e-mail", Files: 2}, {Name: ".host file", Files: 1}, {Name: "mailbox", Files: 1},
			{Name: "safetensors file", Files: 1}}},
		"formats of the content": {luminos.Facts{}, []luminos.File{
			{Path: "a.nef", MIME: "image/jpeg", Kind: luminos.KindFile}, {Path: "b.nef", MIME: "image/tiff", Kind: luminos.KindFile},
			{Path: "inbox", MIME: "application/mbox", Kind: luminos.KindFile, Text: true},
			{Path: "c.txt", MIME: "message/rfc822", Kind: luminos.KindFile, Text: true},
			{Path: "d.eml", MIME: "application/mbox", Kind: luminos.KindFile, Text: true},
		}, []luminos.Counted{{Name: "e-mail", Files: 2}, {Name: "JPEG image", Files: 1}, {Name: "mailbox", Files: 1},
			{Name: "raw image", Files: 1}}},
		"code": {luminos.Facts{MainLanguage: "Go"}, []luminos.File{file("b.pdf", document)}, nil},
	} {
		dirs := []luminos.Dir{{Path: "new"}, {Path: "tmp"}, {Path: ".Sent/cur"}, {Path: ".Sent/new"}, {Path: "alone/cur"}}
		if got := holdings(&luminos.Scan{Files: c.files, Dirs: dirs}, &c.facts); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestMapsOfSourcesAreNoData checks that the maps beside built scripts do not make a package one of data.
func TestMapsOfSourcesAreNoData(t *testing.T) {
	f := luminos.File{Path: "dist/a.js.map", Category: luminos.CategoryData, MIME: "application/json", Text: true, Size: 9}
	var c contents
	c.addMaterial(&f)
	if got := categoryOf(&f); got != luminos.CategoryOther || c.material != 0 || c.bytes.data != 0 {
		t.Errorf("%s, %+v", got, c)
	}
}

// TestOffers checks which lines let the user of a package choose a licence.
func TestOffers(t *testing.T) {
	for quote, want := range map[string]bool{
		"License: GPL-2 | GPL-3": true, "under the GPL or": true, "it under the terms of the GNU General Public License": false,
	} {
		if got := offers(luminos.Evidence{Quote: quote}); got != want {
			t.Errorf("%q: %v", quote, got)
		}
	}
}

// TestPEMForms checks that the first line of a file of PEM names its format, except beside a name that says more.
func TestPEMForms(t *testing.T) {
	for p, c := range map[luminos.Path]struct{ description, want string }{
		"a.key":   {"PEM private key", "private key file"},
		"b.pem":   {"PEM RSA private key", "private key file"},
		"id":      {"PEM OPENSSH private key", "private key file"},
		"c.pem":   {"PEM certificate", "certificate file"},
		"d.txt":   {"PEM public key", "public key file"},
		"e.crt":   {"PEM certificate request", "certificate request"},
		"f.pem":   {"PEM X509 CRL", "PEM file"},
		"g.crt":   {"", "certificate file"},
		"h.key":   {"a private key", ""},
		"i.yaml":  {"PEM private key", "YAML file"},
		"._c.pem": {"PEM certificate", ""},
	} {
		f := luminos.File{Path: p, Description: c.description, Text: true, Kind: luminos.KindFile}
		if got := formOf(&f); got != c.want {
			t.Errorf("%s: %q, want %q", p, got, c.want)
		}
	}
}
