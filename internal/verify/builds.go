package verify

import (
	"path"
	"regexp"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// build is a kind of manifest or makefile whose lines state programs and versions.
type build struct {
	name     func() *regexp.Regexp // of the file
	programs func() *regexp.Regexp // the name of a program that it makes, or the path; or nil
	language string                // whose least version it states
	least    func() *regexp.Regexp // the constraint
	names    func() *regexp.Regexp // the name of the package, or nil
}

// builds are the kinds of manifests that are read by their lines.
var builds = []build{
	{lazyregexp.Lazy(`^CMakeLists\.txt$`), lazyregexp.Lazy(`(?im)^\s*add_executable\s*\(\s*([\w.-]+)`), "", nil, nil},
	{lazyregexp.Lazy(`^meson\.build$`), lazyregexp.Lazy(`\bexecutable\(\s*'([\w.-]+)'`), "", nil, nil},
	{lazyregexp.Lazy(`\.cabal$`), lazyregexp.Lazy(`(?m)^executable\s+([\w-]+)`), "", nil, nil},
	{lazyregexp.Lazy(`^dune$`), lazyregexp.Lazy(`\(public_name\s+([\w-]+)\)`), "", nil, nil},
	{lazyregexp.Lazy(`^Package\.swift$`), lazyregexp.Lazy(`\.executable(?:Target)?\(\s*name:\s*"([\w-]+)"`), "", nil, nil},
	{lazyregexp.Lazy(`^build\.zig$`), lazyregexp.Lazy(`(?s)addExecutable\(\.\{\s*\.name = "([\w-]+)"`), "", nil, nil},
	{lazyregexp.Lazy(`\.[cf]sproj$`), lazyregexp.Lazy(`<(?:ToolCommandName|AssemblyName)>([\w.-]+)<`), "", nil, nil},
	{
		lazyregexp.Lazy(`\.gemspec$`), lazyregexp.Lazy(`\bexecutables\s*(?:=|<<)\s*(?:\[|%w\[)?\s*["']?([\w-]+)["'\]]`),
		"Ruby", lazyregexp.Lazy(`required_ruby_version\s*=\s*(?:Gem::Requirement\.new\(?\s*)?["']([^"']+)`),
		lazyregexp.Lazy(`\.name\s*=\s*["']([\w-]+)`),
	},
	{
		lazyregexp.Lazy(`^composer\.json$`), lazyregexp.Lazy(`"bin"\s*:\s*\[?\s*"([\w./-]+)"`),
		"PHP", lazyregexp.Lazy(`(?m)^\{?(?:\t| {0,4})"require"\s*:\s*\{[^}]*"php"\s*:\s*"([^"]+)"`),
		lazyregexp.Lazy(`"name"\s*:\s*"[\w.-]+/([\w.-]+)"`),
	},
	{
		lazyregexp.Lazy(`^mix\.exs$`), lazyregexp.Lazy(`\bescript:.*\bname:\s*"([\w-]+)"`),
		"Elixir", lazyregexp.Lazy(`\belixir:\s*"([^"]+)"`),
		lazyregexp.Lazy(`\bapp:\s*:(\w+)`),
	},
	{lazyregexp.Lazy(`^pom\.xml$`), nil, "", nil, lazyregexp.Lazy(`(?s)^(?:.*?</parent>)?.*?<artifactId>([\w.-]+)<`)},
	{lazyregexp.Lazy(`^settings\.gradle(?:\.kts)?$`), nil, "", nil,
		lazyregexp.Lazy(`rootProject\.name\s*=\s*["']([\w.-]+)`)},
	{lazyregexp.Lazy(`^build\.sbt$`), nil, "", nil, lazyregexp.Lazy(`\bname\s*:=\s*"([\w.-]+)"`)},
	{lazyregexp.Lazy(`^DESCRIPTION$`), nil, "", nil, lazyregexp.Lazy(`(?m)^Package:\s*([\w.]+)`)},
	{lazyregexp.Lazy(`^project\.clj$`), nil, "", nil, lazyregexp.Lazy(`\(defproject\s+(?:[\w.-]+/)?([\w.-]+)`)},
}

// buildOf returns the kind of manifest with the name of a file, or nil.
func buildOf(name string) *build {
	for i := range builds {
		if builds[i].name().MatchString(name) {
			return &builds[i]
		}
	}
	return nil
}

// read adds the programs and the version that a manifest of the kind b states.
func (b *build) read(m *made, p luminos.Path, s string) {
	if b.programs != nil {
		for _, f := range b.programs().FindAllStringSubmatch(s, -1) {
			m.programs[path.Base(f[1])] = true
		}
	}
	if b.names != nil {
		if f := b.names().FindStringSubmatch(s); f != nil {
			m.packages[f[1]] = true
		}
	}
	if b.least == nil {
		return
	}
	if f := b.least().FindStringSubmatch(s); f != nil {
		m.need(p, b.language, strings.Replace(f[1], "~>", ">=", 1))
	}
}

// isMakefile reports whether make reads a file with a name by itself.
func isMakefile(name string) bool {
	return name == "Makefile" || name == "makefile" || name == "GNUmakefile"
}
