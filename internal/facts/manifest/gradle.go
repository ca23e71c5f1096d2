package manifest

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

var (
	gradleInclude  = lazyregexp.Lazy(`(?m)^\s*include\s*\(?((?:[^()\n"']*["'][^"'\n]+["'])(?:\s*,\s*["'][^"'\n]+["'])*)`)
	gradleString   = lazyregexp.Lazy(`["']([^"'\n]+)["']`)
	gradleRootName = lazyregexp.Lazy(`(?m)^\s*rootProject\.name\s*=\s*["']([^"'\n]+)["']`)
	gradleDep      = lazyregexp.Lazy(`(?m)^\s*(api|implementation|compileOnly|runtimeOnly|compile|developmentOnly|annotationProcessor|kapt|ksp|debugImplementation|releaseImplementation|testImplementation|testRuntimeOnly|testCompileOnly|testCompile|androidTestImplementation)[ (]\s*(?:platform\()?["']([^"':\n]+):([^"':\n]+)(?::([^"'\n]+))?["']`)
	gradleVersion  = lazyregexp.Lazy(`(?m)^\s*version\s*=?\s*["']([^"'\n]+)["']`)
	gradleDesc     = lazyregexp.Lazy(`(?m)^description\s*=?\s*["']([^"'\n]+)["']`)
	gradleMain     = lazyregexp.Lazy(`(?:\bmainClass(?:Name)?(?:\.set\(|\s*=)|["']Main-Class["']\s*(?:to|:|,|\)\s*=))\s*` +
		`["']([\w.$-]+)["']`)
)

func readGradleSettings(r *reader, p *pkg) {
	p.Name, p.Evidence = citedGroup(gradleRootName, p.text)
	p.describe(p.Name, "", "", "")
	for _, m := range gradleInclude().FindAllStringSubmatch(p.text.Content, -1) {
		for _, s := range gradleString().FindAllStringSubmatch(m[1], -1) {
			p.globs = append(p.globs, strings.ReplaceAll(strings.TrimPrefix(s[1], ":"), ":", "/"))
		}
	}
}

func readGradleBuild(r *reader, p *pkg) {
	p.describe(p.Name, firstGroup(gradleVersion, p.text.Content), firstGroup(gradleDesc, p.text.Content), "")
	for _, m := range gradleDep().FindAllStringSubmatch(p.text.Content, -1) {
		scope := ""
		switch conf := strings.ToLower(m[1]); {
		case strings.Contains(conf, "test"):
			scope = "test"
		case conf == "compileonly" || conf == "annotationprocessor" || conf == "kapt" || conf == "ksp":
			scope = "build"
		case conf == "developmentonly" || conf == "debugimplementation":
			scope = "dev"
		}
		p.depend(m[2]+":"+m[3], m[4], scope)
	}
}

// readVersionCatalog reads a Gradle version catalog: its libraries are dependencies.
func readVersionCatalog(r *reader, p *pkg) {
	libs := p.doc.obj("libraries")
	for _, alias := range libs.keys() {
		t, version := libs.obj(alias), libs.str(alias, "version")
		if version == "" {
			version = p.doc.str("versions", libs.str(alias, "version", "ref"))
		}
		name := t.str("module")
		if name == "" && t.str("group") != "" {
			name = t.str("group") + ":" + t.str("name")
		}
		if s := libs.str(alias); s != "" { // "group:name:version"
			if parts := strings.Split(s, ":"); len(parts) == 3 {
				name, version = parts[0]+":"+parts[1], parts[2]
			}
		}
		p.depend(name, version, "")
	}
}

// gradlePublish matches the plugins by which a build publishes a module.
var gradlePublish = lazyregexp.Lazy(
	`["'\x60]maven-publish["'\x60]|["']com\.vanniktech\.maven\.publish(?:\.base)?["']|` +
		`libs\.plugins\.[\w.]*publish\w*\)[ \t]*(?:\n|$)`)

// maxConventions is the maximum number of convention plugins that are read.
const maxConventions = 40

// publishers returns the names of the target's own plugins of Gradle that publish the module to which they are applied:
// "acme.publish" of build-logic/src/main/kotlin/acme.publish.gradle.kts, and "publish" of gradle/publish.gradle.
func publishers(r *reader) []string {
	if r.conventions != nil {
		return r.conventions
	}
	r.conventions = []string{}
	n, code := 0, 0 // plugins and sources that were read
	for i := range r.tree.scan.Files {
		p := r.tree.scan.Files[i].Path
		name := strings.TrimSuffix(strings.TrimSuffix(p.Base(), ".kts"), ".gradle")
		if code < maxConventions && buildCode().MatchString(string(p)) {
			code++
			t, ok := r.source(p, 64<<10)
			r.publishesByCode = r.publishesByCode || ok && gradlePublish().MatchString(t.Content)
			continue
		}
		if name == p.Base() || name == "build" || name == "settings" || n == maxConventions {
			continue
		}
		n++
		if t, ok := r.source(p, 64<<10); ok && gradlePublish().MatchString(t.Content) {
			r.conventions = append(r.conventions, name)
		}
	}
	return r.conventions
}

// buildCode matches source files of the code of a build, which can publish modules whose own files do not say so.
var buildCode = lazyregexp.Lazy(`^(?:buildSrc|build-logic|build-plugins?)/.*\.(?:kt|java|groovy)$`)

// multiplatform reports whether p is a module of Kotlin Multiplatform.
func (p *pkg) multiplatform() bool {
	return p.Ecosystem == "gradle" && strings.Contains(strings.ToLower(p.text.Content), "multiplatform")
}

// gradleRuns matches the plugins with the task run.
var gradleRuns = lazyregexp.Lazy(`(?m)["']application["']|^\s*` + "`?" + `application\b|javafxplugin|org\.jetbrains\.compose`)

// sampleName matches the names of modules that show how another is written.
var sampleName = lazyregexp.Lazy(`(?i)\b(?:template|sample|example|demo)s?\b`)

// gradleLibrary adds the directory of a module that the build publishes as the entry point of a library. Modules that
// only list the versions of others, and tests, do not count. If code of the build publishes modules, the ones that do
// so themselves are a part, and most often the smaller one.
func gradleLibrary(r *reader, p *pkg) {
	at := 0
	if m := gradlePublish().FindStringIndex(p.text.Content); m != nil {
		at = lineOf(p.text.Content, m[0])
	}
	for _, name := range publishers(r) {
		for _, form := range []string{`"` + name + `"`, "'" + name + "'", "/" + name + ".gradle"} {
			if i := strings.Index(p.text.Content, form); i >= 0 && at == 0 {
				at = lineOf(p.text.Content, i)
			}
		}
	}
	if r.publishesByCode {
		return
	}
	if sampleName().MatchString(p.dir.Base()) {
		return // one to copy, whose build publishes as an example
	}
	if src := p.dir.Join("src"); at > 0 && p.dir != luminos.Root && r.tree.dirs[src] {
		r.addEntry(p, entry{
			Path: p.dir, Kind: kindLibrary, Name: p.dir.Base(), Reason: "module that " + string(p.Path) + " publishes",
			Evidence: citeLine(p.text, at),
		})
	}
}

// androidApp matches the use of the plugin that makes an app for Android, but not its mere declaration.
var androidApp = lazyregexp.Lazy(`(?m)(?:com\.android\.application|android\.application\b).*`)

// makesAndroidApp reports whether p is a module of the target itself that makes an app for Android.
func (p *pkg) makesAndroidApp() bool {
	if p.Ecosystem != "gradle" || !p.isOwn() {
		return false
	}
	for _, line := range androidApp().FindAllString(p.text.Content, -1) {
		if !strings.Contains(line, "apply false") {
			return true
		}
	}
	return false
}

func enterGradle(r *reader, p *pkg) {
	if !strings.HasPrefix(p.Path.Base(), "build.") {
		jvmLibrary(r, p)
		return
	}
	app := func(p *pkg) bool { return p.makesAndroidApp() && !sampleName().MatchString(p.dir.Base()) }
	if !slices.ContainsFunc(r.pkgs, app) {
		gradleLibrary(r, p) // the modules of an app are published as well
	}
	class, classAt := citedGroup(gradleMain, p.text)
	if class != "" {
		rel := strings.ReplaceAll(strings.TrimSuffix(class, "Kt"), ".", "/")
		for _, ext := range []string{".java", ".kt", ".scala", ".groovy"} {
			r.addEntry(p, entry{
				Path: r.tree.suffix(p.dir, rel+ext), Kind: kindBinary, Name: class[strings.LastIndexByte(class, '.')+1:], Reason: "main class in " + p.Path.Base(),
				Evidence: classAt,
			})
		}
	}
	if p.makesAndroidApp() {
		for _, name := range []string{"MainActivity.kt", "MainActivity.java"} {
			r.addEntry(p, entry{
				Path: r.tree.suffix(p.dir.Join("src/main"), name), Kind: kindBinary, Reason: "main activity of the Android app",
				Evidence:  cite(p.text, "android"),
				certainty: conventional,
			})
		}
	}
	if p.Role == luminos.ManifestMember {
		return
	}
	if !r.tree.has(p.dir.Join("gradlew")) {
		return // the version of Gradle decides whether a build is possible
	}
	if slices.ContainsFunc(r.pkgs, (*pkg).multiplatform) {
		return // "test" leaves out all but one platform, and "build" needs all
	}
	const gradle = "./gradlew"
	ev := r.citeStart(p.Path)
	r.convention(p, "build", gradle+" build", ev)
	if hasTests(r, p.dir) {
		r.convention(p, "test", gradle+" test", ev)
	}
	if at := cite(p.text, "org.springframework.boot", "id"); at != nil {
		r.convention(p, "run", gradle+" bootRun", at)
	} else if class != "" && gradleRuns().MatchString(p.text.Content) {
		r.convention(p, "run", gradle+" run", classAt)
	}
}
