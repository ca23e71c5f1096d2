package folder

import "strings"

// layout is a well-known set of entries of one directory, by which it is recognised.
type layout struct {
	kind  string
	least int               // entries of names that the directory must have
	names map[string]bool   // "dir/" for a directory, "name" for any entry
	need  []map[string]bool // of each set at least one entry must be there
}

func names(s string) map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(s) {
		m[n] = true
	}
	return m
}

// systemLayouts are directories of the Filesystem Hierarchy Standard and of package managers. The first that matches
// counts.
var systemLayouts = []layout{
	{"file system of a Unix machine", 6,
		names(`bin boot/ dev/ etc/ home/ lib lib64 media/ mnt/ opt/ proc/ root/ run sbin srv/ sys/ tmp/ usr/ var/`),
		[]map[string]bool{names("etc/"), names("usr/")}},
	{PartOfUnix, 2,
		names("boot/ etc/ home/ opt/ root/ srv/ usr/ var/"),
		[]map[string]bool{names("etc/"), names("usr/ var/"), names(`var/log/ var/lib/ usr/bin/ usr/lib/ usr/share/ etc/passwd etc/hosts etc/hostname etc/fstab etc/os-
		release etc/apt/ etc/systemd/ etc/init.d/`)}},
	{"package database of dpkg", 4,
		names("alternatives/ available diversions info/ lock statoverride status triggers/ updates/"),
		[]map[string]bool{names("info/"), names("status")}},
	{"logs of a machine", 3,
		names(`alternatives.log apt/ auth.log boot.log btmp cron.log daemon.log dpkg.log journal/ kern.log messages syslog
		wtmp yum.log`),
		[]map[string]bool{names("auth.log dpkg.log journal/ syslog wtmp")}},
	{"time zone data of a machine", 5,
		names("Africa/ America/ Asia/ Atlantic/ Europe/ Pacific/ iso3166.tab posix/ right/ tzdata.zi zone.tab zone1970.tab"),
		[]map[string]bool{names("zone.tab zone1970.tab tzdata.zi")}},
	{"definitions of locales and charmaps of a machine", 3, names("locales/ charmaps/ SUPPORTED"), nil},
	{"tree of downloaded modules of Go", 1, names("pkg/mod/ mod/cache/ cache/download/"), nil},
	{"manual pages of installed programs", 3,
		names("man1/ man2/ man3/ man4/ man5/ man6/ man7/ man8/ man1 man3 man5 man7 man8"), nil},
	{"directory of installed Perl modules", 4,
		names(`Algorithm/ Archive/ auto/ Class/ Crypt/ Data/ Date/ DBD/ Debconf/ Devel/ Digest/ Dpkg/ Email/ Encode/ File/ Font/
		HTML/ HTTP/ Image/ IO/ IPC/ JSON/ List/ Locale/ LWP/ Mail/ MIME/ Module/ Net/ Parse/ Perl/ Regexp/ Sub/ Term/ Test/
		Text/ Time/ Try/ unicore/ URI/ WWW/ XML/ YAML/`),
		[]map[string]bool{names("auto/ Dpkg/ Debconf/ LWP/ unicore/ Error.pm URI.pm LWP.pm Dpkg.pm")}},
	{"standard library of Python", 6,
		names(`os.py abc.py ast.py asyncio/ collections/ ctypes/ email/ encodings/ importlib/ json/ lib-dynload/ logging/
		unittest/ xml/`), []map[string]bool{names("lib-dynload/")}},
	{"documentation of installed packages", 3,
		names(`apt/copyright bash/copyright coreutils/copyright dpkg/copyright grep/copyright gzip/copyright
		libc6/copyright tar/copyright`), nil},
	{"system configuration of a machine", 5,
		names(`passwd group shadow fstab hosts hostname hosts.allow services protocols shells profile.d/ init.d/
		cron.d/ cron.daily/ crontab pam.d/ security/ ssh/ ssl/ systemd/ default/ apt/ dpkg/ yum.repos.d/
		ld.so.conf ld.so.conf.d/ resolv.conf nsswitch.conf alternatives/ logrotate.d/ logrotate.conf skel/
		X11/ os-release debian_version sudoers sudoers.d/ sysctl.d/ sysctl.conf modprobe.d/ udev/ network/
		issue motd`),
		[]map[string]bool{names("profile.d/ init.d/ cron.d/ pam.d/ ld.so.conf.d/ logrotate.d/ sudoers.d/ sysctl.d/")}},
	{"directory of shared files of installed programs", 4,
		names(`applications/ doc/ man/ locale/ icons/ info/ mime/ fonts/ perl/ perl5/ python3/ zoneinfo/ terminfo/
		licenses/ bash-completion/ pixmaps/ common-licenses/ doc-base/ misc/ dict/ base-files/ base-passwd/
		debconf/ bug/ lintian/ menu/ vim/ zsh/ X11/ aclocal/ pkgconfig/ i18n/ keyrings/`),
		[]map[string]bool{names("man/ locale/ doc/ zoneinfo/ terminfo/")}},
	{"directory with the state of installed programs and services", 3,
		names(`dpkg/ apt/ rpm/ pacman/ apk/ systemd/ dbus/ misc/ ucf/ pam/ initramfs-tools/ dhcp/ sudo/ polkit-1/
		postgresql/ mysql/ docker/ containerd/ snapd/ flatpak/ NetworkManager/ private/ python/ logrotate/
		man-db/ update-notifier/ apt-xapian-index/`),
		[]map[string]bool{names(`dpkg/status dpkg/info/ rpm/Packages rpm/rpmdb.sqlite pacman/local/ apk/db/ apt/lists/
		apt/extended_states systemd/catalog/ systemd/timers/`)}},
	{"directory of variable files of a machine", 3,
		names("backups/ cache/ lib/ local/ lock log/ mail opt/ run spool/ tmp/ www/"),
		[]map[string]bool{names("log/ spool/"), names("cache/ lib/ spool/")}},
	{"directory of installed C headers", 3,
		names(`stdio.h stdlib.h string.h unistd.h errno.h linux/ sys/ asm-generic/ c++/ net/ netinet/ rpc/ arpa/
		math.h pthread.h`),
		[]map[string]bool{names("stdio.h stdlib.h unistd.h sys/ linux/ c++/")}},
	{"directory of installed libraries", 4,
		names(`systemd/ udev/ modules/ python3/ python3.11/ ssl/ locale/ dpkg/ apt/ gcc/ modprobe.d/ sysctl.d/
		tmpfiles.d/ sysusers.d/ pkgconfig/ ld-linux-x86-64.so.2 libc.so.6 os-release terminfo/ mime/ sasl2/
		gnupg/ x86_64-linux-gnu/ aarch64-linux-gnu/ git-core/ openssh/ cmake/`), nil},
	{"directory of installed Node.js packages", 1,
		names(".package-lock.json .yarn-integrity .modules.yaml"),
		[]map[string]bool{names(".package-lock.json .yarn-integrity .modules.yaml .bin/")}},
	{"virtual environment of Python", 3,
		names("pyvenv.cfg bin/ Scripts/ lib/ Lib/ include/ Include/ lib64"),
		[]map[string]bool{names("pyvenv.cfg")}},
	{"tree of installed programs and libraries", 3,
		names(`bin/ sbin/ lib/ lib32 lib64 libexec/ include/ share/ local/ games/ man/`),
		[]map[string]bool{names("bin/"), names("lib/"), names("share/ include/ libexec/")}},
}

// Entries of home folders: settings of programs, and the folders that desktops make.
var (
	homeSettings = names(`.bashrc .bash_profile .bash_logout .bash_history .profile .zshrc .zsh_history .zprofile .config/
		.local/ .cache/ .ssh/ .gnupg/ .gitconfig .mozilla/ .viminfo .vim/ .vimrc .npm/ .cargo/ .rustup/
		.docker/ .kube/ .aws/ .lesshst .python_history .Xauthority .wget-hsts .selected_editor
		.sudo_as_admin_successful .thunderbird/ .DS_Store .Trash/ .zsh_sessions/ NTUSER.DAT AppData/`)
	homeFolders = names(`Desktop/ Documents/ Downloads/ Music/ Pictures/ Public/ Templates/ Videos/ Movies/ Library/
		Applications/ Dropbox/ OneDrive/`)
)

// dotfiles are settings that people keep in a repository, with and without the dot, at its root or one directory deep.
var dotfiles = names(`.aliases .bash_profile .bash_prompt .bashrc .curlrc .emacs .emacs.d/ .exports .functions .gitconfig
	.gvimrc .hushlogin .inputrc .macos .profile .screenrc .tmux.conf .vim/ .vimrc .wgetrc .xinitrc .zshenv .zshrc
	bash/.bashrc bash/.bash_profile bash/bashrc bashrc git/.gitconfig git/gitconfig gitconfig tmux.conf tmux/.tmux.conf tmux/tmux.conf
	vim/.vimrc vim/vimrc vimrc zsh/.zshrc zsh/zshrc zshrc`)

// matches reports whether a directory with these entries has the layout.
func (l *layout) matches(top map[string]bool) bool {
	if count(l.names, top) < l.least {
		return false
	}
	for _, set := range l.need {
		if count(set, top) == 0 {
			return false
		}
	}
	return true
}

// count returns the number of names that are entries of the directory.
func count(names, top map[string]bool) (n int) {
	for name := range names {
		if top[name] {
			n++
		}
	}
	return n
}

// firstWord matches the entries of a project at its root, by the part of the name before the first dot or dash.
var firstWord = names("readme license licence copying unlicense")

// about returns "readme" or "licence" for a file about the project that holds it, else "".
func about(name string) string {
	name = strings.ToLower(name)
	if i := strings.IndexAny(name, ".-_"); i > 0 {
		name = name[:i]
	}
	switch {
	case !firstWord[name]:
		return ""
	case name == "readme":
		return name
	}
	return "licence"
}
