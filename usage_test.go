package luminos

import (
	"encoding/json"
	"math"
	"testing"
)

func TestMoneyIsExact(t *testing.T) {
	for amount, want := range map[Money][2]string{
		0:                  {"$0.0000", "0"},
		1:                  {"$0.0000", "0.000000000001"},
		125_000:            {"$0.0000", "0.000000125"},
		Dollar / 10_000:    {"$0.0001", "0.0001"},
		Dollar - 1:         {"$1.0000", "0.999999999999"},
		Dollar:             {"$1.00", "1"},
		-Dollar:            {"-$1.00", "-1"},
		12*Dollar + 345e9:  {"$12.35", "12.345"},
		-12*Dollar - 345e9: {"-$12.35", "-12.345"},
		1000 * Dollar:      {"$1000.00", "1000"},
		math.MaxInt64:      {"$9223372.04", "9223372.036854775807"},
	} {
		if got := amount.String(); got != want[0] {
			t.Errorf("%d: got %s, want %s", int64(amount), got, want[0])
		}
		data, err := json.Marshal(amount)
		if err != nil || string(data) != want[1] {
			t.Errorf("%d: got %s and %v, want %s", int64(amount), data, err, want[1])
		}
		var back Money
		if err := json.Unmarshal(data, &back); err != nil || back != amount {
			t.Errorf("%d: came back as %d (%v)", int64(amount), int64(back), err)
		}
	}
	for _, bad := range []string{`"x"`, `1e400000000`, `0.0000000000001`, `99999999999`, `{}`, `1/3`, `null`, `"0.25"`} {
		var m Money
		if err := json.Unmarshal([]byte(bad), &m); err == nil {
			t.Errorf("%s: was read as %d", bad, int64(m))
		}
	}
}

func TestSumsOfUsageSaturate(t *testing.T) {
	huge := Usage{Input: math.MaxInt64, CacheWrite5m: 1, CacheWrite1h: 2, CacheRead: 3, Output: math.MaxInt64 - 1}
	got := huge.Plus(Usage{Input: 5, CacheWrite5m: 10, Output: 7, Estimated: true})
	want := Usage{Input: math.MaxInt64, CacheWrite5m: 11, CacheWrite1h: 2, CacheRead: 3, Output: math.MaxInt64, Estimated: true}
	if got != want || huge.Prompt() != math.MaxInt64 || (Usage{1, 2, 3, 4, 100, false}).Prompt() != 10 {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
