package content

import (
	"bytes"
)

// The functions below decide, for extensions of [hot], by the beginnings of
// lines and by words that only one of the candidates has. Linguist's patterns
// for these extensions take up to a millisecond a file.

// dialectHead is the most bytes that they read.
const dialectHead = 8 << 10

// anyLine reports whether any line in the first dialectHead bytes of b begins, after its
// indentation, with one of starts.
func anyLine(b []byte, starts ...string) bool {
	for line := range bytes.Lines(b[:min(len(b), dialectHead)]) {
		line = bytes.TrimLeft(line, " \t")
		for _, s := range starts {
			if bytes.HasPrefix(line, []byte(s)) {
				return true
			}
		}
	}
	return false
}

// has reports whether the first dialectHead bytes of b contain any of the words.
func has(b []byte, words ...string) bool {
	b = b[:min(len(b), dialectHead)]
	for _, w := range words {
		if bytes.Contains(b, []byte(w)) {
			return true
		}
	}
	return false
}

func sqlDialect(b []byte) string {
	b = bytes.ToLower(b[:min(len(b), dialectHead)])
	switch {
	case has(b, "as $$", "as $body$", "plpgsql") || anyLine(b, `\i `, `\connect`, "begin;", "begin work;"):
		return "PLpgSQL"
	case has(b, "mode db2sql", "alter module", "associate result set", "syscat."):
		return "SQLPL"
	case has(b, "xmltype", "systimestamp", ".nextval", "connect by", "authid definer", "authid current_user", "$$plsql_"):
		return "PLSQL"
	case has(b, "[dbo]", "declare @", "output inserted", "begin try", "begin catch") || anyLine(b, "go\n", "go\r\n"):
		return "TSQL"
	}
	return "SQL"
}

func mLanguage(b []byte) string {
	switch {
	case anyLine(b, "@interface", "@implementation", "@protocol", "@class", "@import", "#import", "#include", "#pragma mark"):
		return "Objective-C"
	case has(b, ":- module"):
		return "Mercury"
	case anyLine(b, "%", "function ", "classdef ", "end\n", "clear all", "disp(") && !has(b, "(*"):
		return "MATLAB"
	case has(b, "(*") && has(b, "*)"):
		return "Wolfram Language"
	case anyLine(b, ";"):
		return "M"
	case anyLine(b, "//", "/*"):
		return "Objective-C"
	}
	return "MATLAB"
}

func perlOrProlog(b []byte) string {
	if anyLine(b, ":-") || has(b, " :-\n", " :- ", ":-\n") && !has(b, "use strict", "my $") {
		return "Prolog"
	}
	return perlOrOther(b)
}

func perlOrOther(b []byte) string {
	switch {
	case anyLine(b, "use v6", "unit module", "unit class", "unit role") && !has(b, "use strict"):
		return "Raku"
	case bytes.HasPrefix(b, []byte("/* XPM */")):
		return "X PixMap"
	}
	return "Perl"
}

// dOrDependencies returns the language of a file with the extension .d: "Makefile" for a compiler's
// list of the dependencies of an object file, "DTrace", or "D".
func dOrDependencies(b []byte) string {
	first, _, _ := bytes.Cut(b, []byte("\n"))
	target, _, ok := bytes.Cut(first, []byte(": "))
	switch {
	case ok && len(target) > 0 && !bytes.ContainsAny(target, " \t(\"*/;") || ok && bytes.HasSuffix(target, []byte(".o")):
		return "Makefile"
	case anyLine(b, "#pragma D ", "#!/usr/sbin/dtrace", "provider ") || has(b, ":::", "::entry"):
		return "DTrace"
	}
	return "D"
}

// projectFile returns the language of a .pro file: rules of an Android shrinker,
// Prolog, IDL or QMake.
func projectFile(b []byte) string {
	switch {
	case anyLine(b, "-keep", "#-keep", "-dontwarn"):
		return "Proguard"
	case anyLine(b, ":-"), has(b, " :- "):
		return "Prolog"
	case anyLine(b, "pro ", "function "):
		return "IDL"
	}
	return "QMake"
}

func propertiesOrINI(b []byte) string {
	if anyLine(b, "[") && !anyLine(b, "!", "# ") {
		return "INI"
	}
	return "Java Properties"
}

// manPage returns the language of a file whose extension is a section number, such as .1, or .man:
// "Roff Manpage" if a line has a request that opens manual pages, "Roff" if one has another request
// of the typesetter troff, else "Text".
func manPage(b []byte) string {
	switch {
	case anyLine(b, ".TH ", "'TH ", ".Dd ", ".Dt ", ".Sh ", ".SH "):
		return "Roff Manpage"
	case anyLine(b, `.\"`, ".so ", ".de ", ".ds ", ".nr ", ".if ", ".TL", ".PP", ".sp", `'\"`):
		return "Roff"
	}
	return "Text"
}
