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
	{"database of MIME types of a desktop", 5,
		names(`aliases application/ audio/ generic-icons globs globs2 image/ magic mime.cache packages/ subclasses text/
		video/`),
		[]map[string]bool{names("globs2 mime.cache packages/freedesktop.org.xml")}},
	{"configuration of the X Window System", 3,
		names(`app-defaults/ default-display-manager fonts/ rgb.txt xinit/ xkb/ xorg.conf xorg.conf.d/ Xreset Xreset.d/
		Xresources/ Xsession Xsession.d/ Xsession.options Xwrapper.config`),
		[]map[string]bool{names("xinit/ xorg.conf xorg.conf.d/ Xsession Xsession.d/")}},
	{"data of the X Window System", 2, names("locale/ rgb.txt XErrorDB xkb/"),
		[]map[string]bool{names("rgb.txt XErrorDB")}},
	{"keyboard layouts of the X Window System (XKB)", 4, names("compat/ geometry/ keycodes/ rules/ symbols/ types/"), nil},
	{"compiled descriptions of terminals (terminfo)", 2,
		names("a/ansi d/dumb l/linux s/screen v/vt100 v/vt220 x/xterm x/xterm-256color 78/ 6c/ 76/"),
		[]map[string]bool{names("l/linux v/vt100 x/xterm 78/xterm 76/vt100")}},
	{"texts of common licences", 4,
		names(`Apache-2.0 Artistic BSD CC0-1.0 GFDL GFDL-1.2 GFDL-1.3 GPL GPL-1 GPL-2 GPL-3 LGPL LGPL-2 LGPL-2.1 LGPL-3
		MPL-1.1 MPL-2.0`), nil},
	{"hooks and template of git repositories", 3, names(`branches/ contrib/hooks/ description hooks/ info/ templates/
		templates/hooks/ templates/info/`),
		[]map[string]bool{names("hooks/ templates/hooks/"), names("info/ templates/info/")}},
	{"configuration of OpenSSH", 1,
		names("ssh_config sshd_config"), []map[string]bool{names("ssh_config sshd_config")}},
	{"configuration of APT", 3,
		names(`apt.conf apt.conf.d/ auth.conf.d/ keyrings/ preferences preferences.d/ sources.list
		sources.list.d/ trusted.gpg trusted.gpg.d/`),
		[]map[string]bool{names("apt.conf.d/"), names("sources.list sources.list.d/")}},
	{"configuration of PAM", 4,
		names("common-account common-auth common-password common-session login other passwd su"), nil},
	{"configuration of systemd", 3,
		names("journald.conf logind.conf network/ system/ system.conf timesyncd.conf user/ user.conf"),
		[]map[string]bool{names("journald.conf logind.conf system.conf user.conf")}},
	{"configuration of nginx", 3,
		names(`conf.d/ fastcgi_params fastcgi.conf mime.types modules-available/ modules-enabled/
		nginx.conf scgi_params sites-available/ sites-enabled/ snippets/ uwsgi_params`),
		[]map[string]bool{names("nginx.conf")}},
	{"configuration of the Apache web server", 3, names(`apache2.conf conf/ conf-available/ conf-enabled/ conf.d/ envvars
		httpd.conf magic mods-available/ mods-enabled/ ports.conf sites-available/ sites-enabled/`),
		[]map[string]bool{names("apache2.conf conf/httpd.conf httpd.conf")}},
	{Fontconfig, 2,
		names("conf.avail/ conf.d/ fonts.conf"), []map[string]bool{names("fonts.conf")}},
	{"runtime files of Vim", 5, names(`autoload/ bugreport.vim colors/ compiler/ defaults.vim doc/ filetype.vim ftplugin/
		indent/ keymap/ lang/ menu.vim plugin/ scripts.vim syntax/ tutor/`),
		[]map[string]bool{names("bugreport.vim defaults.vim scripts.vim")}},
	{"runtime files of Vim", 2,
		names("addons/ registry/ vim80/ vim81/ vim82/ vim90/ vim91/ vimcurrent vimfiles/ vimrc vimrc.tiny"),
		[]map[string]bool{names("vim80/ vim81/ vim82/ vim90/ vim91/")}},
	{"data of the package checker lintian", 2, names("checks/ data/ overrides/ profiles/ tags/ vendors/"),
		[]map[string]bool{names("overrides/"), names("profiles/ tags/")}},
	{"completions of commands for bash", 2, names("bash_completion completions/ helpers/"),
		[]map[string]bool{names("bash_completion"), names("completions/")}},
	{"completions of commands for bash", 3, names(`completions/chmod completions/cp completions/dpkg completions/git
		completions/grep completions/mount completions/rsync completions/ssh completions/tar completions/umount`), nil},
	{"character maps for readers of PDF", 3, names("cMap/ cidToUnicode/ nameToUnicode/ unicodeMap/"), nil},
	{"configuration of a web server", 2, names("conf-available/ conf-enabled/ mods-available/ mods-enabled/"), nil},
	{"rules of logcheck, which filters logs", 2, names(`cracking.d/ cracking.ignore.d/ ignore.d.paranoid/ ignore.d.server/
		ignore.d.workstation/ violations.d/ violations.ignore.d/`), nil},
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
