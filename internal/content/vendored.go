package content

import "strings"

// verdict is the result of the literals of linguist's vendor rules for a path.
type verdict int

const (
	no    verdict = iota // no rule can match
	maybe                // a rule might
	yes                  // a rule that is nothing but a literal matches
)

// vendorVerdict returns whether no rule, perhaps a rule, or certainly a rule of linguist calls the
// path p vendored. It compares each path element with the literal beginnings and ends in the rules,
// which is faster than their regular expressions.
func vendorVerdict(p string) verdict {
	found := no
	for rest := p; rest != ""; {
		element, after, dir := strings.Cut(rest, "/")
		v := startsVendored(element, rest, dir)
		if v == no && (dir && endsVendoredDir(element) || !dir && endsVendoredFile(element)) {
			v = maybe
		}
		if found = max(found, v); found == yes {
			return yes
		}
		rest = after
	}
	return found
}

func startsVendored(element, rest string, dir bool) verdict {
	if element == "" {
		return no
	}
	found := no
	for _, w := range vendorWords[element[0]&0x7F] {
		switch {
		case !strings.HasPrefix(element, w.start), w.kind != prefix && len(element) != len(w.start), !followed(rest, w.needs):
		case w.kind == directory && dir, w.kind == file && !dir:
			return yes
		case w.kind == whole, w.kind == prefix:
			found = maybe
		}
	}
	return found
}

// followed reports whether s contains any of the words. It returns true if words is empty.
func followed(s string, words []string) bool {
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return len(words) == 0
}

// vendorWord is a literal of a rule. needs are words of which the path must
// have one from the element on.
type vendorWord struct {
	start string
	kind  wordKind
	needs []string
}

type wordKind int

const (
	prefix    wordKind = iota // begins an element; the rule itself must be asked
	whole                     // is an element; the rule itself must be asked
	directory                 // is a directory: that is the whole rule
	file                      // is the last element: that is the whole rule
)

// vendorWords are the literals of linguist's vendor rules by their first byte.
var vendorWords = func() (t [128][]vendorWord) {
	add := func(kind wordKind, needs, words string) {
		for w := range strings.FieldsSeq(words) {
			t[w[0]] = append(t[w[0]], vendorWord{w, kind, strings.Fields(needs)})
		}
	}
	const scripts, sheets = ".js", ".css .less .scss .styl"
	add(directory, "", `cache dist node_modules bower_components testdata vendor vendors extern external externals
		Extern External Externals bootstrap-datepicker ace-builds MathJax admin_media env Carthage Sparkle puphpet
		.google_apis .github .obsidian .teamcity xvba_modules .vscode Crashlytics.framework Fabric.framework
		BuddyBuildSDK.framework`)
	add(file, "", `_esy configure config.guess config.sub run.n waf .osx .gitattributes .gitignore .gitmodules gradlew
		gradlew.bat mvnw mvnw.cmd fabfile.py Vagrantfile activator activator.bat proguard.pro proguard-rules.pro Jenkinsfile
		.gitpod.Dockerfile html5shiv.js .DS_Store .Ds_Store .dS_Store .ds_Store .DS_store .Ds_store .dS_store .ds_store
		dotnet-install.ps1 dotnet-install.sh effects.js controls.js dragdrop.js dojo.js MochiKit.js ckeditor.js Chart.js
		shCore.js shLegacy.js`)
	add(whole, "", "extjs Dependencies dependencies deps debian rebar")
	add(whole, "/fixtures/", "test tests Test Tests spec specs Spec Specs")
	add(whole, "build/ theme template static/", "doc docs")
	add(whole, "/_workspace/", "Godeps")
	add(whole, "wrapper/", "gradle .mvn")
	add(whole, "/releases/ /plugins/ /sdks/ /versions/ /unplugged/", ".yarn")
	add(whole, "0/ 1/ 2/ 3/ 4/ 5/ 6/ 7/ 8/ 9/", "packages Packages")
	add(whole, sheets, "Bourbon bourbon")
	add(whole, sheets+" "+scripts, "select2")
	add(whole, scripts, "flow-typed")
	add(whole, "lib mode theme addon keymap demo", "CodeMirror Codemirror codeMirror codemirror")
	add(prefix, "", `aclocal.m4 libtool.m4 ltoptions.m4 ltsugar.m4 ltversion.m4 lt~obsolete.m4 cpplint.py erlang.mk
		.indent.pro .sublime-project .sublime-workspace Realm.framework RealmSwift.framework octicons.css
		sprockets-octicons.scss tiny_mce jquery.fn.gantt.js jquery.fancybox. fuelux.js jquery.dataTables.js bootbox.js
		pdf.worker.js leaflet. Leaflet. Control.FullScreen. wicket-leaflet.js`)
	add(prefix, sheets+" .sass", "font-awesome fontawesome foundation normalize skeleton animate bulma fontello")
	add(prefix, sheets+" "+scripts, "bootstrap materialize jquery")
	add(prefix, "js css less scss styl", "custom.bootstrap slick.")
	add(prefix, scripts, `prototype mootools yahoo- yui shBrush angular d3 react modernizr knockout- cordova foundation
		Microsoft microsoft`)
	return t
}()

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
