package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"luminos"
	"luminos/internal/analyst"
	"luminos/internal/investigate"
	"luminos/internal/model"
	"luminos/internal/session"
	"luminos/internal/settings"
)

// Groups of flags, in the order of the list of all flags.
const (
	groupModels = "Engine and models"
	groupCost   = "Cost and time"
	groupTurns  = "Turns of a model"
	groupOutput = "Output"
	groupFiles  = "Files of the target"
	groupCache  = "Stored investigations"
)

// table is the list of all flags and settings, the only one: add takes a flag from its row, and luminos.toml, the
// environment, the help, the man page and luminos config follow. Rows are in the order of the help.
var table = []settings.Row{
	{Name: "offline", Group: groupModels, Help: "investigate by rules: no model, no network, no key",
		Default: "false", Results: true},
	{Name: "provider", Group: groupModels, Help: "the API of the models, a `NAME`: anthropic, or openai, which most " +
		"local servers offer; bedrock and vertex are Anthropic's models at Amazon and Google",
		Default: `"anthropic"`, Results: true, Of: session.Providers},
	{Name: "base-url", Group: groupModels, Help: "ask the server at `URL` instead of the provider's own",
		Example: `"http://localhost:11434/v1"`, Variable: "ANTHROPIC_BASE_URL, OPENAI_BASE_URL, " +
			"ANTHROPIC_BEDROCK_BASE_URL, ANTHROPIC_VERTEX_BASE_URL"},
	{Name: "model", Group: groupModels, Help: "the `MODEL` of every pass that has no flag of its own (default: " +
		model.DefaultSmall + " for survey and plan, " + model.DefaultStrong + " for the rest; openai has no default)",
		Example: `"qwen3"`, Results: true},
	{Name: "survey-model", Group: groupModels, Help: "the `MODEL` that looks at the target as a whole",
		Example: `"qwen3"`, Results: true},
	{Name: "plan-model", Group: groupModels, Help: "the `MODEL` that plans where to look closely",
		Example: `"qwen3"`, Results: true},
	{Name: "dir-model", Group: groupModels, Help: "the `MODEL` that investigates directories", Example: `"qwen3"`,
		Results: true},
	{Name: "synthesis-model", Group: groupModels, Help: "the `MODEL` that writes the report, and before that groups the " +
		"directories of a large target", Example: `"qwen3"`,
		Results: true},
	{Name: "judge-model", Group: groupModels, Help: "the `MODEL` that judges whether the lines that a statement cites " +
		"show it (default: the model of the survey); none for no second reader", Example: `"none"`, Results: true},
	{Name: "refine", Group: groupModels, Help: "after the report is written, let a model go back to the files to " +
		"resolve doubts about it", Default: "false", Results: true},
	{Name: "refine-depth", Group: groupModels, Help: "refine at most `N` times, as long as that changes the report; " +
		"implies --refine", Default: "1", Results: true},
	{Name: "refine-model", Group: groupModels, Help: "the `MODEL` that refines (default: the one that writes the report)",
		Example: `"qwen3"`, Results: true},
	{Name: "sizes", Group: groupModels, Help: "the least directories/files of a medium, a large and a very large " +
		"target, three `SIZES`: a larger target gets a longer report, and the directories of a large one are " +
		"grouped first",
		Default: fmt.Sprintf("%q", luminos.DefaultSizes), Results: true},
	{Name: "effort", Group: groupModels, Help: "how hard models should think: a `LEVEL` of the provider, such as " +
		"low, medium or high",
		Example: `"medium"`, Results: true},
	{Name: "stall-timeout", Group: groupModels, Help: "the `TIME` for which a model may be silent (default: 5m " +
		"before an answer and 3m within; 15m for slow local ones)",
		Example: `"15m"`},

	{Name: "cheap", Group: groupCost, Help: "use the model of the survey, by default " + model.DefaultSmall + ", " +
		"for all passes", Default: "false", Results: true},
	{Name: "estimate", Group: groupCost, Help: "print the expected cost of a run by models, and stop: no key, no call",
		Once: true},
	{Name: "confirm-above", Group: groupCost, Help: "on a terminal, ask before a run that can cost more than `USD`",
		Default: "1"},
	{Name: "yes", Group: groupCost, Help: "ask nothing before a run that can cost much or has results of other settings", Once: true},
	{Name: "max-cost", Group: groupCost, Help: "make no call with which this run could cost more than `USD`; rules " +
		"do the rest", Example: "2.50"},
	{Name: "max-tokens", Group: groupCost, Help: "make no call with which this run could read and write more than " +
		"`N` tokens", Example: "2000000"},
	{Name: "max-time", Group: groupCost, Help: "begin no call after this `TIME`, such as 10m", Example: `"10m"`},
	{Name: "wait", Group: groupCost, Help: "wait for a provider that is overloaded or away for at most this `TIME`, " +
		"from 1s to 24h",
		Default: `"10m"`},
	{Name: "context", Group: groupCost, Help: "let one call read at most `N` tokens (default: " +
		fmt.Sprint(analyst.DefaultContext) + ", and at most 70 % of the window of the model)", Default: fmt.Sprint(analyst.DefaultContext), Results: true},
	{Name: "max-output", Group: groupCost, Help: "let one call write at most `N` tokens", Example: "16384", Results: true},
	{Name: "parallel", Group: groupCost, Help: fmt.Sprintf("work on at most `N` things at once, 1 or more (default: "+
		"one a processor, and %d calls of a model)", session.DefaultCalls),
		Example: fmt.Sprint(session.DefaultCalls)},
	turnsRow("turns-default", investigate.DefaultTurns.Default,
		"a directory gets `N` calls, and the target N for each directory"),
	turnsRow("turns-priority", investigate.DefaultTurns.Priority, "a directory with priority gets `N` calls or more"),
	turnsRow("turns-shallow", investigate.DefaultTurns.Shallow, "a directory of little interest gets `N` calls"),
	turnsRow("turns-most", investigate.DefaultTurns.Most,
		"no directory gets more than `N` calls, left-over ones included"),

	{Name: "json", Group: groupOutput, Help: "the same as --format json", Once: true},
	{Name: "format", Group: groupOutput, Help: "the `FORM` of the output: terminal (the default), json, " +
		"markdown, html, sarif, or agents, which is a block of Markdown that -o AGENTS.md replaces in the file",
		Default: `"terminal"`},
	{Name: "output", Short: "o", Group: groupOutput, Help: "write to `FILE` instead of standard output, in the " +
		"format of its extension (.txt, .json) " +
		"unless --format is given; - is standard output (repeatable)", Once: true},
	{Name: "quiet", Short: "q", Group: groupOutput, Help: "print only errors and warnings on standard error: no " +
		"progress, no costs", Default: "false"},
	{Name: "verbose", Short: "v", Group: groupOutput, Help: "print all sections, and do not shorten lists; of a " +
		"report also the times of its passes", Default: "false"},
	{Name: "color", Group: groupOutput, Help: "colour and bold type, `WHEN`: auto, always or never",
		Default: `"auto"`, Of: []string{"auto", "always", "never"}},
	{Name: "no-pager", Group: groupOutput, Help: "on a terminal, print the text at once and not through $PAGER or " +
		"less", Default: "false"},
	{Name: "lang", Group: groupOutput, Help: "let models write in the language with this `TAG` of BCP 47, such as de or " +
		"pt-BR; sentences of rules stay English", Example: `"de"`, Results: true},
	{Name: "private", Group: groupOutput, Help: "print also names and addresses of persons and values of tables that " +
		"documents and mail hold", Default: "false"},
	{Name: "fail-on", Group: groupOutput, Help: "exit with 1 if a flag of this `SEVERITY` or above was raised: " +
		"info, concern or critical; flags of a model count if they cite a place that was found",
		Example: `"critical"`, Of: []string{"info", "concern", "critical"}},
	{Name: "low-confidence", Group: groupOutput, Help: "count directories whose confidence is below `SHARE` as doubtful",
		Default: fmt.Sprint(investigate.DefaultLowConfidence)},
	{Name: "version", Group: groupOutput, Help: "print the version", Once: true},

	{Name: "exclude", Group: groupFiles, Help: "leave out paths that match `GLOB`, a pattern as in .gitignore " +
		"(repeatable)",
		Default: "[]", Results: true, Target: settings.Allowed},
	{Name: "no-ignore", Group: groupFiles, Help: "also investigate ignored files, dependencies and build outputs",
		Default: "false", Results: true},
	{Name: "one-file-system", Group: groupFiles, Help: "do not descend into other file systems", Default: "false",
		Results: true},
	{Name: "depth", Group: groupFiles, Help: "show `N` levels of the tree, 1 or more (default: at most 3)",
		Example: "3", Target: settings.Allowed},
	{Name: "all", Short: "a", Group: groupFiles, Help: "show hidden entries in the tree, too", Default: "false"},
	{Name: "mcp", Group: groupFiles, Help: "instead of TARGET, the tree of the MCP server at `URI`: stdio:COMMAND " +
		"ARGS, http(s)://…, or NAME of one in your mcpServers configuration, NAME@FILE in another", Once: true},

	{Name: "fresh", Group: groupCache, Help: "begin a new investigation; the earlier ones stay", Once: true},
	{Name: "no-wait", Group: groupCache, Help: "fail when another luminos works on the same target, instead of " +
		"waiting for it", Default: "false"},
	{Name: "clear-cache", Group: groupCache, Help: "first remove the stored investigations of TARGET, with their " +
		"reports", Once: true},
	{Name: "cache-dir", Group: groupCache, Help: "keep investigations in `DIR` (default: luminos in your cache " +
		"directory)", Example: `"/var/cache/luminos"`},

	{Name: "tokens", Command: "map", Help: "print at most `N` tokens, estimated as bytes / 3.5", Once: true},
	{Name: "focus", Command: "map", Help: "look closer at and near `PATH`, a file or directory of the target", Once: true},
	{Name: "section", Short: "s", Command: "show", Help: "print only the section `NAME` of the text, whole: " +
		"contents, flags, tree… (repeatable, or with commas)", Once: true},
	{Name: "report", Command: "serve", Help: "serve the stored report on DIR instead of its files", Once: true},
	{Name: "pdf", Command: "serve", Help: "keep the machine code of the reader of PDF files in `DIR` (default: " +
		"luminos-code in your cache directory)", Once: true},
	{Name: "list", Command: "show", Help: "list the stored reports on TARGET instead", Once: true},
	{Name: "run", Command: "show", Help: "print the report of the investigation whose id begins with `ID`", Once: true},
	{Name: "engine", Command: "show", Help: "print the last report of this `ENGINE`: model or offline", Once: true,
		Of: []string{"model", "offline"}},
	{Name: "target", Command: "verify", Help: "check against `DIR` instead of the target of the report or the " +
		"repository of the documents", Once: true},
	{Name: "format", Command: "verify", Help: "the `FORM` of the output: terminal (the default) or json", Once: true},
	{Name: "quiet", Short: "q", Command: "verify", Help: "print no notes on standard error", Once: true},
	{Name: "verbose", Short: "v", Command: "verify", Help: "print also the citations that were found", Once: true},
	{Name: "all", Command: "clear", Help: "remove the results of all targets, without a question", Once: true},
	{Name: "older-than", Command: "prune", Help: "remove investigations whose last run is older than `AGE`: 30d, " +
		"12h", Once: true},
	{Name: "max-size", Command: "prune", Help: "remove the oldest until the rest has at most this `SIZE`: 500MB, " +
		"2GiB", Once: true},
	{Name: "example", Command: "config", Help: "print a luminos.toml with all settings, commented", Once: true},
}

// turnsRow returns the row of a number of calls of a model for one directory. A target may lower it.
func turnsRow(name string, number int, help string) settings.Row {
	return settings.Row{Name: name, Group: groupTurns, Help: help, Default: fmt.Sprint(number),
		Results: true, Target: settings.Lower}
}

// rowOf returns the row of a flag of the command cmd: the command's own row with that name, or the row of all commands.
// It returns nil for an unknown flag.
func rowOf(cmd *cobra.Command, name string) *settings.Row {
	var found *settings.Row
	for i := range table {
		if r := &table[i]; r.Name == name && (r.Command == cmd.Name() || r.Command == "" && found == nil) {
			found = r
		}
	}
	return found
}

// add adds the flag called name to cmd, with the help, the letter and the completion of its row. to is a pflag.Value, or
// points to a bool, a string or a list of strings.
func add(cmd *cobra.Command, name string, to any) {
	f, r := cmd.Flags(), rowOf(cmd, name)
	if r == nil {
		panic("the flag --" + name + " has no row in the table of settings") // met by every test
	}
	switch to := to.(type) {
	case *bool:
		f.BoolVarP(to, name, r.Short, *to, r.Help)
	case *string:
		f.StringVarP(to, name, r.Short, *to, r.Help)
	case *[]string:
		f.StringArrayVarP(to, name, r.Short, nil, r.Help)
	case pflag.Value:
		f.VarP(to, name, r.Short, r.Help)
	default:
		panic(fmt.Sprintf("the flag --%s is of type %T", name, to))
	}
	flag := f.Lookup(name)
	what, usage := pflag.UnquoteUsage(flag)
	if usage != flag.Usage { // completions show the text as it is
		flag.Usage, flag.Value = usage, named(flag.Value, what)
		flag.DefValue = flag.Value.String()
	}
	if len(r.Of) > 0 {
		complete(cmd, name, r.Of)
	}
}

// namedValue is the value of a flag with the name that the help gives it.
type namedValue struct {
	pflag.Value
	what string
}

func (n namedValue) Type() string { return n.what }

// namedList is a [namedValue] that is a list.
type namedList struct {
	namedValue
	pflag.SliceValue
}

func named(v pflag.Value, what string) pflag.Value {
	n := namedValue{v, what}
	if list, ok := v.(pflag.SliceValue); ok {
		return namedList{n, list}
	}
	return n
}

// String returns "" for an empty list, which the help does not show as a default.
func (n namedList) String() string {
	if len(n.GetSlice()) == 0 {
		return ""
	}
	return n.Value.String()
}

// limited is a whole number with bounds as the value of a flag.
type limited struct {
	*count
	least, most int
}

// Set sets the number to s, or returns an error if s is not within the bounds.
func (l limited) Set(s string) error {
	var c count
	if err := c.Set(s); err != nil || int(c) < l.least || int(c) > l.most {
		return fmt.Errorf("the value must be a whole number from %d to %d", l.least, l.most)
	}
	*l.count = c
	return nil
}

// span is a duration with bounds as the value of a flag; 0 means that it was not given.
type span struct {
	*time.Duration
	least, most time.Duration
}

func (span) Type() string { return "TIME" }

func (s span) String() string {
	if s.Duration == nil || *s.Duration == 0 {
		return ""
	}
	text := s.Duration.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// Set sets the duration to text, or returns an error if text is not within the bounds.
func (s span) Set(text string) error {
	d, err := time.ParseDuration(text)
	if err != nil || d < s.least || d > s.most {
		return fmt.Errorf("the value must be a duration from %s to %s, such as 10m", s.least, s.most)
	}
	*s.Duration = d
	return nil
}

// share is a number above 0 and below 1 as the value of a flag.
type share float64

func (*share) Type() string     { return "SHARE" }
func (s *share) String() string { return strconv.FormatFloat(float64(*s), 'f', -1, 64) }

// Set sets the number to text, or returns an error if text is not within the bounds.
func (s *share) Set(text string) error {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v > 0 && v < 1) {
		return errors.New("the value must be a number above 0 and below 1")
	}
	*s = share(v)
	return nil
}

// settable returns the rows of the settings, in the order of the table.
func settable() []*settings.Row {
	var rows []*settings.Row
	for i := range table {
		if r := &table[i]; !r.Once {
			rows = append(rows, r)
		}
	}
	return rows
}
