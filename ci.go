package luminos

import "cmp"

// CIFile is one continuous-integration configuration.
type CIFile struct {
	Path   Path   `json:"path"`
	System string `json:"system"` // "github-actions", "gitlab-ci", …
	Name   string `json:"name,omitempty"`
	// Triggers are the known events that start it, in the order of the constants.
	Triggers []string `json:"triggers,omitempty"`
	// Effects are the effects of its known commands: "test", "lint", "build", "commit", "publish", "deploy", in this
	// order.
	// It has "commit" only without effects other than "build": it commits the result.
	Effects []string `json:"effects,omitempty"`
	// OnlyOn has the triggers of the effects that conditions restrict to fewer events, by effect: "publish" on "tag".
	OnlyOn map[string][]string `json:"only_on,omitempty"`
	// Doubts has, by effect, the triggers that start it under conditions that were not understood. An effect that
	// Effects lacks is only named by a step with unknown commands.
	Doubts map[string][]string `json:"doubts,omitempty"`
	// Unclear states that the effects of some of its commands or actions are not known.
	Unclear bool `json:"unclear,omitempty"`
}

// The triggers of continuous integration.
const (
	TriggerPush        = "push"
	TriggerPullRequest = "pull request" // also merge requests of GitLab
	TriggerTag         = "tag"
	TriggerRelease     = "release"
	TriggerSchedule    = "schedule"
	TriggerManual      = "manual" // a person starts it
	TriggerOther       = "other"
)

// ciNames are the names of the systems of continuous integration by their ids in the facts.
var ciNames = map[string]string{
	"github-actions": "GitHub Actions", "gitlab-ci": "GitLab CI", "circleci": "CircleCI", "travis-ci": "Travis CI",
	"azure-pipelines": "Azure Pipelines", "jenkins": "Jenkins", "appveyor": "AppVeyor", "buildkite": "Buildkite",
	"drone": "Drone", "woodpecker": "Woodpecker", "cirrus-ci": "Cirrus CI", "bitbucket-pipelines": "Bitbucket Pipelines",
	"sourcehut-builds": "SourceHut Builds", "gitea-actions": "Gitea Actions", "forgejo-actions": "Forgejo Actions",
	"teamcity": "TeamCity", "semaphore": "Semaphore", "tekton": "Tekton", "codebuild": "AWS CodeBuild",
	"cloud-build": "Google Cloud Build", "codefresh": "Codefresh", "bitrise": "Bitrise", "wercker": "Wercker",
	"zuul": "Zuul", CIScript: "a script",
}

// CIScript is the id of continuous integration by a script of the target.
const CIScript = "ci-script"

// CIName returns the name of a system of continuous integration, such as "GitHub Actions", by its id in the facts.
func CIName(id string) string { return cmp.Or(ciNames[id], id) }
