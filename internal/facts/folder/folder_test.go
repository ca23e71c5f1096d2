package folder

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"luminos"
)

// tree returns the scan of a directory with these files. A path that ends in "/" is an empty directory.
func tree(paths string) *luminos.Scan {
	s := &luminos.Scan{}
	dirs := map[luminos.Path]int{luminos.Root: 0}
	for _, name := range strings.Fields(paths) {
		p := luminos.Path(strings.TrimSuffix(name, "/"))
		dir := p
		if !strings.HasSuffix(name, "/") {
			s.Files = append(s.Files, luminos.File{Path: p, Size: 10, Category: luminos.CategoryOther})
			dir = p.Dir()
		}
		for ; dir != luminos.Root; dir = dir.Dir() {
			if dirs[dir] += 0; dir != p {
				dirs[dir]++
			}
		}
		if dir != p {
			dirs[luminos.Root]++
		}
	}
	for p, n := range dirs {
		s.Dirs = append(s.Dirs, luminos.Dir{Path: p, TotalFiles: n})
	}
	slices.SortFunc(s.Dirs, func(a, b luminos.Dir) int { return strings.Compare(string(a.Path), string(b.Path)) })
	return s
}

func TestOf(t *testing.T) {
	for _, c := range []struct{ files, sort, kind string }{
		{"HEAD config objects/pack/ refs/heads/ hooks/pre-push.sample", luminos.SortSystem, "bare git repository"},
		{"HEAD objects/a.c refs/b.c main.c", "", ""},
		{"html/a.html html/b.css conf/site.conf db/x.sql.gz", luminos.SortMixed,
			"copy of a website with settings of its server and SQL of its database"},
		{"www/a.html www/b.css .htaccess", luminos.SortMixed, "copy of a website with settings of its server"},
		{"www/a.html a.sql b.sql c.go", "", ""}, // most is something else
		{"html/a.html html/b.css x.txt", "", ""},
		{"etc/passwd usr/bin/ls var/lib/x bin/ boot/ dev/ home/ root/", luminos.SortSystem, "file system of a Unix machine"},
		{"bin/x usr/share/doc/x/copyright", luminos.SortSystem, "part of the file system of a Unix machine"},
		{"etc/x/ usr/bin/x usr/share/doc/x/copyright", luminos.SortSystem, "part of the file system of a Unix machine"},
		{"bin/x usr/share/doc/x/copyright usr/share/doc/y/copyright", luminos.SortSystem, "part of the file system of a Unix machine"},
		{"src/x usr/share/doc/x/copyright", "", ""},
		{"etc/hosts var/log/syslog", luminos.SortSystem, "part of the file system of a Unix machine"},
		{"etc/app.conf usr/x.txt README.md", "", ""}, // names alone are not enough
		{"apt/copyright bash/copyright tar/copyright passwd/copyright hostname/copyright ssl/copyright security/x", luminos.SortSystem, "documentation of installed packages"},
		{"passwd hosts fstab pam.d/login cron.d/x ssh/sshd_config", luminos.SortSystem, "system configuration of a machine"},
		{"man/man1/x.gz locale/de/x.mo doc/x/copyright applications/x.desktop apt/x dpkg/y misc/z", luminos.SortSystem, "directory of shared files of installed programs"},
		{"dpkg/status apt/lists/x systemd/y misc/z", luminos.SortSystem, "directory with the state of installed programs and services"},
		{"log/x spool/y cache/z lib/a", luminos.SortSystem, "directory of variable files of a machine"},
		{"completions/cp completions/git completions/mount", luminos.SortSystem, "completions of commands for bash"},
		{"completions/kite completions/git", "", ""},
		{"cMap/Adobe/x cidToUnicode/y unicodeMap/z", luminos.SortSystem, "character maps for readers of PDF"},
		{"conf-available/x.conf conf-enabled/x.conf", luminos.SortSystem, "configuration of a web server"},
		{"mods-enabled/x.lua", "", ""}, // of a game
		{"ignore.d.server/x violations.d/y", luminos.SortSystem, "rules of logcheck, which filters logs"},
		{"ignore.d.server/x", "", ""},
		{"globs2 mime.cache text/plain.xml image/png.xml audio/ogg.xml", luminos.SortSystem,
			"database of MIME types of a desktop"},
		{"globs2 text/plain.xml image/png.xml", "", ""},
		{"rgb.txt locale/C/Compose", luminos.SortSystem, "data of the X Window System"},
		{"rgb.txt xkb/base.xml Xsession Xsession.d/a", luminos.SortSystem, "configuration of the X Window System"},
		{"symbols/de rules/base types/pc keycodes/evdev", luminos.SortSystem,
			"keyboard layouts of the X Window System (XKB)"},
		{"x/xterm l/linux a/aaa", luminos.SortSystem, "compiled descriptions of terminals (terminfo)"},
		{"x/xterm.c a/ansi.c", "", ""},
		{"GPL-2 GPL-3 BSD Artistic", luminos.SortSystem, "texts of common licences"},
		{"GPL-2 GPL-3 BSD main.c", "", ""},
		{"contrib/hooks/a templates/hooks/b templates/info/exclude", luminos.SortSystem,
			"hooks and template of git repositories"},
		{"ssh_config moduli", luminos.SortSystem, "configuration of OpenSSH"},
		{"apt.conf.d/x sources.list trusted.gpg.d/y", luminos.SortSystem, "configuration of APT"},
		{"common-auth common-session login sshd other", luminos.SortSystem, "configuration of PAM"},
		{"system/a.service user/b.service logind.conf", luminos.SortSystem, "configuration of systemd"},
		{"nginx.conf mime.types sites-enabled/a", luminos.SortSystem, "configuration of nginx"},
		{"conf.d/a mime.types sites-enabled/a", "", ""},
		{"apache2.conf ports.conf mods-enabled/a", luminos.SortSystem, "configuration of the Apache web server"},
		{"fonts.conf conf.d/a", luminos.SortSystem, "configuration of fontconfig"},
		{"syntax/c.vim ftplugin/c.vim indent/c.vim colors/a.vim defaults.vim", luminos.SortSystem,
			"runtime files of Vim"},
		{"syntax/c.vim ftplugin/c.vim indent/c.vim colors/a.vim plugin/a.vim doc/a.txt", "", ""}, // a plugin
		{"vim90/syntax/c.vim addons/x.vim", luminos.SortSystem, "runtime files of Vim"},
		{"overrides/apt profiles/default/main.profile", luminos.SortSystem, "data of the package checker lintian"},
		{"bash_completion completions/git", luminos.SortSystem, "completions of commands for bash"},
		{"stdio.h stdlib.h linux/if.h x/y.h", luminos.SortSystem, "directory of installed C headers"},
		{"dist-packages/a.py dist-packages/b.py", luminos.SortSystem, "directory of installed Python packages"},
		{"a/x.py b/x.py a-1.dist-info/RECORD b-2.dist-info/RECORD", luminos.SortSystem, "directory of installed Python packages"},
		{"bin/x lib/y.so share/z", luminos.SortSystem, "tree of installed programs and libraries"},
		{"bin/x lib/y.rb share/z README.md LICENSE", "", ""}, // a project
		{".bashrc .profile .ssh/config Documents/x Pictures/y src/app/package.json", luminos.SortHome, "home folder"},
		{".bashrc .vimrc .zshrc .gitconfig .profile README.md LICENSE", luminos.SortConfiguration, "collection of dotfiles"},
		{".bashrc .inputrc .gitconfig .profile vim/vimrc go.mod", luminos.SortConfiguration, "collection of dotfiles"},
		{"status available info/x.list alternatives/x triggers/File lock", luminos.SortSystem, "package database of dpkg"},
		{"bash/bashrc vim/vimrc git/gitconfig zsh/zshrc README.md", luminos.SortConfiguration, "collection of dotfiles"},
		{".bashrc src/main.c README.md LICENSE", "", ""},
		{"lastlog faillog dmesg ls grep", "", ""}, // names of programs, too
		{"pkg/mod/cache/x pkg/mod/github.com/a/b.go bin/gopls", luminos.SortSystem, "tree of downloaded modules of Go"},
		{"man1/ls.1.gz man5/x.5.gz man8/y.8.gz de/man1/ls.1.gz", luminos.SortSystem, "manual pages of installed programs"},
		{"Error.pm Text/A.pm IO/B.pm HTTP/C.pm XML/D.pm", luminos.SortSystem, "directory of installed Perl modules"},
		{"Text/A.pm IO/B.pm HTTP/C.pm XML/D.pm", "", ""},
		{"dpkg.log apt/term.log wtmp lastlog private/ postgresql/x.log", luminos.SortSystem, "logs of a machine"},
		{"Africa/Cairo Europe/Rome America/Lima Asia/Tokyo zone.tab posix/UTC", luminos.SortSystem, "time zone data of a machine"},
		{"locales/de_DE charmaps/UTF-8.gz SUPPORTED", luminos.SortSystem, "definitions of locales and charmaps of a machine"},
		{"locales/de_DE charmaps/UTF-8.gz main.c", "", ""},
		{".obsidian/app.json a.md b.md", luminos.SortNotes, "Obsidian vault of notes"},
		{"mimetype META-INF/container.xml OEBPS/c.xhtml", luminos.SortBook, "unpacked e-book (EPUB)"},
		{"a/mimetype a/META-INF/container.xml b/mimetype b/META-INF/container.xml", luminos.SortBook, "collection of 2 unpacked e-books (EPUB)"},
		{"pkg/META-INF/container.xml pkg/a.class", "", ""},
		{"Maildir/cur/1 Maildir/cur/2 Maildir/new/3 Maildir/tmp/ old.mbox x.eml notes.txt", luminos.SortMail, "mail archive (Maildir, mbox and single messages)"},
		{"cur/a.txt main.c", "", ""},
	} {
		if got := Of(tree(c.files), nil); got.Sort != c.sort || got.Kind != c.kind {
			t.Errorf("%s: got %q, %q, want %q, %q", c.files, got.Sort, got.Kind, c.sort, c.kind)
		}
	}
	if got := Of(tree("bin/x lib/y share/z package.json"), []luminos.Manifest{{Path: "package.json", Name: "x"}}); got.Sort != "" {
		t.Errorf("a package is a system tree: %v", got)
	}
}

// TestInstalledPrograms checks which directories of programs are installed ones: not the programs beside a README.
func TestInstalledPrograms(t *testing.T) {
	for name, c := range map[string]struct {
		programs, others int
		readme           bool
		want             string
	}{
		"programs":          {6, 3, false, "directory of installed programs"},
		"few programs":      {4, 1, false, ""},
		"among other files": {6, 13, false, ""},
		"a project of them": {6, 3, true, ""},
	} {
		s := tree("x/")
		for i := range c.programs + c.others {
			f := luminos.File{Path: luminos.Path(fmt.Sprintf("p%d", i)), Size: 1, Category: luminos.CategoryOther}
			if i < c.programs {
				f.Size, f.Category, f.Executable = 1000, luminos.CategoryExecutable, true
			}
			s.Files = append(s.Files, f)
		}
		if c.readme {
			s.Files = append(s.Files, luminos.File{Path: "README.md"}, luminos.File{Path: "LICENSE"})
		}
		if got := Of(s, nil).Kind; got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestMailBesideOtherFiles checks that mail must be nearly all bytes or nearly all files.
func TestMailBesideOtherFiles(t *testing.T) {
	for size, want := range map[int64]string{1: luminos.SortMail, 9: ""} {
		s := tree("a/cur/1 a/new/2 a/cur/3 b.jpg c.jpg")
		for i, n := range []int64{30, 0, 0, 0, size} {
			s.Files[i].Size = n
		}
		if got := Of(s, nil).Sort; got != want {
			t.Errorf("a picture of %d bytes: %q, want %q", size, got, want)
		}
	}
}

// TestMessages checks that a directory cur counts beside new or tmp only, unless its files have the names of messages.
func TestMessages(t *testing.T) {
	message := Messages(tree(".Spam/cur/1 a/cur/1 a/new/2"))
	for p, want := range map[luminos.Path]bool{
		".Spam/cur/1": false, "a/cur/1": true, "a/tmp/1": false,
		".Spam/cur/1136073600.M1P2.host.x:2,S": true, ".Spam/old/1136073600.M1P2.host.x:2,S": false,
	} {
		if message(p) != want {
			t.Errorf("%s: message is %v", p, !want)
		}
	}
}

func TestMembers(t *testing.T) {
	gits := func(p luminos.Path) bool { return strings.HasPrefix(p.Base(), "repo") }
	for _, c := range []struct {
		files, manifests string
		want             []luminos.Path
	}{
		{"kite/README.md kite/LICENSE wind/README.md wind/go.mod", "wind/go.mod", []luminos.Path{"kite", "wind"}},
		{"repo1/a.c repo2/b.c x.txt", "", []luminos.Path{"repo1", "repo2"}},
		{"host/me/repo1/a host/you/repo2/b", "", []luminos.Path{"host/me/repo1", "host/you/repo2"}},
		{"README.md repo1/a.c repo2/b.c", "", []luminos.Path{"repo1", "repo2"}},
		{"README.md kite/README.md kite/LICENSE wind/README.md wind/LICENSE", "", nil}, // a common README
		{"package.json kite/README.md kite/package.json wind/README.md wind/package.json", "package.json kite/package.json wind/package.json", nil},
		{"frontend/README.md frontend/package.json backend/README.md backend/LICENSE", "frontend/package.json", nil}, // two parts
		{"kite/README.md kite/LICENSE a/1 b/1 c/1 d/1", "", nil},
		{"kite/README.md kite/LICENSE wind/README.md wind/LICENSE a/1 b/1 c/1 d/1 e/1", "", nil}, // most is something else
		{"kite/.github/workflows/ci.yml kite/README.md wind/LICENSE wind/.gitlab-ci.yml", "", []luminos.Path{"kite", "wind"}},
	} {
		var manifests []luminos.Manifest
		for _, p := range strings.Fields(c.manifests) {
			manifests = append(manifests, luminos.Manifest{Path: luminos.Path(p), Name: "x"})
		}
		if got := Members(tree(c.files), manifests, gits); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.files, got, c.want)
		}
	}
	one := tree("repo1/a repo2/b")
	one.Git = &luminos.GitState{}
	if got := Members(one, nil, gits); got != nil {
		t.Errorf("a repository is a folder of %q", got)
	}
}
