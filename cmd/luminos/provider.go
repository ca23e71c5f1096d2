package main

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"luminos"
	"luminos/internal/analyst"
	"luminos/internal/model"
	"luminos/internal/store"
	"luminos/internal/words"
)

// The providers, by the protocol that they speak.
const (
	providerAnthropic = "anthropic"
	providerOpenAI    = "openai"
)

const (
	// Below the least there is no room for the instructions and one file.
	leastContext = 8_000
	mostTokens   = 100_000_000
	defaultCalls = 4 // at once
)

// modelOptions are the flags that say which model does what.
type modelOptions struct {
	provider  choice
	base      string
	model     string
	own       analyst.Models // of one pass each; "" leaves it to model
	effort    string
	context   count
	maxOutput count
	parallel  int // calls at once; 0 is the default
}

func (o *modelOptions) flags(cmd *cobra.Command) {
	o.provider = choice{value: providerAnthropic, what: "NAME", of: []string{providerAnthropic, providerOpenAI}}
	f := cmd.Flags()
	f.Var(&o.provider, "provider", "whose models: anthropic, or openai, which is also what most local servers speak")
	f.StringVar(&o.base, "base-url", "", "ask the server at `URL` instead of the provider's own")
	f.StringVar(&o.model, "model", "", "the `MODEL` of every pass that has no flag of its own (default: "+model.DefaultSmall+" for survey and plan, "+model.DefaultStrong+" for the rest; openai has no default)")
	for _, p := range passFlags {
		f.StringVar(p.of(&o.own), p.name, "", p.usage)
	}
	f.StringVar(&o.effort, "effort", "", "how hard models should think: a `LEVEL` of the provider, such as low, medium or high")
	f.Var(&o.context, "context", fmt.Sprintf("let one call read at most `N` tokens (default: %d, and never more than 70 %% of what the model holds)", analyst.DefaultContext))
	f.Var(&o.maxOutput, "max-output", "let one call write at most `N` tokens")
	complete(cmd, "provider", o.provider.of)
	complete(cmd, "effort", efforts)
}

// passFlags are the flags of the models that do one pass.
var passFlags = []struct {
	name, usage string
	of          func(*analyst.Models) *string
}{
	{"survey-model", "the `MODEL` that looks at the target as a whole", func(m *analyst.Models) *string { return &m.Survey }},
	{"plan-model", "the `MODEL` that plans where to look closely", func(m *analyst.Models) *string { return &m.Plan }},
	{"dir-model", "the `MODEL` that investigates directories", func(m *analyst.Models) *string { return &m.Directories }},
	{"synthesis-model", "the `MODEL` that writes the report", func(m *analyst.Models) *string { return &m.Synthesis }},
}

// modelFlagNames are the flags that name a model.
func modelFlagNames() []string {
	names := []string{"model"}
	for _, p := range passFlags {
		names = append(names, p.name)
	}
	return names
}

// efforts are the levels of Anthropic; other servers have their own words.
var efforts = []string{"low", "medium", "high", "xhigh", "max"}

var word = regexp.MustCompile(`^[a-z]{1,20}$`)

// check finds what is wrong with the flags before any work is done.
func (o *modelOptions) check(cmd *cobra.Command, offline bool) error {
	if offline {
		return o.contradicts(cmd)
	}
	for _, name := range []string{"base-url", "effort"} {
		if f := cmd.Flags().Lookup(name); f.Changed && f.Value.String() == "" {
			return usage(fmt.Errorf("--%s is empty", name), "leave it out for the default")
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
	case o.provider.value == providerAnthropic && !slices.Contains(efforts, o.effort):
		return usage(fmt.Errorf("--effort %q is no level of %s", o.effort, o.provider.value), "take one of "+words.List(efforts))
	case !word.MatchString(o.effort):
		return usage(fmt.Errorf("--effort %q is no level", o.effort), "it is one word, such as low, medium or high")
	}
	if o.context > 0 && (o.context < leastContext || o.context > mostTokens) {
		return usage(fmt.Errorf("--context %d is out of range", o.context), fmt.Sprintf("from %d, which holds the instructions and a file, to %d", leastContext, mostTokens))
	}
	if o.maxOutput > mostTokens {
		return usage(fmt.Errorf("--max-output %d is out of range", o.maxOutput), fmt.Sprintf("to %d at the most", mostTokens))
	}
	if _, missing := o.models(); len(missing) > 0 {
		return usage(fmt.Errorf("no model is named for %s, and %s has no default", words.List(missing), o.provider.value), "name one with --model, as its server calls it")
	}
	return nil
}

// contradicts says which flags of models were given beside --offline.
func (o *modelOptions) contradicts(cmd *cobra.Command) error {
	for _, name := range append(modelFlagNames(), "provider", "base-url", "effort", "context", "max-output") {
		if cmd.Flags().Changed(name) {
			return usage(fmt.Errorf("--offline and --%s contradict each other", name), "--offline asks no model: leave one of them out")
		}
	}
	return nil
}

func checkModel(flag, name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return usage(fmt.Errorf("--%s is empty", flag), "name a model as the provider does, such as "+model.DefaultStrong)
	case len(name) > 200 || strings.ContainsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }):
		return usage(fmt.Errorf("--%s %.80q is no name of a model", flag, name), "name a model as the provider does, such as "+model.DefaultStrong)
	}
	return nil
}

// models resolves the flags, and says which passes would have no model.
func (o *modelOptions) models() (m analyst.Models, missing []string) {
	if o.provider.value == providerAnthropic {
		m = analyst.Models{Survey: model.DefaultSmall, Plan: model.DefaultSmall, Directories: model.DefaultStrong, Synthesis: model.DefaultStrong}
	}
	for _, p := range passFlags {
		name := p.of(&m)
		if *name = cmp.Or(*p.of(&o.own), o.model, *name); *name == "" {
			missing = append(missing, "--"+p.name)
		}
	}
	return m, missing
}

// provider is who answers, and what they are to do.
type provider struct {
	// client tries again what passes by itself, and tells of that (see listen).
	client    model.Client
	once      model.Client // the same without trying again
	name      string
	where     string // the server, fit to be shown
	models    analyst.Models
	prices    *model.Prices
	effort    string
	context   int64
	maxOutput int64 // 0 leaves it to the engine
	notes     *relay
}

// listen has attempts that failed told to a sink, from now on.
func (p *provider) listen(s luminos.Sink) {
	p.notes.mu.Lock()
	defer p.notes.mu.Unlock()
	p.notes.to = s
}

// advice returns what a user can do about failures of a class, or "" if no model
// was asked, or no call failed so.
func (p *provider) advice(class string) string {
	if p == nil {
		return ""
	}
	return p.notes.advice(class)
}

// settings are what a result depends on, by the names that users know. The
// address is not among them: the same model answers behind another one, and
// servers on this machine come back with another port.
func (p *provider) settings() []store.Setting {
	s := []store.Setting{{Name: "--provider", Value: p.name}}
	for _, pass := range passFlags {
		s = append(s, store.Setting{Name: "--" + pass.name, Value: *pass.of(&p.models)})
	}
	s = append(s, store.Setting{Name: "--effort", Value: p.effort}, store.Setting{Name: "--context", Value: strconv.FormatInt(p.context, 10)})
	if p.maxOutput > 0 {
		s = append(s, store.Setting{Name: "--max-output", Value: strconv.FormatInt(p.maxOutput, 10)})
	}
	return s
}

// version tells apart providers that could say different things about the same target.
func (p *provider) version() string {
	var b strings.Builder
	for _, s := range p.settings() {
		fmt.Fprintf(&b, "%s=%q ", strings.TrimPrefix(s.Name, "--"), s.Value)
	}
	return strings.TrimSpace(b.String())
}

// provider makes what asks models, as the flags and the environment say. Without
// a key that it needs it is a *noKey. It does not connect.
func (a *app) provider(o *modelOptions) (*provider, error) {
	acc, err := a.account(o.provider.value, o.base)
	if err != nil {
		return nil, err
	}
	if !acc.usable() {
		return nil, &noKey{acc.variable}
	}
	once, err := a.client(acc, nil)
	if err != nil {
		return nil, err
	}
	prices, err := a.prices()
	if err != nil {
		return nil, err
	}
	p := &provider{
		once: once, name: acc.provider, where: acc.host(), prices: prices, effort: o.effort,
		context: analyst.DefaultContext, maxOutput: int64(o.maxOutput), notes: &relay{},
	}
	p.models, _ = o.models()
	if o.context > 0 {
		p.context = int64(o.context)
	}
	p.client = model.Retry(once, model.Policy{Limiter: model.NewLimiter(cmp.Or(o.parallel, defaultCalls)), Failed: p.notes.failed, Now: a.clock})
	return p, nil
}

// noKey is that a provider needs a key and there is none.
type noKey struct{ variable string }

func (n *noKey) Error() string { return n.variable + " is not set" }

// problem says so before the scan, so that nobody waits for one they cannot
// use. It is no failure, unless a gate was asked for: one that did not run has
// not passed. Instead is the command line that needs no key.
func (n *noKey) problem(instead string, gate bool) error {
	p := &problem{hint: "nothing was investigated: " + n.Error() + "; set it for a report by a language model, or run " + instead + ", which needs none"}
	if gate {
		p.status = statusFailed
	}
	return p
}
