package localdir

import (
	"io/fs"
	"testing"
	"time"
)

// dated is a file of nothing but a time: file systems that keep years of five
// digits are not everywhere.
type dated struct {
	fs.FileInfo
	at time.Time
}

func (d dated) Mode() fs.FileMode  { return 0 }
func (d dated) Size() int64        { return 0 }
func (d dated) Sys() any           { return nil }
func (d dated) ModTime() time.Time { return d.at }

func TestTimesThatJSONCannotSayAreUnknown(t *testing.T) {
	for year, known := range map[int]bool{-1000: false, 0: false, 1: true, 1970: true, 9999: true, 10000: false, 20000: false} {
		at := time.Date(year, 6, 1, 0, 0, 0, 0, time.FixedZone("", 3600))
		n := node("f", dated{at: at})
		if n.ModTime.IsZero() == known {
			t.Errorf("year %d became %v", year, n.ModTime)
		}
		if _, err := n.ModTime.MarshalJSON(); err != nil {
			t.Errorf("year %d: %v", year, err)
		}
	}
}
