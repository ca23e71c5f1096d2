package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"luminos"
	"luminos/internal/localdir"
	"luminos/internal/render"
	"luminos/internal/scan"
	"luminos/internal/session"
	"luminos/internal/settings"
	"luminos/internal/words"
)

// The annotation of a command that reads the luminos.toml of its target, and of a flag with the origin of its value.
const (
	readsTarget = "reads target"
	origin      = "origin"
)

// mostSettings is the maximal size of the luminos.toml of a target, in bytes.
const mostSettings = 64 << 10

// sources holds the values of settings from other places than the command line.
type sources struct {
	user   func() (settings.Settings, error) // reads the user's file once; nil before the first call
	target []settings.Entry                  // of the target, and it may set them
	own    *luminos.TargetSettings           // for the report; nil if the target has no luminos.toml
	notes  []string                          // about the target's
}

// found is the value of a setting from a file or the environment, and the place.
type found struct {
	texts []string
	from  string // for messages
	wrong string
}

// userFile returns the path of the user's luminos.toml, or "".
func (c *config) userFile() string { return c.file(settings.File) }

// userSettings returns the content of the user's luminos.toml.
func (c *config) userSettings() (settings.Settings, error) {
	if c.user == nil {
		c.user = c.readUser()
	}
	return c.user()
}

// readUser returns the function that reads the user's luminos.toml once.
func (c *config) readUser() func() (settings.Settings, error) {
	return sync.OnceValues(func() (settings.Settings, error) {
		file := c.userFile()
		data, err := readAtMost(file, maxPrices)
		if errors.Is(err, fs.ErrNotExist) || unreachable(file) {
			return settings.Settings{}, nil
		}
		if err != nil {
			return settings.Settings{}, usage(fmt.Errorf("reading your settings: %w", err), "")
		}
		s, err := settings.Parse(string(data), table)
		if err != nil {
			err = fmt.Errorf("reading your settings in %s: %w", file, err)
			return s, usage(err, "luminos config --example prints a correct file")
		}
		if len(s.Unknown) > 0 {
			u, hint := s.Unknown[0], "luminos config lists all settings"
			if u.Near != "" {
				hint = "did you mean " + u.Near + "?"
			}
			return s, usage(fmt.Errorf("%s:%d: there is no setting %q", file, u.Line, u.Key), hint)
		}
		return s, nil
	})
}

// prepare fills in the flags of a command that the command line leaves out, before the command runs.
func prepare(a *app, cmd *cobra.Command, args []string) error {
	if v := cmd.Flags().Lookup("version"); v != nil && v.Changed {
		return nil
	}
	any := false
	for _, r := range settable() {
		any = any || cmd.Flags().Lookup(r.Name) != nil && rowOf(cmd, r.Name) == r
	}
	if e := cmd.Flags().Lookup("example"); !any || e != nil && e.Changed {
		return nil
	}
	a.notes = append(a.notes, mistyped(a.environ)...)
	if cmd.Annotations[readsTarget] != "" && len(args) == 1 {
		a.readTarget(cmd, args[0])
	}
	if err := a.fill(cmd.Root()); err != nil { // also values that this command does not use have to be right
		return err
	}
	if err := a.fill(cmd); err != nil {
		return err
	}
	if q := cmd.Flags().Lookup("quiet"); q == nil || q.Value.String() != "true" {
		for _, note := range a.notes {
			a.say("note", note)
		}
	}
	return nil
}

// fill gives each flag of cmd that is a setting and not on the command line its value from the environment, the user's
// file or the target's, in this order.
func (c *config) fill(cmd *cobra.Command) error {
	for _, r := range settable() {
		f := cmd.Flags().Lookup(r.Name)
		if f == nil || rowOf(cmd, r.Name) != r || f.Changed {
			continue
		}
		off := func(v found) bool { return r.Name == "judge-model" && slices.Equal(v.texts, []string{noJudge}) }
		v, ok, err := c.find(cmd, r)
		if decided(cmd, r) && !(ok && err == nil && off(v)) { // no model makes a second reader necessary
			continue
		}
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if v.wrong == "" {
			v.wrong = set(f, v.texts)
		}
		if v.wrong != "" {
			return usage(fmt.Errorf("%s is wrong: got %s, %s", v.from, words.Line(quotedList(v.texts), 80), v.wrong), "")
		}
		f.Annotations = map[string][]string{origin: {v.from}}
	}
	return nil
}

// decided reports whether another flag of the command line decides the setting of the row, too: --json the format,
// --model the models of passes, and --cheap all models but the one of the survey, which it takes for the others.
func decided(cmd *cobra.Command, r *settings.Row) bool {
	typed := func(name string) bool { f := cmd.Flags().Lookup(name); return f != nil && f.Changed }
	cheap := typed("cheap") && r.Name != "survey-model"
	switch {
	case r.Name == "format":
		return typed("json")
	case strings.HasSuffix(r.Name, "-model"):
		return typed("model") || cheap
	case r.Name == "model":
		small, _ := defaultModels(provider(cmd))
		return cheap && small != "" // others have no small model of their own
	}
	return false
}

// set sets a flag to a value, or returns the reason why it cannot.
func set(f *pflag.Flag, texts []string) string {
	if f.Name == "exclude" {
		if err := scan.CheckExcludes(texts); err != nil {
			return err.Error()
		}
	}
	if list, ok := f.Value.(pflag.SliceValue); ok {
		if err := list.Replace(texts); err != nil {
			return err.Error()
		}
		return ""
	}
	err := f.Value.Set(strings.Join(texts, "\n"))
	if err != nil && f.Value.Type() == "bool" {
		return "want true or false"
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

func quotedList(texts []string) string {
	if len(texts) != 1 {
		return fmt.Sprintf("%q", texts)
	}
	return fmt.Sprintf("%q", texts[0])
}

// find returns the value of a setting from the environment, the user's file or the target's, in this order.
func (c *config) find(cmd *cobra.Command, r *settings.Row) (v found, ok bool, err error) {
	if name := variable(cmd, r); c.env(name) != "" {
		texts := []string{strings.TrimSpace(c.env(name))}
		if strings.HasPrefix(r.Literal(), "[") {
			texts = strings.Split(texts[0], "\n")
		}
		return found{texts: texts, from: name}, true, nil
	}
	user, err := c.userSettings()
	if err != nil {
		return v, false, err
	}
	if i := slices.IndexFunc(user.Entries, func(e settings.Entry) bool { return e.Row == r }); i >= 0 && fits(cmd, r, user) {
		e := user.Entries[i]
		v := found{e.Texts, fmt.Sprintf("%s in %s:%d", e.Key(), c.userFile(), e.Line), e.Wrong}
		if r.Name == "cache-dir" && v.wrong == "" && !filepath.IsAbs(e.Value()) {
			v.wrong = "want an absolute path"
		}
		return v, true, nil
	}
	if i := slices.IndexFunc(c.target, func(e settings.Entry) bool { return e.Row == r }); i >= 0 {
		e := c.target[i]
		return found{e.Texts, fmt.Sprintf("%s in %s:%d of the target", e.Key(), settings.File, e.Line), e.Wrong}, true, nil
	}
	return v, false, nil
}

// settled returns the value of a setting of text from the environment or the user's file, or "".
func (c *config) settled(name string) string {
	v, _, err := c.find(nil, rowOf(&cobra.Command{}, name))
	if err != nil || v.wrong != "" {
		return ""
	}
	return strings.Join(v.texts, "\n")
}

// variable returns the environment variable of a setting. The address of a server depends on the provider.
func variable(cmd *cobra.Command, r *settings.Row) string {
	if r.Name != "base-url" {
		return r.Environment()
	}
	return baseVariable(provider(cmd))
}

// provider returns the value of --provider.
func provider(cmd *cobra.Command) string {
	if cmd != nil && cmd.Flags().Lookup("provider") != nil {
		return cmd.Flags().Lookup("provider").Value.String()
	}
	return session.Anthropic
}

// fits reports whether the value that the user's file has for r is for the provider of this run: the address, the models
// and the effort in a file belong to the provider in that file, and not to another on the command line.
func fits(cmd *cobra.Command, r *settings.Row, user settings.Settings) bool {
	if r.Name != "base-url" && r.Name != "effort" && r.Name != "model" && !strings.HasSuffix(r.Name, "-model") {
		return true
	}
	of := session.Anthropic
	for _, e := range user.Entries {
		if e.Name == "provider" {
			of = e.Value()
		}
	}
	return provider(cmd) == of
}

// from returns the name of the flag as the user gave it, for messages: the flag, or the place of its value.
func from(f *pflag.Flag) string {
	if at := f.Annotations[origin]; len(at) > 0 && !f.Changed {
		return at[0]
	}
	return "--" + f.Name
}

// given reports whether a flag has a value from the command line, a file or the environment.
func given(f *pflag.Flag) bool { return f != nil && (f.Changed || len(f.Annotations[origin]) > 0) }

// mistyped returns a note for each environment variable that looks like a mistyped setting.
func mistyped(environ func() []string) (notes []string) {
	if environ == nil {
		return nil
	}
	var names []string
	for _, r := range settable() {
		names = append(names, r.Environment())
	}
	for _, v := range environ() {
		name, value, _ := strings.Cut(v, "=")
		if !strings.HasPrefix(name, "LUMINOS_") || value == "" || name == "LUMINOS_PAGER" || slices.Contains(names, name) {
			continue
		}
		if near := words.Nearest(name, names); near != "" {
			note := fmt.Sprintf("the environment variable %s is no setting; did you mean %s?", render.Clean(name), near)
			notes = append(notes, note)
		}
	}
	return notes
}

// readTarget reads the luminos.toml at the root of the target name, and adds a note for each part that is not used. The
// file is foreign, so a mistake in it is no error.
func (c *config) readTarget(cmd *cobra.Command, name string) {
	dir, err := localdir.Open(name)
	if err != nil {
		return // the run says why
	}
	defer dir.Close()
	data, err := dir.Read(cmd.Context(), settings.File, 0, mostSettings+1)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	none := []luminos.TargetSetting{}
	c.own = &luminos.TargetSettings{Path: settings.File, Used: none, Refused: none}
	if err == nil && len(data) > mostSettings {
		err = fmt.Errorf("it has more than %s", words.Bytes(mostSettings))
	}
	var s settings.Settings
	if err == nil {
		s, err = settings.Parse(string(data), table)
	}
	if err != nil {
		c.own.Problem = words.Line(err.Error(), 200)
		c.note("the luminos.toml of the target is not used: " + c.own.Problem)
		return
	}
	may, refused := s.Split()
	root := &cobra.Command{Use: "try"} // a wrong value is no error here, so it is tried out before
	(&look{}).flags(root)
	(&modelOptions{}).flags(root)
	for _, e := range may {
		if e.Wrong = cmp.Or(e.Wrong, set(root.Flags().Lookup(e.Name), e.Texts)); e.Wrong != "" {
			c.note(fmt.Sprintf("%s:%d of the target is not used: %s: %s", settings.File, e.Line, e.Key(), words.Line(e.Wrong, 200)))
			continue
		}
		c.target = append(c.target, e)
		value := words.Line(strings.Join(e.Texts, " "), 200)
		c.own.Used = append(c.own.Used, luminos.TargetSetting{Key: e.Key(), Line: e.Line, Value: value})
	}
	c.warnOfTarget(s, refused)
}

// warnOfTarget adds notes about the keys of a target's luminos.toml that are not used.
func (c *config) warnOfTarget(s settings.Settings, refused []settings.Entry) {
	var keys []string
	for _, e := range refused {
		key := words.Line(e.Key(), 60)
		c.own.Refused = append(c.own.Refused, luminos.TargetSetting{Key: key, Line: e.Line})
		keys = append(keys, key)
	}
	if len(keys) > 0 {
		c.note("the luminos.toml of the target must not set " + words.Some(keys, 10) + ": not used")
	}
	for i, u := range s.Unknown {
		if i == 3 {
			c.note(words.Plural(len(s.Unknown)-i, "more unknown key") + " in the luminos.toml of the target")
			break
		}
		text := fmt.Sprintf("%s:%d of the target: there is no setting %q", settings.File, u.Line, words.Line(u.Key, 60))
		if u.Near != "" {
			text += "; did they mean " + u.Near + "?"
		}
		c.note(text)
	}
}

func (c *config) note(text string) { c.notes = append(c.notes, text) }
