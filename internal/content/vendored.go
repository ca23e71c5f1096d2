package content

import "strings"

// mayBeVendored is necessary for any of linguist's vendor rules to match: a
// path element that begins with a literal that one of them begins with (and
// contains another, where the word is a common one), or the end of an element.
func mayBeVendored(p string) bool {
	for rest := p; rest != ""; {
		element, after, dir := strings.Cut(rest, "/")
		if startsVendored(element, rest) || dir && endsVendoredDir(element) || !dir && endsVendoredFile(element) {
			return true
		}
		rest = after
	}
	return false
}

func startsVendored(element, rest string) bool {
	if element == "" {
		return false
	}
	for _, w := range vendorWords[element[0]&0x7F] {
		if !strings.HasPrefix(element, w.start) {
			continue
		}
		if w.exact && len(element) != len(w.start) {
			continue
		}
		if w.needs == nil {
			return true
		}
		for _, n := range w.needs {
			if strings.Contains(rest, n) {
				return true
			}
		}
	}
	return false
}

func endsVendoredDir(element string) bool {
	n := len(element)
	switch element[max(n-1, 0):] {
	case "y", "Y": // third-party, 3rdparty
		return n >= 8 && strings.EqualFold(element[n-4:], "arty")
	case "r": // vendor, Vvendor
		return strings.HasSuffix(element, "endor")
	case "t":
		return strings.HasSuffix(element, ".imageset")
	case "e":
		return strings.HasSuffix(element, ".xctemplate")
	}
	return false
}

func endsVendoredFile(element string) bool {
	switch dot := strings.LastIndexByte(element, '.'); {
	case dot < 0:
		return false
	case element[dot:] == ".js":
		stem := element[:dot]
		return strings.HasSuffix(stem, "min") || strings.HasSuffix(stem, "-vsdoc") || strings.HasSuffix(stem, ".intellisense")
	case element[dot:] == ".ts":
		return strings.HasSuffix(element, ".d.ts")
	default:
		stem := element[:dot]
		return strings.HasSuffix(stem, "min") || strings.HasSuffix(stem, "import")
	}
}

// vendorWord is a beginning of a path element. exact wants the whole element;
// needs wants one of some strings in the path from the element on.
type vendorWord struct {
	start string
	exact bool
	needs []string
}

var (
	scripts = []string{".js"}
	sheets  = []string{".css", ".less", ".scss", ".styl"}
	either  = []string{".js", ".css", ".less", ".scss", ".styl"}
)

// vendorWords are the literals of linguist's vendor rules by their first byte.
var vendorWords = func() (t [128][]vendorWord) {
	add := func(exact bool, needs []string, starts ...string) {
		for _, s := range starts {
			t[s[0]] = append(t[s[0]], vendorWord{s, exact, needs})
		}
	}
	add(true, nil, "cache", "dist", "node_modules", "_esy", "bower_components", "testdata", "vendor", "vendors",
		"extern", "external", "externals", "Extern", "External", "Externals", "bootstrap-datepicker", "ace-builds",
		"MathJax", "admin_media", "env", "Carthage", "Sparkle", "puphpet", ".google_apis", ".github", ".obsidian",
		".teamcity", "xvba_modules", ".vscode", "extjs", "Dependencies", "dependencies", "deps", "debian", "rebar",
		"configure", "config.guess", "config.sub", "run.n", "waf", ".osx", ".gitattributes", ".gitignore",
		".gitmodules", "gradlew", "gradlew.bat", "mvnw", "mvnw.cmd", "fabfile.py", "Vagrantfile", "activator",
		"activator.bat", "proguard.pro", "proguard-rules.pro", "Jenkinsfile", ".gitpod.Dockerfile", "html5shiv.js",
		"Crashlytics.framework", "Fabric.framework", "BuddyBuildSDK.framework", ".DS_Store", ".Ds_Store",
		".dS_Store", ".ds_Store", ".DS_store", ".Ds_store", ".dS_store", ".ds_store",
		"dotnet-install.ps1", "dotnet-install.sh", "effects.js", "controls.js", "dragdrop.js", "dojo.js",
		"MochiKit.js", "ckeditor.js", "Chart.js", "shCore.js", "shLegacy.js")
	add(true, []string{"/fixtures/"}, "test", "tests", "Test", "Tests", "spec", "specs", "Spec", "Specs")
	add(true, []string{"build/", "theme", "template", "static/"}, "doc", "docs")
	add(true, []string{"/_workspace/"}, "Godeps")
	add(true, []string{"wrapper/"}, "gradle", ".mvn")
	add(true, []string{"/releases/", "/plugins/", "/sdks/", "/versions/", "/unplugged/"}, ".yarn")
	add(true, []string{"/extdata/"}, "inst")
	add(true, []string{".0/", ".1/", ".2/", ".3/", ".4/", ".5/", ".6/", ".7/", ".8/", ".9/",
		"0/", "1/", "2/", "3/", "4/", "5/", "6/", "7/", "8/", "9/"}, "packages", "Packages")
	add(true, sheets, "Bourbon", "bourbon")
	add(true, either, "select2")
	add(true, scripts, "flow-typed")
	add(true, []string{"lib", "mode", "theme", "addon", "keymap", "demo"}, "CodeMirror", "Codemirror", "codeMirror", "codemirror")
	add(false, nil, "aclocal.m4", "libtool.m4", "ltoptions.m4", "ltsugar.m4", "ltversion.m4", "lt~obsolete.m4",
		"cpplint.py", "erlang.mk", ".indent.pro", ".sublime-project", ".sublime-workspace", "Realm.framework",
		"RealmSwift.framework", "octicons.css", "sprockets-octicons.scss", "tiny_mce",
		"jquery.fn.gantt.js", "jquery.fancybox.", "fuelux.js", "jquery.dataTables.js", "bootbox.js", "pdf.worker.js",
		"leaflet.", "Leaflet.", "Control.FullScreen.", "wicket-leaflet.js")
	add(false, sheets, "font-awesome", "fontawesome", "foundation", "normalize", "skeleton", "animate", "bulma", "fontello", "custom.bootstrap")
	add(false, []string{".sass"}, "bulma")
	add(false, either, "bootstrap", "materialize", "jquery", "custom.bootstrap")
	add(false, []string{"js", "css", "less", "scss", "styl"}, "custom.bootstrap")
	add(false, []string{"js"}, "slick.")
	add(false, scripts, "prototype", "mootools", "yahoo-", "yui", "shBrush", "angular", "d3", "react", "modernizr",
		"knockout-", "cordova", "foundation", "Microsoft", "microsoft")
	return t
}()
