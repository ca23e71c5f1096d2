package pathrole

import (
	"testing"

	"luminos"
)

func TestNamed(t *testing.T) {
	for name, want := range map[string]luminos.DirRole{
		"test": luminos.DirTests, "__tests__": luminos.DirTests, "_test": luminos.DirTests, "Tests": luminos.DirTests, "e2e": luminos.DirTests,
		"specs": luminos.DirTests, "testcases": luminos.DirTests, "functional_tests": luminos.DirTests,
		"Foo.Tests": luminos.DirTests, "Foo.UnitTests": luminos.DirTests, "Foo.Specs": luminos.DirTests, "test-jpms": luminos.DirTests,
		"androidTest": luminos.DirTests, "MyAppUITests": luminos.DirTests, "demo_tests": luminos.DirTests, "shop-e2e": luminos.DirTests,
		// Words that only contain the word of a test.
		"test00": luminos.DirTests, "tests-2": luminos.DirTests, "sha256": "",
		"{{app.name}}": luminos.DirExamples, "fuzz": luminos.DirTests, "ossfuzz": luminos.DirTests, "oss-fuzz": luminos.DirTests, "fuzzer": "", "regress": luminos.DirTests, "regression": "",
		"latest": "", "Latest": "", "contest": "", "testament": "", "attestation": "", "protest": "", "fastest": "", "inspect": "",
		"testdata": luminos.DirFixtures, "test-data": luminos.DirFixtures, "tests_data": luminos.DirFixtures, "testData": luminos.DirFixtures, "Test Data": luminos.DirFixtures,
		"__fixtures__": luminos.DirFixtures, "_fixtures": luminos.DirFixtures, "test-fixtures": luminos.DirFixtures, "_static": luminos.DirDocumentation, "__snapshots__": luminos.DirFixtures,
		"__mocks__": luminos.DirFixtures, "goldens": luminos.DirFixtures, "testResources": luminos.DirFixtures,
		"docs": luminos.DirDocumentation, "api-docs": luminos.DirDocumentation, "website": luminos.DirDocumentation, "site": luminos.DirDocumentation,
		"_site": luminos.DirOutput, "build": luminos.DirOutput, "dist-node": luminos.DirOutput, "dist.es5": luminos.DirOutput, "dist_types": luminos.DirOutput, "distance": "", "dist-tools": "", "_build": luminos.DirOutput, ".next": luminos.DirOutput,
		"examples": luminos.DirExamples, "_examples": luminos.DirExamples, "gson-examples": luminos.DirExamples, "Foo.Samples": luminos.DirExamples,
		"demo-app": luminos.DirExamples, "fixture_set": "", "json_fixtures": luminos.DirFixtures, "demographics": "", "resampled": "", "counterexample": "",
		"third_party": luminos.DirVendored, "third-party": luminos.DirVendored, "node_modules": luminos.DirVendored, "site-packages": luminos.DirVendored,
		"vendors": "", "generated": luminos.DirGenerated, "__generated__": luminos.DirGenerated, "src-gen": luminos.DirGenerated,
		".circleci": luminos.DirCI, ".azure-pipelines": luminos.DirCI, "data": luminos.DirData, "_data": luminos.DirData, "photos": luminos.DirMedia,
		"assets": luminos.DirAssets, "static": luminos.DirAssets, ".vscode": luminos.DirConfiguration, "etc": luminos.DirConfiguration,
		"integration": "", "integration_tests": luminos.DirTests,
		"src": luminos.DirSource, "TestDiffView": "", "testing": "", "templates": "", "foo": "", "": "", "_": "", ".": "", "Ünïcode Tests": luminos.DirTests,
	} {
		if got := Named(name); got != want {
			t.Errorf("Named(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestOf(t *testing.T) {
	for p, want := range map[luminos.Path]luminos.DirRole{
		"x_test.go": "", "tests": "", ".": "", "a/b/c.go": "", "latest/x": "", "contest/main.go": "", // the name of the file does not count
		"tests/x": luminos.DirTests, "a/Tests/b/x": luminos.DirTests, "tests/testdata/x": luminos.DirTests, "testdata/tests/x": luminos.DirFixtures,
		"docs/examples/x": luminos.DirDocumentation, "examples/docs/x": luminos.DirExamples, "web/node_modules/x/test/x.js": luminos.DirVendored,
		"src/x/data/x": "", "build/x": "",
		"src/main/java/com/example/App.java":                 "",
		"src/main/java/org/samples/test/App.java":            "",
		"src/test/java/org/samples/AppTest.java":             luminos.DirTests,
		"examples/java/com/acme/App.java":                    luminos.DirExamples,
		"app/src/androidTest/kotlin/org/x/A.kt":              luminos.DirTests,
		"src/java/demo/App.java":                             "",
		"src/com/example/demo/App.java":                      "",
		"java/com/example/demo/App.java":                     "",
		"java/tests/AppTest.java":                            luminos.DirTests,
		"java/core/src/test/java/com/x/A.java":               luminos.DirTests,
		"java/examples/App.java":                             luminos.DirExamples,
		"src/main/resources/examples/a.json":                 luminos.DirExamples,
		"src/test/resources/examples/a.json":                 luminos.DirTests,
		"python/com/tests/x.py":                              luminos.DirTests,
		"pkg/io/testdata/x":                                  luminos.DirFixtures,
		"lib/rack/test/utils.rb":                             "",
		"src/Event/Test/Passed.php":                          "",
		"src/Event/Tests/Passed.php":                         luminos.DirTests,
		"src/Event/Test/Passed.js":                           luminos.DirTests,
		"Test/src/Passed.php":                                luminos.DirTests,
		"spec/lib/rack/a.rb":                                 luminos.DirTests,
		"test/lib/a.rb":                                      luminos.DirTests,
		"lib/rack/test/a.js":                                 luminos.DirTests,
		"lib/scala-library/src/main/scala/test/unit/A.scala": "",
	} {
		if got := Of(p); got != want {
			t.Errorf("Of(%q) = %q, want %q", p, got, want)
		}
	}
}

func TestUnder(t *testing.T) {
	for _, c := range []struct {
		p    luminos.Path
		role luminos.DirRole
		want bool
	}{
		{"docs/tests/x.py", luminos.DirTests, true},
		{"docs/tests/x.py", luminos.DirExamples, false},
		{"tests/node_modules/x/package.json", luminos.DirVendored, true},
		{"src/main/java/org/tests/A.java", luminos.DirTests, false},
		{"tests", luminos.DirTests, false},
	} {
		if got := Under(c.p, c.role); got != c.want {
			t.Errorf("Under(%q, %q) = %v", c.p, c.role, got)
		}
	}
	if Under("a/b/x") || Under("a/b/x", "") {
		t.Error("a directory without a role has one that was asked for")
	}
}

func TestFixture(t *testing.T) {
	for p, want := range map[luminos.Path]bool{
		"testdata/x": true, "tests/testdata/x": true, "tests/data/x.csv": true, "spec/fixtures/a/b/x.rb": true, "tests/cases/a.txt": true,
		"src/test/resources/a.json": true, "tests/examples/x.py": true, "test/corpus/x": true,
		"tests/x_test.py": false, "tests/Image/ImagickTest.php": false, "tests/images/testdata/x_test.go": true, "data/x.csv": false, "examples/x": false, "src/main/resources/a.json": false,
		"src/test/java/org/data/samples/A.java": false, "data/tests/x": false, "cases/x": false,
	} {
		if got := Fixture(p); got != want {
			t.Errorf("Fixture(%q) = %v", p, got)
		}
	}
}

func TestTestFile(t *testing.T) {
	for p, want := range map[luminos.Path]bool{
		"a.spec.ts": true, "b/qwcl.spec.sh": false, "a.spec": false, "a_spec.sh": true,
		"m/tests_impl.h": true, "tests_common.c": true, "test_impl.h": false,
		"a_test_spec.cpp": false, "decoder_spec.go": false, "spec/a_spec.lua": true, "tools/make_spec.lua": false,
		"test.tsx": true, "test-login.js": false,
		"a_test.go": true, "test_a.py": true, "a_test.py": true, "tests.py": true, "test.js": true, "conftest.py": true, "a.test.ts": true, "a.test-d.ts": true, "A.spec.tsx": true,
		"Button.stories.tsx": true, "login.cy.js": true, "speed-test.js": true, "a_spec.rb": true, "ATest.java": true, "UserIT.java": true,
		"ATests.cs": true, "ATestCase.php": true, "AppSpec.groovy": true, "ASuite.scala": true, "src/tests.rs": true, "a_unittest.cc": true,
		"test/test_core.rb": true, "features/support/env.rb": true, "app/features/support/env.rb": false, "t/01-load.t": true, "t/Util.pm": true, "lib/t/Util.pm": false, "x.bats": true, "test/runtests.jl": true, "Test.java": true,
		"src/Traits/Test.php": false, "Lang/it_IT.php": false, "Lang/ItTest.php": true, "libexec/bats-exec-test": false,
		"test.c": true, "lib/tests.c": true, "src/test.c": false, "config_test.go.tmpl": true, "config.go.tmpl": false, "a.feature": true,
		"latest.go": false, "contest.py": false, "Contest.java": false, "Latest.cs": false, "EDIT.java": false, "IT.java": false, "KeySpec.java": false,
		"tests/helper.py": false, "test_case.rb": false, "lib/test_case.rb": false, "test.py": false, "testing.go": false, "Testament.kt": false, "spec.md": false, "a": false, ".": false,
	} {
		if got := TestFile(p); got != want {
			t.Errorf("TestFile(%q) = %v", p, got)
		}
	}
}

func TestTest(t *testing.T) {
	for p, want := range map[luminos.Path]bool{
		"a_test.go": true, "tests/helper.py": true, "a/testdata/x": true, "docs/x": false, "latest/a.go": false,
	} {
		if got := Test(p); got != want {
			t.Errorf("Test(%q) = %v", p, got)
		}
	}
}

func TestAside(t *testing.T) {
	for p, want := range map[luminos.Path]bool{
		"tests/id_rsa": true, "docs/key.pem": true, "test-key.pem": true, "example.pem": true, ".env.example": true, "server.test.key": true, "a_test.go": true,
		"latest.key": false, "contest/id_rsa": false, "src/main/java/com/example/id_rsa": false, "attestation.pem": false, ".env": false, "docs.key": false,
		"server.key": false,
	} {
		if got := Aside(p); got != want {
			t.Errorf("Aside(%q) = %v", p, got)
		}
	}
}

func TestPackageRoot(t *testing.T) {
	for p, want := range map[luminos.Path]luminos.Path{
		"src/main/java/org/x/A.java": "src/main/java", "src/main/java": "src/main/java", "a/src/jvmTest/kotlin/x": "a/src/jvmTest/kotlin",
		"src/java/x": "src/java", "java/com/x": "java", "java": "", "java/core/src/main/java/x": "java/core/src/main/java",
		"src/com/x": "src", "src/main": "", "src": "", ".": "", "": "", "src/main/resources/x": "", "src/test/resources/x": "",
	} {
		if got := PackageRoot(p); got != want {
			t.Errorf("PackageRoot(%q) = %q, want %q", p, got, want)
		}
	}
}

func TestBenchmarks(t *testing.T) {
	for p, want := range map[luminos.Path]bool{
		"bench": true, "profiling": true, "performance_tests": true, "packages/bench": true,
		"a/b/__benchmarks__": true, "crates/x/benches": true,
		"src/benchmark": false, "internal/perf": false, "benchpress": false, ".": false,
	} {
		if got := Benchmarks(p); got != want {
			t.Errorf("Benchmarks(%q) = %v", p, got)
		}
	}
}

func TestBenchmarkFile(t *testing.T) {
	for p, want := range map[luminos.Path]bool{
		"src/a.bench.ts": true, "a_bench.py": true, "bench_a.py": true, "benchmark.js": true, "a_benchmark.cc": true,
		"src/benchmark.js": false, "src/benchmark.cc": false, "benchmark_register.cc": false, "workbench.py": false,
	} {
		if got := BenchmarkFile(p); got != want {
			t.Errorf("BenchmarkFile(%q) = %v", p, got)
		}
	}
}

func TestExampleFile(t *testing.T) {
	for p, want := range map[luminos.Path]bool{
		"example.c": true, "demo.py": true, "src/example.c": false, "counterexample.c": false,
	} {
		if got := ExampleFile(p); got != want {
			t.Errorf("ExampleFile(%q) = %v", p, got)
		}
	}
}
