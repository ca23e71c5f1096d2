package sandbox

import (
	"slices"
	"testing"
	"time"
)

// BenchmarkStart measures the time that confinement adds to a child, from its
// start to its end. Children with and without confinement alternate, so that
// other work on the machine slows both.
func BenchmarkStart(b *testing.B) {
	dir := b.TempDir()
	var bare, confined, inside []time.Duration
	for b.Loop() {
		start := time.Now()
		give(b, order{})
		middle := time.Now()
		inside = append(inside, give(b, order{Root: dir}).Took)
		bare, confined = append(bare, middle.Sub(start)), append(confined, time.Since(middle))
	}
	report := func(d time.Duration, unit string) { b.ReportMetric(float64(d.Microseconds())/1000, unit) }
	report(median(bare), "ms/bare")
	report(median(confined), "ms/confined")
	report(median(confined)-median(bare), "ms/added")
	report(median(inside), "ms/Confine")
	b.ReportMetric(0, "ns/op")
}

func median(d []time.Duration) time.Duration {
	return slices.Sorted(slices.Values(d))[len(d)/2]
}
