package luminos

import "cmp"

// ciNames are the names of the systems of continuous integration by their ids in the facts.
var ciNames = map[string]string{
	"github-actions": "GitHub Actions", "gitlab-ci": "GitLab CI", "circleci": "CircleCI", "travis-ci": "Travis CI",
	"azure-pipelines": "Azure Pipelines", "jenkins": "Jenkins", "appveyor": "AppVeyor", "buildkite": "Buildkite",
	"drone": "Drone", "woodpecker": "Woodpecker", "cirrus-ci": "Cirrus CI", "bitbucket-pipelines": "Bitbucket Pipelines",
	CIScript: "a script",
}

// CIScript is the id of continuous integration by a script of the target.
const CIScript = "ci-script"

// CIName returns the name of a system of continuous integration, such as "GitHub Actions", by its id in the facts.
func CIName(id string) string { return cmp.Or(ciNames[id], id) }
