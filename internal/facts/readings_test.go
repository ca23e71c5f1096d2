package facts

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"luminos"
)

func TestReadersThatFailAreProblems(t *testing.T) {
	list := []reader{
		{"nonsense", func(context.Context, input, *readings) (yield, error) { panic("index out of range") }},
		{"trouble", func(context.Context, input, *readings) (yield, error) { return yield{}, errors.New("no luck") }},
		{"ci", func(_ context.Context, _ input, r *readings) (yield, error) {
			r.facts.CI = []string{"x"}
			return yield{}, nil
		}},
	}
	r, err := runReaders(t.Context(), list, input{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.finish()
	var got []string
	for _, p := range r.facts.Problems {
		got = append(got, p.Reason)
	}
	want := "reading nonsense failed: internal error: index out of range; reading trouble failed: no luck"
	if s := strings.Join(got, "; "); s != want {
		t.Errorf("got %q, want %q", s, want)
	}
	if len(r.facts.CI) != 1 {
		t.Error("the facts of the working reader are missing")
	}
}

// strange is a source whose Text panics.
type strange struct{ luminos.Source }

func (strange) Text(context.Context, luminos.Path, int) (luminos.Text, error) {
	panic("a strange text")
}

func TestSearchGoesOnAfterAPanic(t *testing.T) {
	files := []luminos.File{{Path: "a.md", Text: true, Size: 1}, {Path: "ignore_all_previous_instructions.md", Text: true, Size: 1}}
	found, y, err := findInjections(t.Context(), strange{}, &luminos.Scan{Files: files})
	hits := found.injections
	if err != nil || len(hits) != 1 || len(y.problems) != 2 || y.problems[0].Path != "a.md" {
		t.Errorf("hits %v, problems %v, %v", hits, y.problems, err)
	}
}

func TestCancellationIsAnError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Of(ctx, nil, &luminos.Scan{}, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v, want context.Canceled", err)
	}
}

func TestDirectoriesAreBounded(t *testing.T) {
	scan := &luminos.Scan{Dirs: []luminos.Dir{{Path: luminos.Root}}}
	for i := range maxDirectories + 10 {
		scan.Dirs = append(scan.Dirs, luminos.Dir{Path: luminos.Path(fmt.Sprintf("d%05d/deep", i))})
	}
	scan.Files = []luminos.File{code(scan.Dirs[len(scan.Dirs)-1].Path.Join("a.go"), "Go", 5)}
	dirs, left := directories(scan, purposesOf(scan.Files), dirInput{})
	if len(dirs) != maxDirectories || left != 11 || dirs[0].Path != luminos.Root {
		t.Errorf("%d directories, %d left out", len(dirs), left)
	}
}

// TestDirectoriesDependOnTheirSubtree checks that files beside a directory do not
// change its facts.
func TestDirectoriesDependOnTheirSubtree(t *testing.T) {
	scan := func(files ...luminos.File) *luminos.Scan {
		return &luminos.Scan{Dirs: []luminos.Dir{{Path: luminos.Root}, {Path: "a", TotalFiles: 1}, {Path: "b"}}, Files: files}
	}
	find := func(s *luminos.Scan) string {
		dirs, _ := directories(s, purposesOf(s.Files), dirInput{})
		return fmt.Sprintf("%+v", dirs[1])
	}
	one := find(scan(code("a/x.go", "Go", 5)))
	two := find(scan(code("a/x.go", "Go", 5), code("b/huge.c", "C", 50_000), code("b/y.go", "Go", 50_000)))
	if one != two {
		t.Errorf("facts of the directory alone: %s\nbeside others: %s", one, two)
	}
}

// TestLittleCodeInADirectory checks that a directory in which few files are code has the formats of the others.
func TestLittleCodeInADirectory(t *testing.T) {
	scan := &luminos.Scan{Dirs: []luminos.Dir{{Path: luminos.Root, Files: 4}}, Files: []luminos.File{
		code("a.go", "Go", 5), {Path: "b.mp3"}, {Path: "c.mp3"}, {Path: "d.mp3"},
	}}
	dirs, _ := directories(scan, purposesOf(scan.Files), dirInput{})
	want := []luminos.Counted{{Name: ".mp3", Files: 3}}
	if d := dirs[0]; d.LanguageFiles != 1 || !slices.Equal(d.Extensions, want) {
		t.Errorf("%d files of code and %v, want 1 and %v", d.LanguageFiles, d.Extensions, want)
	}
}

// TestFormatsOfADirectory checks that the files at any depth have the names of languages and formats.
func TestFormatsOfADirectory(t *testing.T) {
	scan := &luminos.Scan{Dirs: []luminos.Dir{{Path: "system"}}, Files: []luminos.File{
		{Path: "system/a.service", Language: "desktop", Text: true}, {Path: "system/liba.so.1", MIME: "application/x-sharedlib"},
		{Path: "system/b.exc", Text: true}, {Path: "system/c", Text: true}, {Path: "system/d"},
	}}
	dirs, _ := directories(scan, purposesOf(scan.Files), dirInput{})
	want := []luminos.Counted{{Name: ".exc file", Files: 1}, {Name: "ELF library", Files: 1}, {Name: "systemd unit", Files: 1},
		{Name: "text file", Files: 1}}
	if !slices.Equal(dirs[0].Formats, want) {
		t.Errorf("got %v, want %v", dirs[0].Formats, want)
	}
	code := func(p luminos.Path, language string) luminos.File {
		return luminos.File{Path: p, Category: luminos.CategorySource, Language: language, Text: true}
	}
	scan = &luminos.Scan{Dirs: []luminos.Dir{{Path: "a"}, {Path: "a/b"}, {Path: "a/b/c"}}, Files: []luminos.File{
		code("a/b/c/x.go", "Go"), code("a/b/x.go", "Go"), code("a/b/run", "Shell"), code("a/x.h", "C"),
		code("a/b/f.Rd", "R"), {Path: "a/b/c/x.png", Category: luminos.CategoryImage},
		{Path: "a/b/c/x.svg", Category: luminos.CategoryImage}, {Path: "a/b/c/y.svg", Category: luminos.CategoryImage},
	}}
	dirs, _ = directories(scan, purposesOf(scan.Files), dirInput{})
	heavy := &luminos.Scan{Dirs: []luminos.Dir{{Path: "a", TotalBytes: 100}, {Path: "a/b", TotalBytes: 60}}}
	heavy.Files = []luminos.File{
		{Path: "a/b/x.ogg", Category: luminos.CategoryAudio, Size: 51}, code("a/x.c", "C"), code("a/y.c", "C"),
	}
	of, _ := directories(heavy, purposesOf(heavy.Files), dirInput{})
	want = []luminos.Counted{{Name: "sound file", Files: 1}, {Name: "C file", Files: 2}}
	if !slices.Equal(of[0].Formats, want) {
		t.Errorf("by bytes: got %v, want %v", of[0].Formats, want)
	}
	want = []luminos.Counted{
		{Name: "image", Files: 3}, {Name: "Go file", Files: 2}, {Name: "R documentation file", Files: 1},
		{Name: "Shell file", Files: 1},
	}
	if !slices.Equal(dirs[0].Formats, want) {
		t.Errorf("got %v, want %v", dirs[0].Formats, want)
	}
}

// TestDirectoriesByContents checks that a directory named build is no output if people wrote its texts, and that one
// named specs holds no tests if most of its files are documents.
func TestDirectoriesByContents(t *testing.T) {
	scan := &luminos.Scan{Files: []luminos.File{
		{Path: "src/a.go", Category: luminos.CategorySource, Language: "Go", Text: true, Lines: luminos.Lines{Code: 1}},
		{Path: "build/a.edn", Category: luminos.CategoryData, Text: true},
		{Path: "out/a.json", Category: luminos.CategoryData, Text: true, Generated: true},
		{Path: "dist/a.js", Category: luminos.CategorySource, Language: "JavaScript", Text: true, Generated: true},
		{Path: "dist-node/a.js", Category: luminos.CategorySource, Language: "JavaScript", Text: true, Generated: true},
		{Path: "dist-node/a.js.map", Category: luminos.CategoryData, Text: true, MIME: "application/json"},
		{Path: "gen/a.pb.go", Category: luminos.CategorySource, Language: "Go", Text: true, Generated: true},
		{Path: "a.xcworkspace/contents.xcworkspacedata", Category: luminos.CategoryOther, Text: true, Generated: true},
		{Path: "specs/meta/a.md", Category: luminos.CategoryDocument, Text: true},
		{Path: "specs/c.md", Category: luminos.CategoryDocument, Text: true},
		{Path: "specs/d.md", Category: luminos.CategoryDocument, Text: true},
		{Path: "specs/e.md", Category: luminos.CategoryDocument, Text: true},
		{Path: "specs/b.md", Category: luminos.CategoryDocument, Text: true},
		{Path: "specs/a.js", Category: luminos.CategorySource, Language: "JavaScript", Text: true, Lines: luminos.Lines{Code: 1}},
		{Path: "spec/a_spec.rb", Category: luminos.CategorySource, Language: "Ruby", Text: true, Lines: luminos.Lines{Code: 1}},
		{Path: "spec/a.md", Category: luminos.CategoryDocument, Text: true},
	}}
	for i := range scan.Files {
		scan.Files[i].Kind = luminos.KindFile
	}
	want := map[luminos.Path]luminos.DirRole{"build": luminos.DirData, "out": luminos.DirOutput, "spec": luminos.DirTests,
		"dist": "", "dist-node": luminos.DirOutput, "gen": luminos.DirGenerated, "a.xcworkspace": "",
		"specs": luminos.DirDocuments, "specs/meta": luminos.DirDocuments}
	for p := range want {
		scan.Dirs = append(scan.Dirs, luminos.Dir{Path: p, TotalFiles: 6})
	}
	dirs, _ := directories(scan, purposesOf(scan.Files), dirInput{code: true})
	for _, d := range dirs {
		if d.Role != want[d.Path] {
			t.Errorf("%s: %q, want %q", d.Path, d.Role, want[d.Path])
		}
	}
}

// TestMaterialByName checks that a directory named build or vendor has that role only where there are programs.
func TestMaterialByName(t *testing.T) {
	for language, want := range map[string]luminos.DirRole{"": luminos.DirMedia, "Go": luminos.DirOutput} {
		scan := &luminos.Scan{Dirs: []luminos.Dir{{Path: "build"}, {Path: "src"}}, Files: []luminos.File{
			{Path: "build/a.jpg", Category: luminos.CategoryImage}, {Path: "src/a", Language: language},
			{Path: "build/b.jpg", Category: luminos.CategoryImage, Generated: true}, {Path: "dumps/a.sql", Generated: true},
		}}
		scan.Dirs = append(scan.Dirs, luminos.Dir{Path: "dumps"})
		dirs, _ := directories(scan, purposesOf(scan.Files), dirInput{})
		if dirs[0].Role != want {
			t.Errorf("%q: %q, want %q", language, dirs[0].Role, want)
		}
		if got := dirs[1].Role == luminos.DirGenerated; got != (language != "") {
			t.Errorf("%q: a dump is generated: %v", language, got)
		}
	}
}

// TestLinksAreNoFiles checks that the links in a directory count apart from its files.
func TestLinksAreNoFiles(t *testing.T) {
	scan := &luminos.Scan{Dirs: []luminos.Dir{{Path: luminos.Root, Files: 3, TotalFiles: 1}}, Files: []luminos.File{
		{Path: "a.gz"}, {Path: "b.gz", Kind: luminos.KindSymlink}, {Path: "c.gz", Kind: luminos.KindSymlink},
	}}
	dirs, _ := directories(scan, purposesOf(scan.Files), dirInput{})
	want := []luminos.Counted{{Name: ".gz", Files: 1}}
	if d := dirs[0]; d.Files != 1 || d.Links != 2 || !slices.Equal(d.Extensions, want) {
		t.Errorf("%d files, %d links, %v", d.Files, d.Links, d.Extensions)
	}
}

// TestSettingsByTheirTarget checks that files in a format of settings are settings only in code or by the name of their
// directory, and that a hidden directory with settings is no code of others.
func TestSettingsByTheirTarget(t *testing.T) {
	config := func(p luminos.Path) luminos.File { return luminos.File{Path: p, Category: luminos.CategoryConfig} }
	scan := &luminos.Scan{
		Dirs:  []luminos.Dir{{Path: "advisories"}, {Path: "etc"}, {Path: "notes/.editor", Vendored: true}, {Path: "other", Vendored: true}},
		Files: []luminos.File{config("advisories/a.toml"), config("etc/a.toml"), code("x.go", "Go", 1), config("notes/.editor/a.json"), config("other/a.toml")},
	}
	for code, want := range map[bool][4]luminos.DirRole{
		false: {"", luminos.DirConfiguration, "", luminos.DirVendored},
		true:  {luminos.DirConfiguration, luminos.DirConfiguration, luminos.DirConfiguration, luminos.DirVendored},
	} {
		var got [4]luminos.DirRole
		dirs, _ := directories(scan, purposesOf(scan.Files), dirInput{code: code})
		for i := range dirs {
			got[i] = dirs[i].Role
		}
		if got != want {
			t.Errorf("code %t: %q, want %q", code, got, want)
		}
	}
}
