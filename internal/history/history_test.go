package history

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/facts/factstest"
	"luminos/internal/history/historytest"
	"luminos/internal/localdir"
)

// day returns noon of a day of 2024.
func day(n int) time.Time { return time.Date(2024, 1, n, 12, 0, 0, 0, time.UTC) }

// write writes a repository to a new directory.
func write(t testing.TB, packed bool, commits ...historytest.Commit) (dir string, hashes []string) {
	t.Helper()
	r, err := historytest.New(commits...)
	if err != nil {
		t.Fatal(err)
	}
	files, err := r.Files(packed)
	if err != nil {
		t.Fatal(err)
	}
	dir = factstest.Write(t, files)
	for _, h := range r.Hashes {
		hashes = append(hashes, h.String())
	}
	return dir, hashes
}

// read returns the history of the repository in dir.
func read(t testing.TB, dir string) *luminos.History {
	t.Helper()
	d, err := localdir.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	head, ok := HeadOf(t.Context(), d)
	if !ok {
		t.Fatal("there is no repository")
	}
	h, err := Read(t.Context(), d, head)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestRead(t *testing.T) {
	for _, packed := range []bool{false, true} {
		dir, hashes := write(t, packed, historytest.Team()...)
		h := read(t, dir)
		want := &luminos.History{
			Branch: "main", Commit: hashes[27], Last: "2024-07-20", First: "2021-10-22", Commits: 28,
			Year: luminos.Activity{Commits: 27, People: 3, Bots: 1},
			Periods: []luminos.Activity{
				{Period: "2024 Q3", Commits: 3, People: 1, Bots: 1}, {Period: "2024 Q2", Commits: 4, People: 2},
				{Period: "2024 Q1", Commits: 19, People: 2}, {Period: "2023 Q4", Commits: 1, People: 1},
			},
			Changes: &luminos.FileChanges{
				Commits: 26, Since: "2023-12-31", Merges: 1, MassFiles: massFiles,
				Files: []luminos.ChangedFile{
					{Path: "a/x.go", Commits: 14}, {Path: "b/y.go", Commits: 12}, {Path: "c/one.go", Commits: 12},
					{Path: "c/two.go", Commits: 12}, {Path: "go.sum", Commits: 1},
				},
				Pairs: []luminos.ChangedPair{
					{A: "b/y.go", B: "c/one.go", Commits: 12, OfA: 12, OfB: 12}, {A: "b/y.go", B: "c/two.go", Commits: 12, OfA: 12, OfB: 12},
					{A: "c/one.go", B: "c/two.go", Commits: 12, OfA: 12, OfB: 12},
				},
				Parts: []luminos.KnownPart{
					{Path: "a", Commits: 13, Authors: 2, Most: []luminos.Author{{Name: "Ann Lee", Commits: 12}, {Name: "Cem", Commits: 1}}},
					{Path: "b", Commits: 12, Authors: 1, Most: []luminos.Author{{Name: "ben", Commits: 12}}},
					{Path: "c", Commits: 12, Authors: 1, Most: []luminos.Author{{Name: "ben", Commits: 12}}},
				},
				Directories: []luminos.ChangedDir{
					{Path: ".", Day: "2024-07-19"}, {Path: "a", Day: "2024-07-19"}, {Path: "b", Day: "2024-04-20"},
					{Path: "c", Day: "2024-04-20"},
				},
			},
		}
		if diff := cmp.Diff(want, h); diff != "" {
			t.Errorf("packed %v (-want +got):\n%s", packed, diff)
		}
		b, err := json.Marshal(h)
		if err != nil || strings.Contains(string(b), "@") || strings.Contains(string(b), "null") {
			t.Errorf("the history as JSON: %s %v", b, err)
		}
	}
}

func TestSmallTeamsAreNotNamed(t *testing.T) {
	var commits []historytest.Commit
	for i := range 40 {
		commits = append(commits, historytest.Commit{Name: []string{"Ann", "Ben"}[i%2], Address: fmt.Sprint(i % 2), When: day(i), Changes: map[string]string{"a/x": fmt.Sprint(i)}})
	}
	dir, _ := write(t, true, commits...)
	if h := read(t, dir); h.Changes.Commits != 39 || len(h.Changes.Parts) != 0 {
		t.Errorf("of a team of two: %+v", h.Changes)
	}
}

func TestMassCommitsAreLeftOut(t *testing.T) {
	many, few := map[string]string{}, map[string]string{}
	for i := range massFiles + 1 {
		many[fmt.Sprintf("d/%d", i)] = "x"
		if i > 0 {
			few[fmt.Sprintf("d/%d", i)] = "y"
		}
	}
	dir, _ := write(t, true,
		historytest.Commit{Name: "A", Address: "a", When: day(1), Changes: map[string]string{"f": "1"}},
		historytest.Commit{Name: "A", Address: "a", When: day(2), Changes: many},
		historytest.Commit{Name: "A", Address: "a", When: day(3), Changes: few})
	if c := read(t, dir).Changes; c.Mass != 1 || c.Commits != 1 || len(c.Files) != massFiles {
		t.Errorf("%d mass commits, %d others of %d files", c.Mass, c.Commits, len(c.Files))
	}
}

// TestFirst checks that the first day of a complete log is the day on which the author wrote the oldest commit, unless
// a wrong clock gave the day.
func TestFirst(t *testing.T) {
	for written, want := range map[time.Time]string{
		time.Date(2013, 12, 20, 20, 1, 16, 0, time.FixedZone("", -7*3600)): "2013-12-20",
		time.Unix(0, 0): "2024-01-01",
		day(9):          "2024-01-01",
	} {
		dir, _ := write(t, false,
			historytest.Commit{Name: "A", Address: "a", When: day(1), Written: written, Changes: map[string]string{"f": "1"}},
			historytest.Commit{Name: "A", Address: "a", When: day(2), Changes: map[string]string{"f": "2"}})
		if h := read(t, dir); h.First != want || h.Last != "2024-01-02" {
			t.Errorf("written on %v: from %s to %s", written, h.First, h.Last)
		}
	}
}

func TestShallow(t *testing.T) {
	dir, hashes := write(t, false, historytest.Team()...)
	if err := os.WriteFile(filepath.Join(dir, ".git/shallow"), []byte(hashes[20]+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	remove(t, dir, hashes[19])
	h := read(t, dir)
	if !h.Shallow || h.Commits != 8 || h.NotRead != "" || h.Changes.Commits != 6 {
		t.Errorf("a shallow copy: %+v %+v", h, h.Changes)
	}
	if err := os.Remove(filepath.Join(dir, ".git/shallow")); err != nil {
		t.Fatal(err)
	}
	if h := read(t, dir); h.NotRead != string(errMissing) || h.Commits != 0 {
		t.Errorf("a missing parent: %+v", h)
	}
}

// remove removes the file of an object.
func remove(t *testing.T, dir, hash string) {
	t.Helper()
	if err := os.Remove(filepath.Join(dir, ".git/objects", hash[:2], hash[2:])); err != nil {
		t.Fatal(err)
	}
}

func TestHead(t *testing.T) {
	hash := strings.Repeat("ab", 20)
	for name, c := range map[string]struct {
		files map[string]string
		want  Head
	}{
		"a commit":            {map[string]string{".git/HEAD": hash + "\n"}, Head{Commit: hash}},
		"a branch":            {map[string]string{".git/HEAD": "ref: refs/heads/a/b\n", ".git/refs/heads/a/b": hash}, Head{Branch: "a/b", Commit: hash}},
		"a packed branch":     {map[string]string{".git/HEAD": "ref: refs/heads/b", ".git/packed-refs": "# pack-refs\n" + strings.Repeat("0", 40) + " refs/heads/bb\n" + hash + " refs/heads/b\n^" + hash}, Head{Branch: "b", Commit: hash}},
		"an unborn branch":    {map[string]string{".git/HEAD": "ref: refs/heads/b"}, Head{Branch: "b", Problem: "the branch has no commit, or its commit was not found"}},
		"a way out":           {map[string]string{".git/HEAD": "ref: refs/heads/../../../x"}, Head{Problem: "HEAD of the repository names no branch"}},
		"nonsense":            {map[string]string{".git/HEAD": "x"}, Head{Problem: "HEAD of the repository names no commit"}},
		"SHA-256":             {map[string]string{".git/HEAD": strings.Repeat(hash, 2)[:64]}, Head{Problem: "the repository has hashes of SHA-256, which are not read yet"}},
		"no HEAD":             {map[string]string{".git/config": "x"}, Head{Problem: "HEAD of the repository: it is no longer there"}},
		"a file":              {map[string]string{".git": "gitdir: /elsewhere"}, Head{Problem: ".git is no directory, and no file or link to another place is followed"}},
		"a branch past 1 MiB": {map[string]string{".git/HEAD": "ref: refs/heads/z", ".git/packed-refs": strings.Repeat(hash+" refs/tags/t\n", 30_000) + hash + " refs/heads/z\n"}, Head{Branch: "z", Commit: hash}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := factstest.Write(t, c.files)
			d, err := localdir.Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			if got, ok := HeadOf(t.Context(), d); !ok || got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

func TestPeople(t *testing.T) {
	var log []commit
	for _, who := range [][2]string{
		{"Ann Lee", "a@1"}, {"Ann Lee", "a@2"}, {"Ann L.", "a@2"}, {"alex", "x@1"}, {"alex", "x@2"},
		{"renovate[bot]", "r@1"}, {"k8s-ci-robot", "k@1"}, {"Talbot", "t@1"}, {"me@example.com", "m@1"}, {"\x1b[31mEve\n", "e@1"},
		{"José Valim", "j@1"}, {"josevalim", "1+josevalim@users.noreply.github.com"}, {"Claude", "c@1"},
		{"KaKa", "k@2"}, {"KaKa", "k@3"}, {"x.dev", "git@x"}, {"x.dev", "m@x"}, {"Jo.", "o@1"}, {"Jo.", "o@2"},
		{"Big Team", "big-bot@x.org"}, {"mango", "actions@github.com"},
		{"Jo Bay", "bay@x"}, {"tidw", "bay@x"}, {"tidw", "tidw@noreply.codeberg.org"}, {"Jo Bay (LA)", "la@x"}, {"jb", "jo.bay@y"},
		{"GitHub Action", "q@x"}, {"x", "actions@users.noreply.github.com"}, {"Scala Steward", "s@1"}, {"pre-commit-ci", "s@2"},
		{"tom (AI agent)", "s@3"}, {"Web-Flower", "s@4"},
		{"automatic x administrator", "s@5"}, {"x-forge-admin", "s@6"}, {"Admin", "s@7"},
	} {
		log = append(log, commit{name: who[0], address: who[1]})
	}
	p := persons(log)
	var names []string
	for i := range log {
		who := p.of(&log[i])
		names = append(names, fmt.Sprintf("%d %s %v", who, p.name(who), p.bot(who)))
	}
	want := []string{"2 Ann Lee false", "2 Ann Lee false", "2 Ann Lee false", "4 alex false", "5 alex false",
		"6 renovate[bot] true", "7 k8s-ci-robot true", "9 Talbot false", "10  false", "12 [31mEve false",
		"16 José Valim false", "16 José Valim false", "18 Claude true",
		"21 KaKa false", "21 KaKa false", "24 x.dev false", "24 x.dev false", "25 Jo. false", "26 Jo. false",
		"27 Big Team bot true", "29 mango bot true",
		"33 tidw false", "33 tidw false", "33 tidw false", "33 tidw false", "33 tidw false",
		"36 GitHub Action true", "38 x bot true", "40 Scala Steward true", "42 pre-commit-ci true",
		"43 tom (AI agent) true", "44 Web-Flower false", "46 automatic x administrator true", "48 x-forge-admin true",
		"49 Admin false"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestComposedName checks that a name with an accent has one form.
func TestComposedName(t *testing.T) {
	for _, s := range []string{"Jose\u0301 <j@x> 1700000000 +0000", "Jos\u00e9 <j@x> 1700000000 +0000"} {
		if name, _, _, _ := signature(s); name != "Jos\u00e9" {
			t.Errorf("got %+q", name)
		}
	}
}

// TestTwoAddresses checks that the time of a signature is found after two addresses and in a bracket too many.
func TestTwoAddresses(t *testing.T) {
	for _, s := range []string{"A <a@x> <a@x> 1700000000 +0100", "A <a@x>> 1700000000 +0100"} {
		if name, address, when, zone := signature(s); name != "A" || address != "a@x" || when != 1700000000 || zone != 3600 {
			t.Errorf("%s: got %q, %q, %d, %d", s, name, address, when, zone)
		}
	}
}

// TestAccountInAddress checks that an account in an address that hides the true one is the person with an address that
// begins with it, if it is long, and that a long name in small letters is of one person.
func TestAccountInAddress(t *testing.T) {
	log := []commit{
		{name: "Ann Lee", address: "stormqueen@x"}, {name: "Ann", address: "7+stormqueen@users.noreply.github.com"},
		{name: "Sven Fi", address: "sven@x"}, {name: "Svea", address: "8+sven@users.noreply.github.com"},
		{name: "hamidrmalik", address: "hamid_malik@x"}, {name: "hamidrmalik", address: "hm99@y"},
		{name: "matthew", address: "m@x"}, {name: "matthew", address: "m@y"},
	}
	p := persons(log)
	if p.of(&log[0]) != p.of(&log[1]) || p.of(&log[2]) == p.of(&log[3]) || p.of(&log[4]) != p.of(&log[5]) ||
		p.of(&log[6]) == p.of(&log[7]) {
		t.Error("the people of the accounts are wrong")
	}
}
