package imports

import (
	"context"
	"maps"
	"slices"
	"testing"

	"luminos"
	"luminos/internal/facts/factstest"
)

// TestSupportOfTests checks which packages of Go count as support of tests, and that the graph leaves them out.
func TestSupportOfTests(t *testing.T) {
	src, scan := factstest.Archive(t, `
-- go.mod --
module m
-- main.go --
package main

import (
	"m/core"
	"m/core/coretest"
)
-- core/core.go --
package core
-- core/help.go --
package core

import "testing"
-- core/coretest/a.go --
package coretest

import (
	"testing"

	"example.org/check"
)
-- tstest/a.go --
// Package tstest provides utilities for use in unit tests.
package tstest
-- fakes/a.go --
// Package fakes has doubles for testing.
package fakes

import "testing"
-- latest/a.go --
// Package latest knows the newest release.
package latest
-- checker/a.go --
package checker

import "testing"
-- other/a.go --
package other
-- other/b.go --
package other
-- other/c.go --
package other
`)
	r, err := Read(context.Background(), src, scan)
	if err != nil {
		t.Fatal(err)
	}
	want := []luminos.Path{"core/coretest", "fakes", "tstest"}
	if got := slices.Sorted(maps.Keys(r.Support)); !slices.Equal(got, want) {
		t.Errorf("support of tests: %v, want %v", got, want)
	}
	if n := r.Modules["example.org/check"]; n != 0 || r.Modules["m/core"] != 1 {
		t.Errorf("%d files import a module that only the support of tests needs: %v", n, r.Modules)
	}
	for _, e := range r.Graph.Edges {
		if e.To == "core/coretest" {
			t.Errorf("an edge leads to %s", e.To)
		}
	}
}
