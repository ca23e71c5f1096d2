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
	programs func() *regexp.Regexp // the name of a program that it makes, or the path
	language string                // whose least version it states
	least    func() *regexp.Regexp // the constraint
}

// builds are the kinds of manifests that are read by their lines.
var builds = []build{
	{lazyregexp.Lazy(`^CMakeLists\.txt$`), lazyregexp.Lazy(`(?im)^\s*add_executable\s*\(\s*([\w.-]+)`), "", nil},
	{lazyregexp.Lazy(`^meson\.build$`), lazyregexp.Lazy(`\bexecutable\(\s*'([\w.-]+)'`), "", nil},
	{lazyregexp.Lazy(`\.cabal$`), lazyregexp.Lazy(`(?m)^executable\s+([\w-]+)`), "", nil},
	{lazyregexp.Lazy(`^dune$`), lazyregexp.Lazy(`\(public_name\s+([\w-]+)\)`), "", nil},
	{lazyregexp.Lazy(`^Package\.swift$`), lazyregexp.Lazy(`\.executable(?:Target)?\(\s*name:\s*"([\w-]+)"`), "", nil},
	{lazyregexp.Lazy(`^build\.zig$`), lazyregexp.Lazy(`(?s)addExecutable\(\.\{\s*\.name = "([\w-]+)"`), "", nil},
	{lazyregexp.Lazy(`\.[cf]sproj$`), lazyregexp.Lazy(`<(?:ToolCommandName|AssemblyName)>([\w.-]+)<`), "", nil},
	{
		lazyregexp.Lazy(`\.gemspec$`), lazyregexp.Lazy(`\bexecutables\s*(?:=|<<)\s*(?:\[|%w\[)?\s*["']?([\w-]+)["'\]]`),
		"Ruby", lazyregexp.Lazy(`required_ruby_version\s*=\s*(?:Gem::Requirement\.new\(?\s*)?["']([^"']+)`),
	},
	{
		lazyregexp.Lazy(`^composer\.json$`), lazyregexp.Lazy(`"bin"\s*:\s*\[?\s*"([\w./-]+)"`),
		"PHP", lazyregexp.Lazy(`"php"\s*:\s*"([^"]+)"`),
	},
	{
		lazyregexp.Lazy(`^mix\.exs$`), lazyregexp.Lazy(`\bescript:.*\bname:\s*"([\w-]+)"`),
		"Elixir", lazyregexp.Lazy(`\belixir:\s*"([^"]+)"`),
	},
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
	for _, f := range b.programs().FindAllStringSubmatch(s, -1) {
		m.programs[path.Base(f[1])] = true
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
