package delivery

import (
	"strings"
	"testing"

	"luminos/internal/facts/factstest"
)

// TestScriptsOfConfigurations checks that CI has the effects of the scripts and tasks of the target that it runs, apart
// from building and publishing.
func TestScriptsOfConfigurations(t *testing.T) {
	files := map[string]string{
		"Build.ps1": "# Don't stop\n$x = \".\\x\"\nexec { & dotnet test -c Release }\ndotnet nuget push x\n",
		"all.sh":    "cat <<EOF\ngo test ./...\nEOF\necho 'go test'\n./more.sh\n",
		"more.sh":   "go vet ./...\n", "build.sh": "exec go build .\n", "pack-all.sh": "go build .\n", "sub/build": "make\n",
		"scripts/check": "#!/bin/sh -e\n\nexport PREFIX=\"\"\n${PREFIX}ruff check a\n",
		"scripts/py":    "#!/usr/bin/env python3\npytest\n",
		"package.json": `{"scripts": {"build": "vite build", "copy": "vite build", "test": "eslint .",
			"a": "cp b c", "posta": "npm test", "preb": "jest", "x": "vitest run", "y": "eslint ."}}`,
		"Makefile": "x := 1\ninit:\n\tpip install x\nci: lint all-tests # both\nlint:\n\t@$(GO) vet ./...\nall-tests:\n\n" +
			"\t$(GO) test\nother: ci\n\tx\nself: self\nrelease:\n\tgit tag v1\n",
		"pom.xml":        "<project><build><defaultGoal>clean verify</defaultGoal></build></project>",
		"w/package.json": `{"scripts": {"all": "npm run unit", "unit": "vitest run"}}`,
		"m/package.json": `{"scripts": {"build": "run-p build:**", "build:a:b": "babel a", "build:c": "cp c d",
			"compile": "pnpm run \"/^build:.*/\"", "tests": "run-s build:c test:*", "test:a": "jest"}}`,
		"m/Makefile": "build: build/dev\nbuild/dev: unit\n\t${ENGINE_RUN} go build\nunit:\n\t${ENGINE_RUN} bash ./a.sh\n",
		"m/a.sh":     "go test ./...\n",
	}
	for command, want := range map[string]string{
		"./Build.ps1": "test", `.\Build.ps1`: "test", "./build.sh": "build", "sh ./pack-all.sh": "",
		"npm run a": "lint", "npm run b": "",
		"npm run ${{ matrix.x }}\n    strategy:\n      matrix:\n        x: [x, y]":       "test lint",
		"sbt '++ ${{ matrix.x }}' test\n    strategy:\n      matrix:\n        x: [1, 2]": "test",
		"run --a ${{ matrix.x }}\n    strategy:\n      matrix:\n        x: [npm test]":   "",
		"./sub/build": "", "scripts/check": "lint", "scripts/py": "", "$BUILD_CMD build --release": "build", "$X -v": "",
		"npm run build": "build", "npm run copy": "", "npm test": "lint",
		"make release": "", "bash all.sh": "lint",
		"make": "", "mvn -B": "test", "mvn -B compile": "build", "make ci": "test lint", "make lint": "lint",
		"make other x": "test lint", "make self": "", "npm run all": "", "../all.sh": "", "./gone.sh": "", "$x/all.sh": "",
		"npm run all\n        working-directory: w": "test", "npm run build\n        working-directory: m": "build",
		"pnpm run compile\n        working-directory: m": "build", "npm run tests\n        working-directory: m": "test",
		"make build\n        working-directory: m": "test build",
	} {
		files[".github/workflows/ci.yml"] = "on: push\njobs:\n  a:\n    steps:\n      - run: " + command + "\n"
		src, scan := factstest.Tree(t, files)
		r, err := Read(t.Context(), src, scan)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(r.CIFiles[0].Effects, " "); got != want {
			t.Errorf("%s: %q, want %q", command, got, want)
		}
	}
}
