package delivery

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// images holds the toolchains of official container images by their names.
var images = map[string]string{
	"node": "Node.js", "python": "Python", "golang": "Go", "ruby": "Ruby", "php": "PHP", "rust": "Rust", "openjdk": "Java",
	"eclipse-temurin": "Java", "amazoncorretto": "Java", "maven": "Maven", "gradle": "Gradle",
	"elixir": "Elixir", "perl": "Perl", "dart": "Dart",
	"swift": "Swift", "haskell": "GHC", "julia": "Julia", "sdk": ".NET", "aspnet": ".NET", "runtime": ".NET",
}

// imageTag matches an image with a version at the beginning of its tag.
var imageTag = lazyregexp.Lazy(`^(?:docker\.io/)?(?:library/|mcr\.microsoft\.com/dotnet/)?([a-z-]+):(\d+(?:\.\d+)*)`)

// maxToolchains is the maximum number of toolchains of a target.
const maxToolchains = 3

// Toolchains returns the first maxToolchains toolchains in the base images of container recipes, with their versions,
// each once: "Node.js 22 (image)" for "node:22-slim".
func Toolchains(containers []luminos.Container) []string {
	var all []string
	for _, c := range containers {
		if c.Kind != "dockerfile" || forDevelopers(c.Path) {
			continue
		}
		for _, base := range c.Bases {
			m := imageTag().FindStringSubmatch(base)
			if m == nil || images[m[1]] == "" || images[m[1]] == ".NET" && !strings.Contains(base, "dotnet/") {
				continue
			}
			has := func(t string) bool { return strings.HasPrefix(t, images[m[1]]+" ") }
			if !slices.ContainsFunc(all, has) && len(all) < maxToolchains {
				all = append(all, images[m[1]]+" "+m[2]+" (image)")
			}
		}
	}
	return all
}

// forDevelopers reports whether the recipe of a container is for the developers of the target, or a test or an example,
// not for its users.
func forDevelopers(p luminos.Path) bool {
	return strings.HasPrefix(string(p), ".devcontainer/") || strings.HasSuffix(p.Base(), ".dev") || pathrole.Aside(p)
}
