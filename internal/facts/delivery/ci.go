package delivery

import (
	"context"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/batch"
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
	{system: "circleci", dir: ".circleci", names: []string{"config.yml", "config.yaml"}},
	{system: "travis-ci", dir: ".", names: []string{".travis.yml"}},
	{system: "azure-pipelines", dir: ".", names: []string{"azure-pipelines*.yml", "azure-pipelines*.yaml", ".azure-pipelines*.yml"}},
	{system: "azure-pipelines", dir: ".azure-pipelines", deep: true, names: []string{"*.yml", "*.yaml"}},
	{system: "azure-pipelines", dir: ".ci", names: []string{"azure-pipelines*.yml"}},
	{system: "azure-pipelines", dir: "eng", deep: true, names: []string{"azure-pipelines*.yml"}},
	{system: "jenkins", dir: ".", names: []string{"Jenkinsfile", "Jenkinsfile.*", "Jenkinsfile-*", "*.Jenkinsfile", "*.jenkinsfile"}},
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

// locationOf returns the element of locations, the usual places of CI configurations, that the path p matches, or nil.
// A path of more than six elements matches none.
func locationOf(p luminos.Path) *location {
	if d := p.Depth(); d > 6 || d == 0 {
		return nil
	}
	dir, base := string(p.Dir()), p.Base()
	for i := range locations {
		at := &locations[i]
		if dir != at.dir && !(at.deep && luminos.Path(dir).Within(luminos.Path(at.dir))) {
			continue
		}
		for _, pattern := range at.names {
			if ok, _ := path.Match(pattern, base); ok {
				return at
			}
		}
	}
	return nil
}

// readCI reads the CI configurations of a scan and sets CI, CIFiles and their evidence in the result.
func (r *Result) readCI(ctx context.Context, src luminos.Source, scan *luminos.Scan) error {
	var paths []luminos.Path
	for i := range scan.Files {
		if f := &scan.Files[i]; f.Regular() && f.Size > 0 && locationOf(f.Path) != nil {
			paths = append(paths, f.Path)
		}
	}
	files, err := readAll(ctx, src, r.capped(paths, maxCI, "CI configurations"))
	if err != nil {
		return err
	}
	left := triggersTotal
	for _, f := range files {
		if !r.note(f) {
			continue
		}
		at := locationOf(f.path)
		line, ok := firstLine(f.text)
		if !ok {
			continue // an empty file configures nothing
		}
		ci := luminos.CIFile{Path: f.path, System: at.system}
		err := batch.Guard(func() error {
			c := config{f.text, &left}
			ci.Triggers, ci.Effects = c.triggers(at.system), c.effects()
			return nil
		})
		if err != nil {
			r.Problems = append(r.Problems, batch.Problem(f.path, err))
		}
		if at.named {
			if name, n := topLevelName(f.text); name != "" {
				ci.Name, line = name, n
			}
		}
		r.CIFiles = append(r.CIFiles, ci)
		if !slices.Contains(r.CI, at.system) {
			r.CI = append(r.CI, at.system)
		}
		key := "ci/" + at.system
		if len(r.Evidence[key]) < maxCited {
			r.Evidence[key] = append(r.Evidence[key], f.text.Cite(line, line))
		}
	}
	slices.Sort(r.CI)
	return nil
}

// firstLine returns the number of the first line of t that is neither blank nor "---" nor a
// comment, or false.
func firstLine(t luminos.Text) (int, bool) {
	n := 0
	for line := range strings.Lines(t.Content) {
		n++
		line = strings.TrimSpace(line)
		if line != "" && line != "---" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "//") {
			return n, true
		}
	}
	return 0, false
}

// topLevelName returns the value of "name:" in the first column of a YAML text, and its line, or ""
// and 0.
func topLevelName(t luminos.Text) (string, int) {
	n := 0
	for line := range strings.Lines(t.Content) {
		n++
		rest, ok := strings.CutPrefix(line, "name:")
		if !ok || rest == "" || rest[0] != ' ' && rest[0] != '\t' {
			continue
		}
		name := scalar(rest)
		if strings.ContainsAny(name, "|>&*") && len(name) < 3 {
			return "", 0 // a block scalar or an alias
		}
		if len(name) > maxItem {
			name = strings.ToValidUTF8(name[:maxItem], "") + "…"
		}
		return name, n
	}
	return "", 0
}

// scalar returns the value of a YAML scalar on one line, without quotes and without a comment after the value.
func scalar(s string) string {
	s = strings.TrimSpace(s)
	if len(s) >= 2 && (s[0] == '"' || s[0] == '\'') {
		if end := strings.IndexByte(s[1:], s[0]); end >= 0 {
			return s[1 : 1+end]
		}
		return s[1:]
	}
	if i := strings.Index(s, " #"); i >= 0 {
		s = s[:i]
	}
	if strings.HasPrefix(s, "#") {
		return ""
	}
	return strings.TrimSpace(s)
}
