package integrity

import (
	"context"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/facts/factstest"
	"luminos/internal/redact"
)

// key is a text that is masked as a secret.
const key = "aws_key = \"AKIAQYLPMN5HFIQR7XYA\"\n"

// folder holds files of checksums, a series and a declaration.
var folder = map[string]string{
	"n/a.txt": "aaa\n", "n/b.txt": "bbb\n", "n/secret.txt": key,
	"n/SHA256SUMS": fmt.Sprintf("%x  a.txt\n%064d *b.txt\n%x  gone.txt\n%064d  ../../out\n# remark\n",
		sha256.Sum256([]byte("aaa\n")), 0, sha256.Sum256(nil), 1),
	"n/a.txt.md5":        fmt.Sprintf("%X\n", md5.Sum([]byte("aaa\n"))),
	"md5sums.txt":        fmt.Sprintf("%x  n/secret.txt\n%032d  n/secret.txt\n", md5.Sum([]byte(key)), 0),
	"n/bsd.sha512":       fmt.Sprintf("SHA512 (b.txt) = %x\nSHA1 (b.txt) = %x\n", sha512.Sum512([]byte("bbb\n")), sha1.Sum([]byte("bbb\n"))),
	"n/empty.md5":        "no checksum\n",
	"pam/a.md5sums":      fmt.Sprintf("%x  etc/a\n%032d\t# 1.0 - 1.1\n", md5.Sum(nil), 0),
	"pam/a":              "aaa\n",
	"info/y.md5sums":     fmt.Sprintf("%x Log liby-dev 0.2-1\n", md5.Sum(nil)),
	"info/z.md5sums":     fmt.Sprintf("%x  usr/share/format\n%x  usr/share/z\n", md5.Sum(nil), md5.Sum(nil)),
	"info/format":        "1\n",
	"info/x.md5sums":     fmt.Sprintf("%x  usr/bin/x\n%x  usr/share/x\n", md5.Sum(nil), md5.Sum(nil)),
	"p/datapackage.json": `{"resources": [{"path": "data/x.csv"}, {"path": ["y.csv", "other.csv", "data", "../../z", "http://a/b.csv"]}, {"path": 7}]}`,
	"p/y.csv":            "a,b\n", "p/data/other.csv": "a,b\n", "q/datapackage.json": `{"resources": 3}`,
}

// read returns the comparisons of a tree, whose secrets are masked as in a run.
func read(t *testing.T, files map[string]string) *luminos.Checked {
	t.Helper()
	src, scan := factstest.Tree(t, files)
	r, err := Read(t.Context(), redact.NewSource(src, nil), scan)
	if err != nil {
		t.Fatal(err)
	}
	return r.Checked
}

// TestRead compares files by checksums and declarations.
func TestRead(t *testing.T) {
	want := &luminos.Checked{
		Sums: []luminos.ChecksumFile{
			{Path: "md5sums.txt", Unchecked: 2},
			{Path: "n/SHA256SUMS", OK: 1, Failed: []luminos.Path{"n/b.txt"}, FailedTotal: 1,
				Missing: []luminos.Path{"n/gone.txt"}, MissingTotal: 1, Unchecked: 1},
			{Path: "n/a.txt.md5", OK: 1},
			{Path: "n/bsd.sha512", OK: 2},
		},
		Declared: []luminos.Declared{{Path: "p/datapackage.json", Missing: []luminos.Path{"p/data/x.csv"}, Total: 1}},
	}
	if diff := cmp.Diff(want, read(t, folder)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := read(t, map[string]string{"a.txt": "x\n"}); got != nil {
		t.Errorf("without such files: %+v", got)
	}
}

// TestNames knows files of checksums by their names.
func TestNames(t *testing.T) {
	for name, want := range map[string]bool{
		"SHA256SUMS": true, "sha256sum.txt": true, "MD5SUMS": true, "md5sum": true, "checksums.txt": true, "a.tar.gz.sha256": true,
		"tool_1.0_checksums.txt": true, "SHASUMS256.txt": true, "a.md5": true, "SHA512SUMS": true, "a.sha1sum": true, "a.iso.md5.txt": true,
		"sums.txt": false, "sha256.go": false, "go.sum": false, "resume.txt": false, "md5.txt": false,
	} {
		if got := isSums(luminos.Path(name)); got != want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// TestBounds leaves out files beyond the bound on bytes.
func TestBounds(t *testing.T) {
	src, scan := factstest.Tree(t, folder)
	for i := range scan.Files {
		if scan.Files[i].Path == "n/a.txt" {
			scan.Files[i].Size = bytesMost + 1
		}
	}
	r, err := Read(t.Context(), src, scan)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(r.Checked.Sums, func(s luminos.ChecksumFile) bool { return s.Path == "n/SHA256SUMS" })
	if s := r.Checked.Sums[i]; s.OK != 0 || s.Unchecked != 2 {
		t.Errorf("%+v", s)
	}
}

// TestSeries finds series of backups by days.
func TestSeries(t *testing.T) {
	sized := func(pattern string, size int64, days ...string) map[luminos.Path]int64 {
		files := map[luminos.Path]int64{}
		for _, d := range days {
			files[luminos.Path(strings.Replace(pattern, "*", d, 1))] = size
		}
		return files
	}
	weekly := sized("n/home-*.tar.gz", 1000, "2025-01-05", "2025-01-12", "2025-01-19", "2025-01-26")
	weekly["n/home-2025-01-26.tar.gz"] = 50
	for name, tt := range map[string]struct {
		files map[luminos.Path]int64
		want  string
	}{
		"weekly, and the last is small": {weekly, "n/home-*.tar.gz: 4 weekly from 2025-01-05 to 01-26; the last is 95 % smaller"},
		"daily with a gap": {sized("db_*.sql", 9, "20241230", "20241231", "20250101", "20250104", "20250105"),
			"db_*.sql: 5 daily from 2024-12-30 to 2025-01-05; 2 absent, first after 2025-01-01"},
		"with times on one day": {sized("*.zip", 9, "2024-05-06_10-20", "2024-05-06_11-20-30", "2024-05-06T1200Z"), "*.zip: 3 of 2024-05-06"},
		"irregular":             {sized("a.*.bak", 9, "2024.01.01", "2024.01.02", "2024.03.09", "2024.09.01"), "a.*.bak: 4 from 2024-01-01 to 09-01"},
		"monthly":               {sized("*.7z", 9, "2024-01-31", "2024-02-29", "2024-03-31"), "*.7z: 3 monthly from 2024-01-31 to 03-31"},
		"two":                   {sized("*.7z", 9, "2024-01-31", "2024-02-29"), ""},
		"logs":                  {sized("access.log-*.gz", 9, "20240101", "20240102", "20240103"), ""},
		"notes":                 {sized("*.md", 9, "2024-01-01", "2024-01-02", "2024-01-03"), ""},
		"no days":               {sized("a*.zip", 9, "20241301", "20249999", "12345678"), ""},
	} {
		var got []string
		for _, s := range seriesOf(tt.files) {
			got = append(got, seriesText(&s, nil))
		}
		if strings.Join(got, "\n") != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
	weekly["n/home-2025-01-12.tar.gz"], weekly["n/home-2025-01-26.tar.gz"] = 400, 1000
	if s := seriesOf(weekly)[0]; s.LastSmaller != 0 || !strings.HasSuffix(seriesText(&s, nil), "half the size or less from one to the next on 2025-01-12") {
		t.Errorf("%+v: %s", s, seriesText(&s, nil))
	}
}

// TestRows writes the statements, with the number of the others.
func TestRows(t *testing.T) {
	c := &luminos.Checked{
		Sums: []luminos.ChecksumFile{{Path: "n/S", OK: 2, Failed: []luminos.Path{"n/h"}, FailedTotal: 1}, {Path: "T", MissingTotal: 4,
			Missing: []luminos.Path{"a", "b", "c", "d"}, Unchecked: 1}, {Path: "U"}, {Path: "V", OK: 1}},
		Declared: []luminos.Declared{{Path: "p/datapackage.json", Missing: []luminos.Path{"p/x"}, Total: 1}, {Path: "d.json", Total: 3,
			Missing: []luminos.Path{"a", "b", "c"}}},
	}
	c.Series = []luminos.Series{{Pattern: "b/h-*.tgz", Files: 3, First: "2025-01-05", Last: "2025-01-07", Every: "daily"}}
	c.Sums = append(c.Sums, luminos.ChecksumFile{Path: "a.md5", OK: 1},
		luminos.ChecksumFile{Path: "x/b.md5", Missing: []luminos.Path{"x/b"}, MissingTotal: 1})
	in := &luminos.Inside{}
	for i, p := range []luminos.Path{
		"b/h-2025-01-05.tgz", "b/h-2025-01-06.tgz", "b/h-x/y.tgz", "c/h-1.tgz", "b/h-2025-01-07.tgz",
	} {
		in.Files = append(in.Files, luminos.FileInside{Path: p})
		in.Files[i].Add("entries", int64(i+1000))
		in.Files[i].State = map[int]luminos.ExtractState{4: luminos.ExtractDamaged}[i]
	}
	var got []string
	for _, r := range Rows(c, in) {
		got = append(got, r.Label+": "+r.Text)
	}
	want := []string{
		"Checksums: n/S: 2 OK, 1 differs (h)", "Checksums: T: 4 not there (a, b and 2 more), 1 not compared",
		"Checksums: U: 0 OK; 1 more of the kind",
		"Series: b/h-*.tgz: 3 daily, the last damaged, from 2025-01-05 to 01-07; entries 1,000, 1,001, 1,004",
		"Missing: 4 declared files are not there: x of p/datapackage.json; a, b and 1 more of d.json",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestSmaller rounds the part that a file lost. Only an empty file lost all.
func TestSmaller(t *testing.T) {
	for _, c := range [][3]int64{{1000, 401, 60}, {1000, 404, 60}, {1000, 406, 59}, {1000, 1, 99}, {1000, 0, 100}} {
		if got := smaller(c[0], c[1]); int64(got) != c[2] {
			t.Errorf("%v: %d", c, got)
		}
	}
}

// TestStem finds the file of a checksum without a name by its stem, if it has the checksum.
func TestStem(t *testing.T) {
	digest := fmt.Sprintf("%x\n", md5.Sum([]byte("aaa\n")))
	c := read(t, map[string]string{
		"tiny.md5": digest, "tiny.nc": "aaa\n", "tiny.nc.md5": digest, "old.md5": digest, "old.nc": "b\n",
	})
	got := map[luminos.Path][2]int{}
	for _, s := range c.Sums {
		got[s.Path] = [2]int{s.OK, s.MissingTotal}
	}
	if diff := cmp.Diff(map[luminos.Path][2]int{"tiny.md5": {1, 0}, "tiny.nc.md5": {1, 0}, "old.md5": {0, 1}}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestPromises checks the promises of readers of facts.
func TestPromises(t *testing.T) {
	factstest.Suite{
		Files: folder,
		Gone:  []luminos.File{{Path: "zz.md5", Text: true, Size: 1}},
		Read: func(ctx context.Context, src luminos.Source, scan *luminos.Scan) (factstest.Outcome, error) {
			r, err := Read(ctx, src, scan)
			if err != nil {
				return factstest.Outcome{}, err
			}
			return factstest.Outcome{Result: r.Checked, Problems: r.Problems}, nil
		},
	}.Run(t)
}

// FuzzSums reads hostile files of checksums and names of files.
func FuzzSums(f *testing.F) {
	for _, text := range folder {
		f.Add(text, "home-2025-01-05.tar.gz")
	}
	f.Fuzz(func(t *testing.T, text, name string) {
		for _, s := range parseSums(text, "a.md5") {
			if hashes[len(s.digest)] == nil || s.name == "" {
				t.Errorf("%+v", s)
			}
		}
		p := luminos.PathFromOS(strings.ReplaceAll(name, "\x00", ""))
		for _, s := range seriesOf(map[luminos.Path]int64{p: 1, "b/" + p: 2, "c/" + p: 0}) {
			seriesText(&s, nil)
		}
	})
}

// TestCut finds files that end too early.
func TestCut(t *testing.T) {
	card := func(blocks int) string {
		return fmt.Sprintf("%-80s", "SIMPLE  =                    T") + strings.Repeat(" ", blocks*fitsBlock-80)
	}
	const dump = "-- MySQL dump 10.13\n--\nINSERT INTO `a` VALUES (1);\n"
	long := strings.Repeat("<tu><seg>word</seg></tu>\n", 2000)
	src, scan := factstest.Tree(t, map[string]string{
		"whole.tmx": "<?xml version=\"1.0\"?>\n<!DOCTYPE tmx [ <!ENTITY a \"b\"> ]>\n<!-- of a - b -->\n<tmx>" +
			long + "</tmx>\n",
		"cut.tmx": "<?xml version=\"1.0\"?>\n<tmx>" + long, "cut.musicxml": "<score-partwise version=\"4\"><part>",
		"empty.xml": "<?xml version=\"1.0\"?>\n<settings a=\"1\"/>\n", "no.xml": "no element\n",
		"parts.xml": "<a b=\"1\"/>\n<c>" + long + "</c>\n", "more.xml": "<a>1</a>\n<c>" + long + "</c>\n",
		"whole.sql": dump + "-- Dump completed on 2026-11-15\n", "cut.sql": dump, "plain.sql": "INSERT INTO a VALUES (1);\n",
		"pg.sql":     "--\n-- PostgreSQL database dump\n--\nCOPY a FROM stdin;\n1\n",
		"whole.fits": card(2), "cut.fit": card(2)[:4000],
	})
	r, err := Read(t.Context(), src, scan)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(r.Cut), "[cut.fit cut.musicxml cut.sql cut.tmx pg.sql]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
