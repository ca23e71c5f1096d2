package luminos_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

// plain is a source without capabilities; capable has all.
type plain struct{ luminos.Source }

type capable struct{ plain }

type outliner struct{ name string }

func (outliner) Outlines(context.Context, []luminos.Path) ([]*luminos.Outline, error) {
	return nil, nil
}

func (capable) Table(context.Context, luminos.Path) (luminos.Table, error) {
	return luminos.Table{}, nil
}

func (c capable) Capabilities() luminos.Capabilities {
	return luminos.Capabilities{Outliner: outliner{"inner"}, Tables: c}
}

func TestCapabilities(t *testing.T) {
	if c := luminos.CapabilitiesOf(plain{}); c.Outliner != nil || c.Tables != nil {
		t.Errorf("a plain source has %+v", c)
	}
	if c := luminos.CapabilitiesOf(luminos.WithOutliner(plain{}, outliner{"outer"})); c.Outliner != (outliner{"outer"}) || c.Tables != nil {
		t.Errorf("a plain source with an outliner has %+v", c)
	}
	if c := luminos.CapabilitiesOf(luminos.WithOutliner(capable{}, outliner{"outer"})); c.Outliner != (outliner{"outer"}) || c.Tables == nil {
		t.Errorf("a source with tables and another outliner has %+v", c)
	}
}

func TestDegradationAsASentence(t *testing.T) {
	for want, d := range map[string]luminos.Degradation{
		"survey: no answer; none":                                {Pass: luminos.PassSurvey, Reason: "no answer", Instead: "none"},
		"a/b: no answer; none":                                   {Pass: luminos.PassDirectories, Unit: "a/b", Reason: "no answer", Instead: "none"},
		"plan: not asked any more, since no answer; the default": {Pass: luminos.PassPlan, NotAsked: true, Reason: "no answer", Instead: "the default"},
	} {
		if got := d.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	cause := errors.New("no answer")
	for asked, want := range map[bool]string{true: "no answer", false: "not asked any more, since no answer"} {
		f := &luminos.Failure{NotAsked: !asked, Err: cause}
		if f.Error() != want || !errors.Is(f, cause) {
			t.Errorf("asked %t: %q", asked, f)
		}
	}
}

func TestSinks(t *testing.T) {
	luminos.Sink(nil).Emit(luminos.Event{Text: "lost"})
	var got []string
	sink := func(name string) luminos.Sink {
		return func(e luminos.Event) { got = append(got, name+" "+e.Text) }
	}
	luminos.Tee(sink("a"), nil, sink("b")).Emit(luminos.Event{Text: "x"})
	if diff := cmp.Diff([]string{"a x", "b x"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestPassesAreInTheirOrder checks that the list has the passes of every run, each once, and that conversations have
// different names.
func TestPassesAreInTheirOrder(t *testing.T) {
	want := "[scan memory facts parsing survey plan directories grouping synthesis refine verify judge]"
	if got := fmt.Sprint(luminos.Passes()); got != want {
		t.Errorf("passes %s, want %s", got, want)
	}
	if a, b := luminos.Conversation(luminos.PassPlan, ""), luminos.Conversation(luminos.PassDirectories, "a b"); a != "plan" || b != "directories a b" {
		t.Errorf("conversations %q and %q", a, b)
	}
}

func TestUnitHoldsItsDirectoriesAndWhatIsDirectlyInThem(t *testing.T) {
	u := luminos.Unit{Dirs: []luminos.DirFacts{{Path: "a"}, {Path: "a/b"}}}
	root := luminos.Unit{Dirs: []luminos.DirFacts{{Path: "."}}}
	for p, want := range map[luminos.Path][2]bool{
		"a": {true, true}, "a/b": {true, false}, "a/x": {true, false}, "a/b/x": {true, false}, "a/c/x": {false, false}, ".": {false, true},
		"b": {false, true}, "ab": {false, true},
	} {
		if got := [2]bool{u.Holds(p), root.Holds(p)}; got != want {
			t.Errorf("%s in a with a/b, and in the target: %v, want %v", p, got, want)
		}
	}
	if u.Path() != "a" {
		t.Errorf("the unit is named %s", u.Path())
	}
	whole := luminos.Unit{
		Dirs: u.Dirs, Tier: luminos.TierShallow, Children: []luminos.Entry{{Path: "a/c"}},
		Files: []luminos.File{{Path: "a/x"}}, Changed: "2024-05-01", Turns: 3, Pool: 4, Survey: &luminos.Survey{}, Fingerprint: "f",
	}
	if diff := cmp.Diff(luminos.Unit{Dirs: u.Dirs, Tier: luminos.TierShallow, Children: whole.Children}, whole.Basis()); diff != "" {
		t.Errorf("basis (-want +got):\n%s", diff)
	}
}

func TestDominantCategory(t *testing.T) {
	children := []luminos.Entry{{DominantCategory: luminos.CategoryData}, {DominantCategory: luminos.CategorySource}, {DominantCategory: luminos.CategorySource}}
	for name, c := range map[string]struct {
		files    map[luminos.Category]int
		children []luminos.Entry
		want     luminos.Category
	}{
		"the commonest of files":        {map[luminos.Category]int{luminos.CategoryData: 3, luminos.CategorySource: 2}, children, luminos.CategoryData},
		"without files, of directories": {nil, children, luminos.CategorySource},
		"the first of equal ones":       {map[luminos.Category]int{luminos.CategorySource: 2, luminos.CategoryData: 2}, nil, min(luminos.CategorySource, luminos.CategoryData)},
		"nothing":                       {nil, nil, luminos.CategoryOther},
	} {
		if got := luminos.Dominant(c.files, c.children); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestSeveritiesAreRanked(t *testing.T) {
	for i, s := range []luminos.Severity{"", luminos.Info, luminos.Concern, luminos.Critical} {
		if s.Rank() != i {
			t.Errorf("%q has the rank %d, want %d", s, s.Rank(), i)
		}
	}
	if luminos.Severity("grave").Rank() != 0 {
		t.Error("an unknown severity has a rank")
	}
}

func TestOutlineLacksParts(t *testing.T) {
	o := &luminos.Outline{}
	if o.Lack("too long"); !o.Cut || o.Reason != "too long" {
		t.Errorf("outline %+v", o)
	}
	if o.Lack("too deep"); o.Reason != "too long; too deep" {
		t.Errorf("reason %q", o.Reason)
	}
}

func TestSectionOfAReport(t *testing.T) {
	r := &luminos.Report{Sections: []luminos.Section{{ID: "brief"}, {ID: "stack"}}}
	if s := r.Section("stack"); s != &r.Sections[1] {
		t.Errorf("got %+v", s)
	}
	if s := r.Section("none"); s != nil {
		t.Errorf("got %+v", s)
	}
}

func TestManifestsOfTheTargetItself(t *testing.T) {
	for role, want := range map[luminos.ManifestRole]bool{
		luminos.ManifestRoot: true, luminos.ManifestMember: true, luminos.ManifestNested: true, luminos.ManifestVendored: false, "test": false, "example": false,
	} {
		if got := (&luminos.Manifest{Role: role}).Own(); got != want {
			t.Errorf("%s: own is %t", role, got)
		}
		if (&luminos.Manifest{Role: role, Lockfile: true}).Own() {
			t.Errorf("%s: a lock file is own", role)
		}
	}
}

func TestMoneySaturates(t *testing.T) {
	if got := luminos.Money(math.MaxInt64 - 1).Plus(5); got != math.MaxInt64 {
		t.Errorf("got %d", got)
	}
	for _, c := range []struct{ a, b, want luminos.Money }{
		{3, 5, 8}, {3, -5, -2}, {-5, 3, -2}, {-3, -5, -8}, {math.MaxInt64, -1, math.MaxInt64 - 1},
		{math.MinInt64, -1, math.MinInt64}, {-1, math.MinInt64, math.MinInt64}, {math.MinInt64, math.MaxInt64, -1},
	} {
		if got := c.a.Plus(c.b); got != c.want {
			t.Errorf("%d plus %d is %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// TestDigestsByReads compares digests of contents around the size of one read, with a limit and without.
func TestDigestsByReads(t *testing.T) {
	const chunk = 1 << 20
	for _, size := range []int{0, 1, chunk - 1, chunk, chunk + 1, 2*chunk + 7} {
		content := bytes.Repeat([]byte("abcdefg"), size/7+1)[:size]
		reads := 0
		read := func(_ context.Context, p luminos.Path, offset int64, n int) ([]byte, error) {
			if reads++; p != "f" || n > chunk || reads > 4 {
				return nil, fs.ErrInvalid
			}
			return content[offset:min(offset+int64(n), int64(size))], nil
		}
		for _, limit := range []int64{0, 1, chunk, chunk + 1, math.MaxInt64} {
			reads = 0
			got, err := luminos.DigestOf(t.Context(), "f", limit, read)
			if want := luminos.Digest(sha256.Sum256(content[:min(limit, int64(size))])); err != nil || got != want || got.String() != fmt.Sprintf("%x", want[:]) {
				t.Errorf("%d bytes with the limit %d: %v, %v, want %v", size, limit, got, err, want)
			}
		}
	}
	broken := func(context.Context, luminos.Path, int64, int) ([]byte, error) { return nil, fs.ErrPermission }
	for limit, want := range map[int64]error{-1: fs.ErrInvalid, 5: fs.ErrPermission} {
		if d, err := luminos.DigestOf(t.Context(), "f", limit, broken); !errors.Is(err, want) || d != (luminos.Digest{}) {
			t.Errorf("limit %d: %v", limit, err)
		}
	}
}

func TestFilesAndLines(t *testing.T) {
	for kind, want := range map[luminos.EntryKind]bool{"": true, luminos.KindFile: true, luminos.KindSymlink: false, luminos.KindDir: false} {
		if got := (&luminos.File{Kind: kind}).Regular(); got != want {
			t.Errorf("kind %q: regular is %t", kind, got)
		}
	}
	for f, want := range map[luminos.File]bool{
		{Language: "Go"}: true, {}: false, {Language: "Go", Generated: true}: false, {Language: "Go", Vendored: true}: false,
	} {
		if got := f.Counted(); got != want {
			t.Errorf("%+v: counted is %t", f, got)
		}
	}
	l := luminos.Lines{Code: 1, Comment: 2, Blank: 3}
	if l.Add(luminos.Lines{Code: 10, Comment: 20, Blank: 30}); l != (luminos.Lines{Code: 11, Comment: 22, Blank: 33}) {
		t.Errorf("lines %+v", l)
	}
}

// TestAmountsInDollars checks the longest amount, and texts that are no amounts.
func TestAmountsInDollars(t *testing.T) {
	zeros := strings.Repeat("0", 37)
	for text, want := range map[string]luminos.Money{"0.25": luminos.Dollar / 4, "-1": -luminos.Dollar, zeros + "1.5": luminos.Dollar * 3 / 2} {
		if got, err := luminos.ParseDollars(text); got != want || err != nil {
			t.Errorf("%s: %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "x", "1e3", "1E3", "0x1", "1/2", "1_0", "0.0000000000001", "99999999999", zeros + "01.5"} {
		if got, err := luminos.ParseDollars(text); err == nil {
			t.Errorf("%s: read as %v", text, got)
		}
	}
}

func TestSizeOfATarget(t *testing.T) {
	for _, c := range []struct {
		dirs, files int
		want        luminos.Size
	}{
		{0, 0, luminos.SizeSmall}, {4, 29, luminos.SizeSmall}, {5, 0, luminos.SizeMedium}, {0, 30, luminos.SizeMedium},
		{30, 300, luminos.SizeMedium}, {31, 0, luminos.SizeLarge}, {0, 301, luminos.SizeLarge},
		{150, 1500, luminos.SizeLarge}, {151, 0, luminos.SizeXLarge}, {0, 1501, luminos.SizeXLarge},
		{4, 2000, luminos.SizeXLarge}, {200, 1, luminos.SizeXLarge},
	} {
		if got := luminos.DefaultSizes.Of(c.dirs, c.files); got != c.want {
			t.Errorf("%d directories, %d files: %v, want %v", c.dirs, c.files, got, c.want)
		}
	}
	for text, want := range map[string]string{
		"5/30,31/301,151/1501": "5/30,31/301,151/1501", "1/1,1/1,2/900": "1/1,1/1,2/900",
		"": "", "5/30,31/301": "", "5/30,31/301,151/1501,2/2": "", "5/30,4/301,151/1501": "", "0/30,31/301,151/1501": "",
		"5/30,31/301,151/-1": "", "5/30,31/301,151/2000000000": "", "5/30,31/301,151/1501 x": "",
		"5/30,31/301,151/99999999999999999999": "", "5/30, 31/301,151/1501": "", "5/30,31/301,151/1501\nfoo": "", "+5/30,31/301,151/1501": "",
	} {
		if got, err := luminos.ParseSizes(text); err == nil && got.String() != want || err != nil && want != "" {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}
