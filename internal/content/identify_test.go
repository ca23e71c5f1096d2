package content_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/content"
)

// message is a message of mail.
const message = "Received: from x\n\tby y\nList-Id: tides\nFrom: Ann <a@b.c>\nSubject: tea\n\nTea is at five.\n"

func TestIdentifyByNameAndContent(t *testing.T) {
	tests := []struct {
		name, head string
		category   luminos.Category
		language   string
	}{
		// Sources, by extension, name, shebang and editor comment
		{"cmd/main.go", "package main\n", "source", "Go"},
		{"a.py", "import os\n", "source", "Python"},
		{"bin/run", "#!/usr/bin/env -S python3.11 -u\n", "source", "Python"},
		{"build.py", "#!/bin/sh\n\"\"\"exec\" \"python3\" \"$0\"\n\"\"\"\n", "source", "Python"},
		{"run.tcl", "#!/bin/sh\n# \\\nexec tclsh \"$0\"\n", "source", "Tcl"},
		{"run.command", "#!/bin/sh\nls\n", "source", "Shell"},
		{"man/f.Rd", "\\name{f}\n\\title{F}\n", "source", ""},
		{"Dockerfile-alpine.template", "FROM alpine\n", "source", "Dockerfile"},
		{"radio.pls", "[playlist]\nFile1=a.mp3\n", "data", "INI"},
		{"bin/deploy", "#!/bin/sh\nset -e\n", "source", "Shell"},
		{"Makefile", "all:\n", "source", "Makefile"},
		{"Makefile.linux", "all:\n", "source", "Makefile"},
		{"Dockerfile", "FROM alpine\n", "source", "Dockerfile"},
		{"Dockerfile.dev", "FROM alpine\n", "source", "Dockerfile"},
		{"Gemfile", "gem 'x'\n", "source", "Ruby"},
		{"CMakeLists.txt", "project(x)\n", "source", "CMake"},
		{"index.blade.php", "<div>\n", "source", "Blade"},
		{"analysis.ipynb", "{\"cells\": []}\n", "document", "Jupyter Notebook"},
		{"design.vhd", "entity x is\nend x;\n", "source", "VHDL"},
		{"version.rs.in", "pub const V: &str = \"@V@\";\n", "source", "Rust"},

		// Messages of a Maildir, whose names end with the name of a host
		{"Mail/cur/1136073600.M1P2.host.x:2,S", "From: a@b.c\n\nHello\n", "document", "E-mail"},
		{"new/1136073600.M1P2.host.pl", "From: a@b.c\n\nHello\n", "document", "E-mail"},
		// Messages and mailboxes of other names
		{"m.txt", message, "document", "E-mail"},
		{"2.txt", "Return-Path: <>\nDelivered-To: a@b.c\nFrom: \"\" <>\nDate: x\nTo: y\n>Received: by z;\n now\nSubject: a\n\nHi\n",
			"document", "E-mail"},
		{"3.txt", "From: Ann\nTo: Bob\nDate: x\nSubject: y\nReceived: a@b.c\n\nNo address of a party.\n", "document", "Text"},
		{"4.txt", "From: a@b.c\nTo: Bob\nSubject: y\nthe three fields\nof a memo\n", "document", "Text"},
		{"1", "From a@b.c Thu Aug 22 13:00:00 2002\n" + message, "document", "E-mail"},
		{"inbox", "From a@b.c Thu Aug 22 13:00:00 2002\n" + message +
			"\n\nFrom d@b.c Thu Aug 22 14:00:00 2002\n", "document", "E-mail"},
		{"memo.txt", "To: all\nFrom: Ann\nSubject: tea\nDate: today\n\nTea is at five.\n", "document", "Text"},
		{"tips.txt", "To: tides\nSubject: tea\nFrom: a@b.c\nwe sail\nat ten\n\nTea.\n", "document", "Text"},
		{"0001-x", "From " + strings.Repeat("0a", 20) + " Mon Sep 17 00:00:00 2001\n" + message, "other", ""},
		{"var/log/auth.log.1", "Oct 1 box sshd[1]: accepted\n", "data", ""},
		{"etc/key.asc", "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQENBFi\n", "data", "Public Key"},
		{"b/tool.1", ".TH TOOL 1\n", "document", "Roff Manpage"},
		{"old/1136073600.M1P2.host.pl", "print 1;\n", "source", "Perl"},

		// Extensions of several languages
		{"a.h", "#ifndef A_H\n#define A_H\nint f(void);\n#endif\n", "source", "C"},
		{"a.h", "#pragma once\n#include <vector>\n", "source", "C++"},
		{"a.h", "/* class of its own */\nstruct s { int a; };\n", "source", "C"},
		{"a.h", "namespace x {\nclass Y {};\n}\n", "source", "C++"},
		{"a.h", "#import <Foundation/Foundation.h>\n@interface A : NSObject\n", "source", "Objective-C"},
		{"a.h", "", "source", "C"},
		{"a.ts", "export const x = 1;\n", "source", "TypeScript"},
		{"de.ts", "<?xml version=\"1.0\"?>\n<TS language=\"de\"></TS>\n", "data", "XML"},
		{"a.rs", "fn main() {}\n", "source", "Rust"},
		{"a.m", "@implementation A\n@end\n", "source", "Objective-C"},
		{"a.m", "## Author\n\n## -*- texinfo -*-\n## @end deftypefn\nfunction m = mean2 (I)\n", "source", "MATLAB"},
		{"gvimdiff", ". \"$MERGE_TOOLS_DIR/vimdiff\"\n", "source", "Shell"},
		{"de.msg", "namespace eval ::tk {\n    ::msgcat::mcset de \"&About\" \"A\"\n}\n", "source", "Tcl"},
		{"a.msg", "// of a network\npacket Ping\n{\n    int id;\n}\n", "source", "OMNeT++ MSG"},
		{"a.scm", ";; Notes.\n\n(define-public (f x)\n  (+ x 1))\n", "source", "Scheme"},
		{"a.scm", "(comment) @comment\n(string) @string\n", "source", "Tree-sitter Query"},
		{"a.m", "% comment\nfunction y = f(x)\n", "source", "MATLAB"},
		{"a.pl", "use strict;\nmy $x = 1;\n", "source", "Perl"},
		{"a.t", "print qq{ok 1\\n}; # one\n", "source", "Perl"},
		{"a.t", "", "source", "Perl"},
		{"a.t", "use v5.36;\n", "source", "Perl"},
		{"a.t", "=====\n13 landuse categories; roughness\n=====\n 1 urban   0.7\n", "document", "Text"},
		{"a.pl", "parent(a, b).\n:- use_module(library(lists)).\n", "source", "Prolog"},
		{"a.v", "module top(input clk);\nendmodule\n", "source", "Verilog"},
		{"a.v", "module main\n\nimport os\n\nconst dir = os.home()\n", "source", "V"},
		{"a.v", "module main\n\nfn (mut k Kite) fly() {\n}\n", "source", "V"},
		{"a.v", "module top\n  (input clk);\nimport pkg::*;\nendmodule\n", "source", "Verilog"},
		{"a.v", "(** * Sets *)\nRecord pair := { one : nat }.\n", "source", "Rocq Prover"},
		{"a.v", "(* keep *)\nmodule top(input clk);\nendmodule\n", "source", "Verilog"},
		{"a.v", "Require Import List.\nTheorem x : True.\nProof. auto. Qed.\n", "source", "Rocq Prover"},
		{"a.sql", "CREATE TABLE x (id int);\n", "source", "SQL"},
		{"a.sql", "CREATE FUNCTION f() RETURNS int AS $$ BEGIN END $$ LANGUAGE plpgsql;\n", "source", "PLpgSQL"},
		{"a.fs", "module A\nlet x = 1\n", "source", "F#"},
		{"a.fs", "#version 330\nvoid main() {}\n", "source", "GLSL"},
		{"main.d", "main.o: main.c \\\n  a.h\n", "source", "Makefile"},
		{"a.inc", "<?php echo 1;\n", "source", "PHP"},
		{"path.bash.inc", "export PATH=$PATH:/x/bin\n", "other", ""},
		{"doc/Original_READ_ME.hack", "This is export hack,\nto use it, class or not: make it.\n", "document", ""},
		{"a.hack", "namespace A;\n", "source", "Hack"},
		{"a.cs", "\xef\xbb\xbfnamespace A;\n", "source", "C#"},
		{"hyphen.cs", "% Czech patterns, a class of words.\n\\patterns{\n.a2\n}\n", "other", ""},
		{"a.hack", "async function main(): Awaitable<void> {\n}\n", "source", "Hack"},
		{"CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n", "other", ""},
		{"tool.1", ".TH TOOL 1\n.SH NAME\n", "document", "Roff Manpage"},

		// Documents
		{"README.md", "# x\n", "document", "Markdown"},
		{"LICENSE", "MIT License\n", "document", "Text"},
		{"LICENSE-APACHE", "Apache License\n", "document", ""},
		{"docs/paper.tex", "\\documentclass{article}\n", "document", "TeX"},
		{"AUTHORS", "Anna\n", "document", ""},
		{"src/security.ts", "export {};\n", "source", "TypeScript"},
		{"src/license.py", "x = 1\n", "source", "Python"},
		{"crates/x/ADVISORY-2016-0001.toml", "[advisory]\nid = 1\n", "data", "TOML"},
		{"crates/x/Cargo.toml", "[package]\n", "config", "TOML"},
		{"late.pdf", " \n%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n", "document", ""},
		{"paper.pdf", "%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n", "document", ""},
		{"paper", "\xef\xbb\xbf%PDF-1.4\n" + strings.Repeat("1 0 obj\nendobj\n", 200), "document", ""},
		{"texts.ar", "!<arch>\na.txt/          0           0     0     644     5         `\nwords\n", "archive", ""},
		{"notes.txt", "!<arch>\nis how an archive begins.\n", "document", "Text"},
		{"brief.rtf", "{\\rtf1 x}\n", "document", "Rich Text Format"},

		// Configuration and data
		{"package.json", "{}\n", "config", "JSON"},
		{"tsconfig.build.json", "{}\n", "config", "JSON"},
		{".eslintrc.json", "{}\n", "config", "JSON with Comments"},
		{".github/workflows/ci.yml", "on: push\n", "config", "YAML"},
		{"config/app.yaml", "a: 1\n", "config", "YAML"},
		{"deploy.yaml", "a: 1\n", "config", "YAML"},
		{"vulns/CVE-2023-1234.yaml", "id: CVE\n", "data", "YAML"},
		{"data/cities.json", "[{}]\n", "data", "JSON"},
		{"cities.json", "[{}]\n", "data", "JSON"},
		{"a.schema.json", "{}\n", "config", "JSON"},
		{"form.json", "{\"$schema\": \"https://json-schema.org\"}\n", "config", "JSON"},
		{"Cargo.lock", "[[package]]\n", "config", "TOML"},
		{".env.local", "A=1\n", "config", "Dotenv"},
		{".gitignore", "*.o\n", "config", "Ignore List"},
		{".bashrc", "alias ll='ls -l'\n", "source", "Shell"},
		{"requirements.txt", "flask\n", "config", "Pip Requirements"},
		{"config.yml.example", "a: 1\n", "config", ""},
		{"table.csv", "a,b\n1,2\n", "data", "CSV"},
		{"events.jsonl", "{\"a\":1}\n", "data", "JSON"},
		{"server.log", "2024-01-01 start\n", "data", ""},
		{"dinner.m3u", "#EXTM3U\na.mp3\n", "data", "M3U"},
		{"~$letter.docx", "\x05Anna Bell\x00\x00\x00", "other", ""},

		// By content, not by name
		{"picture", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "image", ""},
		{"picture.txt", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "image", ""},
		{"logo.svg", "<svg xmlns=\"x\"/>\n", "image", "SVG"},
		{"prog", "\x7fELF\x02\x01\x01\x00", "executable", ""},
		{"model.onnx", "\x08\x07\x12\x07pytorch\x1a\x00", "model", ""},
		{"blob", "\x00\x01\x02\x03\x04\x05\x06\x07", "other", ""},
		{"icon-theme.cache", "\x00\x01\x00\x00\x00\x00\x00\x0c", "other", ""},
		{"blob.py", "\x00\x01\x02\x03\x04\x05\x06\x07", "other", ""},
		{"cube.obj", "v 0 0 0\nv 1 0 0\nf 1 2 1\n", "data", "Wavefront Object"},
		{"weights.h5", "\x89HDF\r\n\x1a\n\x00", "data", ""},
		{"weights.keras", "PK\x03\x04\x14\x00\x00\x00\x00\x00", "model", ""},
		{"page", "<!DOCTYPE html>\n<html>\n", "other", ""},

		// Names that are nothing but strange
		{".", "x\n", "other", ""},
		{"..", "x\n", "other", ""},
		{".png", "x\n", "config", ""},
		{"a.", "x\n", "other", ""},
		{"dir/", "x\n", "other", ""},
		{"", "x\n", "other", ""},
		{"a\xff.go", "package a\n", "source", "Go"},
		{"x.PNG", "", "image", ""},
		{"x.mp3", "", "audio", ""},
	}
	for _, tt := range tests {
		got := content.Identify(luminos.Path(tt.name), false, []byte(tt.head))
		if got.Category != tt.category || got.Language != tt.language {
			t.Errorf("%q %q: got %s %q, want %s %q", tt.name, cut(tt.head), got.Category, got.Language, tt.category, tt.language)
		}
	}
}

func cut(s string) string { return s[:min(len(s), 40)] }

// TestLanguageTypesAreLinguists checks the types of languages, which decide
// about source.
func TestLanguageTypesAreLinguists(t *testing.T) {
	for lang, want := range map[string]string{
		"Go": "programming", "HTML": "markup", "YAML": "data", "Markdown": "prose", "No Such Language": "", "": "",
	} {
		if got := content.LanguageType(lang); got != want {
			t.Errorf("%q: got %q, want %q", lang, got, want)
		}
	}
}

// TestStartIsCheap: go-enry's root package must not be linked; its classifier
// makes every start 12 ms slower and 10 MB larger.
func TestStartIsCheap(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no sources found", err)
	}
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(src), "go-enry/v2\"") {
			t.Errorf("%s imports go-enry's root package; take its tables from go-enry/v2/data", f)
		}
	}
}

func TestTextIsToldFromBinary(t *testing.T) {
	long := strings.Repeat("a line of text\n", 200)
	for name, tt := range map[string]struct {
		head string
		text bool
	}{
		"empty":                      {"", true},
		"ASCII":                      {"hello\n", true},
		"a colourful log":            {"\x1b[31mred\x1b[0m\n", true},
		"UTF-16 with mark":           {"\xff\xfeh\x00i\x00", true},
		"UTF-16 without":             {strings.Repeat("h\x00i\x00\n\x00", 20), true},
		"Latin-1":                    {"caf\xe9 cr\xe8me\n", true},
		"NUL late in a long head":    {long + "\x00", false},
		"control bytes":              {strings.Repeat("\x01\x02a", 100), false},
		"compressed without any NUL": {"\x1f\x8b\x08\x08\x11\x22\x33\x44\x02\x03notes", false},
		"PDF in ASCII":               {"%PDF-1.4\n" + long, false},
		"FITS without any NUL": {fmt.Sprintf("%-80s%-80s", "SIMPLE  =                    T", "BITPIX  =") +
			strings.Repeat(" ", 3000), false},
		"header of FITS saved as text": {fmt.Sprintf("%-79s\n%-79s\n", "SIMPLE  =                    T", "BITPIX  ="), true},
		"short PDF after a mark":       {"\xef\xbb\xbf%PDF-1.4\n", false},
		"UTF-8 cut in a character":     {long + "\xe2\x82", true},
	} {
		if got := content.Identify("x", false, []byte(tt.head)).Text; got != tt.text {
			t.Errorf("%s: text is %v", name, got)
		}
	}
}

func TestContradictions(t *testing.T) {
	samples := samplesOfFormats(t)
	for name, b := range samples {
		id := content.Identify(luminos.Path(name), false, b)
		if content.Contradicts(luminos.Path(name), id.MIME) {
			t.Errorf("%s is said to contradict its content, %s", name, id.MIME)
		}
	}
	for name, sample := range map[string]string{
		"photo.jpg": "picture.png", "notes.txt": "picture.gif", "archive.zip": "page.html", "report.pdf": "report.docx",
		"main.py": "prog.exe", "data.csv": "table.xlsx", "song.mp3": "picture.jpg", "README.md": "files.zip", "prog.exe": "notes.txt",
		"shot.nef": "picture.jpg", "take.mp3": "tune.mid",
	} {
		id := content.Identify(luminos.Path(name), false, samples[sample])
		if !content.Contradicts(luminos.Path(name), id.MIME) {
			t.Errorf("%s with the content of %s (%s) is not noticed", name, sample, id.MIME)
		}
	}
	for name, mime := range map[luminos.Path]string{
		"photo.png": "text/x-git-lfs-pointer", "a.png": "inode/x-empty", "b.png": "application/octet-stream", "c.ico": "image/png",
		"d": "image/png", "e.doc": "text/rtf", "f.dat": "image/png", "g.svg": "image/svg+xml", "h.json": "application/geo+json",
		"i.nef": "image/tiff", "j.cr2": "image/x-canon-cr2", "k.raf": "application/octet-stream",
	} {
		if content.Contradicts(name, mime) {
			t.Errorf("%s with %s is no contradiction", name, mime)
		}
	}
}

// TestContainersOfDocuments calls an archive with the container of EPUB, but without its type, no archive of Java.
func TestContainersOfDocuments(t *testing.T) {
	for want, b := range map[string][]byte{
		"application/zip":          zipOf(t, "META-INF/", "", "META-INF/container.xml", "<x/>", "a.mscx", "<x/>"),
		"application/java-archive": zipOf(t, "META-INF/", "", "META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n"),
		"application/epub+zip":     zipOf(t, "mimetype", "application/epub+zip", "META-INF/container.xml", "<x/>"),
	} {
		if got := content.Identify("a.mscz", false, b).MIME; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
