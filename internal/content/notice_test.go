package content

import (
	"slices"
	"strings"
	"testing"
)

// TestHolders checks which holders of the copyright the head of a source and the text of a licence name.
func TestHolders(t *testing.T) {
	for _, c := range []struct {
		text            string
		source, licence []string
	}{
		{"// Copyright (c) 2010-2020 Acme Inc. All rights reserved.\n", []string{"Acme Inc"}, []string{"Acme Inc"}},
		{" * Copyright 2012 (C) by Jane Roe <jane@x.org> */\n", []string{"Jane Roe"}, []string{"Jane Roe"}},
		{"# SPDX-FileCopyrightText: 2012 Jane Roe\n", []string{"Jane Roe"}, nil},
		{"// Copyright 2012 lighttpd developers\n", []string{"lighttpd developers"}, []string{"lighttpd developers"}},
		{"// Copyright 2012 Jane Roe, https://x.org\n", []string{"Jane Roe"}, []string{"Jane Roe"}},
		{"// Copyright The Kite Authors.\n", []string{"The Kite Authors"}, nil},
		{"Copyright [yyyy] [name of owner]\n", []string{"[yyyy] [name of owner]"}, nil},
		{"Copyright (C) 2007 Free Software Foundation, Inc.\n", []string{"Free Software Foundation, Inc"}, nil},
		{"no notice\n", nil, nil},
	} {
		if got := NoticeOf("a.c", []byte(c.text)).Holders; !slices.Equal(got, c.source) {
			t.Errorf("source %q: %q, want %q", c.text, got, c.source)
		}
		if got := HoldersIn([]byte(c.text)); !slices.Equal(got, c.licence) {
			t.Errorf("licence %q: %q, want %q", c.text, got, c.licence)
		}
	}
	many := []byte(strings.Repeat("Copyright 2012 Jane Roe\n", 700))
	if a, b := len(NoticeOf("a.c", many).Holders), len(HoldersIn(many)); a != HoldersMax || b != HoldersMax {
		t.Errorf("%d and %d holders, want %d", a, b, HoldersMax)
	}
}

// TestLoaded checks which scripts have the wrapper for AMD and for a global variable.
func TestLoaded(t *testing.T) {
	for text, want := range map[string]bool{
		"if (define.amd) { define(f) } else { root.x = factory(); }":   true,
		"if (define.amd) { define(f) }":                                false,
		"root.x = factory(); define.amd":                               false,
		"define.amd" + strings.Repeat(" ", 500) + "root.x = factory()": false,
	} {
		if got := NoticeOf("a.js", []byte(text)).Loaded; got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestIdentified checks the families of the licences in expressions of SPDX.
func TestIdentified(t *testing.T) {
	for text, want := range map[string][]string{
		"MIT */":                            {"mit"},
		"(LGPL-2.1-or-later OR Apache-2.0)": {"gpl", "apache"},
		"0BSD":                              {"isc"},
		"MIT AND LicenseRef-Kite":           nil,
		"GPL-2.0 WITH Linux-syscall-note":   nil,
		"":                                  nil,
	} {
		head := "// Copyright 2012 Jane Roe\n// SPDX-License-Identifier: " + text + "\n"
		if got := NoticeOf("a.c", []byte(head)).Licenses; !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
