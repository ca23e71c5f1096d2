package budget

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"luminos"
	"luminos/internal/model"
)

// scripted answers each call by a function.
type scripted struct {
	model.Client
	answer func(model.Call) (model.Response, error)
	counts int64
}

func (s *scripted) Complete(_ context.Context, c model.Call, _ func(model.Delta)) (model.Response, error) {
	return s.answer(c)
}

func (s *scripted) Count(context.Context, model.Call) (int64, error) { return s.counts, nil }

// asked returns a call with a prompt of about n bytes, and a context of the pass and the unit.
func asked(t context.Context, pass luminos.Pass, unit luminos.Path, n int) (context.Context, model.Call) {
	ctx := luminos.WithEvent(t, luminos.Event{Pass: pass, Unit: unit})
	return ctx, model.Call{Model: model.DefaultStrong, MaxOutput: 1000, System: strings.Repeat("x", n)}
}

// TestNoCeilingIsExceeded makes calls of several conversations at once. Some are rejected, some are cut, and the others
// use half of their output.
func TestNoCeilingIsExceeded(t *testing.T) {
	prices := model.ListPrices()
	rapid.Check(t, func(t *rapid.T) {
		limit := Ceilings{Tokens: rapid.Int64Range(1, 200_000).Draw(t, "tokens")}
		if rapid.Bool().Draw(t, "cost") {
			limit = Ceilings{Cost: luminos.Dollar / 1000 * luminos.Money(rapid.Int64Range(1, 2000).Draw(t, "cost"))}
		}
		var mu sync.Mutex
		var bill amount
		c := &scripted{answer: func(c model.Call) (model.Response, error) {
			mu.Lock()
			defer mu.Unlock()
			u := luminos.Usage{CacheWrite5m: int64(len(c.System)) / 4, Output: c.MaxOutput / 2}
			switch len(c.System) % 5 {
			case 0:
				return model.Response{}, &model.Error{Class: model.RateLimited, Status: 429}
			case 1: // it is billed, but the usage is unknown
				cost, _ := prices.Cost(c.Model, u)
				bill = bill.plus(amount{cost, u.Prompt() + u.Output})
				return model.Response{}, &model.Error{Class: model.Cut}
			}
			cost, _ := prices.Cost(c.Model, u)
			bill = bill.plus(amount{cost, u.Prompt() + u.Output})
			return model.Response{Usage: u}, nil
		}}
		b, err := New(Options{Ceilings: limit, Prices: prices, Last: model.Call{Model: model.DefaultStrong, MaxOutput: 1000},
			LastPrompt: 4000, Now: time.Now}, []string{model.DefaultStrong})
		if err != nil {
			t.Fatal(err)
		}
		client := b.Client(c)
		var workers sync.WaitGroup
		for w := range rapid.IntRange(1, 4).Draw(t, "workers") {
			sizes := rapid.SliceOfN(rapid.IntRange(1, 9000), 1, 12).Draw(t, "sizes")
			workers.Go(func() {
				size := 0
				for i, n := range sizes {
					size += n
					pass := luminos.PassDirectories
					if i == len(sizes)-1 {
						pass = luminos.PassSynthesis
					}
					ctx, call := asked(context.Background(), pass, luminos.Path(string(rune('a'+w))), size)
					_, _ = client.Complete(ctx, call, nil)
				}
			})
		}
		workers.Wait()
		if limit.Cost > 0 && bill.cost > limit.Cost || limit.Tokens > 0 && bill.tokens > limit.Tokens {
			t.Fatalf("%+v was billed, the ceilings are %+v", bill, limit)
		}
		if b.open != 0 || b.pending != (amount{}) {
			t.Fatalf("%d reservations of %+v are left", b.open, b.pending)
		}
	})
}

// TestReservationsAreWaitedFor checks that a call waits while the reservation of another one is in its way.
func TestReservationsAreWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		entered, release := 0, make(chan struct{})
		c := &scripted{answer: func(model.Call) (model.Response, error) {
			entered++
			<-release
			return model.Response{Usage: luminos.Usage{Input: 10}}, nil
		}}
		b, err := New(Options{Ceilings: Ceilings{Tokens: 10_000}, Prices: model.ListPrices(), Now: time.Now}, nil)
		if err != nil {
			t.Fatal(err)
		}
		client := b.Client(c)
		for i, unit := range []luminos.Path{"a", "b"} {
			go func() {
				ctx, call := asked(t.Context(), luminos.PassDirectories, unit, 5000)
				if _, err := client.Complete(ctx, call, nil); err != nil {
					t.Errorf("%s: %v", unit, err)
				}
			}()
			if synctest.Wait(); entered != 1 {
				t.Errorf("after call %d: %d calls are made", i, entered)
			}
		}
		release <- struct{}{}
		if synctest.Wait(); entered != 2 {
			t.Errorf("%d calls are made when the first has ended", entered)
		}
		release <- struct{}{}
	})
}

// TestOrderOfRefusals checks which calls are refused after the first refusal, and that the last pass has its part.
func TestOrderOfRefusals(t *testing.T) {
	c := &scripted{answer: func(c model.Call) (model.Response, error) {
		return model.Response{Usage: luminos.Usage{Input: int64(len(c.System))}}, nil
	}}
	b, err := New(Options{Ceilings: Ceilings{Tokens: 20_000}, Prices: model.ListPrices(),
		Last: model.Call{Model: model.DefaultStrong, MaxOutput: 1000}, LastPrompt: 100_000, Now: time.Now}, nil)
	if err != nil {
		t.Fatal(err)
	}
	client := b.Client(c)
	for i, step := range []struct {
		pass    luminos.Pass
		unit    luminos.Path
		size    int
		refused bool
	}{
		{luminos.PassDirectories, "a", 3000, false},
		{luminos.PassDirectories, "b", 12_000, true}, // with the part for the last pass
		{luminos.PassDirectories, "c", 10, true},     // it would fit, but begins after a refusal
		{luminos.PassDirectories, "a", 3500, false},
		{luminos.PassSynthesis, "", 9000, false},
		{luminos.PassSynthesis, "", 9001, true},
	} {
		ctx, call := asked(t.Context(), step.pass, step.unit, step.size)
		_, err := client.Complete(ctx, call, nil)
		if model.IsClass(err, model.Ceiling) != step.refused || err != nil && !step.refused {
			t.Errorf("step %d: %v", i, err)
		}
	}
}

// TestPartForTheSecondReader checks that the synthesis leaves a part of the ceiling, and that no pass is after that.
func TestPartForTheSecondReader(t *testing.T) {
	c := &scripted{answer: func(c model.Call) (model.Response, error) {
		return model.Response{Usage: luminos.Usage{Input: int64(len(c.System))}}, nil
	}}
	for judge, least := range map[bool]int{true: 9500, false: 10_000} {
		b, err := New(Options{Ceilings: Ceilings{Tokens: 10_000}, Prices: model.ListPrices(), Judge: judge, Now: time.Now}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range []struct {
			pass    luminos.Pass
			size    int
			refused bool
		}{
			{luminos.PassSynthesis, least + 1, true}, {luminos.PassSynthesis, least, false},
			{luminos.PassJudge, 10_001 - least, true}, {luminos.PassJudge, 10_000 - least, false},
		} {
			ctx, call := asked(t.Context(), step.pass, luminos.Path(step.pass), step.size)
			call.MaxOutput = 0
			_, err := b.Client(c).Complete(ctx, call, nil)
			if model.IsClass(err, model.Ceiling) != step.refused {
				t.Errorf("judge %t, %s of %d: %v", judge, step.pass, step.size, err)
			}
		}
	}
}

// TestOutputIsLowered checks that a call gets a lower output limit if that keeps it below the ceiling.
func TestOutputIsLowered(t *testing.T) {
	var got int64
	c := &scripted{answer: func(c model.Call) (model.Response, error) {
		got = c.MaxOutput
		return model.Response{}, nil
	}}
	for limit, want := range map[int64]int64{30_000: 16_384, 16_000: 8192, 5000: 4096, 4000: 0} {
		b, err := New(Options{Ceilings: Ceilings{Tokens: limit}, Prices: model.ListPrices(), Now: time.Now}, nil)
		if err != nil {
			t.Fatal(err)
		}
		ctx, call := asked(t.Context(), luminos.PassDirectories, "a", 100)
		call.MaxOutput, got = 16_384, 0
		_, err = b.Client(c).Complete(ctx, call, nil)
		if got != want || model.IsClass(err, model.Ceiling) != (want == 0) {
			t.Errorf("below %d tokens: a limit of %d, want %d (%v)", limit, got, want, err)
		}
	}
}

// TestCeilingOnTime checks the time from which on no call begins, and models without a price.
func TestCeilingOnTime(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	c := &scripted{answer: func(model.Call) (model.Response, error) { return model.Response{}, nil }}
	b, err := New(Options{Ceilings: Ceilings{Time: 100 * time.Second}, Prices: model.ListPrices(), Now: func() time.Time { return now }}, nil)
	if err != nil {
		t.Fatal(err)
	}
	client := b.Client(c)
	try := func(pass luminos.Pass, after time.Duration) bool {
		now = b.End().Add(after - 100*time.Second)
		ctx, call := asked(t.Context(), pass, "", 10)
		_, err := client.Complete(ctx, call, nil)
		return err == nil
	}
	if !try(luminos.PassSurvey, 70*time.Second) || try(luminos.PassDirectories, 71*time.Second) ||
		!try(luminos.PassSynthesis, 100*time.Second) || try(luminos.PassSynthesis, 101*time.Second) {
		t.Error("a call begins too late, or not in time")
	}
	unpriced, ok := errors.AsType[*UnpricedError](second(New(Options{Ceilings: Ceilings{Cost: 1}, Prices: model.ListPrices()}, []string{"nobody"})))
	if !ok || unpriced.Model != "nobody" {
		t.Error("a model without a price has a ceiling on its cost")
	}
}

func second[T any](_ T, err error) error { return err }

// TestGuard checks the ceiling of a run for which its user gave none.
func TestGuard(t *testing.T) {
	for name, c := range map[string]struct {
		given   Ceilings
		highest int64
		used    int64 // tokens of the first call
		refused string
	}{
		"below the least":           {Ceilings{}, 1, GuardLeast - 50_000, ""},
		"above the least":           {Ceilings{}, 1, GuardLeast + 1, "more than 2000000 tokens, far more than expected"},
		"below four times":          {Ceilings{}, 1_000_000, 3_900_000, ""},
		"above four times":          {Ceilings{}, 1_000_000, 4_000_001, "more than 4000000 tokens, far more than expected"},
		"an estimate without bound": {Ceilings{}, 1 << 62, 1 << 40, ""},
		"a ceiling on the cost":     {Ceilings{Cost: 1000 * luminos.Dollar}, 1, 3_000_000, ""},
		"a ceiling on the tokens":   {Ceilings{Tokens: 3000}, 1, 4000, "more than 3000 tokens could be used"},
		"a ceiling on the time":     {Ceilings{Time: time.Hour}, 1, GuardLeast + 1, "far more than expected"},
	} {
		s := &scripted{answer: func(model.Call) (model.Response, error) {
			return model.Response{Usage: luminos.Usage{Output: c.used}}, nil
		}}
		b, err := New(Options{Ceilings: c.given, Prices: model.ListPrices(), Now: time.Now}, nil)
		if err != nil {
			t.Fatal(err)
		}
		b.Guard(c.highest)
		client := b.Client(s)
		ctx, call := asked(t.Context(), luminos.PassDirectories, "a", 10)
		if _, err := client.Complete(ctx, call, nil); err != nil {
			t.Errorf("%s: the first call: %v", name, err)
		}
		_, err = client.Complete(ctx, call, nil)
		if (err == nil) != (c.refused == "") || err != nil && !strings.Contains(err.Error(), c.refused) {
			t.Errorf("%s: the second call: %v, want %q", name, err, c.refused)
		}
	}
}
