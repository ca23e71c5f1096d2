package manifest

import (
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
	gradleDesc     = lazyregexp.Lazy(`(?m)^\s*description\s*=?\s*["']([^"'\n]+)["']`)
	gradleMain     = lazyregexp.Lazy(`\bmainClass(?:Name)?(?:\.set\(|\s*=)\s*["']([\w.$-]+)["']`)
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

func enterGradle(r *reader, p *pkg) {
	if !strings.HasPrefix(p.Path.Base(), "build.") {
		jvmLibrary(r, p)
		return
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
	if strings.Contains(p.text.Content, "com.android.application") || strings.Contains(p.text.Content, "android.application)") {
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
	gradle := "gradle"
	if r.tree.has(p.dir.Join("gradlew")) {
		gradle = "./gradlew"
	}
	ev := r.citeStart(p.Path)
	r.convention(p, "build", gradle+" build", ev)
	r.convention(p, "test", gradle+" test", ev)
	if at := cite(p.text, "org.springframework.boot", "id"); at != nil {
		r.convention(p, "run", gradle+" bootRun", at)
	} else if class != "" {
		r.convention(p, "run", gradle+" run", classAt)
	}
}
