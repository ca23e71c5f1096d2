package manifest

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// maxToolchains is the maximum number of toolchains of a target.
const maxToolchains = 3

var (
	goDirective = lazyregexp.Lazy(`(?m)^go[ \t]+([0-9][\w.]*)`)
	// gradleRelease matches the release of Java that Gradle compiles for, gradleJava its toolchain. A source or target
	// compatibility is for the users of the classes.
	gradleRelease  = lazyregexp.Lazy(`\boptions\.release(?:\.set\(| *= *)(\d+)`)
	gradleJava     = lazyregexp.Lazy(`\btoolchain(?:\s*\{|\.languageVersion)[^}]*?JavaLanguageVersion\.of\((\d+)\)`)
	pythonRequires = lazyregexp.Lazy(`(?m)^\s*python_requires\s*=\s*["']?([^"'\n#,)]+(?:,[^"'\n#)]+)?)`)
	excluded       = lazyregexp.Lazy(`, *!=[^,]*`)
	rubyRequires   = lazyregexp.Lazy(`(?m:^[^#\n]*?)\brequired_ruby_version\s*=\s*(?:Gem::Requirement\.new\()?["']([^"'\n]+)["']|(?m:^\s*ruby\s+["']([^"'\n]+)["'])`)
	netTarget      = lazyregexp.Lazy(`^net(\d+)\.(\d+)`) // net8.0; .NET Framework has no dot: net48
	mixRequires    = lazyregexp.Lazy(`(?m)^\s*elixir:\s*"([^"\n]+)"`)
	perlRequires   = lazyregexp.Lazy(`\bMIN_PERL_VERSION["']?\s*=>\s*["']?v?(\d[\d._]*)`)
	perlDecimal    = lazyregexp.Lazy(`^(\d)\.(\d{3})(\d{3})$`)
	hclRequires    = lazyregexp.Lazy(`(?m)^\s*required_version\s*=\s*"([^"\n]+)"`)
	olderSwift     = lazyregexp.Lazy(`^Package@swift-(\d+(?:\.\d+)*)\.swift$`)
	rustRelease    = lazyregexp.Lazy(`(?m)^(?:channel\s*=\s*"|\A)(\d+\.\d+(?:\.\d+)?)"?\s*(?:#.*)?$`)
	juliaCompat    = lazyregexp.Lazy(`(?m)^julia\s*=\s*"\^?(\d[^"\n]*)"`)
	cranRequires   = lazyregexp.Lazy(`(?m)^Depends:\s*(?:[^:]*?[\s,])?R \(([>=<\s\d.]+)\)`)
	swiftTools     = lazyregexp.Lazy(`(?m)^//\s*swift-tools-version:\s*([\d.]+)`)
	// constraintOf matches a constraint of a version, such as ">=20" or "^8.1 || ^8.2".
	constraintOf = lazyregexp.Lazy(`^[\d.x*<>=~^|,!&\s+-]+[\w.]*$`)
)

// requirements are patterns of the versions of toolchains, by ecosystem. A bare version of Julia is the least of its major
// version (https://pkgdocs.julialang.org/v1/compatibility).
var requirements = []struct {
	ecosystem, name, prefix string
	version                 func() *regexp.Regexp
}{{"go", "Go", "", goDirective}, {"rubygems", "Ruby", "", rubyRequires},
	{"swift", "Swift", "", swiftTools}, {"hex", "Elixir", "", mixRequires},
	{"julia", "Julia", "^", juliaCompat}, {"cran", "R", "", cranRequires}}

// named returns the name of a toolchain with its version or constraint, or "" for another text.
func named(name, version string) string {
	version = strings.Join(strings.Fields(version), " ")
	if !strings.ContainsAny(version, "0123456789") || len(version) > 60 || !constraintOf().MatchString(version) {
		return ""
	}
	return name + " " + version
}

// toolchain returns the compiler, interpreter or platform that a manifest requires, with its version or a constraint,
// such as "Go 1.25" or "Node.js >=20", or "" if it requires none.
func (p *pkg) toolchain() string {
	group := func(re func() *regexp.Regexp) string {
		if m := re().FindStringSubmatch(p.text.Content); m != nil {
			return strings.Join(m[1:], "")
		}
		return ""
	}
	switch p.Ecosystem {
	case "npm":
		manager, version, _ := strings.Cut(p.doc.str("packageManager"), "@")
		version, _, _ = strings.Cut(version, "+") // the hash of a release
		if !slices.Contains(packageManagers, manager) {
			version = ""
		}
		return cmp.Or(named("Node.js", p.doc.str("engines", "node")), named(manager, version))
	case "cargo":
		return named("Rust", p.rustVersion())
	case "maven":
		props := p.xml.Child("properties")
		keys := []string{"maven.compiler.release", "java.version", "maven.compiler.target", "maven.compiler.source"}
		for _, key := range keys {
			if v := props.Value(key); v != "" {
				return named("Java", expand([]*pkg{p}, v))
			}
		}
	case "nuget":
		if p.xml == nil {
			return ""
		}
		target, _ := p.property("TargetFramework")
		if m := netTarget().FindStringSubmatch(target); m != nil && (m[1] >= "5" || len(m[1]) > 1) {
			return ".NET " + m[1]
		}
	case "python":
		poetry := p.doc.str("tool", "poetry", "dependencies", "python")
		version := cmp.Or(p.doc.str("project", "requires-python"), poetry, group(pythonRequires),
			supported(p.text.Content))
		return named("Python", excluded().ReplaceAllString(version, ""))
	case "gradle":
		if toolchain := group(gradleJava); toolchain != "" {
			return named("Java", cmp.Or(group(gradleRelease), toolchain))
		}
	case "composer":
		return named("PHP", p.doc.str("require", "php"))
	case "pub":
		return named("Dart", p.doc.str("environment", "sdk"))
	case "cpan":
		if v := group(perlRequires); v != "" {
			return named("Perl", ">="+perlVersion(v))
		}
	}
	for _, t := range requirements {
		if t.ecosystem == p.Ecosystem {
			return named(t.name, t.prefix+group(t.version))
		}
	}
	return ""
}

// pythonClass matches a classifier with a version of Python.
var pythonClass = lazyregexp.Lazy(`Programming Language :: Python :: (\d+\.\d+)\b`)

// supported returns the first and the last version of Python that the classifiers of a manifest list, "3.9-3.13", or
// "" if they list fewer than two.
func supported(manifest string) string {
	var all []string
	for _, m := range pythonClass().FindAllStringSubmatch(manifest, 40) {
		all = append(all, m[1])
	}
	order := func(a, b string) int { return slices.Compare(words.Numbers(a), words.Numbers(b)) }
	slices.SortFunc(all, order)
	if all = slices.Compact(all); len(all) < 2 {
		return ""
	}
	return all[0] + "-" + all[len(all)-1]
}

// perlVersion returns the usual form of a decimal version of Perl: "5.10.1" of 5.010001.
func perlVersion(v string) string {
	m := perlDecimal().FindStringSubmatch(v)
	if m == nil {
		return v
	}
	return m[1] + "." + strings.TrimLeft(m[2][:2], "0") + m[2][2:] + "." + strings.TrimLeft(m[3][:2], "0") + m[3][2:]
}

// leastSwift returns the least version of Swift for which there is a manifest beside Package.swift, or the version that
// Package.swift requires. It returns "" if the others are for newer versions: then that file can be left for old tools.
func leastSwift(r *reader, p *pkg) string {
	least, ok := strings.CutPrefix(p.toolchain(), "Swift ")
	if !ok {
		return ""
	}
	own, others := least, 0
	for _, f := range r.tree.inDir[p.dir] {
		m := olderSwift().FindStringSubmatch(f.Path.Base())
		if m == nil {
			continue
		}
		others++
		if slices.Compare(words.Numbers(m[1]), words.Numbers(least)) < 0 {
			least = m[1]
		}
	}
	if others > 0 && least == own {
		return ""
	}
	return "Swift " + least
}

// terraform returns the version of Terraform that the module at the root requires, or "".
func terraform(r *reader) string {
	if r.language != "HCL" {
		return ""
	}
	for _, name := range []string{"versions.tf", "terraform.tf", "main.tf", "providers.tf"} {
		if t, ok := r.source(luminos.Path(name), 64<<10); ok {
			if m := hclRequires().FindStringSubmatch(t.Content); m != nil {
				return named("Terraform", m[1])
			}
		}
	}
	return ""
}

// rustChannel returns the release of Rust that the file rust-toolchain.toml at the root, or the older one without an
// extension, selects, or "" for a channel such as "nightly".
func rustChannel(r *reader) string {
	for _, name := range []luminos.Path{"rust-toolchain.toml", "rust-toolchain"} {
		if t, ok := r.source(name, 64<<10); ok {
			if m := rustRelease().FindStringSubmatch(t.Content); m != nil {
				return named("Rust", m[1])
			}
		}
	}
	return ""
}

// toolchains returns the toolchains that the target needs, with their versions, at most maxToolchains, each once: first
// by manifests of its main language, then by other manifests. A file such as .nvmrc has the version that the developers
// use, which others need not have.
func (r *reader) toolchains() []string {
	var all []string
	add := func(t string) {
		name, _, _ := strings.Cut(t, " ")
		has := func(o string) bool { return strings.HasPrefix(o, name+" ") }
		if t != "" && len(all) < maxToolchains && !slices.ContainsFunc(all, has) {
			all = append(all, t)
		}
	}
	needs := map[*pkg]string{} // of own packages
	for _, p := range r.pkgs {
		if p.isOwn() {
			needs[p] = p.toolchain()
		}
	}
	for _, main := range []bool{true, false} {
		for _, p := range r.pkgs {
			bindings := (r.language == "C" || r.language == "C++") && (p.Ecosystem == "python" || p.dir != luminos.Root)
			if p.isOwn() && !p.part && !bindings && p.enter != nil && (Rank(p.Ecosystem, r.language) != Unrelated) == main &&
				(main || r.tree.writtenFor(p.Ecosystem)) && agreed(p, needs) {
				t := needs[p]
				if p.Ecosystem == "swift" {
					t = leastSwift(r, p)
				}
				add(t)
			}
		}
	}
	add(terraform(r))
	if r.language == "Rust" && len(all) == 0 {
		add(rustChannel(r)) // which rustup installs for each build
	}
	return all
}

// rustVersion returns the least version of Rust that a manifest requires itself or for its workspace, ">=1.80", or "".
func (p *pkg) rustVersion() string {
	least := p.doc.str("package", "rust-version")
	if least == "" && (!p.doc.has("package") || p.doc.obj("package").has("rust-version")) {
		least = p.doc.str("workspace", "package", "rust-version")
	}
	if least == "" {
		return ""
	}
	return ">=" + least
}

// agreed reports whether the package p lies at the root, or no other of the own packages needs another version of the
// toolchain, or is for several versions of .NET.
func agreed(p *pkg, needs map[*pkg]string) bool {
	if p.Ecosystem == "gradle" && p.dir.Depth() > 1 {
		return false // a model for tests, or an example
	}
	if p.dir == luminos.Root {
		return true
	}
	for o, t := range needs {
		if o.Ecosystem != p.Ecosystem {
			continue
		}
		if o.Ecosystem == "nuget" && o.xml != nil {
			if several, _ := o.property("TargetFrameworks"); strings.Contains(several, ";") {
				return false
			}
		}
		if t != "" && t != needs[p] {
			return false
		}
	}
	return true
}

// leastWritten is the least part of the code that makes the toolchain of its language one of the target.
const leastWritten = 0.1

// writtenFor reports whether a tenth of the code is in the languages of an ecosystem. With less code, as in a library
// of Swift with scripts in Ruby, only tools for developers need its toolchain.
func (t *tree) writtenFor(ecosystem string) bool {
	var all, part int64
	for i := range t.scan.Files {
		f := &t.scan.Files[i]
		if !f.Counted() || content.LanguageType(f.Language) != "programming" {
			continue
		}
		all += f.Size
		if Rank(ecosystem, f.Language) != Unrelated {
			part += f.Size
		}
	}
	return float64(part) >= leastWritten*float64(all)
}

// plainVersionText matches the content of a file that holds only a version.
var plainVersionText = lazyregexp.Lazy(`^v?(\d+(?:\.\d+)*(?:[-+.][\w.+-]+)?)\s*$`)

// plainVersion returns the version in the file p, such as VERSION, with evidence. It returns false if the
// file is missing or holds anything else.
func (r *reader) plainVersion(p luminos.Path) (string, []luminos.Evidence, bool) {
	f := r.tree.files[p]
	if f == nil || f.Size > 100 {
		return "", nil, false
	}
	t, ok := r.source(p, 100)
	if !ok {
		return "", nil, false
	}
	m := plainVersionText().FindStringSubmatch(strings.TrimSpace(t.Content))
	if m == nil {
		return "", nil, false
	}
	return m[1], r.citeStart(p), true
}

// versionFile returns the version of the target in a file such as VERSION, with evidence, or "".
func (r *reader) versionFile() (string, []luminos.Evidence) {
	for _, name := range []string{"VERSION", "version/VERSION", "VERSION.txt", "version.txt", ".version"} {
		if text, ev, ok := r.plainVersion(luminos.Path(name)); ok && strings.Contains(text, ".") {
			return text, ev
		}
	}
	return "", nil
}
