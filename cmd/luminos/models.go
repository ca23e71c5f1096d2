package main

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"luminos"
	"luminos/internal/analyst"
	"luminos/internal/budget"
	"luminos/internal/model"
	"luminos/internal/session"
	"luminos/internal/words"
)

const (
	leastContext = 8_000 // tokens: room for the instructions and one file
	mostTokens   = 100_000_000
)

// modelOptions holds the flags about models, such as --provider and --model.
type modelOptions struct {
	provider  choice
	base      string
	model     string
	own       analyst.Models // models of single passes; "" means model
	effort    string
	context   count
	maxOutput count
	cheap     bool
	maxCost   dollars
	maxTokens count
	maxTime   time.Duration
	wait      time.Duration
}

// dollars is the value of a flag: an amount in US dollars.
type dollars luminos.Money

func (d *dollars) Type() string   { return "USD" }
func (d *dollars) String() string { return "" }

// Set sets the amount to s, a positive number of dollars.
func (d *dollars) Set(s string) error {
	m, err := luminos.ParseDollars(strings.TrimPrefix(s, "$"))
	if err != nil || m <= 0 {
		return fmt.Errorf("want an amount in dollars such as 0.50, got %q", s)
	}
	*d = dollars(m)
	return nil
}

func (o *modelOptions) flags(cmd *cobra.Command) {
	o.provider = choice{value: session.Anthropic, what: "NAME", of: []string{session.Anthropic, session.OpenAI}}
	f := cmd.Flags()
	f.Var(&o.provider, "provider", "the API of the models: anthropic, or openai, which most local servers offer")
	f.StringVar(&o.base, "base-url", "", "ask the server at `URL` instead of the provider's own")
	f.StringVar(&o.model, "model", "", "the `MODEL` of every pass that has no flag of its own (default: "+model.DefaultSmall+" for survey and plan, "+model.DefaultStrong+" for the rest; openai has no default)")
	for _, p := range passFlags {
		f.StringVar(p.of(&o.own), p.name, "", p.usage)
	}
	f.StringVar(&o.effort, "effort", "", "how hard models should think: a `LEVEL` of the provider, such as low, medium or high")
	f.Var(&o.context, "context", fmt.Sprintf("let one call read at most `N` tokens (default: %d, and at most 70 %% of the window of the model)", analyst.DefaultContext))
	f.Var(&o.maxOutput, "max-output", "let one call write at most `N` tokens")
	f.BoolVar(&o.cheap, "cheap", false, "use the model of the survey, by default "+model.DefaultSmall+", for all passes")
	f.Var(&o.maxCost, "max-cost", "make no call with which this run could cost more than `USD`; rules do the rest")
	f.Var(&o.maxTokens, "max-tokens", "make no call with which this run could read and write more than `N` tokens")
	f.DurationVar(&o.maxTime, "max-time", 0, "begin no call after this `TIME`, such as 10m")
	f.DurationVar(&o.wait, "wait", model.DefaultPatience, "wait for a provider that is overloaded or away for at most this `TIME`, from 1s to 24h")
	complete(cmd, "provider", o.provider.of)
	complete(cmd, "effort", efforts)
}

// passFlags lists the flags that set the model of one pass, such as --plan-model.
var passFlags = []struct {
	name, usage string
	of          func(*analyst.Models) *string
}{
	{"survey-model", "the `MODEL` that looks at the target as a whole", func(m *analyst.Models) *string { return &m.Survey }},
	{"plan-model", "the `MODEL` that plans where to look closely", func(m *analyst.Models) *string { return &m.Plan }},
	{"dir-model", "the `MODEL` that investigates directories", func(m *analyst.Models) *string { return &m.Directories }},
	{"synthesis-model", "the `MODEL` that writes the report", func(m *analyst.Models) *string { return &m.Synthesis }},
}

// modelFlagNames returns the names of the flags that name a model.
func modelFlagNames() []string {
	names := []string{"model"}
	for _, p := range passFlags {
		names = append(names, p.name)
	}
	return names
}

// efforts lists the values of --effort for Anthropic; other servers have values of their own.
var efforts = []string{"low", "medium", "high", "xhigh", "max"}

var word = regexp.MustCompile(`^[a-z]{1,20}$`)

// check returns an error if a flag about models has a wrong value or contradicts --offline, or if a
// pass has no model.
func (o *modelOptions) check(cmd *cobra.Command, offline bool) error {
	if offline {
		return o.contradicts(cmd)
	}
	for _, name := range []string{"base-url", "effort"} {
		if f := cmd.Flags().Lookup(name); f.Changed && f.Value.String() == "" {
			return usage(fmt.Errorf("the flag --%s is empty", name), "leave it out for the default")
		}
	}
	for _, name := range modelFlagNames() {
		if f := cmd.Flags().Lookup(name); f.Changed {
			if err := checkModel(name, f.Value.String()); err != nil {
				return err
			}
		}
	}
	switch {
	case o.effort == "":
	case o.provider.value == session.Anthropic && !slices.Contains(efforts, o.effort):
		return usage(fmt.Errorf("--effort %q is not an effort level of the provider %s", o.effort, o.provider.value), "take one of "+words.List(efforts))
	case !word.MatchString(o.effort):
		return usage(fmt.Errorf("--effort %q is not an effort level", o.effort), "it is one word, such as low, medium or high")
	}
	if o.context > 0 && (o.context < leastContext || o.context > mostTokens) {
		return usage(fmt.Errorf("--context %d is out of range", o.context), fmt.Sprintf("from %d, which holds the instructions and a file, to %d", leastContext, mostTokens))
	}
	if o.maxOutput > mostTokens {
		return usage(fmt.Errorf("--max-output %d is too large", o.maxOutput), fmt.Sprintf("to %d at the most", mostTokens))
	}
	if f := cmd.Flags().Lookup("max-time"); f.Changed && o.maxTime < time.Second {
		return usage(fmt.Errorf("--max-time %s is too short", o.maxTime), "a second at least, such as 10m")
	}
	if o.wait < time.Second || o.wait > 24*time.Hour {
		return usage(fmt.Errorf("--wait %s is out of range", o.wait), "from 1s to 24h, such as 30m")
	}
	if _, missing := o.models(); len(missing) > 0 {
		return usage(fmt.Errorf("no model is named with %s, and the provider %s has no default model", words.List(missing), o.provider.value), "name one with --model, as its server calls it")
	}
	return nil
}

// contradicts returns an error of usage if a flag about models is given together with --offline.
func (o *modelOptions) contradicts(cmd *cobra.Command) error {
	for _, name := range append(modelFlagNames(), "provider", "base-url", "effort", "context", "max-output",
		"cheap", "max-cost", "max-tokens", "max-time", "wait") {
		if cmd.Flags().Changed(name) {
			return usage(fmt.Errorf("--offline and --%s contradict each other", name), "--offline asks no model: leave one of them out")
		}
	}
	return nil
}

func checkModel(flag, name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return usage(fmt.Errorf("the flag --%s is empty", flag), "name a model as the provider does, such as "+model.DefaultStrong)
	case len(name) > 200 || strings.ContainsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }):
		return usage(fmt.Errorf("--%s %.80q is no name of a model", flag, name), "name a model as the provider does, such as "+model.DefaultStrong)
	}
	return nil
}

// models returns the model of each pass, and the flags of the passes that have no model.
func (o *modelOptions) models() (m analyst.Models, missing []string) {
	if o.provider.value == session.Anthropic {
		m = analyst.Models{Survey: model.DefaultSmall, Plan: model.DefaultSmall, Directories: model.DefaultStrong, Synthesis: model.DefaultStrong}
	}
	for _, p := range passFlags {
		name := p.of(&m)
		if o.cheap {
			*name = m.Survey // which comes first
		}
		if *name = cmp.Or(*p.of(&o.own), o.model, *name); *name == "" {
			missing = append(missing, "--"+p.name)
		}
	}
	return m, missing
}

// models returns the settings of the model engine from the flags and the environment.
func (a *app) models(o *modelOptions) (*session.Models, error) {
	acc, err := a.account(o.provider.value, o.base)
	if err != nil {
		return nil, err
	}
	prices, err := a.prices()
	if err != nil {
		return nil, err
	}
	names, _ := o.models()
	return &session.Models{
		Account: acc, Names: names, Prices: prices, Effort: o.effort,
		Context: int64(o.context), MaxOutput: int64(o.maxOutput),
		Ceilings: budget.Ceilings{Cost: luminos.Money(o.maxCost), Tokens: int64(o.maxTokens), Time: o.maxTime},
		Retry:    model.Policy{Patience: o.wait},
	}, nil
}
