package facts_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"text/tabwriter"

	"luminos"
	"luminos/internal/facts"
	"luminos/internal/facts/factstest"
)

var evalRepos = flag.String("eval.repos", os.Getenv("LUMINOS_EVAL_REPOS"), "`directory` of repositories as OWNER+REPO to score facts on")

// knownBeside is the default file of expected facts, relative to this directory.
const knownBeside = "../../../shared/eval/repo_facts.jsonl"

var evalFacts = flag.String("eval.facts", "", "`file` of the expected facts, a line of JSON for each repository (default "+knownBeside+")")

// expected is one line of repo_facts.jsonl: the expected facts of a repository.
type expected struct {
	Repo          string
	Kind          string
	MainLanguage  string `json:"main_language"`
	License       string
	Name          *string
	Description   string
	Manifests     []string
	EntryPoints   []string `json:"entry_points"`
	CI            string
	TestFramework string `json:"test_framework"`
}

// TestEval scores the facts of real repositories against the expected facts.
//
//	go test ./internal/facts -run TestEval -v -eval.repos DIR
func TestEval(t *testing.T) {
	cases := loadExpected(t)
	if *evalRepos == "" {
		t.Skip("no repositories to score: give -eval.repos DIR or LUMINOS_EVAL_REPOS")
	}
	var table bytes.Buffer
	w := tabwriter.NewWriter(&table, 0, 0, 1, ' ', 0)
	fmt.Fprintln(w, "repository\tlanguage\tlicence\tmanifests\tentries\tci\ttests\tname\tdescription\tkind")
	var total score
	for _, want := range cases {
		dir := filepath.Join(*evalRepos, strings.ReplaceAll(want.Repo, "/", "+"))
		if _, err := os.Stat(dir); err != nil {
			t.Errorf("%s: the tree is missing", want.Repo)
			continue
		}
		got := factsOf(t, dir)
		s := judge(want, got)
		total.add(s)
		fmt.Fprintln(w, s.row(want.Repo))
		for _, miss := range s.misses {
			t.Logf("%s: %s", want.Repo, miss)
		}
	}
	fmt.Fprintln(w, total.row("total"))
	w.Flush()
	t.Logf("\n%s", table.String())

	n := len(cases)
	total.language.mustReach(t, "main language", n, n)
	total.license.mustReach(t, "licence", 15, 17)
	total.manifests.mustReach(t, "recall of manifests", 95, 100)
	total.entries.mustReach(t, "recall of entry points", 80, 100)
	total.ci.mustReach(t, "continuous integration", n, n)
	total.tests.mustReach(t, "test framework", 80, 100)
}

// factsOf scans a directory and finds its facts.
func factsOf(t testing.TB, dir string) *luminos.Facts {
	t.Helper()
	src, scan := factstest.Dir(t, dir)
	f, err := facts.Of(t.Context(), factstest.Parsed(src, scan), scan, facts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// loadExpected reads the expected facts from -eval.facts, or from beside the
// project.
func loadExpected(t *testing.T) []expected {
	t.Helper()
	data, err := os.ReadFile(cmp.Or(*evalFacts, knownBeside))
	if errors.Is(err, fs.ErrNotExist) && *evalFacts == "" {
		t.Skipf("no expected facts: %s does not exist, and -eval.facts is not set", knownBeside)
	}
	if err != nil {
		t.Fatal(err)
	}
	var all []expected
	for line := range bytes.Lines(data) {
		var e expected
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	return all
}
