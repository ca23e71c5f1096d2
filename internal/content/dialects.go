package content

import (
	"bytes"
)

// The functions below decide, for extensions of [hot], by the beginnings of
// lines and by words that only one of the candidates has. Linguist's patterns
// for these extensions take up to a millisecond a file.

// dialectHead is the most bytes that they read.
const dialectHead = 8 << 10

// anyLine reports whether any line of b, without its indentation, has one of
// the beginnings.
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

// has reports whether the beginning of b holds any of the words.
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

// included returns the language of an .inc file, which is the language of the
// file that includes it.
func included(b []byte) string {
	switch {
	case len(b) == 0, bytes.HasPrefix(bytes.TrimLeft(b[:min(len(b), 64)], " \t\r\n"), []byte("<?")):
		return "PHP"
	case anyLine(b, "{$", "unit ", "procedure ", "implementation\n"):
		return "Pascal"
	case anyLine(b, "%macro", "section .", ".globl", ".macro", ".section", "macro ", "extrn ") || has(b, " equ ", " EQU "):
		return "Assembly"
	case anyLine(b, "#include", "#define", "#ifdef", "#ifndef", "#if ", "//", "/*", "case ", "template"):
		return "C++"
	case anyLine(b, "inherit ", "require ", "do_", "SRC_URI"):
		return "BitBake"
	case anyLine(b, "CREATE ", "create ", "SELECT ", "select ", "INSERT ", "insert ", "--"):
		return "SQL"
	case anyLine(b, "<"):
		return "HTML"
	}
	return "PHP"
}

func rOrRebol(b []byte) string {
	if start := bytes.TrimLeft(b[:min(len(b), 256)], " \t\r\n"); startsFold(start, "rebol") {
		return "Rebol"
	}
	return "R"
}

func vLanguage(b []byte) string {
	switch {
	case anyLine(b, "endmodule", "`timescale", "`include", "`define", "always @", "always@", "assign "):
		return "Verilog"
	case anyLine(b, "Require ", "From ", "Proof.", "Theorem ", "Lemma ", "Definition ", "Inductive ", "Qed."):
		return "Rocq Prover"
	case anyLine(b, "fn ", "pub fn ", "struct ", "import ", "module main"):
		return "V"
	}
	return "Verilog"
}

func fsharpOrShader(b []byte) string {
	switch {
	case anyLine(b, "#version", "precision ", "uniform ", "varying ", "void main("):
		return "GLSL"
	case anyLine(b, "#pragma rs ", "#pragma version("):
		return "Filterscript"
	case anyLine(b, ": ") && !anyLine(b, "let ", "open ", "module ", "namespace "):
		return "Forth"
	}
	return "F#"
}

// dOrDependencies distinguishes D from a compiler's list of the dependencies of
// an object file. The list is a rule for make, and far more frequent in a build
// tree.
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

func ocamlOrSML(b []byte) string {
	if anyLine(b, "structure ", "signature ", "functor ", "fun ") && !anyLine(b, "let rec ", "open ", "module ") {
		return "Standard ML"
	}
	return "OCaml"
}

func puppetOrPascal(b []byte) string {
	if anyLine(b, "program ", "unit ", "uses ", "{$", "begin\n", "begin\r\n") {
		return "Pascal"
	}
	return "Puppet"
}

func propertiesOrINI(b []byte) string {
	if anyLine(b, "[") && !anyLine(b, "!", "# ") {
		return "INI"
	}
	return "Java Properties"
}

// manPage wants the requests that open every manual page, and any request for
// the typesetter's other documents; a number can end any name.
func manPage(b []byte) string {
	switch {
	case anyLine(b, ".TH ", "'TH ", ".Dd ", ".Dt ", ".Sh ", ".SH "):
		return "Roff Manpage"
	case anyLine(b, `.\"`, ".so ", ".de ", ".ds ", ".nr ", ".if ", ".TL", ".PP", ".sp", `'\"`):
		return "Roff"
	}
	return "Text"
}
