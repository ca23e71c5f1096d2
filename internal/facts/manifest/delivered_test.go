package manifest

import (
	"fmt"
	"strings"
	"testing"

	"luminos/internal/facts/factstest"
)

// manyPrograms returns n servers of C#.
func manyPrograms(n int) string {
	tree := ""
	for i := range n {
		tree += fmt.Sprintf("-- b%d/b%d.csproj --\n"+
			"<Project Sdk=\"Microsoft.NET.Sdk.Web\"></Project>\n-- b%d/Program.cs --\nclass P {}\n", i, i, i)
	}
	return tree
}

// TestCommandsOfDelivery checks the commands of containers, process files, steps of CI and toolkits, and that commands
// which would fail are left out.
func TestCommandsOfDelivery(t *testing.T) {
	const program = "-- main.py --\nprint(1)\n-- pyproject.toml --\n[project]\nname = \"x\"\n"
	for name, c := range map[string]struct{ tree, want, not string }{
		"the command of a container": {program + "-- Dockerfile --\n" +
			"FROM a\n" +
			"CMD [\"python\", \"other.py\"]\n" +
			"FROM b\n" +
			"ENTRYPOINT [\"python\"]\n" +
			"CMD [\"main.py\"]\n",
			"run python main.py Dockerfile:4", ""},
		"a container with a file of its own": {program + "-- Dockerfile --\n" +
			"FROM a\n" +
			"CMD [\"python\", \"other.py\"]\n", "", "other.py"},
		"a server by its module": {program + "-- Procfile --\n" +
			"release: x\n" +
			"web: uvicorn main:app\n", "run uvicorn main:app Procfile:2", ""},
		"a server without its module": {program + "-- Procfile --\n" +
			"web: uvicorn app.main:app\n", "", "uvicorn"},
		"services built from the target": {"-- compose.yaml --\n" +
			"services:\n" +
			"  a:\n" +
			"    build: .\n", "run docker compose up compose.yaml:3", ""},
		"services that test": {"-- compose.yaml --\n" +
			"services:\n" +
			"  a:\n" +
			"    build:\n" +
			"      context: .\n" +
			"      dockerfile: ci/Dockerfile.a\n" +
			"-- ci/Dockerfile.a --\n" +
			"FROM a\n" +
			"CMD make test\n", "", "compose"},
		"a test of the reader's own project": {"-- README.md --\n# A\n\n" +
			"Run `npm test`.\n" +
			"-- CONTRIBUTING.md --\n# C\n\nRun `npm test`.\n" +
			"-- package.json --\n{\"name\": \"a\", \"scripts\": {\"test\": \"ava\"}}\n",
			"test npm test CONTRIBUTING.md:3|test npm test CONTRIBUTING.md:3", "README"},
		"services of others": {"-- compose.yaml --\nservices:\n  a:\n    image: db\n", "", "compose"},
		"process manager": {"-- ecosystem.config.js --\n" +
			"module.exports = {\n" +
			"  apps: [],\n" +
			"}\n", "run pm2 start ecosystem.config.js ecosystem.config.js:2", ""},
		"what Skaffold builds": {"-- skaffold.yaml --\n" +
			"build:\n" +
			"  artifacts:\n" +
			"  - image: a\n", "run skaffold run skaffold.yaml:2", ""},
		"a script with variables of CI": {"-- ci/tests.sh --\n#!/bin/bash\nset -eux\necho \"${WANT_VERSION}\"\n" +
			"-- .github/workflows/ci.yml --\njobs:\n  a:\n    steps:\n      - env:\n" +
			"          WANT_VERSION: ${{ matrix.x }}\n        run: ci/tests.sh\n", "", "tests.sh"},
		"a script with defaults": {"-- ci/tests.sh --\n#!/bin/bash\nset -eux\necho \"${WANT_VERSION:-}\"\nB=1\necho $B\n" +
			"-- .github/workflows/ci.yml --\njobs:\n  a:\n    steps:\n      - env:\n" +
			"          B: 1\n          WANT_VERSION: ${{ matrix.x }}\n        run: ci/tests.sh\n",
			"test ci/tests.sh .github/workflows/ci.yml:7", ""},
		"a script that goes on without variables": {"-- ci/tests.sh --\n#!/bin/bash\nset -ex\necho $WANT_VERSION\n" +
			"-- .github/workflows/ci.yml --\njobs:\n  a:\n    steps:\n      - env:\n" +
			"          WANT_VERSION: ${{ matrix.x }}\n        run: ci/tests.sh\n",
			"test ci/tests.sh .github/workflows/ci.yml:6", ""},
		"steps of CI": {"-- go.mod --\n" +
			"module m\n" +
			"-- a_test.go --\n" +
			"package a\n" +
			"-- web/package.json --\n" +
			"{\"scripts\": {\"test\": \"vitest\"}}\n" +
			"-- .github/workflows/ci.yml --\n" +
			"jobs:\n" +
			"  a:\n" +
			"    steps:\n" +
			"      - name: x\n" +
			"        run: go test ./...\n" +
			"      - run: |\n" +
			"          go vet ./...\n" +
			"          go test -run X ./...\n" +
			"      - run: npm test\n" +
			"        working-directory: web\n" +
			"      - run: npm run build\n",
			"test go test ./... .github/workflows/ci.yml:5|" +
				"lint go vet ./... .github/workflows/ci.yml:7|" +
				"test npm test .github/workflows/ci.yml:9 web", "-run X"},
		"steps in another directory by default": {"-- go.mod --\n" +
			"module m\n" +
			"-- .github/workflows/ci.yml --\n" +
			"defaults:\n" +
			"  run:\n" +
			"    working-directory: x\n" +
			"jobs:\n" +
			"  a:\n" +
			"    steps:\n" +
			"      - run: go test ./...\n", "", "ci.yml"},
		"steps of GitLab CI": {"-- go.mod --\n" +
			"module m\n" +
			"-- a_test.go --\n" +
			"package a\n" +
			"-- .gitlab-ci.yml --\n" +
			"unit:\n" +
			"  script:\n" +
			"    - go test ./...\n" +
			"other:\n" +
			"  script:\n" +
			"    - git clone https://x/other\n" +
			"    - cd other\n" +
			"    - go vet ./...\n", "test go test ./... .gitlab-ci.yml:3", "go vet"},
		"steps in a checkout of SourceHut": {"-- go.mod --\n" +
			"module m\n" +
			"-- a_test.go --\n" +
			"package a\n" +
			"-- .build.yml --\n" +
			"tasks:\n" +
			"  - test: |\n" +
			"      cd x\n" +
			"      go test ./...\n", "test go test ./... .build.yml:4", ""},
		"a script that is not there": {"-- package.json --\n" +
			"{\"scripts\": {}}\n" +
			"-- README.md --\n" +
			"```\n" +
			"npm start\n" +
			"```\n", "", "npm start"},
		"a directory that commands make": {"-- CMakeLists.txt --\n" +
			"project(x)\n" +
			"-- README.md --\n" +
			"```\n" +
			"mkdir build\n" +
			"cd build\n" +
			"cmake ..\n" +
			"```\n", "", "cmake .."},
		"install of a library in Go": {"-- go.mod --\n" +
			"module m\n" +
			"-- a.go --\n" +
			"package a\n" +
			"-- README.md --\n" +
			"use `go install`, as shown\n", "", "go install"},
		"make without a target that builds": {"-- Makefile --\n" +
			"init:\n" +
			"\tpip install x\n" +
			"-- README.md --\n" +
			"```\n" +
			"make\n" +
			"```\n", "", "build make"},
		"make with a list of targets": {"-- go.mod --\nmodule x.org/y\n-- Makefile --\n" +
			"all:\n" +
			"\t@echo a - b\n" +
			"\t@echo c\n" +
			"test:\n" +
			"\t@echo x\n" +
			"\tgo test\n",
			"test make test Makefile:4", "make all"},
		"translations of a README": {program + "-- README.de.md --\n" +
			"```\n" +
			"make\n" +
			"```\n" +
			"-- README.md --\n" +
			"```\n" +
			"python main.py\n" +
			"```\n", "run python main.py README.md:2", ""},
		"tests of one module of several": {"-- go.mod --\n" +
			"module m\n" +
			"-- a_test.go --\n" +
			"package a\n" +
			"-- b/go.mod --\n" +
			"module b\n",
			"test go test ./... go.mod:1 (leaves out 1 module below)", ""},
		"pages of a desktop application": {"-- package.json --\n" +
			"{\"name\": \"x\",\n" +
			"\"devDependencies\": {\"@tauri-apps/cli\": \"2\"},\n" +
			"\"scripts\": {\"dev\": \"vite\", \"build\": \"vite build\",\n" +
			"\"tauri\": \"tauri\"}}\n",
			"run npm run tauri dev package.json:4|build npm run tauri build package.json:4", "npm run dev"},
		"a script for a toolkit": {"-- package.json --\n" +
			"{\"name\": \"x\",\n" +
			"\"devDependencies\": {\"electron\": \"2\"},\n" +
			"\"scripts\": {\"dev\": \"vite\",\n" +
			"\"app:dev\": \"vite build && electron .\"}}\n",
			"run npm run app:dev package.json:4", "npm run dev"},
		"a script that builds without an end": {"-- package.json --\n" +
			"{\"name\": \"x\", \"scripts\": {\"dev\": \"node scripts/dev.js\", \"serve\": \"serve\"}}\n" +
			"-- scripts/dev.js --\n" +
			"import esbuild from 'esbuild'\n", "", "run "},
		"a script that builds and serves": {"-- package.json --\n" +
			"{\"name\": \"x\", \"scripts\": {\"dev\": \"node scripts/dev.js\"}}\n" +
			"-- scripts/dev.js --\n" +
			"import esbuild from 'esbuild'\n" +
			"ctx.serve({})\n", "run npm run dev package.json:1", ""},
		"one half of a build": {"-- CMakeLists.txt --\n" +
			"project(x)\n" +
			"-- README.md --\n" +
			"use `cmake` to build, then `cmake --build .`\n",
			"build cmake -B build && cmake --build build CMakeLists.txt:1", "build cmake README"},
		"tests by a class of tools": {"-- composer.json --\n{\"name\": \"a/b\"}\n-- phpunit.xml.dist --\n<a/>\n" +
			"-- .travis.yml --\nscript: vendor/bin/phpunit\n", "test vendor/bin/phpunit .travis.yml:1", ""},
		"tests by a declared tool": {"-- composer.json --\n" +
			"{\"name\": \"a/b\", \"require-dev\": {\"phpunit/phpunit\": \"9\"}}\n-- phpunit.xml --\n<a/>\n",
			"test vendor/bin/phpunit phpunit.xml:1", ""},
		"a project of .NET": {"-- B.csproj --\n<Project/>\n-- t/T.csproj --\n<Project/>\n-- appveyor.yml --\n" +
			"build_script:\n- cmd: dotnet build B.csproj -c Release -p:CI=true\n- cmd: dotnet test u/T.csproj\n" +
			"- cmd: dotnet test t/T.csproj -c Release --logger x\n",
			"build dotnet build B.csproj -c Release appveyor.yml:2|" +
				"test dotnet test t/T.csproj -c Release appveyor.yml:4", "u/T"},
		"tests in a directory of the job": {"-- molecule/a.yml --\na: b\n-- .github/workflows/a.yml --\n" +
			"defaults:\n  run:\n    working-directory: 'x.y'\njobs:\n  a:\n    steps:\n" +
			"      - uses: actions/checkout@v4\n        with:\n          path: 'x.y'\n      - run: molecule test\n",
			"test molecule test .github/workflows/a.yml:10", ""},
		"a plugin that selects environments": {"-- tox.ini --\n[tox]\nenvlist = a\n-- .github/workflows/a.yml --\n" +
			"jobs:\n  a:\n    steps:\n      - run: pip install tox tox-gh\n      - run: tox\n", "", "tox .github"},
		"tests that report": {"-- go.mod --\nmodule x\n-- .travis.yml --\nscript: go test -race -v ./...\n",
			"test go test -race -v ./... .travis.yml:1", ""},
		"a build in a directory": {"-- Makefile --\nall: x.c\n\tcc x.c\n-- .travis.yml --\nscript:\n" +
			"  - mkdir b && cd b\n  - cmake ..\n  - make\n", "", "make .travis"},
		"tests of a rock": {"-- spec/a.lua --\n\n-- .travis.yml --\nscript: busted --verbose --coverage\n",
			"test busted .travis.yml:1", ""},
		"a makefile of Perl": {"-- Makefile.PL --\nWriteMakefile(NAME => 'x');\n-- t/a.t --\nok 1;\n",
			"build perl Makefile.PL && make Makefile.PL:1|test make test Makefile.PL:1", ""},
		"a package of R": {"-- DESCRIPTION --\nPackage: x\nVersion: 1\n-- R/a.R --\na <- 1\n-- tests/a.R --\na\n",
			"test R CMD build . && R CMD check x_*.tar.gz DESCRIPTION:1", ""},
		"a script written by hand": {"-- configure --\n#!/bin/sh\n-- Makefile --\nall:\n\techo x\n" +
			"-- Makefile.in --\nall: x\ncheck: test\ntest: x\n\t./x\n",
			"build ./configure && make configure:1|test make test Makefile.in:3", ""},
		"tests by an option": {"-- CMakeLists.txt --\nproject(x)\noption(X_TESTS \"y\" OFF)\nif(X_TESTS OR Y)\n" +
			"  enable_testing()\n  add_test(x y)\nendif()\n-- meson.build --\n\n",
			"build cmake -B build && cmake --build build CMakeLists.txt:1|test cmake -B build -DX_TESTS=ON && " +
				"cmake --build build && ctest --test-dir build CMakeLists.txt:2", ""},
		"options that the README sets": {"-- CMakeLists.txt --\nproject(x)\n-- README.md --\n# X\n\n```\n" +
			"cmake -DX_FETCH=on -DCMAKE_BUILD_TYPE=Release -S . -B b\n```\n",
			"build cmake -B build -DX_FETCH=on && cmake --build build CMakeLists.txt:1", ""},
		"several options that the README sets": {"-- CMakeLists.txt --\nproject(x)\n-- README.md --\n# X\n\n```\n" +
			"cmake -DA=ON -DB=ON -DC=OFF ..\n```\n",
			"build cmake -B build -DA=ON -DB=ON -DC=OFF && cmake --build build CMakeLists.txt:1", ""},
		"tests that no workflow runs": {"-- spec/a.lua --\n\n-- .travis.yml --\nscript: busted\n-- .github/workflows/a.yml --\n" +
			"jobs:\n  a:\n    steps:\n      - run: mkdocs build\n", "test busted .travis.yml:1", ""},
		"options that the README also leaves out": {"-- CMakeLists.txt --\nproject(x)\n-- README.md --\n# X\n\n```\n" +
			"cmake -S . -DX_CUDA=ON\ncmake ..\n```\n",
			"build cmake -B build && cmake --build build CMakeLists.txt:1", ""},
		"a default rule beside all": {"-- Makefile --\ndefault: lib\nall: lib x_tests\nlib:\n\tcc a.c\n",
			"build make Makefile:1", "make all"},
		"many servers": {manyPrograms(4), "", "run "},
		"some servers": {manyPrograms(3), "run dotnet run --project b0 b0/b0.csproj:1", ""},
	} {
		t.Run(name, func(t *testing.T) {
			src, scan := factstest.Archive(t, c.tree)
			r, err := Read(t.Context(), src, scan, "")
			if err != nil {
				t.Fatal(err)
			}
			var lines []string
			for _, c := range r.Commands {
				line := c.Purpose + " " + c.Line
				if len(c.Evidence) > 0 && c.Evidence[0].Lines != nil {
					line += fmt.Sprintf(" %s:%d", c.Evidence[0].Path, c.Evidence[0].Lines.First)
				}
				if c.Dir != "" {
					line += " " + string(c.Dir)
				}
				if c.Note != "" {
					line += " (" + c.Note + ")"
				}
				lines = append(lines, line)
			}
			all := strings.Join(lines, "\n")
			for want := range strings.SplitSeq(c.want, "|") {
				if want != "" && !strings.Contains(all+"\n", want+"\n") {
					t.Errorf("want %q in\n%s", want, all)
				}
			}
			if c.not != "" && strings.Contains(all, c.not) {
				t.Errorf("want no %q in\n%s", c.not, all)
			}
		})
	}
}
