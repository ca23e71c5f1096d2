package facts

import (
	"strings"
	"testing"

	"luminos"
	"luminos/internal/facts/imports"
)

// TestSentencesThatDescribeNoDirectory checks which sentences are not taken for the description of a directory.
func TestSentencesThatDescribeNoDirectory(t *testing.T) {
	for s, want := range map[string]bool{
		"This is a Next.js project bootstrapped with create-next-app.": true,
		"This text is part of a file.":                                 true,
		"This is the README template.":                                 true,
		"Delete this file.":                                            true,
		"generators/__init__.py":                                       true,
		"index.ts Central barrel export for all components.":           true,
		"Example usage for client command: go run cmd/speedtest":       true,
		`"happy": true, "list": [ 1, 0, 2`:                             true,
		"First define a place to work:":                                true,
		"Intent stub sets can be represented multiple ways:":           true,
		"global JQuery":                                                true,
		"=head1 NAME":                                                  true,
		"(Volunteers are encouraged to help.)":                         true,
		"Follow the instructions below.":                               true,
		"#!/bin/sh -e":                                                 true,
		".foot A:visited":                                              true,
		"SPDX-FileCopyrightText: 2021 The authors":                     true,
		".NET Aspire orchestrates the services.":                       false,
		"main.go is the entry point of the program.":                   false,
		"This directory contains the test cases.":                      false,
		"Package x provides types for the output of y:":                false,
		"`x generate` — wiki generation.":                              false,
		"@x/types — data contracts.":                                   false,
		"/api/graph — export of the graph.":                            false,
		"My personal vault template.":                                  false,
	} {
		if got := notPart().MatchString(s); got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}

// TestUsable checks which sentences can describe a target.
func TestUsable(t *testing.T) {
	for text, want := range map[string]bool{
		"pattern scanning and text processing language":           true,
		"A tool for $HOME and -- flags":                           true,
		"-- $MawkId: README,v 1.6 2019 tom Exp $ -- vile:txtmode": false,
		"-*- mode: org -*- settings of a program":                 false,
		"vim: ts=4 sw=4 of this file":                             false,
		"This project also contains cpplint, a tool.":             false,
		"This project contains cpplint, a tool.":                  true,
		"This file provides information on the font.":             false,
		"logback project pom.xml file":                            false,
		"Demo project for Spring Boot":                            false, // the text of a generator
		"kite-classic module":                                     false,
		"The files of this font are free to use.":                 true,
		"License for manually incorporated documentation aka.":    false,
		"The README is used to introduce the module.":             false, // a skeleton of Perl
		"Licenses of a target are found and named by it.":         true,
	} {
		if usable(text) != want {
			t.Errorf("%q: %t", text, !want)
		}
	}
}

// TestRepeats checks which descriptions of manifests only repeat the name.
func TestRepeats(t *testing.T) {
	for _, c := range []struct {
		description, name string
		want              bool
	}{
		{"Guzzle promises library", "guzzlehttp/promises", true},
		{"The log library.", "log", true},
		{"Guzzle promises for PHP", "guzzlehttp/promises", false},
		{"Example Julia package repo.", "Example.jl", false},
		{"A JavaScript parser", "@babel/parser", false},
		{"The library", "", false},
		{"checkout action", "checkout", true},
	} {
		if got := repeats(c.description, c.name); got != c.want {
			t.Errorf("%q of %s: %v", c.description, c.name, got)
		}
	}
}

// TestTerms checks that terms and headings are no part of a description.
func TestTerms(t *testing.T) {
	for text, want := range map[string]string{
		"This program is free software; you can redistribute it.":     "",
		"NAME Jo::X - makes JSON of words":                            "makes JSON of words",
		"Jo is free software for words.":                              "Jo is free software for words.",
		"Jo is for words. With colours. It is fast.":                  "Jo is for words. With colours.",
		"Jo is for words. With colours":                               "Jo is for words. With colours",
		"Jo is for words. Without colours.":                           "Jo is for words.",
		"Jo is for us. With colours" + strings.Repeat(" or none", 50): "Jo is for us.",
	} {
		got := sentence(text)
		if !usable(got) {
			got = ""
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestDescriptionOfAForeignPart checks that the package of another ecosystem does not describe a target whose own
// package has no description, if the README does.
func TestDescriptionOfAForeignPart(t *testing.T) {
	heads := []*luminos.Manifest{
		{Path: "mix.exs", Ecosystem: "hex", Name: "kite"},
		{Path: "package.json", Ecosystem: "npm", Name: "kite", Description: "The client of Kite."},
	}
	readme := &luminos.Document{Title: "Kite", Summary: "Kite flies in any wind.", Evidence: make([]luminos.Evidence, 1)}
	for want, readme := range map[string]*luminos.Document{readme.Summary: readme, heads[1].Description: nil} {
		if got, _ := describe("kite", heads, readme, imports.About{}); got != want {
			t.Errorf("described as %q, want %q", got, want)
		}
	}
}
