package pipeline

import (
	"path"

	"luminos"
)

// location is a place where a CI system reads its configuration. A system reads
// only its location at the root of a repository. Files with such names in other
// places are fixtures, templates or vendored.
type location struct {
	system string
	dir    string   // directory from the root; "." for the root itself
	deep   bool     // directories below dir count too
	names  []string // patterns of [path.Match] for the base name
	named  bool     // a top-level "name:" is the name of the configuration
}

// locations are all locations. No path matches two of them.
var locations = []location{
	{system: "github-actions", dir: ".github/workflows", names: []string{"*.yml", "*.yaml"}, named: true},
	{system: "gitea-actions", dir: ".gitea/workflows", names: []string{"*.yml", "*.yaml"}, named: true},
	{system: "forgejo-actions", dir: ".forgejo/workflows", names: []string{"*.yml", "*.yaml"}, named: true},
	{system: "gitlab-ci", dir: ".", names: []string{".gitlab-ci.yml", ".gitlab-ci.yaml"}},
	{system: "gitlab-ci", dir: ".gitlab-ci", deep: true, names: []string{"*.yml", "*.yaml"}},
	{system: "gitlab-ci", dir: ".gitlab/ci", deep: true, names: []string{"*.yml", "*.yaml"}},
	{system: "circleci", dir: ".circleci", names: []string{"config.yml", "config.yaml"}},
	{system: "travis-ci", dir: ".", names: []string{".travis.yml"}},
	{system: "azure-pipelines", dir: ".", names: []string{
		"azure-pipelines*.yml", "azure-pipelines*.yaml", ".azure-pipelines*.yml"}},
	{system: "azure-pipelines", dir: ".azure-pipelines", deep: true, names: []string{"*.yml", "*.yaml"}},
	{system: "azure-pipelines", dir: ".ci", names: []string{"azure-pipelines*.yml"}},
	{system: "azure-pipelines", dir: "eng", deep: true, names: []string{"azure-pipelines*.yml"}},
	{system: "jenkins", dir: ".", names: []string{
		"Jenkinsfile", "Jenkinsfile.*", "Jenkinsfile-*", "*.Jenkinsfile", "*.jenkinsfile"}},
	{system: "jenkins", dir: ".jenkins", deep: true, names: []string{"Jenkinsfile*", "*.Jenkinsfile", "*.groovy"}},
	{system: "jenkins", dir: ".ci", names: []string{"Jenkinsfile*"}},
	{system: "jenkins", dir: "ci", names: []string{"Jenkinsfile*"}},
	{system: "jenkins", dir: "jenkins", names: []string{"Jenkinsfile*"}},
	{system: "appveyor", dir: ".", names: []string{"appveyor.yml", ".appveyor.yml", "appveyor.yaml"}},
	{system: "buildkite", dir: ".buildkite", names: []string{"*.yml", "*.yaml", "pipeline.json"}},
	{system: "drone", dir: ".", names: []string{".drone.yml", ".drone.yaml", ".drone.jsonnet", ".drone.star"}},
	{system: "woodpecker", dir: ".", names: []string{".woodpecker.yml", ".woodpecker.yaml"}},
	{system: "woodpecker", dir: ".woodpecker", deep: true, names: []string{"*.yml", "*.yaml"}},
	{system: "cirrus-ci", dir: ".", names: []string{".cirrus.yml", ".cirrus.yaml", ".cirrus.star"}},
	{system: "bitbucket-pipelines", dir: ".", names: []string{"bitbucket-pipelines.yml"}},
	{system: "teamcity", dir: ".teamcity", deep: true, names: []string{"*.kts", "pom.xml"}},
	{system: "semaphore", dir: ".semaphore", deep: true, names: []string{"*.yml", "*.yaml"}, named: true},
	{system: "tekton", dir: ".tekton", deep: true, names: []string{"*.yml", "*.yaml"}},
	{system: "codebuild", dir: ".", names: []string{"buildspec*.yml", "buildspec*.yaml"}},
	{system: "cloud-build", dir: ".", names: []string{"cloudbuild*.yml", "cloudbuild*.yaml", "cloudbuild.json"}},
	{system: "sourcehut-builds", dir: ".", names: []string{".build.yml"}},
	{system: "sourcehut-builds", dir: ".builds", names: []string{"*.yml"}},
	{system: "codefresh", dir: ".", names: []string{"codefresh.yml", "codefresh.yaml"}},
	{system: "bitrise", dir: ".", names: []string{"bitrise.yml"}},
	{system: "wercker", dir: ".", names: []string{"wercker.yml"}},
	{system: "zuul", dir: ".", names: []string{".zuul.yaml", "zuul.yaml"}},
	{system: "zuul", dir: ".zuul.d", deep: true, names: []string{"*.yaml"}},
	{system: "ci-script", dir: ".ci", names: []string{"run", "run.sh", "ci.sh", "test.sh", "build.sh"}},
	{system: "ci-script", dir: "ci", names: []string{"run", "run.sh", "ci.sh", "test.sh", "build.sh"}},
}

// SystemOf returns the id of the CI system that reads the configuration p, or "", and whether a top-level "name:" is the
// name of the configuration. A path of more than six elements belongs to no system.
func SystemOf(p luminos.Path) (system string, named bool) {
	if d := p.Depth(); d > 6 || d == 0 {
		return "", false
	}
	dir, base := string(p.Dir()), p.Base()
	for i := range locations {
		at := &locations[i]
		if dir != at.dir && !(at.deep && luminos.Path(dir).Within(luminos.Path(at.dir))) {
			continue
		}
		for _, pattern := range at.names {
			if ok, _ := path.Match(pattern, base); ok {
				return at.system, at.named
			}
		}
	}
	return "", false
}
