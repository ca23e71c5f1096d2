package rules

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

// outline writes sections one statement a line: basis, label, text, fields, and
// the number of pieces of evidence.
func outline(sections []luminos.Section) string {
	var b strings.Builder
	statement := func(label string, s luminos.Statement) {
		fmt.Fprintf(&b, "  %.1s %s%s [%s] %d\n", s.Basis, label, s.Text, strings.Join(s.From, " "), len(s.Evidence))
	}
	for _, s := range sections {
		fmt.Fprintf(&b, "%s: %s\n", s.ID, s.Title)
		for _, st := range s.Statements {
			statement("", st)
		}
		for _, item := range s.Items {
			statement(item.Label+" | ", item.Statement)
		}
		for _, q := range s.Questions {
			fmt.Fprintf(&b, "  ? %s %s (%s)\n", q.Question, q.Why, q.Tried)
		}
	}
	return b.String()
}

// described returns a dossier with the entries of all its directories.
func described(t *testing.T, d *luminos.Dossier) *luminos.Dossier {
	t.Helper()
	for _, dir := range d.Facts.Directories {
		f, err := Engine{}.Investigate(t.Context(), luminos.Unit{Dirs: []luminos.DirFacts{dir}, Datasets: d.Facts.Datasets, Documents: d.Facts.Documents})
		if err != nil {
			t.Fatal(err)
		}
		d.Entries = append(d.Entries, f.Entries...)
	}
	return d
}

func TestSections(t *testing.T) {
	for name, c := range map[string]struct {
		dossier *luminos.Dossier
		want    string
	}{"kite": {kite(), kiteSections}, "archive": {archive(), archiveSections}} {
		s, err := Engine{}.Synthesize(t.Context(), described(t, c.dossier))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.TrimSpace(c.want), strings.TrimSpace(outline(s.Sections))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

const kiteSections = `
brief: In brief
  d example.org/kite is a command-line program written mainly in Go. [facts/kind facts/name facts/main_language] 1
  m It describes itself so: “Kite flies kites in any wind.” [facts/description] 0
  m It holds 70 files (3.0 MiB) in 12 directories, with 9,000 lines of code, 89 % of it Go, and 3,000 in tests. [scan/survey_signals facts/code] 0
  m It is licensed under MIT, it is tested with rapid and its continuous integration is GitHub Actions and homegrown (on pushes and pull requests). [facts/license facts/test_frameworks facts/ci] 2
overall_purpose: Who it is for
  d It is for people who run it at a terminal. [facts/audience facts/entry_points facts/kind] 0
architecture: How it is put together
  m Without tests, examples and what is set aside, most code is in fly (46 %), wind (38 %) and cmd (12 %). [facts/directories] 0
  m go.work binds 3 packages (1 for tests or examples) into a go workspace: fly, wind and tests/big. [facts/manifests] 0
  d The rest is built on fly (imported by 3 directories), log (imported by 2 directories) and wind (imported by 2 directories). [facts/imports] 1
  d At the top, imported by no other directory, tests aside, as far as could be seen, stand cmd/kite (uses 2) and cmd/kited (uses 2). [facts/imports] 0
  d Some directories import each other: fly and wind. [facts/imports] 0
components: Parts
  m fly | 3,000 lines of Go. Defines Up, Down, Kite and Line among others. [facts/directories] 1
  m wind | 2,500 lines of Go and Shell. [facts/directories] 0
  m cmd | 800 lines of code. Holds kite and kited. [facts/directories] 0
  m log | “Package log writes a log.” 200 lines of Go. [facts/directories] 1
tech_stack: Made with
  m web | Loft 3. [facts/libraries] 0
  m terminal | Cobra. [facts/libraries] 1
  m languages | Go 89 % and Shell 11 %. [facts/code] 0
  m packages | go (go.mod). [facts/manifests] 1
  m build tools | make (Makefile). [facts/manifests] 0
  m dependencies | 2 declared: cobra and pflag. [facts/dependencies] 0
  m for development | 1 declared: rapid. [facts/dependencies] 0
  m tests | rapid. [facts/test_frameworks] 0
  m checked by | GitHub Actions and homegrown. [facts/ci] 1
  m containers | Dockerfile from scratch, compose.yml with kited and db and deploy. [facts/containers] 0
interfaces: Interfaces
  d Found by patterns in its own code: a count is of places found. [facts/interfaces] 0
  m listens | 2 places: ":8080" (cmd/kited/main.go:12), cmd/kited/main.go:9. [facts/interfaces/listeners] 2
  m routes | 3 HTTP routes in 2 files: fly/b.go (2), wind/a.go (1). [facts/interfaces/routes] 2
  m environment | 4 names: KITE_A, KITE_B, A_B and HOME. Without the system's own, no document names 2 of 3. [facts/interfaces/environment] 4
  m migrations | db/migrate (2 files). [facts/interfaces/migrations] 0
entry_points: Where to start reading
  d cmd/kite/main.go | binary kite: “Command kite flies kites.” [facts/entry_points] 1
  d cmd/kited/main.go | server of a part kited: func main. [facts/entry_points] 0
build: Build, run and test
  m build | ` + "`" + `go build ./...` + "`" + `, from Makefile [facts/commands] 1
  d test | ` + "`" + `go test ./fly` + "`" + `, for a part, in fly, from ci.yml [facts/commands] 1
datasets: Data
  m data/wind.csv | CSV, 12 records, 1 column. [facts/datasets] 0
detailed: What is where
  d fly/ | 20 files (Go, 4,000 lines of code, 1,000 of them in tests). Defines Up, Down, Kite and Line among others. [entries] 1
  d wind/ | 12 files (Go and Shell, 2,500 lines of code); 2 files more in 1 directory below. [entries] 0
  d cmd/ | 2 directories, with 2 files. [entries] 0
  d log/ | “Package log writes a log.” 2 files (Go, 200 lines of code). [entries] 1
  d data/ | 5 files (data). Data: data/wind.csv (12 records). [entries] 0
  d vendor/ | Vendored code: 1 directory, with 12 files. [entries] 0
  d tests/ | Tests: 1 directory, with 10 files. [entries] 0
  d docs/ | Documentation: 4 files (document). Titles: “Design”. [entries] 1
  m files at the top | LICENSE, README.md and go.mod. [scan/tree] 0
history: History
  m NEWS lists 2 releases, the newest 1.1 of 2024-05-06, the oldest of 2020-01-02. [facts/releases] 1
  m Branch main, the newest commit of 2024-05-06, the first of 2020-01-02, 400 commits in all. [facts/history] 0
  m In the year before that commit 60 commits by 4 authors; 2024 Q2: 20 until then, 2024 Q1: 30, before: 10. [facts/history] 0
  m changed most | cmd/kite/main.go 40 of 300 commits since 2021-02-03. [facts/history] 0
  m changed together | cmd/kite/main.go and cmd/kited/main.go in 8 commits, of 40 and 9. [facts/history] 0
  m most commits by | fly/ Ann 30, Ben 10 of 50. [facts/history] 0
`

const archiveSections = `
brief: In brief
  d This directory is a directory of mixed content. [facts/kind facts/name] 0
  m It holds 78 files (90 MiB) in 4 directories; by their number, image 51 %, document 38 % and data 10 %. [scan/survey_signals scan/file_categories] 0
datasets: Data
  m sales/*.csv | CSV, 4 files with 1,200 records, 3 columns, 2020 to 2023. [facts/datasets] 1
  m sales/log.jsonl | JSONL, more than 500 records, 1 field. [facts/datasets] 0
  m sales/odd.json | JSON, an unknown number of records. [facts/datasets] 0
schema_summary: What the records hold
  m sales/*.csv | day (date, 2020-01-01 to 2023-12-31), shop (string: North, South) and tax (number, always 7, 3 missing). [facts/datasets] 1
  m sales/log.jsonl | In the 500 records that were read: a (integer). [facts/datasets] 0
period_covered: Time it covers
  m sales/*.csv | 2020 to 2023, by file names. [facts/datasets] 0
  m photos | 2021-07-01 to 2021-07-09, by file names. [facts/media] 0
  m files | Last changed between 2019-03-01 and 2024-05-06. [scan/survey_signals] 0
themes: What the documents are about
  m 2 text documents with about 1,200 words and more (1 is long and was read at the beginning only) were read. [facts/documents] 0
  d By their words they are about harvest and weather. [facts/themes] 0
  m letters/1.txt | “To my sister”. [facts/documents] 1
media: Pictures, sound and film
  m photos | 40 images (jpeg and png), 80 MiB, 640x480 pixels. [facts/media] 0
data_quality: Quality of the data
  m sales/*.csv | 3 rows are short and 1 date lies in the future. [facts/datasets] 0
copies: Copies
  m 2 groups of files with equal content hold 11 MiB more than once. [scan/duplicates] 0
detailed: What is where
  d photos/ | 40 files (mostly image). [entries] 0
  d letters/ | 30 files (document). Titles: “To my sister”. [entries] 1
  d sales/ | 8 files (mostly other). Data: sales/*.csv (4 files with 1,200 records), sales/log.jsonl (more than 500 records) and sales/odd.json (an unknown number of records). [entries] 1
open_questions: Open questions
  ? What is this for? No README and no manifest describes the whole. (Manifests, README and documentation comments.)
  ? What do the PDF documents say? No reader for them. (4 files measured, not read.)
`

// A few data files beside a program are its fixtures, so their columns are not described.
func TestColumnsOfAProgramsDataNeedThreeDatasets(t *testing.T) {
	for _, n := range []int{2, 3} {
		d := kite()
		d.Facts.Datasets = nil
		for i := range n {
			d.Facts.Datasets = append(d.Facts.Datasets, luminos.Dataset{
				Path: luminos.Path(fmt.Sprintf("d%d.csv", i)), Rows: 5, Columns: []luminos.Column{{Name: "speed", Type: "integer"}},
			})
		}
		s, err := Engine{}.Synthesize(t.Context(), described(t, d))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(outline(s.Sections), "schema_summary: "); got != (n >= 3) {
			t.Errorf("with %d datasets, columns are described: %t", n, got)
		}
	}
}

// TestAnswersAreASection shows answers of investigators and open questions.
func TestAnswersAreASection(t *testing.T) {
	d := &luminos.Dossier{Results: luminos.Results{Facts: &luminos.Facts{}, Scan: &luminos.Scan{}}}
	if s := newWriter(d).answers(); s != nil {
		t.Errorf("without questions there is %+v", s)
	}
	cited := []luminos.Evidence{{Path: "a/x.go", Quote: "q"}}
	d.Entries = []luminos.Entry{{Path: "a", Answers: []luminos.Answer{{Question: "Who?", Answer: "The server.", Evidence: cited}, {Question: "Why?"}}}}
	s := newWriter(d).answers()
	if len(s.Items) != 1 || s.Items[0].Label != "a" || s.Items[0].Text != "Who? The server." || len(s.Items[0].Evidence) != 1 || s.Items[0].Basis != luminos.Judged {
		t.Errorf("answers: %+v", s.Items)
	}
	if len(s.Questions) != 1 || s.Questions[0].Question != "Why?" || !strings.Contains(s.Questions[0].Why, "about a;") {
		t.Errorf("open questions: %+v", s.Questions)
	}
}
