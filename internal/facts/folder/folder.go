// Package folder recognises directories by the names in them: system trees, home folders, mail, unpacked e-books,
// vaults of notes, and several projects side by side. No language is counted.
package folder

import (
	"math/bits"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/words"
)

// PartOfUnix is the kind of a tree with directories to which packages of a Unix system install their files.
const PartOfUnix = "part of the file system of a Unix machine"

// Fontconfig is the kind of a directory with the configuration of the library fontconfig.
const Fontconfig = "configuration of fontconfig"

// Dotfiles is the kind of a repository with the settings of a person.
const Dotfiles = "collection of dotfiles"

// Found is a recognised directory. The zero value is a directory that is not recognised.
type Found struct {
	Sort, Kind, Audience string
}

// Of recognises a directory by the names and types of its entries. A directory with a package of its own at
// the root, or with a README beside a licence, is a project and no system tree and no home folder.
func Of(scan *luminos.Scan, manifests []luminos.Manifest) Found {
	top := entries(scan)
	if top["HEAD"] && top["objects/"] && top["refs/"] && (top["config"] || top["packed-refs"]) {
		return Found{luminos.SortSystem, "bare git repository", ""}
	}
	if !Vouched(scan, manifests) {
		if kind := website(scan, top); kind != "" {
			return Found{luminos.SortMixed, kind, ""}
		}
		switch settings, folders := count(homeSettings, top), count(homeFolders, top); {
		case settings >= 2 && folders >= 1, folders >= 4, settings >= 5:
			return Found{luminos.SortHome, "home folder", ""}
		}
		if kind := system(scan, top); kind != "" {
			return Found{luminos.SortSystem, kind, ""}
		}
	}
	if n := count(dotfiles, top); n >= 5 || n == 4 && !slices.ContainsFunc(manifests, named) {
		return Found{luminos.SortConfiguration, Dotfiles, ""}
	}
	for _, recognise := range []func(*luminos.Scan) Found{vault, books, mail} {
		if f := recognise(scan); f.Sort != "" {
			return f
		}
	}
	return Found{}
}

// named reports whether a manifest at the root declares the name of a package.
func named(m luminos.Manifest) bool {
	return m.Path.Dir() == luminos.Root && !m.Lockfile && m.Name != ""
}

// Vouched reports whether the target is developed or published as one thing: it is a git repository, or a manifest
// at its root declares the name of a package, or two of these lie at the root: a README, a licence, another manifest of
// its own, files for git or for continuous integration. System trees and folders of files are not vouched for.
func Vouched(scan *luminos.Scan, manifests []luminos.Manifest) bool {
	workspace := func(m luminos.Manifest) bool { return m.Path.Dir() == luminos.Root && len(m.Members) > 0 }
	if scan.Git != nil || slices.ContainsFunc(manifests, named) || slices.ContainsFunc(manifests, workspace) {
		return true
	}
	signs := map[string]bool{}
	for i := range scan.Files {
		first, _, below := strings.Cut(string(scan.Files[i].Path), "/")
		switch sign := about(first); {
		case hosted[first]:
			signs["hosted"] = true
		case sign != "" && !below:
			signs[sign] = true
		}
	}
	for i := range manifests {
		if m := &manifests[i]; m.Path.Dir() == luminos.Root && m.Own() {
			signs["manifest"] = true
		}
	}
	return len(signs) >= 2
}

// hosted are the entries of a repository at its root for git and for the services that hold and test it.
var hosted = map[string]bool{
	".gitignore": true, ".gitattributes": true, ".gitmodules": true, ".github": true, ".circleci": true,
	".travis.yml": true, ".gitlab-ci.yml": true, ".editorconfig": true,
}

// entries returns the paths of at most two elements: of directories as "name" and "name/", of all others as "name".
func entries(scan *luminos.Scan) map[string]bool {
	top := map[string]bool{}
	add := func(p luminos.Path, dir bool) {
		if p.Depth() > 2 || p == luminos.Root {
			return
		}
		top[string(p)] = true
		if dir {
			top[string(p)+"/"] = true
		}
	}
	for i := range scan.Dirs {
		add(scan.Dirs[i].Path, true)
	}
	for i := range scan.Files {
		add(scan.Files[i].Path, false)
	}
	for _, r := range scan.Ignored.Roots {
		add(r.Path, r.Files > 1)
	}
	return top
}

// system returns the kind of a system tree or of a directory of installed packages, or "".
func system(scan *luminos.Scan, top map[string]bool) string {
	infos := 0
	for name := range top {
		if strings.HasSuffix(name, ".dist-info/") || strings.HasSuffix(name, ".egg-info/") {
			infos++
		}
	}
	if infos >= 2 {
		return "directory of installed Python packages"
	}
	for i := range systemLayouts {
		if systemLayouts[i].matches(top) {
			return systemLayouts[i].kind
		}
	}
	if installed(scan) {
		return "directory of installed programs"
	}
	packaged, all := 0, 1
	for i := range scan.Dirs {
		d := &scan.Dirs[i]
		switch base := d.Path.Base(); {
		case d.Path == luminos.Root:
			all = max(d.TotalFiles, 1)
		case base == "site-packages" || base == "dist-packages":
			packaged += d.TotalFiles
		}
	}
	switch {
	case packaged > 1 && packaged*2 > all:
		return "directory of installed Python packages"
	case unpacked(top):
		return PartOfUnix
	}
	return ""
}

// unpacked reports whether all entries of a directory are directories that a package of a Unix system installs to, with
// documentation or other shared files among them.
func unpacked(top map[string]bool) bool {
	for name := range top {
		if !strings.Contains(name, "/") && count(installRoots, map[string]bool{name + "/": true}) == 0 {
			return false
		}
	}
	return top["usr/share/"]
}

var installRoots = names("bin/ boot/ etc/ lib/ lib64/ opt/ sbin/ srv/ usr/ var/")

// webRoots are directories from which web servers send files.
var webRoots = names("html/ htdocs/ httpdocs/ public_html/ www/ wwwroot/")

// website returns the kind of a copy of a web server: most files are in a directory that servers send, beside the
// settings of a server or a dump of a database. For other targets it returns "".
func website(scan *luminos.Scan, top map[string]bool) string {
	if count(webRoots, top) == 0 {
		return ""
	}
	settings, dump, sent := false, false, 0
	for i := range scan.Files {
		f := &scan.Files[i]
		first, _, _ := strings.Cut(string(f.Path), "/")
		if webRoots[first+"/"] {
			sent++
			continue
		}
		name := strings.ToLower(f.Path.Base())
		settings = settings || strings.HasSuffix(name, ".conf") || name == ".htaccess" || name == "caddyfile"
		dump = dump || strings.HasSuffix(name, ".sql") || strings.Contains(name, ".sql.")
	}
	switch {
	case sent*2 < len(scan.Files):
		return ""
	case settings && dump:
		return "copy of a website with settings of its server and SQL of its database"
	case settings:
		return "copy of a website with settings of its server"
	case dump:
		return "copy of a website with SQL of its database"
	}
	return ""
}

// installed reports whether most bytes of a target are programs for the machine, at least 5 of them, and a third of its
// files are programs or scripts.
func installed(scan *luminos.Scan) bool {
	programs, runs, files := 0, 0, 0
	bytes, all := int64(0), int64(0)
	for i := range scan.Files {
		f := &scan.Files[i]
		if !f.Regular() {
			continue
		}
		files++
		all += f.Size
		program := f.Category == luminos.CategoryExecutable && f.Executable
		if program {
			programs++
			bytes += f.Size
		}
		if program || f.Executable {
			runs++
		}
	}
	return programs >= 5 && bytes*2 > all && runs*3 > files
}

// vault recognises a folder of notes by the settings of Obsidian or Logseq. It must have more notes than source files.
func vault(scan *luminos.Scan) Found {
	notes, code, marked := 0, 0, ""
	for i := range scan.Dirs {
		switch p := scan.Dirs[i].Path; p {
		case ".obsidian":
			marked = "Obsidian vault of notes"
		case "logseq":
			marked = "Logseq graph of notes"
		}
	}
	if marked == "" {
		return Found{}
	}
	for i := range scan.Files {
		f := &scan.Files[i]
		switch {
		case f.Path.Within(".obsidian"):
		case f.Path.Ext() == ".md":
			notes++
		case f.Category == luminos.CategorySource:
			code++
		}
	}
	if notes == 0 || notes <= code {
		return Found{}
	}
	return Found{luminos.SortNotes, marked, ""}
}

// books recognises unpacked e-books: each has a file mimetype beside the directory META-INF with container.xml.
func books(scan *luminos.Scan) Found {
	roots := map[luminos.Path]int{} // number of marks
	for i := range scan.Files {
		switch p := scan.Files[i].Path; {
		case p.Base() == "mimetype":
			roots[p.Dir()] |= 1
		case p.Base() == "container.xml" && p.Dir().Base() == "META-INF":
			roots[p.Dir().Dir()] |= 2
		}
	}
	n, files := 0, 0
	for i := range scan.Dirs {
		if roots[scan.Dirs[i].Path] == 3 {
			n++
			files += scan.Dirs[i].TotalFiles
		}
	}
	switch {
	case n == 0 || files*2 <= len(scan.Files):
		return Found{}
	case n == 1:
		return Found{luminos.SortBook, "unpacked e-book (EPUB)", ""}
	}
	kind := "collection of " + words.Plural(n, "unpacked e-book") + " (EPUB)"
	return Found{luminos.SortBook, kind, ""}
}

// Messages returns a function that reports whether a file is a message of a Maildir: it is in cur or new, and it has the
// name of a message, or two of the directories cur, new and tmp lie side by side, since copies lose empty directories.
func Messages(scan *luminos.Scan) func(luminos.Path) bool {
	boxes := map[luminos.Path]uint{}
	for i := range scan.Dirs {
		switch p := scan.Dirs[i].Path; p.Base() {
		case "cur":
			boxes[p.Dir()] |= 1
		case "new":
			boxes[p.Dir()] |= 2
		case "tmp":
			boxes[p.Dir()] |= 4
		}
	}
	return func(p luminos.Path) bool {
		dir := p.Dir()
		return (dir.Base() == "cur" || dir.Base() == "new") && bits.OnesCount(boxes[dir.Dir()]) >= 2 || content.IsMessage(p)
	}
}

// mail recognises mail: messages of a Maildir, files of mailboxes, and single messages. They must be four fifths of the
// files, or nine tenths of the bytes: the export of an account has mail beside calendars, notes and pictures.
func mail(scan *luminos.Scan) Found {
	message := Messages(scan)
	forms := [3]int{}
	total, size, all := 0, int64(0), int64(0)
	for i := range scan.Files {
		f := &scan.Files[i]
		all += f.Size
		form := -1
		switch {
		case message(f.Path):
			form = 0
		case f.Path.Ext() == ".mbox" || f.Path.Ext() == ".mbx" || f.MIME == "application/mbox":
			form = 1
		case f.Path.Ext() == ".eml" || f.Path.Ext() == ".emlx" || f.MIME == "message/rfc822":
			form = 2
		}
		if form >= 0 {
			forms[form]++
			total++
			size += f.Size
		}
	}
	if total == 0 || total*5 < len(scan.Files)*4 && size*10 < all*9 {
		return Found{}
	}
	var parts []string
	for i, name := range []string{"Maildir", "mbox", "single messages"} {
		if forms[i] > 0 {
			parts = append(parts, name)
		}
	}
	return Found{luminos.SortMail, "mail archive (" + words.List(parts) + ")", ""}
}
