package pipeline

import (
	"fmt"
	"strings"
	"testing"

	"luminos"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

func TestSystemOf(t *testing.T) {
	for p, want := range map[luminos.Path]string{
		".ci/Jenkinsfile": "jenkins", ".buildkite/pipeline.yml": "buildkite", ".drone.star": "drone", ".woodpecker/a/b.yaml": "woodpecker",
		".cirrus.yml": "cirrus-ci", ".gitlab-ci/jobs.yml": "gitlab-ci", "bitbucket-pipelines.yml": "bitbucket-pipelines", ".teamcity/settings.kts": "teamcity",
		".semaphore/semaphore.yml": "semaphore", ".gitea/workflows/a.yaml": "gitea-actions", ".forgejo/workflows/a.yml": "forgejo-actions",
		".tekton/push.yaml": "tekton", "buildspec.yml": "codebuild", "azure-pipelines-nightly.yml": "azure-pipelines",
		"cloudbuild.yaml": "cloud-build", ".builds/alpine.yml": "sourcehut-builds",
		"src/.travis.yml": "", ".github/workflows/sub/a.yml": "", "workflows/a.yml": "", ".github/workflows/README.md": "",
	} {
		if got, _ := SystemOf(p); got != want {
			t.Errorf("SystemOf(%q) = %q, want %q", p, got, want)
		}
	}
}

// TestSteps checks the commands in the configurations of testdata, one for each system, with lines, shells, directories,
// names and conditions.
func TestSteps(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/steps.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		config, want, _ := strings.Cut(string(f.Data), "===\n")
		var got strings.Builder
		for _, s := range Steps(f.Name, luminos.Text{Path: "x.yml", Content: config}) {
			got.WriteString(describe(s) + "\n")
		}
		if diff := cmp.Diff(want, got.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", f.Name, diff)
		}
	}
}

// TestIncluded checks the files that steps include.
func TestIncluded(t *testing.T) {
	for _, c := range []struct{ system, at, uses, want string }{
		{"azure-pipelines", "azure-pipelines.yml", "build/a.yml", "[build/a.yml]"},
		{"azure-pipelines", "build/a.yml", "b.yml", "[build/b.yml]"},
		{"azure-pipelines", "build/a.yml", "/b.yml", "[b.yml]"},
		{"gitlab-ci", ".gitlab-ci.yml", "/ci/a.yml", "[ci/a.yml]"},
		{"gitlab-ci", ".gitlab-ci.yml", "https://x/a.yml", "[]"},
		{"github-actions", ".github/workflows/a.yml", "./.github/actions/a",
			"[.github/actions/a/action.yml .github/actions/a/action.yaml]"},
		{"github-actions", ".github/workflows/a.yml", "./.github/workflows/b.yml", "[.github/workflows/b.yml]"},
		{"github-actions", ".github/workflows/a.yml", "x/y/.github/workflows/b.yml@v1", "[]"},
		{"github-actions", ".github/workflows/a.yml", "./../a", "[]"},
	} {
		if got := fmt.Sprint(Included(c.system, luminos.Path(c.at), c.uses)); got != c.want {
			t.Errorf("%s in %s: got %s, want %s", c.uses, c.at, got, c.want)
		}
	}
}

// TestStepsForOthers checks that the commands of a job that fetches another repository are left out, unless nothing
// shows that the configuration is not about that repository.
func TestStepsForOthers(t *testing.T) {
	const own = "jobs:\n  a:\n    runs-on: x\n    steps:\n      - uses: actions/checkout@v4\n      - run: make a\n"
	const other = "  b:\n    runs-on: x\n    steps:\n      - uses: actions/checkout@v4\n        with:\n" +
		"          repository: 'y/z'\n      - run: make b\n"
	const after = "  c:\n    runs-on: x\n    steps:\n      - run: make c\n"
	with := func(s string) string { return own + strings.Replace(other, "repository: 'y/z'", s, 1) + after }
	for content, want := range map[string]string{
		own + other + after:       "make a, make c",
		"jobs:\n" + other + after: "make b, make c",
		own + other + "\n      - uses: actions/checkout@v4\n      - run: make d\n": "make a, make d",
		with("path: p\n          repository: y/z"):                                 "make a, make b, make c",
		with("repository: ${{ github.repository }}"):                               "make a, make b, make c",
	} {
		var got []string
		for _, s := range Steps("github-actions", luminos.Text{Path: ".github/workflows/a.yml", Content: content}) {
			if s.Command != "" {
				got = append(got, s.Command)
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("got %q, want %s, for\n%s", got, want, content)
		}
	}
}

// describe returns a step as one line: names only if they have a capital letter or state a job.
func describe(s Step) string {
	text := fmt.Sprintf("%d #%d %s", s.Line, s.Shell, s.Command)
	if s.Uses != "" {
		text = fmt.Sprintf("%d uses %s", s.Line, s.Uses)
	}
	if s.Dir != "" {
		text += " in " + s.Dir
	}
	for _, n := range s.Names {
		if strings.Contains(strings.ToLower(n), "test") && !strings.Contains(n, "_") || n == "check" {
			text += " (" + n + ")"
			break
		}
	}
	if s.When != (When{}) {
		text += " on"
		for i, a := range s.When {
			if a != No {
				text += " " + Triggers[i] + strings.Repeat("?", int(a))
			}
		}
	}
	return text
}

// FuzzSteps checks that any configuration of any system is read within the bounds.
func FuzzSteps(f *testing.F) {
	f.Add("gitlab-ci", "a:\n  script: &s\n    - one\n    - >-\n      two\n  rules:\n  - if: $CI_COMMIT_TAG\n")
	f.Add("github-actions", "jobs:\n  a:\n    needs: [a]\n    if: (!x || contains(a['b'].c, 'd')) && e != 'f'\n    steps:\n"+
		"      - uses: g\n        with:\n          push: ${{ h }}\n")
	f.Add("jenkins", "stage('a') { dir(\"b\") { sh '''\nc\n''' }}\n")
	f.Add("sourcehut-builds", "tasks:\n- a: |\n    b \\\n    c\n")
	f.Add("azure-pipelines", "- task: Npm@1\n  inputs: {command: a}\n  inputs:\n    command: \"a\\\"\n")
	f.Add("travis-ci", "script:\n  - a\n"+strings.Repeat("   b\n", 500))
	f.Add("gitlab-ci", strings.Repeat("- ", 1_000)+"\n"+strings.Repeat("&a ", 500))
	f.Fuzz(func(t *testing.T, system, content string) {
		steps := Steps(system, luminos.Text{Path: "x.yml", Content: content})
		if len(steps) > maxSteps {
			t.Fatalf("%d steps", len(steps))
		}
		for _, s := range steps {
			if s.Line < 1 || s.Line > strings.Count(content, "\n")+1 || len(s.Command) > maxCommand {
				t.Fatalf("line %d, %d bytes", s.Line, len(s.Command))
			}
		}
	})
}
