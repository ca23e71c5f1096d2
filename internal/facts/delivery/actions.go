package delivery

import (
	"path"
	"slices"
	"strings"

	"luminos/internal/facts/cmdline"
)

// helpers are words in the names of actions that neither build, check nor publish, or that look for weaknesses.
var helpers = strings.Fields(`setup checkout cache artifact artifacts attest metadata stale labeler toolchain login
	configure drafter pull comment comments token lock dependency filter codeql scorecard trivy credentials codecov space`)

// linters are names of programs and actions that lint and do not say so.
var linters = strings.Fields("codespell typos ruff black clippy fmt zizmor deny audit govulncheck lychee psalm phpstan")

// others are words in the names of actions on releases that publish none.
var others = strings.Fields("please plz notes changelog info install get latest download fetch goreleaser version")

// actionEffects returns the effects that the name of an action, a task or a reusable workflow states, or nil: lint for
// "golangci/golangci-lint-action@v9". The second result reports whether the action is known to have no others.
func actionEffects(uses string) (effects []string, known bool) {
	name, _, _ := strings.Cut(uses, "@")
	name, _, _ = strings.Cut(strings.ToLower(name), ":")
	base := strings.TrimSuffix(strings.TrimSuffix(path.Base(name), ".yml"), ".yaml")
	known = base == path.Base(name) && !strings.Contains(uses, "://")
	split := func(r rune) bool { return r == '-' || r == '_' || r == '.' || r == '/' }
	all, parts := strings.FieldsFunc(name, split), strings.FieldsFunc(base, split)
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(parts, w) })
	}
	lints := func(word string) bool { return strings.HasSuffix(word, "lint") || strings.HasSuffix(word, "linter") }
	switch {
	case has(helpers...) || strings.Contains(name, "codeql-action"):
		return nil, known
	case has("test", "tests", "pytest", "tox", "cypress", "playwright", "vstest") || slices.Contains(all, "cypress"):
		return []string{cmdline.Test}, known
	case has(linters...) || slices.ContainsFunc(parts, lints) || base == "pre-commit" ||
		strings.HasPrefix(name, "pre-commit/"):
		return []string{cmdline.Lint}, known
	case !has(others...) && has("publish", "pypi", "release", "releases", "semantic") ||
		strings.Contains(name, "plugin") && has("docker", "buildx", "npm"):
		if !known && has("build", "builds") { // a workflow that builds a release
			return []string{cmdline.Build}, false
		}
		return []string{cmdline.Publish}, known
	case has("pages"): // of documentation, most often
		return nil, known
	case has("deploy", "deployment", "azurewebapp", "azurefunctionapp"):
		return []string{cmdline.Deploy}, known
	case has("build", "tauri", "xcodebuild", "latex", "cibuildwheel", "vsbuild", "msbuild", "xcode") && !has("gradle"):
		return []string{cmdline.Build}, false
	}
	return nil, false
}
