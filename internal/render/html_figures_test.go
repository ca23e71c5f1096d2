package render

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"luminos"
)

// TestSquarifyCoversTheArea checks that rectangles have the areas of their weights, lie inside and do not overlap.
func TestSquarifyCoversTheArea(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var list []weight
		sum := int64(0)
		for range 1 + random.IntN(30) {
			b := 1 + random.Int64N(1<<(1+random.IntN(20)))
			list, sum = append(list, weight{bytes: b}), sum+b
		}
		sortWeights(list)
		in := area{10, 20, 100 + random.IntN(900), 100 + random.IntN(400)}
		covered := 0
		out := squarify(list, in)
		for i, a := range out {
			covered += a.Width * a.Height
			if a == (area{}) { // too small for a unit
				continue
			}
			outside := a.X+a.Width > in.X+in.Width+1 || a.Y+a.Height > in.Y+in.Height+1
			if outside || a.Width < 0 || a.Height < 0 || a.X < in.X || a.Y < in.Y {
				t.Fatalf("%v is outside of %v", a, in)
			}
			for _, b := range out[:i] {
				if min(a.X+a.Width, b.X+b.Width) > max(a.X, b.X) && min(a.Y+a.Height, b.Y+b.Height) > max(a.Y, b.Y) {
					t.Fatalf("%v overlaps %v", a, b)
				}
			}
		}
		if all := in.Width * in.Height; covered < all*95/100 || covered > all*101/100 {
			t.Errorf("%d of %d is covered: %v", covered, all, out)
		}
		want := float64(list[0].bytes) / float64(sum)
		got := float64(out[0].Width*out[0].Height) / float64(in.Width*in.Height)
		if got < want*0.95-0.01 || got > want*1.05+0.01 {
			t.Errorf("the largest has %.3f of the area, want %.3f", got, want)
		}
	}
	for _, a := range squarify([]weight{{bytes: 1}}, area{0, 0, 0, 5}) {
		if a != (area{}) {
			t.Errorf("an area without width holds %v", a)
		}
	}
}

func TestLayersFollowTheImports(t *testing.T) {
	for name, c := range map[string]struct {
		edges []diagramEdge
		want  string
	}{
		"a chain":          {[]diagramEdge{{0, 1, 1}, {1, 2, 1}}, "[[0] [1] [2]]"},
		"the longest way":  {[]diagramEdge{{0, 1, 1}, {0, 2, 1}, {1, 2, 1}}, "[[0] [1] [2]]"},
		"a cycle":          {[]diagramEdge{{0, 1, 1}, {1, 0, 1}}, "[[1] [0]]"},
		"crossing imports": {[]diagramEdge{{0, 3, 1}, {1, 2, 1}}, "[[1 0] [2 3]]"},
	} {
		g := diagram{nodes: make([]luminos.Path, 4), edges: c.edges}
		if got := fmt.Sprint(layersOf(g)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	random := rand.New(rand.NewPCG(3, 4))
	for range 100 { // any graph has each node once
		g := diagram{nodes: make([]luminos.Path, diagramNodes)}
		used := map[int]bool{}
		for range 1 + random.IntN(60) {
			e := diagramEdge{random.IntN(diagramNodes), random.IntN(diagramNodes), 1}
			if e.from != e.to {
				g.edges = append(g.edges, e)
				used[e.from], used[e.to] = true, true
			}
		}
		all := slices.Concat(layersOf(g)...)
		slices.Sort(all)
		if len(all) != len(used) || len(slices.Compact(all)) != len(used) {
			t.Errorf("%v has the nodes %v", g.edges, all)
		}
	}
}

// TestPeriodsWithoutValidDays checks that days of reports that were edited by hand cannot break the figure.
func TestPeriodsWithoutValidDays(t *testing.T) {
	facts := &luminos.Facts{}
	for _, p := range [][2]string{
		{"2020-01-01", "2019-01-01"}, {"x", "2020-01-01"}, {"2020-13-01", "2020-14-01"},
		{"0001-01-01", "9999-12-31"}, {"12-10", "12-11"},
	} {
		facts.Datasets = append(facts.Datasets, luminos.Dataset{Path: "a", Period: &luminos.Period{First: p[0], Last: p[1]}})
	}
	got := periodsOf(facts)
	if len(got) != 1 || got[0].last-got[0].first != 3652058 {
		t.Errorf("got %v", got)
	}
}

// TestTreemapLeavesOutVersionControl checks that the storage of version control, which can be larger than all else,
// is stated and not drawn.
func TestTreemapLeavesOutVersionControl(t *testing.T) {
	r := fixture()
	r.Scan.DiskUsage = luminos.DiskUsage{Allocated: 100 << 20, Ignored: 1 << 20, VCS: 90 << 20}
	r.Scan.Ignored = luminos.Ignored{Allocated: 91 << 20, Roots: []luminos.IgnoredRoot{
		{Path: ".git", Allocated: 90 << 20, Rule: "version control"}, {Path: "build", Allocated: 1 << 20, Rule: ".gitignore:1"},
	}}
	for _, w := range weightsOf(newDossier(r, Style{})) {
		if w.left && (w.bytes != 1<<20 || len(w.below) != 1 || w.below[0].name != "build") {
			t.Errorf("not investigated: %+v", w)
		}
	}
	page, _ := pageOf(t, r, Style{})
	if want := "100 MiB on disk, 90 MiB of that for version control, which is not drawn."; !strings.Contains(page, want) {
		t.Errorf("the page lacks %q", want)
	}
}

// TestKindsOfFilesOfDocuments checks that few lines of code among documents are not drawn as the content of the target.
func TestKindsOfFilesOfDocuments(t *testing.T) {
	r := fixture()
	r.Facts.MainLanguage, r.Facts.Vouched = "", false
	r.Facts.Holdings = []luminos.Counted{{Name: "PDF", Files: r.Scan.SurveySignals.Files}}
	r.Scan.FileCategories = map[luminos.Category]luminos.Tally{
		luminos.CategorySource: {Files: 1, Bytes: 10}, luminos.CategoryDocument: {Files: 90, Bytes: 900},
	}
	page, _ := pageOf(t, r, Style{})
	if !strings.Contains(page, "Kinds of files") || strings.Contains(page, "<b>Languages</b>") {
		t.Error("the page draws languages of documents")
	}
}

// TestTreemapDrawsFilesAtTheTop checks that a folder without directories is not one rectangle, and that the files are
// not drawn if their sizes cannot be parts of the sum.
func TestTreemapDrawsFilesAtTheTop(t *testing.T) {
	top := &luminos.TreeNode{Children: []*luminos.TreeNode{
		{Name: "sub", Kind: luminos.KindDir, Size: 90}, {Name: "link", Kind: luminos.KindSymlink, Size: 1, Note: "→ a"},
	}}
	sum := weight{files: 20}
	for i := range sum.files {
		file := &luminos.TreeNode{Name: fmt.Sprint("f", i), Kind: luminos.KindFile, Size: int64(i + 1)}
		top.Children = append(top.Children, file)
		sum.bytes += int64(i + 1)
	}
	list := fileWeights(top, sum)
	if len(list) != mapBelow+1 || list[0].name != "6 more files" || list[0].bytes != 21 || list[1].name != "f19" {
		t.Errorf("got %+v", list)
	}
	if sum.bytes = 100; fileWeights(top, sum) != nil || fileWeights(nil, sum) != nil {
		t.Error("files are drawn whose sizes are more than their sum")
	}
}

// TestTreeHasColumns checks that the sizes of a tree stand below each other.
func TestTreeHasColumns(t *testing.T) {
	n := &luminos.TreeNode{Name: ".", Kind: luminos.KindDir, Files: 2, Size: 2000, Children: []*luminos.TreeNode{
		{Name: "a", Kind: luminos.KindFile, Size: 5}, {Name: "a long name.txt", Kind: luminos.KindFile, Size: 1995},
		{Name: strings.Repeat("x", 90), Kind: luminos.KindFile, Size: 7},
	}}
	lines := prune(n, 10, true).lines()
	for _, l := range lines[:3] {
		if cells(l) != cells(lines[0]) {
			t.Errorf("columns differ:\n%s", strings.Join(lines, "\n"))
		}
	}
}

// TestDeepGraphsGoDown checks that a drawing that is too wide goes down, that arrows pass beside the boxes of the
// layers that they cross, and that boxes have different names.
func TestDeepGraphsGoDown(t *testing.T) {
	g := diagram{nodes: make([]luminos.Path, 7)}
	for i := range g.nodes {
		g.nodes[i] = luminos.Path(fmt.Sprintf("project/source/part%d/deep/package/name", i))
		if i > 0 {
			g.edges = append(g.edges, diagramEdge{i - 1, i, 1})
		}
	}
	g.edges = append(g.edges, diagramEdge{0, 6, 1}, diagramEdge{6, 1, 1})
	layers, via := bends(layersOf(g), g)
	wide, down := laidOut(layers, len(g.nodes), false), laidOut(layers, len(g.nodes), true)
	if wide.width <= graphFits || down.width > graphFits/2 || down.height < wide.height {
		t.Errorf("sizes %d x %d and %d x %d", wide.width, wide.height, down.width, down.height)
	}
	if len(via[0]) != 1 || len(via[5]) != 4 || len(via[6]) != 0 { // 0, 6, 1, 2, 3, 4, 5: from 5 to 6 it goes back
		t.Fatalf("bends %v", via)
	}
	for _, l := range []layout{wide, down} {
		for n, a := range l.at {
			outside := a.X < 0 || a.Y < 0 || a.X+a.Width > l.width || a.Y+a.Height > l.height
			for m, b := range l.at {
				apart := a.X+a.Width <= b.X || b.X+b.Width <= a.X || a.Y+a.Height <= b.Y || b.Y+b.Height <= a.Y
				if outside || n != m && !apart {
					t.Fatalf("%v of %d is outside, or overlaps %v of %d", a, n, b, m)
				}
			}
		}
	}
	if back := down.arrow(slices.Concat([]int{5}, via[5], []int{6}), 1); back.Class != "arrow back" {
		t.Errorf("an arrow back: %+v", back)
	}
	seen := map[string]bool{}
	for _, label := range boxLabels(g.nodes) {
		if seen[label] || cells(label) > boxGlyphs {
			t.Errorf("the label %q comes again or is too long", label)
		}
		seen[label] = true
	}
}

// TestGraphsFitANarrowWindow checks that a drawing with at most two boxes beside each other goes down, and that the
// root of a target has a name in it.
func TestGraphsFitANarrowWindow(t *testing.T) {
	r := fixture()
	r.Facts.Imports = luminos.ImportGraph{
		Centrality: []luminos.DirRank{{Path: "."}, {Path: "c"}, {Path: "b"}, {Path: "a"}},
		Edges: []luminos.ImportEdge{
			{From: "a", To: ".", Files: 6}, {From: "b", To: "c", Files: 1}, {From: "b", To: ".", Files: 1},
			{From: "c", To: ".", Files: 1},
		},
	}
	_, elements := pageOf(t, r, Style{})
	i := slices.IndexFunc(elements, func(n *html.Node) bool { return attribute(n, "class") == "graph" })
	if i < 0 {
		t.Fatal("no graph")
	}
	if wide := attribute(elements[i], "width"); len(wide) != 3 || wide > "350" {
		t.Errorf("the drawing is %s pixels wide, a telephone has room for 350", wide)
	}
	if text := textIn(elements[i]); !strings.Contains(text, "the top directory") {
		t.Errorf("no name of the root: %s", text)
	}
}

// TestTreemapKeepsSumsApart has many directories and a small file at the top, which stays out of the sum of the
// smallest directories.
func TestTreemapKeepsSumsApart(t *testing.T) {
	root := &node{DirFacts: &luminos.DirFacts{Files: 1, Bytes: 3}}
	for i := range mapTops + 2 {
		path := luminos.Path(fmt.Sprint("d", i))
		root.children = append(root.children, &node{DirFacts: &luminos.DirFacts{Path: path, Bytes: 100, TotalFiles: 1}})
		root.Bytes += 100
	}
	for _, w := range childWeights(root, mapTops) {
		if want := w.bytes == 3; w.own != want {
			t.Errorf("own files: %+v", w)
		}
	}
}

// TestBackticksOfNamesStay has a name with a backtick, which begins no code.
func TestBackticksOfNamesStay(t *testing.T) {
	got := (&htmlPage{}).spans([]span{text("a`b.py")}, nil)
	if len(got) != 1 || got[0].Text != "a`b.py" || got[0].Code {
		t.Errorf("got %+v", got)
	}
	if got = (&htmlPage{}).spans([]span{text("run `make` now")}, nil); len(got) != 3 || !got[1].Code {
		t.Errorf("got %+v", got)
	}
}
