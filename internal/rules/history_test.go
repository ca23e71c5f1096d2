package rules

import (
	"testing"

	"luminos"
)

func TestReleasesText(t *testing.T) {
	for want, r := range map[string]luminos.Releases{
		"NEWS lists the release 1.0.":               {Source: "NEWS", Count: 1, Last: "1.0"},
		"NEWS lists the release 1.0 of 2020-01-02.": {Source: "NEWS", Count: 1, Last: "1.0", LastDate: "2020-01-02", FirstDate: "2020-01-02"},
		"NEWS lists 3 releases, the newest 1.2.":    {Source: "NEWS", Count: 3, Last: "1.2"},
		"NEWS lists 3 releases, the newest 1.2 of 2024-05-06, the oldest of 2020-01-02.": {
			Source: "NEWS", Count: 3, Last: "1.2", LastDate: "2024-05-06", FirstDate: "2020-01-02",
		},
		"NEWS lists at least 1 release, the newest 1.2 of 2024-05-06.": {Source: "NEWS", Count: 1, Partial: true, Last: "1.2", LastDate: "2024-05-06"},
	} {
		if got := releasesText(&r); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
