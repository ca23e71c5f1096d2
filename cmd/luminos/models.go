package main

import (
	"cmp"
	"errors"
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
	"luminos/internal/investigate"
	"luminos/internal/model"
	"luminos/internal/model/anthropic"
	"luminos/internal/model/transport"
	"luminos/internal/session"
	"luminos/internal/words"
)

const (
	leastContext = 8_000 // tokens: room for the instructions and one file
	mostTurns    = 200
	mostTokens   = 100_000_000
)

// modelOptions holds the flags about models, such as --provider and --model.
type modelOptions struct {
	provider choice
	base     string
	model    string
	own      analyst.Models // models of single passes; "" means model
	effort   string
	stall    time.Duration
	sizes    sizes
	lang     lang
	costs
	refining
}

// refining holds the flags of refinement.
type refining struct {
	refine bool
	depth  count
	passes int // of refinement; [refining.resolve] sets it
}

func (r *refining) flags(cmd *cobra.Command) {
	r.depth = 1
	add(cmd, "refine", &r.refine)
	add(cmd, "refine-depth", limited{&r.depth, 1, luminos.MostRefinements})
}

// resolve sets the number of passes: --refine-depth implies --refine, unless a place of higher rank says no.
func (r *refining) resolve(cmd *cobra.Command) error {
	refine, depth := cmd.Flags().Lookup("refine"), cmd.Flags().Lookup("refine-depth")
	if refine == nil {
		return nil // the command refines nothing
	}
	no := given(refine) && !r.refine
	switch {
	case no && refine.Changed && depth.Changed:
		return usage(errors.New("--refine=false and --refine-depth contradict each other"), "leave one of them out")
	case r.refine, given(depth) && !no, depth.Changed:
		r.passes = int(r.depth)
	}
	return nil
}

// costs holds the flags that bound the cost and the time of a run with a model.
type costs struct {
	cheap     bool
	context   count
	maxOutput count
	maxCost   dollars
	maxTokens count
	maxTime   time.Duration
	wait      time.Duration
	turns     investigate.Turns
}

// dollars is the value of a flag: an amount in US dollars.
type dollars luminos.Money

func (d *dollars) Type() string { return "USD" }

func (d *dollars) String() string {
	if *d == 0 {
		return ""
	}
	text, _ := luminos.Money(*d).MarshalJSON() // which has all decimals, and no error
	return string(text)
}

// Set sets the amount to s, a positive number of dollars.
func (d *dollars) Set(s string) error {
	m, err := luminos.ParseDollars(strings.TrimPrefix(s, "$"))
	if err != nil || m <= 0 {
		return fmt.Errorf("want an amount in dollars such as 0.50, got %q", s)
	}
	*d = dollars(m)
	return nil
}

// sizes is the value of a flag: the sizes of targets.
type sizes luminos.Sizes

func (*sizes) Type() string { return "SIZES" }

func (s *sizes) String() string { return luminos.Sizes(*s).String() }

// Set sets the sizes to the sizes that text holds.
func (s *sizes) Set(text string) error {
	parsed, err := luminos.ParseSizes(text)
	if err == nil {
		*s = sizes(parsed)
	}
	return err
}

func (o *modelOptions) flags(cmd *cobra.Command) {
	o.provider = choice{value: session.Anthropic, what: "NAME", of: session.Providers}
	add(cmd, "provider", &o.provider)
	add(cmd, "base-url", &o.base)
	add(cmd, "model", &o.model)
	for _, p := range passFlags {
		add(cmd, p.name, p.of(&o.own))
	}
	o.refining.flags(cmd)
	add(cmd, "refine-model", &o.own.Refine)
	o.sizes = sizes(luminos.DefaultSizes)
	add(cmd, "sizes", &o.sizes)
	add(cmd, "effort", &o.effort)
	add(cmd, "lang", &o.lang)
	add(cmd, "stall-timeout", span{&o.stall, time.Second, 24 * time.Hour})
	complete(cmd, "effort", efforts)
	for _, name := range modelFlagNames() {
		completeBy(cmd, name, completeModels)
	}
	o.costs.flags(cmd)
}

// bounds adds the flags that bound the cost and the work of a model to cmd.
func (c *costs) bounds(cmd *cobra.Command) {
	add(cmd, "cheap", &c.cheap)
	add(cmd, "max-cost", &c.maxCost)
	add(cmd, "max-tokens", &c.maxTokens)
	add(cmd, "max-time", span{&c.maxTime, time.Second, 1000 * time.Hour})
	c.wait = model.DefaultPatience
	add(cmd, "wait", span{&c.wait, time.Second, 24 * time.Hour})
	add(cmd, "context", limited{&c.context, leastContext, mostTokens})
	add(cmd, "max-output", limited{&c.maxOutput, 1, mostTokens})
}

func (c *costs) flags(cmd *cobra.Command) {
	c.bounds(cmd)
	add(cmd, "turns-default", turns(&c.turns.Default))
	add(cmd, "turns-priority", turns(&c.turns.Priority))
	add(cmd, "turns-shallow", turns(&c.turns.Shallow))
	add(cmd, "turns-most", turns(&c.turns.Most))
}

func turns(n *int) limited { return limited{(*count)(n), investigate.LeastTurns, mostTurns} }

// passFlags lists the flags that set the model of one pass, such as --plan-model.
var passFlags = []struct {
	name string
	of   func(*analyst.Models) *string
}{
	{"survey-model", func(m *analyst.Models) *string { return &m.Survey }},
	{"plan-model", func(m *analyst.Models) *string { return &m.Plan }},
	{"dir-model", func(m *analyst.Models) *string { return &m.Directories }},
	{"synthesis-model", func(m *analyst.Models) *string { return &m.Synthesis }},
	{"judge-model", func(m *analyst.Models) *string { return &m.Judge }},
}

// noJudge is the value of --judge-model for a run without a second reader.
const noJudge = "none"

// modelFlagNames returns the names of the flags that name a model.
func modelFlagNames() []string {
	names := []string{"model", "refine-model"}
	for _, p := range passFlags {
		names = append(names, p.name)
	}
	return names
}

// efforts lists the values of --effort for models of Anthropic; other servers have values of their own.
var efforts = []string{"low", "medium", "high", "xhigh", "max"}

var word = regexp.MustCompile(`^[a-z]{1,20}$`)

// check returns an error if a flag about models has a wrong value or contradicts --offline, or if a
// pass has no model.
func (o *modelOptions) check(cmd *cobra.Command, offline bool) error {
	if offline {
		return o.contradicts(cmd)
	}
	if err := o.resolve(cmd); err != nil {
		return err
	}
	if f := cmd.Flags().Lookup("base-url"); o.base != "" {
		if err := transport.Base(o.base); err != nil {
			return usage(fmt.Errorf("the value of %s is refused: %w", from(f), err), "use the address that the provider gives, such as "+usualBase(o.provider.value))
		}
	}
	for _, name := range []string{"base-url", "effort"} {
		if f := cmd.Flags().Lookup(name); given(f) && f.Value.String() == "" {
			return usage(fmt.Errorf("%s is empty", from(f)), "leave it out for the default")
		}
	}
	for _, name := range modelFlagNames() {
		if f := cmd.Flags().Lookup(name); given(f) {
			if err := checkModel(from(f), f.Value.String()); err != nil {
				return err
			}
		}
	}
	effort := from(cmd.Flags().Lookup("effort"))
	switch {
	case o.effort == "":
	case o.provider.value != session.OpenAI && !slices.Contains(efforts, o.effort):
		return usage(fmt.Errorf("%s %q is not an effort level of the provider %s", effort, o.effort, o.provider.value),
			takeOne(o.effort, efforts))
	case !word.MatchString(o.effort):
		return usage(fmt.Errorf("%s %q is not an effort level", effort, o.effort), "it is one word, such as low, medium or high")
	}
	if _, missing := o.models(); len(missing) > 0 {
		return usage(fmt.Errorf("no model is named with %s, and the provider %s has no default model", words.List(missing), o.provider.value), "name one with --model, as its server calls it")
	}
	return nil
}

// takeOne returns the hint to take one of the values, and the most similar to the mistyped one.
func takeOne(typed string, of []string) string {
	if near := words.Nearest(typed, of); near != "" {
		return "did you mean " + near + "? take one of " + words.List(of)
	}
	return "take one of " + words.List(of)
}

// contradicts returns an error of usage if a flag about models is given together with --offline.
func (o *modelOptions) contradicts(cmd *cobra.Command) error {
	offline := cmd.Flags().Lookup("offline")
	hint := "--offline asks no model: leave one of them out"
	if !offline.Changed {
		hint = "add --offline=false for a report by a model"
	}
	for i := range table {
		r := &table[i]
		ofModels := r.Group == groupModels && r.Name != "offline" || r.Group == groupCost && r.Name != "parallel" || r.Group == groupTurns
		if f := cmd.Flags().Lookup(r.Name); ofModels && f != nil && f.Changed {
			return usage(fmt.Errorf("%s and --%s contradict each other", from(offline), r.Name), hint)
		}
	}
	return nil
}

func checkModel(flag, name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return usage(fmt.Errorf("%s is empty", flag), "name a model as the provider does, such as "+model.DefaultStrong)
	case len(name) > 200 || strings.ContainsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }):
		return usage(fmt.Errorf("%s %.80q is no name of a model", flag, name), "name a model as the provider does, such as "+model.DefaultStrong)
	}
	return nil
}

// defaultModels returns the small and the strong model that a provider is asked for by default, or "" without defaults.
func defaultModels(provider string) (small, strong string) {
	switch provider {
	case session.Anthropic, session.Vertex:
		return model.DefaultSmall, model.DefaultStrong
	case session.Bedrock:
		return anthropic.BedrockSmall, anthropic.BedrockStrong
	}
	return "", ""
}

// models returns the model of each pass, and the flags of the passes that have no model.
func (o *modelOptions) models() (m analyst.Models, missing []string) {
	small, strong := defaultModels(o.provider.value)
	m = analyst.Models{Survey: small, Plan: small, Directories: strong, Synthesis: strong}
	for _, p := range passFlags {
		name := p.of(&m)
		if o.cheap || p.name == "judge-model" {
			*name = m.Survey // which comes first
		}
		if *name = cmp.Or(*p.of(&o.own), o.model, *name); *name == "" {
			missing = append(missing, "--"+p.name)
		}
	}
	// It follows the survey, which is missing, too.
	missing = slices.DeleteFunc(missing, func(flag string) bool { return flag == "--judge-model" })
	if m.Judge == noJudge {
		m.Judge = ""
	}
	if o.passes > 0 {
		m.Refine = cmp.Or(o.own.Refine, m.Synthesis)
	}
	return m, missing
}

// models returns the settings of the model engine from the flags and the environment.
func (a *app) models(o *modelOptions) (*session.Models, error) {
	acc, err := a.account(o.provider.value, o.base, o.stall)
	if err != nil {
		return nil, err
	}
	prices, err := a.prices(a.regional(o.provider.value))
	if err != nil {
		return nil, err
	}
	names, _ := o.models()
	return &session.Models{
		Account: acc, Names: names, Prices: prices, Effort: o.effort, Language: string(o.lang),
		Turns: o.turns, Refine: o.passes, Sizes: luminos.Sizes(o.sizes),
		Context: int64(o.context), MaxOutput: int64(o.maxOutput),
		Ceilings: budget.Ceilings{Cost: luminos.Money(o.maxCost), Tokens: int64(o.maxTokens), Time: o.maxTime},
		Retry:    model.Policy{Patience: o.wait},
	}, nil
}
