package delivery

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/facts/factstest"

	"github.com/google/go-cmp/cmp"
)

func read(t *testing.T, archive string) *Result {
	t.Helper()
	src, scan := factstest.Archive(t, archive)
	r, err := Read(context.Background(), src, scan)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestCI(t *testing.T) {
	for _, tt := range []struct {
		name, tree string
		systems    []string
		names      []string
	}{
		{"a workflow at its location, with its name",
			"-- .github/workflows/test.yml --\n# c\nname: 'Unit: tests' # why\non: push\n", []string{"github-actions"}, []string{"Unit: tests"}},
		{"workflows of a vendored or sample project do not count",
			"-- vendor/x/.github/workflows/a.yml --\nname: A\n-- testdata/.travis.yml --\nlanguage: go\n-- examples/a/.gitlab-ci.yml --\nx: y\n", nil, nil},
		{"other files of .github are not workflows",
			"-- .github/dependabot.yml --\nversion: 2\n-- .github/ISSUE_TEMPLATE/a.yml --\nname: Bug\n-- .github/actions/x/action.yml --\nname: X\n", nil, nil},
		{"an emptied configuration configures nothing",
			"-- .travis.yml --\n# moved to GitHub\n\n", nil, nil},
		{"several systems, sorted",
			"-- .travis.yml --\nlanguage: go\n-- .gitlab-ci.yml --\ntest: {}\n-- Jenkinsfile --\npipeline {}\n-- .circleci/config.yml --\nversion: 2\n-- appveyor.yml --\nbuild: off\n",
			[]string{"appveyor", "circleci", "gitlab-ci", "jenkins", "travis-ci"}, []string{"", "", "", "", ""}},
		{"a system whose steps only print is not named beside another",
			"-- appveyor.yml --\nbuild_script:\n- echo none\n-- .travis.yml --\nlanguage: go\n",
			[]string{"travis-ci"}, []string{"", ""}},
		{"a system whose steps only print is named alone",
			"-- appveyor.yml --\nbuild_script:\n- echo none\n", []string{"appveyor"}, []string{""}},
		{"a system whose job ends at once is not named beside another",
			"-- .circleci/config.yml --\njobs:\n  a:\n    steps:\n      - run:\n          command: exit 0\n" +
				"-- .travis.yml --\nlanguage: go\n",
			[]string{"travis-ci"}, []string{"", ""}},
		{"a script that a configuration runs is no system",
			"-- .ci/build.sh --\nmake\n-- .travis.yml --\nscript: ./.ci/build.sh\n",
			[]string{"travis-ci"}, []string{""}},
		{"a script with a shorter name than one that a configuration runs",
			"-- ci/run --\nmake\n-- .travis.yml --\nscript: ci/run.sh && .ci/run\n",
			[]string{"ci-script", "travis-ci"}, []string{"", ""}},
		{"a name that is a block scalar is left out",
			"-- .github/workflows/a.yml --\nname: >\n  folded\non: push\n", []string{"github-actions"}, []string{""}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := read(t, tt.tree)
			if diff := cmp.Diff(tt.systems, r.CI); diff != "" {
				t.Errorf("systems (-want +got):\n%s", diff)
			}
			var names []string
			for _, f := range r.CIFiles {
				names = append(names, f.Name)
			}
			if diff := cmp.Diff(tt.names, names); diff != "" {
				t.Errorf("names (-want +got):\n%s", diff)
			}
			for _, s := range r.CI {
				if ev := r.Evidence["ci/"+s]; len(ev) == 0 || ev[0].Quote == "" {
					t.Errorf("no evidence for %s: %v", s, ev)
				}
			}
		})
	}
}

func TestTriggers(t *testing.T) {
	const actions = ".github/workflows/a.yml"
	for _, tt := range []struct{ path, text, want string }{
		{actions, "on: push\n", "push"},
		{actions, "name: x\n'on':\n- pull_request\n- push\njobs:\n  on: 1\n", "push, pull request"},
		{actions, "\"on\": [workflow_dispatch, merge_group]\n", "pull request, manual"},
		{actions, "on:\n  push:\n    tags: ['v*']\n", "tag"},
		{actions, "on:\n  push:\n    branches:\n  pull_request:\n", "push, pull request"},
		{actions, "on:\n  push:\n    branches: ['**']\n    tags-ignore: ['**']\n", "push"},
		{actions, "on:\n  push:\n    branches: [release, 'stable/**']\n  pull_request:\n", "pull request, other"},
		{actions, "on:\n  push:\n    branches: [release, 'ma*']\n", "push"},
		{actions, "on:\n  push:\n    branches: ['*.x']\n    tags: ['*']\n  pull_request:\n    branches: ['*.x']\n",
			"push, pull request, tag"},
		{actions, "on:\n  push:\n    branches-ignore: ['**']\n", "other"},
		{actions, "on:\n  push:\n    tags: ['v*']\n    branches-ignore: [x]\n\n# c\n  schedule:\n    - cron: '0 0 * * *'\njobs: {}\n", "push, tag, schedule"},
		{actions, "on:\n  push: &only\n    branches: [main]\n    paths: [x/**]\n  pull_request: *only\n", "push, pull request"},
		{actions, "on:\n  pull_request:\n    types: [labeled, closed]\n", "other"},
		{actions, "on:\n  pull_request:\n    types: [labeled, synchronize]\n", "pull request"},
		{actions, "on:\n  pull_request_target:\n", "other"},
		{actions, "on:\n  release:\n    types: [published]\n  workflow_call:\n", "release, other"},
		{actions, "jobs: {}\n", ""},
		{actions, "on: [push\njobs: {}\n", ""},
		{actions, "on:\n", ""},
		{actions, "on:\n" + strings.Repeat("  x: y\n", 5000), ""},
		{".travis.yml", "language: c\n", "push, pull request"},
		{".travis.yml", "branches:\n  only:\n  - master\n  - /^v\\d/\n", "push, pull request"},
		{"appveyor.yml", "branches:\n  only:\n    - appveyor\n    - /\\d+\\.\\d+/\n  except:\n    - master\n", "tag"},
		{".travis.yml", "branches:\n  except: [gh-pages]\n", "push, pull request"},
		{".travis.yml", "branches:\n  only: [staging]\n", "other"},
		{".gitlab-ci.yml", "x:\n  tags: [big]\n  when: manual\n", "push"},
		{".gitlab-ci.yml", "x:\n  rules:\n  - if: $CI_PIPELINE_SOURCE == \"merge_request_event\"\n", "push, pull request"},
		{"azure-pipelines.yml", "pool: x\n", "push, pull request"},
		{"azure-pipelines.yml", "trigger:\n  tags:\n    include: ['*']\n", "push, pull request, tag"},
		{"azure-pipelines.yml", "trigger: none\npr:\n- main\nschedules:\n- cron: x\n", "pull request, schedule"},
		{"Jenkinsfile", "pipeline {}\n", ""},
	} {
		r := read(t, "-- "+tt.path+" --\n"+tt.text)
		if len(r.CIFiles) != 1 {
			t.Fatalf("%s %q: %d configurations", tt.path, tt.text, len(r.CIFiles))
		}
		if got := strings.Join(r.CIFiles[0].Triggers, ", "); got != tt.want {
			t.Errorf("%s %.80q has the triggers %q, want %q", tt.path, tt.text, got, tt.want)
		}
	}
}

// The total length of parsed triggers is bounded.
func TestTriggersAreBounded(t *testing.T) {
	var b strings.Builder
	on := "on:\n  push:\n" + strings.Repeat("    # what follows makes it long\n", 200) + "  release:\n"
	for i := range 100 {
		fmt.Fprintf(&b, "-- .github/workflows/%03d.yml --\n%s", i, on)
	}
	files := read(t, b.String()).CIFiles
	if got := strings.Join(files[0].Triggers, ", "); got != "push, release" {
		t.Errorf("triggers of the first configuration: %q", got)
	}
	if got := files[99].Triggers; got != nil {
		t.Errorf("triggers of the last configuration, above the bound: %q", got)
	}
}

func TestContainers(t *testing.T) {
	for _, tt := range []struct {
		name, tree string
		want       []luminos.Container
	}{
		{"stages, build arguments and ports", `
-- Dockerfile --
# syntax=docker/dockerfile:1
ARG GO=1.26
FROM --platform=$BUILDPLATFORM golang:${GO}-alpine AS build
RUN <<EOF
FROM nothing
EXPOSE 1
EOF
RUN go build \
    # a comment inside
    -o /x
FROM build AS test
FROM ${BASE:-alpine:3} as final
EXPOSE 80 443/tcp
ENTRYPOINT ["/x"]
`, []luminos.Container{{Path: "Dockerfile", Kind: "dockerfile", Bases: []string{"golang:1.26-alpine", "alpine:3"}, Ports: []string{"80", "443/tcp"}}}},
		{"a composition", `
-- docker-compose.yml --
services:
  web: &web
    build: .
    ports:
      - "8080:80"
      - target: 53
        published: 5353
      - 9000
  db:
    image: postgres:17 # data
    ports: [5432:5432]
    restart: "no"
volumes:
  db: {}
`, []luminos.Container{{Path: "docker-compose.yml", Kind: "compose", Bases: []string{"postgres:17"}, Services: []string{"web", "db"},
			Ports: []string{"8080:80", "5353:53", "9000", "5432:5432"}}}},
		{"a composition that restarts", `
-- compose.yml --
services:
  web:
    image: x/web
    restart: unless-stopped
`, []luminos.Container{{Path: "compose.yml", Kind: "compose", Bases: []string{"x/web"},
			Services: []string{"web"}, Restarts: true}}},
		{"manifests of one directory are one delivery", `
-- k8s/a.yaml --
apiVersion: apps/v1
kind: Deployment
metadata:
  labels: {a: b}
  name: web
  ownerReferences:
  - uid: x
    name: owner
spec:
  template:
    spec:
      containers:
      - image: "nginx:1"
        ports:
        - containerPort: 80
---
apiVersion: v1
kind: Service
metadata:
  name: web
-- k8s/b.yaml --
apiVersion: v1
kind: ConfigMap
metadata:
  name: c
-- k8s/c.yaml --
apiVersion: batch/v1
kind: Job
metadata: 
  name: once
-- k8s/values.yaml --
image: x
`, []luminos.Container{{Path: "k8s/a.yaml", Kind: "kubernetes", Bases: []string{"nginx:1"}, Services: []string{"Deployment/web", "Service/web", "Job/once"}, Ports: []string{"80"}}}},
		{"a chart", "-- deploy/chart/Chart.yaml --\napiVersion: v2\nname: app\n",
			[]luminos.Container{{Path: "deploy/chart/Chart.yaml", Kind: "helm", Services: []string{"app"}}}},
		{"samples, notes about recipes, and recipes without FROM are left out",
			"-- tests/data/Dockerfile --\nFROM a\n-- testdata/Dockerfile --\nFROM a\n-- Dockerfile.md --\nFROM a\n-- Dockerfile --\nRUN x\n", nil},
		{"endless substitution stays as written",
			"-- Dockerfile --\nFROM a${\n-- x.Dockerfile --\nFROM $\n-- y.Dockerfile --\nFROM $9:${}\n", []luminos.Container{
				{Path: "Dockerfile", Kind: "dockerfile", Bases: []string{"a${"}},
				{Path: "x.Dockerfile", Kind: "dockerfile", Bases: []string{"$"}},
				{Path: "y.Dockerfile", Kind: "dockerfile", Bases: []string{"$9:${}"}}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := read(t, tt.tree).Containers
			for i := range got {
				if len(got[i].Evidence) == 0 {
					t.Errorf("%s has no evidence", got[i].Path)
				}
				got[i].Evidence = nil
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestHostileFilesAreProblems(t *testing.T) {
	r := read(t, "-- compose.yaml --\nservices: [\n-- a/compose.yaml --\n"+strings.Repeat("- ", 5000)+"\n-- b/compose.yaml --\n"+
		strings.Repeat("[", 5000)+"\n-- Dockerfile --\n\x00\x01\x02\x03\n-- .github/workflows/x.yml --\n\x00\x00\n")
	if len(r.CI)+len(r.Containers) != 0 {
		t.Errorf("got %v %v from broken files", r.CI, r.Containers)
	}
	var paths []luminos.Path
	for _, p := range r.Problems {
		paths = append(paths, p.Path)
	}
	if diff := cmp.Diff([]luminos.Path{".github/workflows/x.yml", "Dockerfile", "a/compose.yaml", "b/compose.yaml", "compose.yaml"}, paths); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

func FuzzText(f *testing.F) {
	f.Add("FROM a AS b\nRUN <<E\nE\nEXPOSE $x\n")
	f.Add("# escape=`\nFROM a `\n b\n")
	f.Add("services:\n  a:\n    ports: [1, {target: 2}]\n    image: !x &y z\n  <<: *y\n")
	f.Add("apiVersion: v1\nkind: Pod\nmetadata:\n  name: x\n---\nname: 'a\n")
	f.Fuzz(func(t *testing.T, s string) {
		text := luminos.Text{Path: "x", Content: s}
		var c luminos.Container
		readDockerfile(text, &c)
		readCluster(text, &c)
		readChart(text, &c)
		_ = readCompose(text, &c)
		firstLine(text)
		for _, list := range [][]string{c.Bases, c.Services, c.Ports} {
			if len(list) > maxItems {
				t.Fatalf("%d entries", len(list))
			}
		}
	})
}
