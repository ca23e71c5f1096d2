package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"luminos"
	"luminos/internal/settings"
)

// configuredBy runs luminos config with the user's file and variables, and returns the settings by name.
func configuredBy(t *testing.T, file string, variables map[string]string, args ...string) (list map[string]configured, errs string, status int) {
	t.Helper()
	a, stdout, stderr := testApp()
	a.env = func(name string) string { return variables[name] }
	a.configDir = t.TempDir()
	if err := os.MkdirAll(filepath.Join(a.configDir, "luminos"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(a.userFile(), []byte(file), 0o644); err != nil {
		t.Fatal(err)
	}
	status = a.run(t.Context(), append([]string{"config", "--json"}, args...))
	var all []configured
	if status == statusDone {
		if err := json.Unmarshal(stdout.Bytes(), &all); err != nil {
			t.Fatal(err)
		}
	}
	list = map[string]configured{}
	for _, c := range all {
		list[c.Name] = c
	}
	return list, stderr.String(), status
}

// changed returns a value as in TOML that differs from the default of the row, and is valid.
func changed(r *settings.Row) string {
	switch {
	case r.Name == "provider":
		return `"openai"`
	case r.Name == "color":
		return `"never"`
	case r.Name == "format":
		return `"json"`
	case r.Name == "context":
		return "9000"
	case r.Default == "false":
		return "true"
	case r.Default == "[]":
		return `["*.log", "a b"]`
	case r.Group == groupTurns:
		return "7"
	case r.Default != "":
		return r.Default
	}
	return r.Example
}

// Every flag has a row, every setting has a flag of the report, and a value in the user's file, the environment and the
// command line reaches the flag.
func TestEachRowIsWired(t *testing.T) {
	t.Parallel()
	a, _, _ := testApp()
	used := map[*settings.Row]bool{}
	var visit func(*cobra.Command)
	visit = func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			r := rowOf(cmd, f.Name)
			if r == nil || strings.ReplaceAll(r.Help, "`", "") != f.Usage || r.Short != f.Shorthand {
				t.Errorf("%s --%s has the row %v", cmd.CommandPath(), f.Name, r)
				return
			}
			used[r] = true
			if r.Default != "" && f.DefValue != "" && r.Default != f.DefValue && r.Default != fmt.Sprintf("%q", f.DefValue) {
				t.Errorf("%s --%s has the default %s, and its row %s", cmd.CommandPath(), f.Name, f.DefValue, r.Default)
			}
		})
		for _, c := range cmd.Commands() {
			visit(c)
		}
	}
	visit(newRoot(a))
	for i := range table {
		r := &table[i]
		if !used[r] {
			t.Errorf("no command has the flag of the row %s %s", r.Command, r.Name)
		}
		if !r.Once && (r.Group == "" || r.Literal() == "") || r.Command != "" && !r.Once {
			t.Errorf("the row %s lacks a group, or a default or an example", r.Name)
		}
	}
	for _, r := range settable() {
		if r.Name == "format" {
			continue // --json below decides
		}
		value := changed(r)
		got, errs, _ := configuredBy(t, r.Key()+" = "+value, nil)
		if c := got[r.Key()]; !sameValue(c.Value, value) || !strings.HasPrefix(c.Origin, "your file, line ") {
			t.Errorf("%s = %s in the user's file gives %v %s", r.Key(), value, c, errs)
		}
		text := strings.NewReplacer(`"`, "", "[", "", "]", "", ", ", "\n").Replace(value)
		variable, _, _ := strings.Cut(r.Environment(), ",")
		got, errs, _ = configuredBy(t, r.Key()+" = "+value, map[string]string{variable: text})
		if c := got[r.Key()]; !sameValue(c.Value, value) || c.Origin != variable {
			t.Errorf("%s=%s in the environment gives %v %s", variable, text, c, errs)
		}
		first, _, _ := strings.Cut(text, "\n")
		got, errs, _ = configuredBy(t, "", map[string]string{variable: text}, "--"+r.Name+"="+first)
		if c := got[r.Key()]; c.Origin != "--"+r.Name || !strings.Contains(c.Value, strings.TrimSuffix(first, "0")) {
			t.Errorf("--%s=%s gives %v %s", r.Name, first, c, errs)
		}
	}
}

// sameValue reports whether two values as in TOML are the same; 10m is 10m0s.
func sameValue(got, want string) bool {
	return strings.Replace(got, "m0s", "m", 1) == want || got+"0" == want
}

// The example is a correct file without settings. With all of its lines it gives the defaults, and the examples of the
// settings without one.
func TestExampleRoundTrips(t *testing.T) {
	t.Parallel()
	got, errs, status := configuredBy(t, exampleFile(), nil)
	if status != statusDone {
		t.Fatal(errs)
	}
	for name, c := range got {
		if c.Origin != "default" {
			t.Errorf("the example sets %s: %v", name, c)
		}
	}
	whole := regexp.MustCompile(`(?m)^#([a-z_]+ = |\[)`).ReplaceAllString(exampleFile(), "$1")
	whole = strings.Replace(whole, `provider = "anthropic"`, `provider = "openai"`, 1) // whose efforts are not listed
	got, errs, status = configuredBy(t, whole, nil)
	if status != statusDone {
		t.Fatal(errs)
	}
	for _, r := range settable() {
		if r.Name == "format" {
			continue // --json decides
		}
		if c := got[r.Key()]; r.Name != "provider" && !sameValue(c.Value, r.Literal()) || !strings.HasPrefix(c.Origin, "your file, line ") {
			t.Errorf("the example gives %v, want %s", c, r.Literal())
		}
	}
	for i, line := range strings.Split(exampleFile(), "\n") {
		if len([]rune(line)) > 80 && !strings.Contains(line, " = ") {
			t.Errorf("line %d of the example is longer than 80 characters: %s", i+1, line)
		}
	}
}

// A mistake in the user's file is an error with the line, the key and the permitted values.
func TestWrongSettingsOfTheUser(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"\nmax_cots = 1":                        `luminos.toml:2: there is no setting "max_cots"` + "\nluminos: hint: did you mean max_cost?",
		"zzzzzz = 1":                            "luminos: hint: luminos config lists all settings",
		"a = [":                                 "line 1",
		"\n\nmax_cost = 'much'":                 `max_cost in .*luminos.toml:3 is wrong: got "much", want a value such as 2.50`,
		"max_cost = -1":                         `want an amount in dollars`,
		"max_time = '1ms'":                      `got "1ms", the value must be a duration from 1s to`,
		"context = 5":                           "a whole number from 8000 to",
		"color = 'autp'":                        `one of auto, always, never; did you mean auto\?`,
		"offline = 'yes'":                       `want a value such as false`,
		"exclude = ['!']":                       "can never match",
		"fail_on = 'critcal'":                   `did you mean critical\?`,
		"cache_dir = 'here'":                    "want an absolute path",
		"turns_default = 1":                     "a whole number from 3 to 200",
		"parallel = 0":                          "1 or more",
		"[prices.m]\ninput = 1":                 "", // used by a run with a model only
		"base_url = 'ftp://x'\nmodel = 'a b'":   "", // the same
		strings.Repeat("# much\n", 1<<18):       "larger than",
		"[turns]\ndefault = 1":                  `luminos.toml:1: there is no setting "turns"`,
		"clear_cache = true\n":                  `there is no setting "clear_cache"`,
		"offline = true\nmodel = 'x'\n":         "", // not on one command line, so no contradiction
		"format = 'cyclonedx'":                  "not in this version",
		"provider = 'anthropc'":                 `did you mean anthropic\?`,
		"stall_timeout = '1'":                   "a duration from 1s to 24h",
		"exclude = [" + strings.Repeat("[", 99): "nested deeper",
	} {
		_, errs, status := configuredBy(t, file, nil)
		if want == "" {
			if status != statusDone {
				t.Errorf("%q: status %d, %s", file, status, errs)
			}
			continue
		}
		if status != statusUsage || !regexp.MustCompile(want).MatchString(errs) {
			t.Errorf("%.60q: status %d, %s; want %s", file, status, errs, want)
		}
	}
}

// The address, the models and the effort in a file are for the provider in that file.
func TestSettingsOfAnotherProvider(t *testing.T) {
	t.Parallel()
	const file = "provider = 'openai'\nbase_url = 'http://user:word@localhost:1/v1'\nmodel = 'qwen3'\neffort = 'low'\nmax_cost = 3"
	got, errs, _ := configuredBy(t, file, nil)
	if got["model"].Value != `"qwen3"` || got["base_url"].Value != `"http://(not shown)@localhost:1/v1"` {
		t.Errorf("got %v %s", got, errs)
	}
	got, _, _ = configuredBy(t, file, nil, "--provider", "anthropic")
	for _, name := range []string{"model", "base_url", "effort"} {
		if got[name].Origin != "default" {
			t.Errorf("with another provider %s is %v", name, got[name])
		}
	}
	if got["max_cost"].Value != "3" {
		t.Errorf("got %v", got["max_cost"])
	}
	got, _, _ = configuredBy(t, file, map[string]string{"ANTHROPIC_BASE_URL": "https://a.example", "OPENAI_BASE_URL": "https://b.example"})
	if got["base_url"].Value != `"https://b.example"` {
		t.Errorf("the address of the environment: %v", got["base_url"])
	}
}

// A model that the user types prevails over the models of passes in the file, and so does --cheap.
func TestTypedModelsPrevail(t *testing.T) {
	t.Parallel()
	const file = "model = 'a'\nsurvey_model = 'b'\ndir_model = 'c'\n"
	for _, c := range []struct {
		args []string
		want string // of model, survey_model and dir_model
	}{
		{nil, `"a" "b" "c"`},
		{[]string{"--model", "x"}, `"x"  `},
		{[]string{"--model", "x", "--dir-model", "y"}, `"x"  "y"`},
		{[]string{"--dir-model", "y"}, `"a" "b" "y"`},
		{[]string{"--cheap"}, ` "b" `},
	} {
		got, errs, _ := configuredBy(t, file, nil, c.args...)
		if list := got["model"].Value + " " + got["survey_model"].Value + " " + got["dir_model"].Value; list != c.want {
			t.Errorf("%q: got %s, want %s %s", c.args, list, c.want, errs)
		}
	}
}

// A second reader that the file switches off stays off if other models are typed.
func TestNoSecondReaderBySetting(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file string
		args []string
		want string
	}{
		{"judge_model = 'none'\n", []string{"--model", "x"}, `"none"`},
		{"judge_model = 'none'\n", []string{"--cheap"}, `"none"`},
		{"judge_model = 'none'\n", []string{"--judge-model", "y"}, `"y"`},
		{"judge_model = 'z'\n", []string{"--model", "x"}, ""},
		{"judge_model = 'z'\n", nil, `"z"`},
	} {
		got, errs, _ := configuredBy(t, c.file, nil, c.args...)
		if got["judge_model"].Value != c.want {
			t.Errorf("%q with %q: got %s, want %s %s", c.file, c.args, got["judge_model"].Value, c.want, errs)
		}
	}
}

// Prices in the user's settings replace the prices of the program; a mistake names the model and the line.
func TestPricesInSettings(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"\n[prices.'q:1']\ninput = 1\noutput = 2.5\n[prices.claude-haiku-5-5]\ninput = 0\noutput = 0\ncache_read = 0.5\nwindow = 1000": "",
		"\n[prices.q]\ninput = 1":                         `luminos.toml:2: the prices of the model "q": input and output must be given`,
		"[prices.q]\nimput = 1":                           `did you mean input\?`,
		"[prices.q]\ninput = '1'":                         "input must be a number",
		"[prices.q]\ninput = -1\noutput = 1":              "from 0 to 100000 dollars",
		"[prices.q]\ninput = nan\noutput = 1":             "not a decimal number",
		"[prices.q]\ninput = 1\noutput = 1\nwindow = 1.5": "window",
	} {
		a, _, _ := testApp()
		a.configDir = t.TempDir()
		if err := os.MkdirAll(filepath.Dir(a.userFile()), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(a.userFile(), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		prices, err := a.prices(false)
		if want != "" {
			if err == nil || !regexp.MustCompile(want).MatchString(fmt.Sprint(err, err.(*problem).hint)) {
				t.Errorf("%q: %v, want %s", text, err, want)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		for model, cost := range map[string]luminos.Money{"q:1": 4_500_000 * luminos.Dollar / 1_000_000, "claude-haiku-5-5": luminos.Dollar / 2} {
			got, ok := prices.Cost(model, luminos.Usage{Input: 1_000_000, CacheRead: 1_000_000, Output: 1_000_000})
			if !ok || got != cost {
				t.Errorf("%s costs %s (%v), want %s", model, got, ok, cost)
			}
		}
		if w := prices.Window("claude-haiku-5-5").Input; w != 1000 {
			t.Errorf("the window is %d", w)
		}
	}
}

// A change of a setting that affects results is named by the next run, and of another is not. Settings of models, among
// them their language, are not tried here.
func TestSettingsThatAffectResults(t *testing.T) {
	t.Parallel()
	target := t.TempDir()
	for _, r := range settable() {
		if r.Name == "offline" || r.Group == groupModels || r.Group == groupCost || r.Group == groupTurns || r.Name == "cache-dir" || r.Name == "quiet" ||
			r.Name == "lang" {
			continue
		}
		cache := t.TempDir()
		value := strings.Trim(strings.Split(changed(r), ",")[0], `"[`)
		for i, args := range [][]string{{}, {"--" + r.Name + "=" + value}} {
			a, _, stderr := testApp()
			a.run(t.Context(), append(args, "--offline", "--cache-dir", cache, target))
			if named := strings.Contains(stderr.String(), "settings differ from the last run: --"+r.Name); named != (r.Results && i == 1) {
				t.Errorf("run %d with --%s=%s: named %v, want %v: %s", i, r.Name, value, named, r.Results && i == 1, stderr)
			}
		}
	}
}

// The help on one screen names flags and commands that exist, and the hints at later versions name none of them.
func TestHelpNamesExistingFlags(t *testing.T) {
	t.Parallel()
	a, _, _ := testApp()
	root := newRoot(a)
	for _, m := range regexp.MustCompile(`--([a-z-]+)`).FindAllStringSubmatch(rootHelp+rootExamples, -1) {
		if root.Flags().Lookup(m[1]) == nil {
			t.Errorf("the help names --%s, which does not exist", m[1])
		}
	}
	for _, name := range plannedFlags {
		if root.Flags().Lookup(name) != nil {
			t.Errorf("--%s exists, and a hint says that it does not", name)
		}
	}
	for _, name := range plannedCommands {
		if commandCalled(root, name) != nil {
			t.Errorf("the command %s exists, and a hint says that it does not", name)
		}
	}
	listed := 0
	for _, g := range grouped(root) {
		g.flags.VisitAll(func(*pflag.Flag) { listed++ })
	}
	all := 0
	root.Flags().VisitAll(func(f *pflag.Flag) { all++ })
	if listed != all {
		t.Errorf("help flags lists %d of %d flags", listed, all)
	}
}
