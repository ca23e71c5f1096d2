package document

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

// outlineOf holds the fields of a document that the tests compare.
type outlineOf struct {
	Title, Summary string
	Headings       []string
}

func read1(f format, text string) outlineOf {
	lines := luminos.Text{Path: "x", Content: text}
	d, _ := outline(lines, parse(f, lines.Lines()), nothingElse)
	return outlineOf{d.Title, d.Summary, d.Headings}
}

func TestFormats(t *testing.T) {
	for _, tt := range []struct {
		name   string
		format format
		text   string
		want   outlineOf
	}{
		{"Markdown with badges, a fence and an HTML comment", markdown, `<!-- # Not this

nor this -->
[![build](https://x/y.svg)](https://x) ![npm](https://z)

# The *Thing* ` + "`v2`" + `

[Docs](d) | [Blog](b) | [Chat](c)

~~~sh
# not a heading
make
~~~

It does **one** thing, [well](https://example.org), and &amp; no more.
It has no second line.

## Usage ##
###No space
`, outlineOf{"The Thing v2", "It does one thing, well, and & no more. It has no second line.", []string{"Usage", "No space"}}},
		{"plain text that begins with a table", plain, "part      licence    use\n--------  ---------  --------\n" +
			"compiler  MIT        all components except\n                     the ones below\n\n" +
			"library   BSD        sets\n\nKites are files that fly in the wind.\n",
			outlineOf{"", "Kites are files that fly in the wind.", nil}},
		{"Markdown with front matter", markdown, "---\ntitle: \"From the header\"\ndescription: What the page is all about.\ntags: [a]\n---\n\n## First\n\nBody text that is longer.\n",
			outlineOf{"From the header", "What the page is all about.", []string{"First"}}},
		{"Markdown with rulers under headings", markdown, "Big one\n=======\n\nSmaller\n-------\n\n- an item of some words\n\nA paragraph at last.\n\n---\n\nend of it\n",
			outlineOf{"Big one", "A paragraph at last.", []string{"Smaller"}}},
		{"Markdown in HTML", markdown, "<div align=center>\n<img src=x.png alt=\"Acme Logo\">\n\n### Tools for everyone.\n\n</div>\n\n<p>The <b>Acme</b> tools<br>are many.</p>\n",
			outlineOf{"Acme", "The Acme tools are many.", []string{"Tools for everyone."}}},
		{"Markdown whose only headings are those of any page", markdown, "A tool to read tables.\n\n## Table of contents\n\n## Installation\n\nRun it.\n",
			outlineOf{"", "A tool to read tables.", []string{"Table of contents", "Installation"}}},
		{"Markdown with escapes of RDoc and tags of no kind", markdown, "# Tables for \\Rails\n\nReads (\\Tables) of <my-tag a=b>C:\\Users</my-tag> and <ann@example.org>, if a <3.\n",
			outlineOf{"Tables for Rails", `Reads (Tables) of C:\Users and ann@example.org, if a <3.`, nil}},
		{"Markdown with references without a definition", markdown, "# Keys\n\nEncrypts to the [RECIPIENTS][RECIPIENTS AND KEYS] listed in the [file][].\n",
			outlineOf{"Keys", "Encrypts to the RECIPIENTS listed in the file.", nil}},
		{"RDoc", asciidoc, "= Tables -- for \\Rails\n\nReads <tt>Tables</tt> of the \\Rails kind.\n", outlineOf{"Tables -- for Rails", "Reads Tables of the Rails kind.", nil}},
		{"Markdown with a table without borders", markdown, "# Tee\n\nName | Kind of it all\n--- | ---\na | the first of the many fields that each row of a table has got to have\nb | the second of the many fields that each row of a table has got to have\n\nSaid below of it.\n", outlineOf{"Tee", "Said below of it.", nil}},
		{"reStructuredText", restructured, "..  comment\n    goes on\n\n========\n Manual\n========\n\n:author: me\n\n.. image:: x.png\n   :alt: y\n\nUse ``cmd`` and `the site <https://x>`_ for :ref:`more <m>`. See foo_.\n\nSection\n-------\n\nExample::\n\n    code here\n\nSub\n~~~\n\ntext\n",
			outlineOf{"Manual", "Use cmd and the site for more. See foo.", []string{"Section", "Sub"}}},
		{"AsciiDoc", asciidoc, "= Title\n:toc:\n\nimage::a.png[]\n\n== Part\n\n----\n= code\n----\n\nThe https://x.org[site] is *here* now.\n",
			outlineOf{"Title", "The site is here now.", []string{"Part"}}},
		{"Org", org, "#+TITLE: Journal\n* Monday\n:PROPERTIES:\n:ID: 1\n:END:\nWent to the [[https://x][market]] at *noon*.\n#+BEGIN_SRC sh\n* no\n#+END_SRC\n** Later\n",
			outlineOf{"Journal", "Went to the market at noon.", []string{"Monday", "Later"}}},
		{"plain text", plain, "+------+\n| Abc 1.0 |\n+------+\n\nThis is what it says first. And more.\n\nNOTES ON IT\n\n1. one thing\n",
			outlineOf{"Abc 1.0", "This is what it says first. And more.", []string{"NOTES ON IT"}}},
		{"HTML", hypertext, "<!doctype html><html><head><title>Page &mdash; Site</title><meta name=description content='About a page of tests.'>\n<style>p{}</style><script>var x = '<h1>no</h1>'</script></head>\n<body><nav><a href=x>menu</a></nav><h1>Head</h1><p>Text of it.</p><h2>Two</h2></body></html>",
			outlineOf{"Page — Site", "About a page of tests.", []string{"Head", "Two"}}},
		{"LaTeX", latex, "\\documentclass{article}\n\\usepackage{x}\n\\title{On \\emph{Things}}\n\\begin{document}\n\\maketitle\n% comment\n\\section{Intro}\nThings are \\textbf{many} \\cite{a}.\n\\begin{verbatim}\nno\n\\end{verbatim}\n\\end{document}\n",
			outlineOf{"On Things", "Things are many .", []string{"Intro"}}},
		{"a manual page", manual, ".TH LS 1\n.SH NAME\nls \\- list \\fIdirectory\\fR contents\n.SH SYNOPSIS\n.B ls\n.SH DESCRIPTION\nList information about the files.\n.nf\ncode\n.fi\n",
			outlineOf{"ls - list directory contents", "List information about the files.", []string{"NAME", "SYNOPSIS", "DESCRIPTION"}}},
		{"a manual page of two names", manual, ".Dt OPTS 3\n.Sh NAME\n.Nm one ,\n.Nm two\n.Nd sets options\n.Sh USE\n",
			outlineOf{"one, two - sets options", "", []string{"NAME", "USE"}}},
		{"Markdown that begins with a section", markdown, "# Introduction\n\nZed is a tool that reads tables.\n\n# Backends\n\nThere are two.\n",
			outlineOf{"", "Zed is a tool that reads tables.", []string{"Introduction", "Backends"}}},
		{"Markdown that asks for its subject", markdown, "This text is just a quick start to the tables of Zed.\n\nWhat is Zed?\n---\n\nZed is a tool that reads tables.\n",
			outlineOf{"What is Zed?", "This text is just a quick start to the tables of Zed.", nil}},
		{"Markdown with a described logo", markdown, "<img alt=\"The zed logo, a drawing of an old dome in Rome, with text\" src=x>\n\nZed is a tool that reads tables.\n\n## Usage\n",
			outlineOf{"zed", "Zed is a tool that reads tables.", []string{"Usage"}}},
		{"Markdown with a badge of an article", markdown, "[![DOI](x)](y)\n\nZed is a tool that reads tables.\n",
			outlineOf{"", "Zed is a tool that reads tables.", nil}},
		{"Markdown with a described picture", markdown, "![A drawing of an old dome in Rome, seen from far away](x)\n\nZed is a tool that reads tables.\n",
			outlineOf{"", "Zed is a tool that reads tables.", nil}},
		{"a mail with a key", plain, "Return-Path: <a@b>\nReceived: from x\n\tby y\nSubject: Lunch\n\nShall we have lunch on Friday? Let us meet at noon then.\n\n-----BEGIN PGP PUBLIC KEY BLOCK-----\nmQENBFabc\n-----END PGP PUBLIC KEY BLOCK-----\n",
			outlineOf{"", "Shall we have lunch on Friday? Let us meet at noon then.", nil}},
		{"plain text with a mode of Emacs", plain, "-*- text -*-\n\nZed is a tool that reads tables of many kinds.\n",
			outlineOf{"", "Zed is a tool that reads tables of many kinds.", nil}},
		{"nothing at all", markdown, "\n\n", outlineOf{}},
		{"only a fence that never ends", markdown, "```\n# a\n", outlineOf{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, read1(tt.format, tt.text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestDescription(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"the first real paragraph", "# Zed\n\n[![ci](b)](c)\n\nZed is a tool for tables. It is fast.\n", "Zed is a tool for tables."},
		{"about parts", "# Zed\n\nZed compression for tables, by Ann.\n\nThe streams produced by zed use one format and are fast.\n",
			"Zed compression for tables, by Ann."},
		{"about support", "# Zed\n\nzed is tables on the command line.\n\nZed is supported for users on small machines with one tape.\n",
			"zed is tables on the command line."},
		{"about the owner", "# Zed\n\nZed is a registered word mark of Ann.\n\nThe project is managed and maintained by Ann.\n", ""},
		{"about authors and questions", "# Zed\n\nThis library has been written by Ann.\n\nOur issues list is for bugs only.\n", ""},
		{"before a list of aims", "# Zed\n\nZed is a store of tables, with a focus on being:\n\n* small\n* quick\n",
			"Zed is a store of tables"},
		{"before a list of deeds", "# Zed\n\nZed is a tool for old tables, implementing:\n\n* one\n* two\n", "Zed is a tool for old tables"},
		{"about gifts", "# Zed\n\n## Why\n\nx\n\n## Donate\n\nDonations are very much appreciated by all of us!\n", ""},
		{"behind sponsors", "Donations\n=========\n\nAcme Fund\n---------\n\nAcme Fund is a platform that pays for the work.\n\n" +
			"Sponsors\n========\n\nOak\n---\n\nOak is a service for trees.\n\nElm\n---\n\nElm is a service for trees.\n\n" +
			"Why Zed?\n========\n\nZed is a tool for tables.\n", "Zed is a tool for tables."},
		{"behind a box of two paragraphs", "# Zed\n\n> [!TIP]\n> See Wye.\n>\n> Wye is a tool that reads newer tables.\n\n" +
			"Zed reads old tables, quickly.\n",
			"Zed reads old tables, quickly."},
		{"behind a note and a sponsor", "# Zed\n\n> [!NOTE]\n> We moved to another place.\n\nSponsored by the good people of Acme Corp.\n\nZed reads tables, e.g. large ones, quickly.\n", "Zed reads tables, e.g. large ones, quickly."},
		{"a statement about another subject",
			"# Kite\n\nWind is the way the world moves. It carries all.\n\nKite is a client for weather stations:\n\n- fast\n",
			"Kite is a client for weather stations"},
		{"people who pay",
			"# Kite\n\nKite.js is a project made possible by the support of our generous sponsors.\n" +
				"\n## Questions\n\nFor questions use the forum of the users.\n\n" +
				"Thank you to all the people!\n\nReads weather stations and writes tables.\n",
			"Reads weather stations and writes tables."},
		{"a title that is more than a name",
			"# Tables for Old People\n\n- Intuitive words. In places such as this, they feel at home.\n", "Tables for Old People"},
		{"a slogan in a quote", "# Zed\n\n> A reader of tables for people in a hurry.\n\n## Installation\n\nRun the installer and wait until it is done.\n", "A reader of tables for people in a hurry."},
		{"not the text under Installation", "# Zed\n\n## Installation\n\nZed is a package of many registries.\n\n## What it is\n\nA small engine for tables.\n", "A small engine for tables."},
		{"the tagline in the title", "# Zed: small tools for very large tables\n\n## Install\n\n```\nmake\n```\n", "Small tools for very large tables"},
		{"not an order in the title", "# Zed - Thou Shalt Write Tables\n\nSet of tools that provide tables for the reader.\n", "Set of tools that provide tables for the reader."},
		{"not a greeting", "# Zed\n\nWelcome to the Zed repository! This collection provides tables of all sizes.\n", "This collection provides tables of all sizes."},
		{"not the beginning of a list", "# Zed\n\nThis package implements a variety of tables, including\n\n- Small\n- Large\n", "This package implements a variety of tables"},
		{"not its parts", "# Zed\n\nReader inspired tables for old people.\n\n## Overview\n\nZed consists of a collection of packages:\n\n- a\n- b\n", "Reader inspired tables for old people."},
		{"the answer, not the question", "# Zed\n\nEver wanted tables? Zed is an editor that has them.\n", "Zed is an editor that has them."},
		{"not a warning in capitals", "# Zed\n\n**DO NOT READ THIS FILE HERE, READ IT THERE.**\n\nZed keeps your tables in order.\n", "Zed keeps your tables in order."},
		{"not a warning in German", "# Zed\n\n**Achtung!** This is a v0 version.\n\nZed keeps tables.\n", "Zed keeps tables."},
		{"not a table of contents", "# Zed\n\n## Table of contents\n\n- [Install](#install) and what you need for it\n- [Use](#use) and what to do with it\n\nZed keeps your tables in order.\n", "Zed keeps your tables in order."},
		{"the sentence on the subject after the one on the repository", "# Zed\n\nThis repository contains tables for Go.\n" +
			"Zed provides fast tables.\n", "Zed provides fast tables."},
		{"the sentence on the repository before another subject", "# Zed\n\nThis repository contains tables for Go. " +
			"Go provides slow tables.\n", "This repository contains tables for Go."},
		{"the clause after one that leans", "# Zed\n\nWhen one reads a table, rows matter. The time of these steps depends on tables; " +
			"this library provides ways to sort them.\n", "This library provides ways to sort them."},
		{"the clause after one that stands", "# Zed\n\nZed is about tables; this library provides ways to sort them.\n",
			"Zed is about tables; this library provides ways to sort them."},
		{"two short sentences together", "# Zed\n\nFast. Simple tables for all.\n", "Fast. Simple tables for all."},
		{"not its history", "# Zed of All\n\nThis page is there as a website, too.\n\n## Intro\n\nThis list was originally a clone of another list. It has grown since.\n\nThe Zed Club now administers the repo, a club.\n\n## Ways\n\n## Paths\n\n" +
			"## Resources\n\nThis project lists tables by size:\n\n### Small\n", "This project lists tables by size"},
		{"the first paragraph, not the description of a part", "# Club\n\nTables made easy for everybody.\n\n## Overview\n\nThis repository contains the most of the code.\n", "Tables made easy for everybody."},
		{"not that it is archived", "# Zed\n\nThis repository is archived. Use another.\n\nZed keeps your tables in order.\n", "Zed keeps your tables in order."},
		{"not an instruction", "# Zed\n\nYou might notice that some of the tables are missing.\n", ""},
		{"nothing to say", "# Zed\n\n```\nmake\n```\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := luminos.Text{Path: "README.md", Content: tt.text}
			d, _ := outline(text, parse(markdown, text.Lines()), wholeTarget)
			got, ev := Description(&d, "zed")
			if got != tt.want || (got != "") != (len(ev) == 1) {
				t.Errorf("description = %q (%d pieces of evidence), want %q", got, len(ev), tt.want)
			}
		})
	}
	if got, ev := Description(nil, "x"); got != "" || ev != nil {
		t.Errorf("of nothing: %q, %v", got, ev)
	}
}

func TestTerms(t *testing.T) {
	got := splitWords("The Invoices of 2019-04-01 at https://x.y/z by ann@example.org: Müller's analyses, C++ and deadbeef12345678 don't")
	var terms []string
	for _, w := range got {
		if w != "" {
			terms = append(terms, w)
		}
	}
	if diff := cmp.Diff([]string{"invoices", "müller", "analyses"}, terms); diff != "" {
		t.Errorf("terms (-want +got):\n%s", diff)
	}
}

func TestSingular(t *testing.T) {
	known := map[string]bool{"schema": true, "movie": true, "class": true, "study": true, "box": true, "glass": true}
	for plural, want := range map[string]string{
		"schemas": "schema", "movies": "movie", "classes": "class", "studies": "study", "boxes": "box", "glass": "glass",
		"cookies": "cookies", "analysis": "analysis", "status": "status",
	} {
		if got := singular(plural, known); got != want {
			t.Errorf("singular of %q = %q, want %q", plural, got, want)
		}
	}
}

// FuzzParse checks all formats: no panic, lines within the file, text that is valid
// and on one line.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"# a\n\ntext [b](c) ![d](e) <i>f</i> `g`\n", "a\n===\n\n- b\n- c\n", "---\ntitle: x\n---\n", "<!-- \n-->x\n", "```\n", "<p>\n<img alt=x>\n",
		"..\n  x\n\n`a <b>`_ |c|\n", "= a\n----\n", "#+TITLE: x\n* y\n#+begin_src\n", "\\title{x}\n\\begin{verbatim}\n", ".SH NAME\nx \\- y\n.Nd z\n",
		"Subject: =?utf-8?b?4pyT?=\n\nhello\n", strings.Repeat("[", 3000), strings.Repeat("`", 3000), strings.Repeat("<a ", 1000), strings.Repeat("*_", 1000), "\x00\xff\n", "\rER", "&#10;x",
	} {
		for k := range uint8(manual + 1) {
			f.Add(k, seed)
		}
	}
	f.Fuzz(func(t *testing.T, k uint8, s string) {
		text := luminos.Text{Path: "x", Content: strings.ToValidUTF8(s, "\uFFFD")}
		lines := text.Lines()
		isListing(format(k)%(manual+1), lines)
		blocks := parse(format(k)%(manual+1), lines)
		for _, b := range blocks {
			if b.first < 1 || b.last < b.first || b.last > len(lines) {
				t.Fatalf("block %+v of %d lines", b, len(lines))
			}
			if strings.ContainsAny(b.text, "\n\r") {
				t.Fatalf("block %+v has line ends", b)
			}
		}
		for _, of := range []part{nothingElse, directory, wholeTarget} {
			d, _ := outline(text, blocks, of)
			if utf8.RuneCountInString(d.Summary) > summaryMax || utf8.RuneCountInString(d.Title) > titleMax || len(d.Headings) > headingsMax {
				t.Fatalf("too much: %+v", d)
			}
			Description(&d, "x")
			findStatus(text, blocks, d.Title)
		}
		countTerms(blocks)
	})
}

// BenchmarkHostile reads unclosed brackets, quotes and tags, which are slow in naive
// parsers of markup. The speed must not depend on the pattern.
func BenchmarkHostile(b *testing.B) {
	for _, pattern := range []string{"[", "![", "[a](", "<a ", "`", "*_", "[[a][", "http://", "a. "} {
		text := luminos.Text{Path: "x", Content: strings.Repeat(pattern, documentBytes/len(pattern))}
		for f := range manual + 1 {
			b.Run(strings.TrimSpace(pattern)+"/"+string('0'+rune(f)), func(b *testing.B) {
				b.SetBytes(documentBytes)
				for b.Loop() {
					blocks := parse(f, text.Lines())
					outline(text, blocks, wholeTarget)
					countTerms(blocks)
				}
			})
		}
	}
}

func TestUndecorated(t *testing.T) {
	for s, want := range map[string]string{
		"|== INFO ON TEST IMAGES ==|": "INFO ON TEST IMAGES", "*** News ***": "News", "*Log*": "Log", "== Files": "Files", "- Files -": "Files",
		"Learn C#": "Learn C#", "# of C#": "of C#", "-v": "-v", "--flag and more": "--flag and more", "a - b": "a - b", "__init__": "__init__",
		"/etc/": "/etc/", "plain": "plain", "": "", "***": "***",
	} {
		if got := undecorated(s); got != want {
			t.Errorf("undecorated(%q) = %q, want %q", s, got, want)
		}
	}
}

func TestCountWords(t *testing.T) {
	for s, want := range map[string]int{
		"": 0, "* | --": 0, "one two,  three.": 3, "see https://example.org/a-b/c.html?d=e&f=g now": 3,
		"a/b/c.go and snake_case's": 3, "日本語の文です。": 4, "Zed は表": 2, "don’t stop-gap": 2,
	} {
		if got := countWords(s); got != want {
			t.Errorf("countWords(%q) = %d, want %d", s, got, want)
		}
	}
}
