package content

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// Notice is the part of the head of a source from which its author follows.
type Notice struct {
	// Loaded reports a wrapper for AMD and for a global variable. The authors of a project write it themselves, but not in
	// tests.
	Loaded bool
	// Library reports the head of a library in one file: the wrapper for all systems of modules that bundlers write, or a
	// comment with a name and a version that minifiers keep.
	Library bool
	// Holders are the holders of the copyright.
	Holders []string
	// Licenses are the families of licences, as [LicensesIn] names them, if the head licenses the file.
	Licenses []string
	// Origin names the project from which the first comment says that the file is copied, or an address there.
	Origin string
}

const (
	// HoldersMax is the maximum number of notices of copyright that are read in a text.
	HoldersMax = 8
	// holderMax is the maximum number of bytes of the name of a holder.
	holderMax = 80
)

// wrapperMax is the number of bytes after the mark of AMD in which the rest of a wrapper is searched.
const wrapperMax = 450

// noticeMax is the number of bytes at the beginning of a source in which a notice is searched.
const noticeMax = 2 << 10

// scripts are the extensions of sources that browsers load as they are.
var scripts = map[string]bool{".js": true, ".mjs": true, ".cjs": true, ".css": true}

var (
	bundle = lazyregexp.Lazy(`webpackUniversalModuleDefinition|` +
		`typeof exports === ['"]object['"] && typeof module !== ['"]undefined['"] \?`)
	// global matches the statement by which a library becomes a global variable of a page.
	global = lazyregexp.Lazy(`(?:root|global|this|window|self)\.\w+ = factory\(`)
	// grantWords are words of which each of the grants has one.
	grantWords = []string{"Licensed", "Permission", "Redistribution", "redistribute"}
	// identifier matches the expression of SPDX that states the licence of a file.
	identifier = lazyregexp.Lazy(`SPDX-License-Identifier:[ \t]*([^\n]+)`)
	// banner matches a first comment with a name and a version, also below a wrapper: /*! jQuery v3.6.0 | …
	banner = lazyregexp.Lazy(`\A(?:\(function.*\n)?\s*/\*![\s*]*(?:@license )?[A-Za-z][\w.]*(?:[ -][\w.]+){0,3}` +
		`(?: \(\w+\))?(?: -)? v?\d+\.\d+|\A// [A-Z]\w* version \d+\.\d+\s*\n`)
)

// NoticeOf returns the notice at the beginning of the source p, whose first bytes are head.
func NoticeOf(p luminos.Path, head []byte) Notice {
	head = head[:min(len(head), noticeMax)]
	var n Notice
	if scripts[p.Ext()] {
		n.Library = bundle().Match(head) || banner().Match(head)
	}
	if _, rest, found := bytes.Cut(head, []byte("define.amd")); found && scripts[p.Ext()] {
		n.Loaded = global().Match(rest[:min(len(rest), wrapperMax)])
	}
	n.Holders, n.Origin = holders(head, claimed()), originOf(p, head)
	if len(n.Holders) > 0 && containsAny(head, grantWords) {
		if plain := words(head); containsAny(plain, grants) {
			n.Licenses = licensesIn(plain)
		}
	}
	if m := identifier().FindSubmatch(head); len(n.Holders) > 0 && m != nil && len(n.Licenses) == 0 {
		n.Licenses = identified(string(m[1]))
	}
	return n
}

func containsAny(text []byte, parts []string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return bytes.Contains(text, []byte(part)) })
}

// grants begin the sentences with which the head of a file licenses the file itself.
var grants = []string{
	"Licensed under the", "Permission is hereby granted", "Redistribution and use in source and binary",
	"Permission to use copy", "is free software you can redistribute",
}

var (
	// claimed matches a notice of copyright in the head of a source, and the rest of its line.
	claimed = lazyregexp.Lazy(`opyright(?:Text:)?(?:[\d \t,–-]|\([cC]\)|©)*([^\n]+)`)
	// granted matches the line of a licence that names a holder of the copyright after a sign or a year.
	granted = lazyregexp.Lazy(`(?im)^[^\w\n]*(?:portions )?copyright[ \t:]*(?:(?:\(c\)|©)[ \t:]*)?` +
		`(?:\d{4}[\d ,–-]*|present|\(c\)|©)+[ \t,]*([^\n]+)`)
)

// holders returns the names in the first group of the first notices of a text, without addresses.
func holders(text []byte, notice *regexp.Regexp) []string {
	const signs = " \t,.;*#-/\r"
	var names []string
	for _, m := range notice.FindAllSubmatch(text, HoldersMax) {
		name, _, _ := strings.Cut(string(m[1]), "<")
		name, _, _ = strings.Cut(name, "(")
		name, _, _ = strings.Cut(name, "http://")
		name, _, _ = strings.Cut(name, "https://")
		name = strings.TrimSuffix(strings.TrimRight(name, signs), "All rights reserved")
		if name = strings.TrimRight(strings.TrimPrefix(name, "by "), signs); name != "" {
			names = append(names, name[:min(len(name), holderMax)])
		}
	}
	return names
}

// HoldersIn returns the holders of the copyright that the text of a licence names, without the holder of the text
// itself, as of the GPL, and without places for a name.
func HoldersIn(text []byte) []string {
	return slices.DeleteFunc(holders(text, granted()), func(name string) bool {
		return strings.ContainsAny(name, "[{") || strings.HasPrefix(name, "Free Software Foundation")
	})
}

// families are words of licences, for each the first of its name. The words stand where all that is no letter is a space.
var families = []struct{ name, words string }{
	{"apache", "Apache License"},
	{"mit", "Permission is hereby granted free of charge"},
	{"mit", "MIT License"},
	{"bsd", "Redistribution and use in source and binary"},
	{"bsd", "BSD style"},
	{"gpl", "General Public License"},
	{"mpl", "Mozilla Public License"},
	{"isc", "Permission to use copy modify and"},
	{"boost", "Boost Software License"},
}

// identifiers are the beginnings of identifiers of SPDX and the families of their licences.
var identifiers = [...]struct{ start, family string }{
	{"Apache-", "apache"}, {"MIT", "mit"}, {"BSD-", "bsd"}, {"GPL-", "gpl"}, {"LGPL-", "gpl"}, {"AGPL-", "gpl"},
	{"MPL-", "mpl"}, {"ISC", "isc"}, {"0BSD", "isc"}, {"BSL-", "boost"},
}

// identified returns the families of the licences in an expression of SPDX, or nil if it does not know one of them.
func identified(expression string) []string {
	var found []string
	ends := func(r rune) bool { return strings.ContainsRune(" \t\r()*/\"'", r) }
	for _, id := range strings.FieldsFunc(expression, ends) {
		if id == "OR" || id == "AND" {
			continue
		}
		known := false
		for _, i := range identifiers {
			if strings.HasPrefix(id, i.start) {
				found, known = append(found, i.family), true
			}
		}
		if !known {
			return nil
		}
	}
	return found
}

// words returns the ASCII letters of a text, with one space for all bytes between two words.
func words(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for _, c := range text {
		if 'a' <= c|0x20 && c|0x20 <= 'z' {
			out = append(out, c)
		} else if len(out) == 0 || out[len(out)-1] != ' ' {
			out = append(out, ' ')
		}
	}
	return out
}

// LicensesIn returns the families of licences whose words a text holds.
func LicensesIn(text []byte) []string { return licensesIn(words(text)) }

// licensesIn returns the families of licences whose words plain holds, the result of [words].
func licensesIn(plain []byte) []string {
	var found []string
	for _, f := range families {
		if bytes.Contains(plain, []byte(f.words)) && !slices.Contains(found, f.name) {
			found = append(found, f.name)
		}
	}
	return found
}
