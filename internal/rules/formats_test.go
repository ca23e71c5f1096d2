package rules

import (
	"strings"
	"testing"

	"luminos"
)

func TestFormatText(t *testing.T) {
	counted := func(names ...string) (list []luminos.Counted) {
		for _, n := range names {
			list = append(list, luminos.Counted{Name: n, Files: 1})
		}
		return list
	}
	for want, g := range map[string]luminos.FormatGroup{
		"1 file, 5 B; (3, 4) float64": {Files: 1, Bytes: 5, Forms: counted("(3, 4) float64")},
		"3 files, 9 B; version 1.3 to 1.7; 139 pages in 2 of them; 1 encrypted among the 2 of which this is known": {
			Files: 3, Bytes: 9, Versions: counted("1.3", "1.4", "1.7"), Unit: "page", Count: 139, Known: 2,
			Checked: 2, Encrypted: 1},
		"2 files, 9 B; version 2; 1 entry; a (1) and b (1); 1 encrypted": {Files: 2, Bytes: 9, Versions: counted("2"),
			Unit: "entry", Count: 1, Known: 2, Forms: counted("a", "b"), Checked: 2, Encrypted: 1},
	} {
		if got := formatText(g); got != want {
			t.Errorf("\n got %s\nwant %s", got, want)
		}
	}
}

func TestFormatsAreShownIfMany(t *testing.T) {
	show := func(language string, files int) bool {
		d := &luminos.Dossier{Results: luminos.Results{Scan: &luminos.Scan{}, Facts: &luminos.Facts{MainLanguage: language,
			Formats: []luminos.FormatGroup{{Name: "PDF document", Files: files}}}}}
		d.Scan.SurveySignals.Files = 100
		return materialSections{newWriter(d)}.formats() != nil
	}
	d := &luminos.Dossier{Results: luminos.Results{Scan: &luminos.Scan{}, Facts: &luminos.Facts{
		Formats: []luminos.FormatGroup{{Files: 3, Unit: "page", Count: 139, Known: 2}}}}}
	text := func() string { return materialSections{newWriter(d)}.formats().Items[0].Text }
	if !strings.Contains(text(), "139 pages in 2") {
		t.Errorf("%s without the pages that are known", text())
	}
	if d.Facts.Inside = (&luminos.Inside{}); strings.Contains(text(), "pages") {
		t.Errorf("%s beside the pages of all files", text())
	}
	if !show("", 1) || !show("Go", 10) || show("Go", 9) {
		t.Errorf("shown: %v, %v, %v", show("", 1), show("Go", 10), show("Go", 9))
	}
}
