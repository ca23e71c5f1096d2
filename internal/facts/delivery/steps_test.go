package delivery

import (
	"strings"
	"testing"

	"luminos"
)

// TestEffectsOfConfigurations checks the effects of commands and actions in configurations of several systems.
func TestEffectsOfConfigurations(t *testing.T) {
	for text, want := range map[string]string{
		"jobs:\n  a:\n    steps:\n      - run: go test ./...\n":                                        "test",
		"      - name: Lint\n        run: |\n          golangci-lint run\n          make build\n":      "lint build",
		"      - name: x\n        run: ./y test\n":                                                     "",
		"      - name: Test the playbook\n        run: ansible-playbook main.yml\n":                    "test",
		"      - uses: golangci/golangci-lint-action@v9 # v9\n":                                        "lint",
		"      - uses: actions/upload-artifact@v4\n      - uses: actions/setup-go@v5\n":                "",
		"      - uses: docker/build-push-action@v6\n        with:\n          push: true\n":             "build publish",
		"      - uses: docker/build-push-action@v6\n        with:\n          push: false\n":            "build",
		"      - uses: pypa/gh-action-pypi-publish@release/v1\n":                                       "publish",
		"script:\n  - cargo test --all\n  - \"cargo clippy\"\n":                                        "test lint",
		"pipeline {\n  stages {\n    stage('x') {\n      steps { \n sh 'mvn -B verify'\n":              "test",
		"name: Tests\njobs:\n  test:\n    name: Test\n    steps:\n      - run: ./x\n":                  "",
		"      - uses: x/upload@v1\n        with:\n          name: test\n      - run: ./x\n":           "",
		"# - run: go test\nif: go test\n":                                                              "",
		"      - run: echo go test\n":                                                                  "",
		"      - uses: actions/deploy-pages@v4\n      - uses: softprops/action-gh-release@v2\n":        "publish deploy",
		"    - task: Npm@1\n      inputs:\n        command: custom\n    - script: npm run test:unit\n": "test",
	} {
		if got := strings.Join(config{Text: luminos.Text{Content: text}}.effects(), " "); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestChecks(t *testing.T) {
	file := func(triggers, effects string) luminos.CIFile {
		return luminos.CIFile{Triggers: strings.Fields(triggers), Effects: strings.Fields(effects)}
	}
	for want, files := range map[string][]luminos.CIFile{
		"": nil,
		"tests and lints on pushes; publishes on tags and releases": {file("push", "test lint"), file("tag release", "publish")},
		"tests on pushes and a schedule; builds on pushes":          {file("push", "test build"), file("schedule", "test")},
		"builds on pushes; no command that tests was found":         {file("push", "build"), file("push", "")},
		"no command that builds or tests was found":                 {file("schedule", "")},
		"tests": {file("", "test")},
	} {
		if got := Checks(files); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestToolchains(t *testing.T) {
	recipe := func(bases ...string) luminos.Container { return luminos.Container{Kind: "dockerfile", Bases: bases} }
	for want, containers := range map[string][]luminos.Container{
		"":                  {recipe("ubuntu:24.04", "node", "node:lts", "sdk:8"), {Kind: "compose", Bases: []string{"node:22"}}},
		"Node.js 22":        {recipe("node:22-slim", "node:20")},
		"Go 1.25, Python 3": {recipe("docker.io/library/golang:1.25-alpine"), recipe("python:3")},
		".NET 10.0":         {recipe("mcr.microsoft.com/dotnet/sdk:10.0", "mcr.microsoft.com/dotnet/aspnet:10.0")},
	} {
		if got := strings.Join(Toolchains(containers), ", "); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
