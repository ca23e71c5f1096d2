package investigate

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
)

// TestChangedLinesOfAText compares texts of one letter a line.
func TestChangedLinesOfAText(t *testing.T) {
	digests := func(text string) (list []uint32) {
		for _, r := range text {
			list = append(list, uint32(r))
		}
		return list
	}
	long := strings.Repeat("x", 2100)
	for _, c := range []struct{ was, now, want string }{
		{"abcdef", "abcdef", "gone 0"},
		{"abcdef", "abXdef", "3-3 gone 1"},
		{"abcdef", "abcXYdef", "4-5 gone 0"},
		{"abcdef", "abef", "gone 2"},
		{"abcdef", "XbcYef", "1-1 4-4 gone 2"},
		{"abc", "cab", "1-1 gone 1"},
		{"", "ab", "1-2 gone 0"},
		{"ab", "", "gone 2"},
		{"a" + long + "b", "c" + strings.ToUpper(long) + "d", "1-2102 gone 2102"},
	} {
		var stored []byte
		for _, d := range digests(c.was) {
			stored = binary.LittleEndian.AppendUint32(stored, d)
		}
		now := digests(c.now)
		if now == nil {
			now = []uint32{}
		}
		differ, gone := compareLines(stored, now)
		got := ""
		for _, r := range differ {
			got += fmt.Sprintf("%d-%d ", r.First, r.Last)
		}
		if got += fmt.Sprint("gone ", gone); got != c.want {
			t.Errorf("%.10s to %.10s: %s, want %s", c.was, c.now, got, c.want)
		}
	}
}
