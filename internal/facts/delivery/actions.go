package delivery

import (
	"path"
	"slices"
	"strings"

	"luminos/internal/facts/cmdline"
)

// helpers are words in the names of actions that neither build, check nor publish.
var helpers = strings.Fields(`setup checkout cache artifact artifacts attest metadata stale labeler toolchain login
	configure drafter pull comment comments token lock dependency filter credentials codecov space sync install
	report reporter reports result results summary`)

// scanners are names of programs and actions that look for weaknesses in the sources or the dependencies.
var scanners = strings.Fields(`scorecard codeql trivy audit govulncheck deny zizmor semgrep gosec snyk bandit gitleaks
	trufflehog osv grype checkov`)

// providers are names by which Travis CI and AppVeyor know registries of packages.
var providers = strings.Fields("nuget npm rubygems cargo pypi releases")

// linters are names of programs and actions that lint and do not say so.
var linters = strings.Fields(`codespell typos ruff black clippy fmt psalm phpstan luacheck shellcheck
	staticcheck ameba spellcheck`)

// others are words in the names of actions on releases, pages and deployments that put nothing there.
var others = strings.Fields(`please plz notes changelog info install get latest download downloader fetch
	goreleaser version archive delete branch branches check notify wait preview clean cleanup trim prune pre post status`)

// publishers are actions that publish, and whose names do not say to which registry.
var publishers = strings.Fields(`ncipollo/release-action actions/create-release actions/upload-release-asset
	svenstaro/upload-release-action softprops/action-gh-release marvinpinto/action-automatic-releases
	cycjimmy/semantic-release-action xresloader/upload-to-github-release
	shogo82148/actions-upload-release-asset redhat-actions/push-to-registry snapcore/action-publish`)

// deployers are actions that deploy, and whose names do not say so.
var deployers = strings.Fields(`azure/functions-action azure/k8s-deploy cloudflare/wrangler-action
	cloudflare/pages-action amondnet/vercel-action nwtgck/actions-netlify appleboy/scp-action
	samkirkland/ftp-deploy-action wlixcc/sftp-deploy-action burnett01/rsync-deployments serverless/github-action`)

// builders are actions and tasks that compile, package or build an image.
var builders = strings.Fields(`docker/build-push-action docker/bake-action redhat-actions/buildah-build
	hynek/build-and-inspect-python-package pypa/cibuildwheel pyo3/maturin-action tauri-apps/tauri-action
	xu-cheng/latex-action dante-ev/latex-action hashicorp/actions-go-build hashicorp/actions-docker-build
	snapcore/action-build arduino/compile-sketches vsbuild msbuild xcode xcodebuild`)

// committers are actions that commit the files of a run, or push its commits.
var committers = strings.Fields("github-push-action git-auto-commit-action add-and-commit actions-push")

// indexes are words for the registries to which an action can publish, and publishing are the words that it does.
var (
	indexes = strings.Fields(`luarocks rubygems gem npm pypi crates cargo hackage cran nuget hex jsr maven vscode
		openvsx gh`)
	publishing = strings.Fields("publish publisher upload push release deploy")
)

// platforms are words for the places to which an action can deploy.
var platforms = strings.Fields(`azure webapps webapp aws ecs lambda cloudformation beanstalk cloudrun appengine heroku
	firebase netlify vercel cloudflare k8s kubernetes`)

// reusable reports whether a step calls a workflow of another repository, of which only the name is known.
func reusable(uses string) bool {
	return strings.Contains(uses, "/.github/workflows/") && !strings.HasPrefix(uses, "./")
}

// foreign reports whether a step is a template of Azure Pipelines in another repository, whose conditions are not known.
func foreign(uses string) bool {
	return !reusable(uses) && (strings.Contains(uses, ".yml@") || strings.Contains(uses, ".yaml@"))
}

// actionEffects returns the effects that the name of an action, a task or a reusable workflow states, or nil: lint for
// "golangci/golangci-lint-action@v9". The second result reports whether the action is known to have no others. A
// workflow of another repository, of which only the name is known, is not said to publish or to deploy: a workflow
// "after-release" can notify others of a release.
func actionEffects(uses string) (effects []string, known bool) {
	if effects, known = namedEffects(uses); reusable(uses) || foreign(uses) {
		return without(effects, outward...), false
	}
	return effects, known
}

// namedEffects returns the effects of an action as its name states them, and whether it is known to have no others.
func namedEffects(uses string) (effects []string, known bool) {
	name, _, _ := strings.Cut(uses, "@")
	name, _, _ = strings.Cut(strings.ToLower(name), ":")
	base := strings.TrimSuffix(strings.TrimSuffix(path.Base(name), ".yml"), ".yaml")
	known = base == path.Base(name) && !strings.Contains(uses, "://")
	split := func(r rune) bool { return r == '-' || r == '_' || r == '.' || r == '/' }
	all, parts := strings.FieldsFunc(name, split), strings.FieldsFunc(base, split)
	if base == "action" || base == "github-action" { // the name of its owner states the effect
		parts = all
	}
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(parts, w) })
	}
	lints := func(word string) bool { return strings.HasSuffix(word, "lint") || strings.HasSuffix(word, "linter") }
	builds := reusable(uses) && has("build", "builds", "compile")
	switch {
	case strings.Contains(name, "codeql-action"), base == "dependency-review-action",
		has(scanners...) && !has("setup", "install"):
		if base == "init" || base == "upload-sarif" {
			return nil, known
		}
		return []string{cmdline.Scan}, known
	case has("pages", "docdeploy") && !has("configure", "artifact") && !has(others...):
		return []string{site}, known
	case has(helpers...):
		return nil, known
	case has("test", "tests", "runtest", "gotestsum", "pytest", "tox", "cypress", "playwright", "vstest"),
		slices.Contains(all, "cypress"), base == "check-r-package", base == "r-cmd-check":
		if builds {
			return []string{cmdline.Test, cmdline.Build}, known
		}
		return []string{cmdline.Test}, known
	case has(linters...) || slices.ContainsFunc(parts, lints) || base == "pre-commit" ||
		strings.HasPrefix(name, "pre-commit/") || strings.HasPrefix(name, "reviewdog/"):
		return []string{cmdline.Lint}, known
	case has("run") && has("fuzzers"):
		return []string{fuzzes}, known
	case base == "release-plz-action", name == "release-plz/action":
		return []string{cmdline.Publish}, known
	case base == "release-please-action":
		return []string{prepares}, known
	case has("lychee", "linkspector") || strings.Contains(name, "markdown-link-check"):
		return []string{cmdline.Links}, known
	case slices.Contains(providers, strings.ToLower(uses)), slices.Contains(publishers, name),
		!has(others...) && has(publishing...) && has(indexes...),
		strings.Contains(name, "plugin") && has("docker", "buildx", "npm"):
		return []string{cmdline.Publish}, known
	case slices.Contains(committers, base):
		return []string{commits}, known
	case has("gist"): // a text, such as the results of a measurement
		return nil, known
	case has("azurewebapp", "azurefunctionapp"), slices.Contains(deployers, name),
		!has(others...) && has("deploy") && (has(platforms...) || strings.HasPrefix(name, "aws-actions/")):
		return []string{cmdline.Deploy}, known
	case builds || slices.Contains(builders, name):
		return []string{cmdline.Build}, false
	}
	return nil, false
}
