package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"luminos/internal/redact"
	"luminos/internal/render"
	"luminos/internal/settings"
	"luminos/internal/words"
)

const configLong = `Config prints each setting, its value and where the value comes from. A flag
comes before an environment variable, then your luminos.toml, then the one of
TARGET, then the default. The luminos.toml of TARGET can only leave out files,
set the depth of the tree and lower the numbers of turns. Keys are not printed.

Config takes the flags of a report, and shows their effect: luminos help flags`

func newConfig(a *app) *cobra.Command {
	o, example := newReportOptions(), false
	cmd := &cobra.Command{
		Use:         "config [flags] [TARGET]",
		Short:       "Every setting, its value, and where the value comes from",
		Long:        configLong,
		Example:     "  luminos config\n  luminos config --example > luminos.toml\n  luminos config --cheap .",
		Annotations: map[string]string{readsTarget: "yes", environment: "  LUMINOS_MAX_COST   max_cost, and so on for the other settings"},
		Args:        oneOrNoTarget,
		RunE: func(cmd *cobra.Command, _ []string) error {
			a.parsed = true
			if example {
				_, err := io.WriteString(a.stdout, exampleFile())
				return err
			}
			if err := o.check(); err != nil {
				return err
			}
			return printConfig(a, cmd, o)
		},
		ValidArgsFunction: completeTarget,
	}
	o.flags(cmd)
	cmd.Flags().VisitAll(func(f *pflag.Flag) { f.Hidden = f.Name != "json" })
	add(cmd, "example", &example)
	return cmd
}

// configured is the value of one setting, and its origin.
type configured struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Origin string `json:"origin"`
}

// printConfig prints all settings with the values that a run with the flags of cmd would have.
func printConfig(a *app, cmd *cobra.Command, o *reportOptions) error {
	var list []configured
	for _, r := range settable() {
		f := cmd.Flags().Lookup(r.Name)
		c := configured{r.Key(), r.Default, "default"}
		if given(f) {
			c.Value, c.Origin = shown(f, r), shorter(from(f), a.userFile())
		}
		c.Value = withoutSecrets(c.Value)
		list = append(list, c)
	}
	if o.json {
		return render.JSON(a.stdout, list)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "your file: %s\n\n", a.userFileNote())
	for _, c := range list {
		value := c.Value
		if value == "" {
			value = "-"
		}
		fmt.Fprintf(&b, "%-16s %-22s %s\n", c.Name, render.Clean(value), render.Clean(c.Origin))
	}
	fmt.Fprintln(&b)
	keys := []string{"ANTHROPIC_API_KEY", tokenVariable, "OPENAI_API_KEY", bearerVariable, "AWS_ACCESS_KEY_ID"}
	for _, name := range keys {
		state := "not set"
		if strings.TrimSpace(a.env(name)) != "" {
			state = "set, not shown"
		}
		fmt.Fprintf(&b, "%-24s %s\n", name, state)
	}
	user, _ := a.userSettings()
	if n := len(user.Prices); n > 0 {
		fmt.Fprintf(&b, "prices of %s in your file\n", words.Plural(n, "model"))
	}
	defer o.closeFiles()
	if err := o.page(a); err != nil {
		return err
	}
	return o.print(a, func(w io.Writer) error {
		_, err := b.WriteTo(w)
		return err
	})
}

// password matches a name and a password in an address.
var password = regexp.MustCompile(`://[^/\s"]*@`)

// withoutSecrets returns a value without passwords and keys.
func withoutSecrets(value string) string {
	text, _ := redact.Text(password.ReplaceAllString(value, "://(not shown)@"))
	return text
}

// shorter returns the origin of a value without the path of the user's file, which the first line of the list has.
func shorter(from, file string) string {
	if _, place, ok := strings.Cut(from, " in "); ok {
		from = place
		if line, isUser := strings.CutPrefix(place, file+":"); isUser {
			return "your file, line " + line
		}
	}
	return from
}

// userFileNote returns the path of the user's file, and whether it is there.
func (c *config) userFileNote() string {
	file := c.userFile()
	if file == "" {
		return "none, since you have no configuration directory"
	}
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		return render.Clean(file) + " (not there)"
	}
	return render.Clean(file)
}

// shown returns the value of a flag as in TOML.
func shown(f *pflag.Flag, r *settings.Row) string {
	if list, ok := f.Value.(pflag.SliceValue); ok {
		return "[" + strings.Join(quotedEach(list.GetSlice()), ", ") + "]"
	}
	if strings.HasPrefix(r.Literal(), `"`) {
		return fmt.Sprintf("%q", f.Value.String())
	}
	return f.Value.String()
}

func quotedEach(texts []string) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = fmt.Sprintf("%q", t)
	}
	return out
}

// exampleFile returns a luminos.toml in which each setting is a comment with its default or an example.
func exampleFile() string {
	var b strings.Builder
	b.WriteString("# Settings of Luminos. Without the # before a key its value counts.\n" +
		"# A flag and an environment variable such as LUMINOS_MAX_COST come first.\n" +
		"# * marks a setting that a luminos.toml at the root of a target can make, too.\n")
	group := ""
	for _, r := range settable() {
		if r.Group != group {
			group = r.Group
			fmt.Fprintf(&b, "\n# == %s ==\n", group)
		}
		help := strings.ReplaceAll(r.Help, "`", "")
		if r.Default == "" {
			help += " (here an example)"
		}
		if r.Target != settings.Refused {
			help = "* " + help
		}
		fmt.Fprintf(&b, "\n# %s\n#%s = %s\n", strings.Join(render.Wrap(help, 76), "\n# "), r.Key(), r.Literal())
	}
	b.WriteString(`
# == Prices ==

# In US dollars for a million tokens. Without cache_write and cache_read the
# price of input counts for them.
#[prices."my-model"]
#input = 1.0
#output = 5.0
#cache_write = 1.25
#cache_read = 0.1
#window = 200000
#max_output = 32000
`)
	return b.String()
}
