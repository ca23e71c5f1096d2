package daterange

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"luminos"
)

func TestInName(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{"IMG_20190401_120000.jpg", "2019-04-01"},
		{"2019-04-01 beach.jpg", "2019-04-01"},
		{"VID-20200101-WA0001.mp4", "2020-01-01"},
		{"20191231235959.wav", "2019-12-31"},
		{"Scan 2021_02_28.pdf", "2021-02-28"},
		{"access.2021.02.28.log", "2021-02-28"},
		{"1920x1080_2020-05-06.png", "2020-05-06"},
		{"2021-02-29 no such day.jpg", ""},
		{"20211301.jpg", ""},
		{"DSC_00012345.jpg", ""},
		{"2019-04.csv", ""},
		{"2019-04-011.csv", ""},
		{"17760704.txt", ""},
		{"", ""},
		{"2020", ""},
		{"2020-1-1", ""},
	} {
		got := ""
		if d, ok := InName(tt.name); ok {
			got = d.Format(time.DateOnly)
		}
		if got != tt.want {
			t.Errorf("InName(%q) = %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestSpan(t *testing.T) {
	var s, o Span
	if s.Period("x") != nil {
		t.Error("an empty span has a period")
	}
	s.Merge(o)
	for _, d := range []int{7, 3, 5} {
		v, _ := Day(2020, 1, d)
		o.Add(v)
	}
	s.Merge(o)
	want := &luminos.Period{First: "2020-01-03", Last: "2020-01-07", Source: "file names"}
	if diff := cmp.Diff(want, s.Period("file names")); diff != "" {
		t.Errorf("period (-want +got):\n%s", diff)
	}
	if s.Days != 3 {
		t.Errorf("days = %d, want 3", s.Days)
	}
}

func FuzzInName(f *testing.F) {
	f.Add("IMG_20190401_120000.jpg")
	f.Add("2019-04-01")
	f.Fuzz(func(t *testing.T, name string) {
		if d, ok := InName(name); ok && !Plausible(d) {
			t.Errorf("InName(%q) = %v", name, d)
		}
	})
}
