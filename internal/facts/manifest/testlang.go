package manifest

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/pathrole"
)

// testLanguage describes the tests of one language.
type testLanguage struct {
	// test reports whether a file is a test, by its path and language.
	test func(*luminos.File) bool
	// markers are texts in test files that name a framework, the most specific
	// first. They match whole words.
	markers []marker
	// declared returns the framework of a file without a marker. If it is nil, a
	// file without a marker is not a test.
	declared func(*reader, *luminos.File) (string, []luminos.Evidence)
}

// marker is a text that names a framework.
type marker struct{ framework, text string }

var cMarkers = []marker{
	{"catch2", "catch2/"}, {"catch2", "catch.hpp"}, {"googletest", "gtest/gtest.h"}, {"googletest", "gmock/gmock.h"},
	{"doctest", "doctest.h"}, {"boost test", "boost/test/"}, {"qt test", "<QtTest"}, {"qt test", "<QTest"}, {"cppunit", "cppunit/"},
	{"cmocka", "cmocka.h"}, {"criterion", "criterion/criterion.h"}, {"unity", "\"unity.h\""}, {"check", "<check.h>"}, {"munit", "munit.h"},
}

// testLanguages are all languages of tests. A file belongs to the first that
// matches it.
var testLanguages = []*testLanguage{
	{test: ends("_test.go"), declared: always("go test", "func Test")},
	{test: isPythonTest, declared: pythonFramework, markers: []marker{
		{"pytest", "import pytest"}, {"pytest", "from pytest"}, {"unittest", "import unittest\n"}, {"unittest", "from unittest import TestCase"},
		{"unittest", "unittest.TestCase"}, {"django test", "from django.test"}, {"nose", "import nose"},
	}},
	{test: isScriptTest, declared: npmFramework, markers: []marker{
		{"vitest", `"vitest"`}, {"vitest", `'vitest'`}, {"playwright", "@playwright/test"}, {"jest", "@jest/globals"},
		{"node test runner", `"node:test"`}, {"node test runner", `'node:test'`}, {"bun test", "bun:test"}, {"deno test", "Deno.test("},
		{"cypress", "cy.visit("}, {"ava", `from 'ava'`}, {"ava", `from "ava"`}, {"tape", `require('tape')`}, {"mocha", `'mocha'`}, {"qunit", "QUnit"},
	}},
	{test: isRubyTest, declared: rubyFramework, markers: []marker{
		{"rspec", "RSpec."}, {"minitest", "Minitest"}, {"minitest", "ActiveSupport::TestCase"}, {"test-unit", "Test::Unit"},
	}},
	{test: ends("Test.php"), declared: phpFramework, markers: []marker{{"phpunit", "PHPUnit\\"}}},
	{test: isJVMTest, declared: declaredIn("maven gradle", marker{"junit", "junit:junit"}, marker{"junit", "org.junit.jupiter:junit-jupiter"},
		marker{"junit", "org.springframework.boot:spring-boot-starter-test"}, marker{"testng", "org.testng:testng"}), markers: []marker{
		{"kotest", "io.kotest"}, {"testng", "org.testng"}, {"spock", "spock.lang"}, {"scalatest", "org.scalatest"}, {"munit", "munit"},
		{"junit", "org.junit"}, {"kotlin test", "kotlin.test"}, {"junit", "junit.framework"},
	}},
	{test: isDotnetTest, declared: declaredIn("nuget", marker{"xunit", "xunit"}, marker{"xunit", "xunit.v3"}, marker{"nunit", "NUnit"},
		marker{"mstest", "MSTest.TestFramework"}, marker{"mstest", "MSTest"}), markers: []marker{
		{"xunit", "using Xunit"}, {"nunit", "using NUnit"}, {"mstest", "Microsoft.VisualStudio.TestTools"},
	}},
	{test: isCTest, markers: cMarkers},
	{test: testsIn("Tcl"), declared: always("tcl test suite", "test")},
	{test: ends(".bats"), declared: always("bats", "@test")},
	{test: func(f *luminos.File) bool { return f.Path.Ext() == ".t" && strings.Contains("/"+string(f.Path), "/t/") }, declared: always("prove", "Test::")},
	{test: ends("_spec.lua"), declared: always("busted", "describe")},
	{test: ends("_test.exs"), declared: always("exunit", "ExUnit")},
	{test: ends("_test.dart"), declared: always("dart test", "test("), markers: []marker{{"flutter test", "package:flutter_test"}}},
	{test: testsIn("Swift"), markers: []marker{{"xctest", "import XCTest"}, {"swift testing", "import Testing"}}},
	{test: testsIn("Haskell"), declared: declaredIn("haskell", marker{"tasty", "tasty"}, marker{"hspec", "hspec"}, marker{"hunit", "HUnit"}, marker{"quickcheck", "QuickCheck"}), markers: []marker{{"hspec", "import Test.Hspec"}, {"tasty", "import Test.Tasty"}, {"hunit", "import Test.HUnit"}, {"quickcheck", "import Test.QuickCheck"}}},
	{test: testsIn("R"), markers: []marker{{"testthat", "testthat"}, {"testthat", "test_that("}}},
	{test: ends("runtests.jl"), declared: always("julia test", "Test")},
	{test: ends("_test.clj", "_test.cljc"), declared: always("clojure.test", "clojure.test")},
	{test: ends(".robot"), declared: always("robot framework", "***")},
	{test: ends(".feature"), declared: always("cucumber", "Feature:")},
}

// ends returns a function that reports whether a path has one of the suffixes.
func ends(suffixes ...string) func(*luminos.File) bool {
	return func(f *luminos.File) bool {
		return slices.ContainsFunc(suffixes, func(s string) bool { return strings.HasSuffix(string(f.Path), s) })
	}
}

// testsIn returns a function that reports whether a file of a language lies below
// a directory of tests.
func testsIn(language string) func(*luminos.File) bool {
	return func(f *luminos.File) bool { return f.Language == language && inTests(f.Path) }
}

func isPythonTest(f *luminos.File) bool {
	base := f.Path.Base()
	return strings.HasSuffix(base, ".py") &&
		(strings.HasPrefix(base, "test_") || strings.HasSuffix(base, "_test.py") || base == "tests.py")
}

func isScriptTest(f *luminos.File) bool {
	if !isScript(f.Path) || strings.HasSuffix(string(f.Path), ".d.ts") {
		return false
	}
	base := f.Path.Base()
	for _, s := range []string{".test.", ".format.", "_test.", "-test.", ".cy.", ".e2e."} {
		if strings.Contains(base, s) {
			return true
		}
	}
	for d := f.Path.Dir(); d != luminos.Root; d = d.Dir() {
		switch d.Base() {
		case "__tests__":
			return true
		case "test", "tests", "spec":
			return !strings.Contains(base, ".config.") && !strings.Contains(base, "helper") && !strings.Contains(base, "setup")
		}
	}
	return false
}

// isRubyTest reports whether a file is a test of Ruby by its name, or can be one by its place.
func isRubyTest(f *luminos.File) bool {
	placed := f.Path.Ext() == ".rb" && strings.Contains("/"+string(f.Path), "/test/")
	return namedRubyTest(f) || placed && !strings.Contains(f.Path.Base(), "helper")
}

func namedRubyTest(f *luminos.File) bool {
	base := f.Path.Base()
	return strings.HasSuffix(base, "_test.rb") || strings.HasSuffix(base, "_spec.rb") ||
		strings.HasPrefix(base, "test_") && strings.HasSuffix(base, ".rb") && base != "test_helper.rb"
}

func isJVMTest(f *luminos.File) bool {
	ext := f.Path.Ext()
	if ext != ".java" && ext != ".kt" && ext != ".scala" && ext != ".groovy" {
		return false
	}
	stem := strings.TrimSuffix(f.Path.Base(), ext)
	for _, s := range []string{"Test", "Tests", "Spec", "IT", "TestCase", "Suite"} {
		if strings.HasSuffix(stem, s) {
			return true
		}
	}
	return strings.HasPrefix(stem, "Test") && inTests(f.Path)
}

func isDotnetTest(f *luminos.File) bool {
	switch ext := f.Path.Ext(); ext {
	case ".cs", ".fs", ".vb":
		stem := strings.TrimSuffix(f.Path.Base(), ext)
		return inTests(f.Path) || strings.HasSuffix(stem, "Tests") || strings.HasSuffix(stem, "Test")
	}
	return false
}

func isCTest(f *luminos.File) bool {
	return (isC(f) || f.Path.Ext() == ".h" || f.Path.Ext() == ".hpp") && pathrole.Test(f.Path)
}
