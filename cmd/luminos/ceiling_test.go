package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"luminos"
	"luminos/internal/model/modeltest"
)

// TestCeilings makes runs with random ceilings, with a second reader, and half of them with a refinement. The server's
// ledger must never exceed the ceilings, each run must write a report that says so, and the same command without a
// ceiling must go on to the report of an undisturbed run.
func TestCeilings(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{"plain": nil, "refined": {"--refine"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ceilings(t, args)
		})
	}
}

// ceilings makes runs with random ceilings and the given flags.
func ceilings(t *testing.T, flags []string) {
	target := thicket(t)
	undisturbed := scripted(t, doubter{})
	whole, _ := undisturbed.run(t, statusDone, append(flags, target)...)
	cost, tokens := whole.Run.Spending.Cost, int64(0)
	for _, c := range undisturbed.server.Ledger() {
		tokens += int64(c.Usage.Prompt() + c.Usage.Output)
	}
	for i := range 3 * *campaign {
		r := rand.New(rand.NewPCG(uint64(i), 14))
		share := r.Float64() * 1.3
		limit, flag := luminos.Money(float64(cost)*share), []string{"--max-cost", ""}
		flag[1] = limit.String()[1:]
		most := int64(float64(tokens)*share) + 1
		if i%2 == 1 {
			flag = []string{"--max-tokens", fmt.Sprint(most)}
		}
		t.Run(fmt.Sprint(flag), func(t *testing.T) {
			t.Parallel()
			k := scripted(t, doubter{})
			args := slices.Concat(flag, flags, []string{"--parallel", fmt.Sprint(1 + r.IntN(8)), target})
			out, said, status := k.ask(t, args...)
			ledger := k.server.Ledger()
			used := int64(0)
			for _, c := range ledger {
				used += int64(c.Usage.Prompt() + c.Usage.Output)
			}
			switch {
			case i%2 == 0 && int64(ledger.Cost())*1000 > int64(limit):
				t.Errorf("the run cost %v, more than %v", ledger.Cost(), limit)
			case i%2 == 1 && used > most:
				t.Errorf("the run took %d tokens, more than %d", used, most)
			}
			if status == statusDone {
				return
			}
			screen := strings.Join(strings.Split(out, "\n")[:min(24, strings.Count(out, "\n"))], "\n")
			if status != statusPartial || !strings.Contains(screen, "Partial  ") || !strings.Contains(screen, "ceiling") {
				t.Fatalf("status %d: %s\n%s", status, said, screen)
			}
			if !strings.Contains(said, "hint: the same command with a higher ceiling goes on where it stopped") {
				t.Errorf("it says %s", said)
			}
			on, _ := k.run(t, statusDone, append(flags, target)...)
			if !bytes.Equal(on.body, whole.body) {
				t.Error("the run that goes on gives another report")
			}
			if n, all := aboutDirectories(k.server.Ledger()), aboutDirectories(undisturbed.server.Ledger()); n > all {
				t.Errorf("%d calls about directories in both runs, %d without a ceiling: %v", n, all, k.server.Ledger())
			}
		})
	}
}

// TestTimeCeilings makes runs with random ceilings on the time. Each must end within the latency of one call and two
// seconds after its ceiling, with a report that says so; the same command without a ceiling goes on.
func TestTimeCeilings(t *testing.T) {
	t.Parallel()
	const latency = 400 * time.Millisecond
	slack := 2 * time.Second
	if *campaign < 10 {
		slack = 20 * time.Second // for a machine that is busy with other tests
	}
	target := thicket(t)
	whole, _ := scripted(t, modeltest.Diligent{}).run(t, statusDone, target)
	var longest time.Duration
	partial := 0
	for i := range max(1, *campaign) {
		r := rand.New(rand.NewPCG(uint64(i), 15))
		limit := time.Second + time.Duration(r.Int64N(int64(4*time.Second))).Round(time.Millisecond)
		k := scripted(t, modeltest.Slow{Latency: latency})
		begin := time.Now()
		out, said, status := k.ask(t, "-v", "--max-time", limit.String(), "--parallel", fmt.Sprint(1+r.IntN(8)), target)
		over := time.Since(begin) - limit
		longest = max(longest, over)
		if over > latency+slack {
			t.Errorf("--max-time %v: the run ended %v later: %s", limit, over, said)
		}
		if status == statusDone {
			continue
		}
		partial++
		screen := strings.Join(strings.Split(out, "\n")[:min(24, strings.Count(out, "\n"))], "\n")
		if status != statusPartial || !strings.Contains(screen, "Partial  ") || !strings.Contains(screen, "--max-time") {
			t.Fatalf("status %d: %s\n%s", status, said, screen)
		}
		if i%4 > 0 { // the way on is the same as with other ceilings
			continue
		}
		if on, _ := k.run(t, statusDone, target); !bytes.Equal(on.body, whole.body) {
			t.Error("the run that goes on gives another report")
		}
	}
	t.Logf("%d of %d runs were partial; the latest one ended %v after its ceiling", partial, max(1, *campaign), longest)
}

// aboutDirectories returns the number of calls in a ledger that investigate directories. The synthesis of a part is not
// the synthesis of the whole.
func aboutDirectories(l modeltest.Ledger) (n int) {
	for _, e := range l {
		if e.Pass == modeltest.PassDirectory {
			n++
		}
	}
	return n
}
