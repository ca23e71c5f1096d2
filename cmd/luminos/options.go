package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"luminos/internal/render"
	"luminos/internal/scan"
	"luminos/internal/words"
)

// common holds the flags of the commands that read a target.
type common struct {
	look
	output
	private bool   // names and addresses of persons in documents are printed too
	target  string // as the user typed it, for the commands that a report names
}

// look holds the flags that select the files of a target and the part of its tree that is shown.
type look struct {
	exclude       []string
	noIgnore      bool
	oneFileSystem bool
	depth         count
	all           bool
	parallel      count
}

func (l *look) flags(cmd *cobra.Command) {
	add(cmd, "exclude", &l.exclude)
	add(cmd, "no-ignore", &l.noIgnore)
	add(cmd, "one-file-system", &l.oneFileSystem)
	add(cmd, "depth", &l.depth)
	add(cmd, "all", &l.all)
	add(cmd, "parallel", &l.parallel)
}

// workers returns the number of workers, at most 256, or 0 for the default. A
// larger number would take the memory that the work needs.
func (l *look) workers() int { return min(int(l.parallel), 256) }

// output holds the flags for the files and the format of a document.
type output struct {
	formats []render.Format // the first one is the default
	json    bool
	format  choice
	files   []string
	// standard states that standard output gets the document too, besides the files.
	standard bool
	quiet    bool
	verbose  bool
	color    choice
	paging
	// sections are the names of the sections to print; empty means all.
	sections []string
	// typed is the flag --format. Only if the user typed it does it prevail over the extension of a file.
	typed *pflag.Flag
	// destinations are the open output files, in the order of files.
	destinations []*destination
}

// paging holds the flag of the pager, and the pager that shows the text of standard output; nil without a pager.
type paging struct {
	noPager bool
	pager   *pager
}

// flags adds the flags of an output in one of the given formats to cmd.
func (o *output) flags(cmd *cobra.Command, formats []render.Format) {
	o.formats = formats
	var names []string
	for _, f := range formats {
		names = append(names, f.Name)
	}
	o.format = choice{what: "FORM", of: names, later: render.Planned}
	o.color = choice{value: "auto", what: "WHEN", of: []string{"auto", "always", "never"}}
	add(cmd, "json", &o.json)
	add(cmd, "format", &o.format)
	add(cmd, "output", &o.files)
	add(cmd, "quiet", &o.quiet)
	add(cmd, "verbose", &o.verbose)
	add(cmd, "color", &o.color)
	add(cmd, "no-pager", &o.noPager)
	complete(cmd, "format", names)
	o.typed = cmd.Flags().Lookup("format")
}

// check returns an error if the flags of the output contradict each other, or if the extension of an output file names
// no format. It makes --json the format "json".
func (o *output) check() error {
	if o.json {
		if o.typed.Changed && o.format.value != "json" {
			return usage(fmt.Errorf("--json and --format %s contradict each other", o.format.value), "take one of them")
		}
		o.format.value = "json"
	}
	if i := slices.Index(o.files, "-"); i >= 0 {
		o.files, o.standard = slices.Delete(o.files, i, i+1), true
	}
	for i, name := range o.files {
		if name == "-" || slices.Contains(o.files[:i], name) {
			return usage(fmt.Errorf("-o %s is given twice", name), "every -o needs a name of its own")
		}
		f, err := o.formatOf(name)
		if err != nil {
			return err
		}
		if err := checkBlock(f, name); err != nil {
			return err
		}
	}
	return nil
}

func (c *common) check() error {
	if err := scan.CheckExcludes(c.exclude); err != nil {
		return usage(err, "it takes patterns as in .gitignore: *.log, build/, /docs/*.md")
	}
	return c.output.check()
}

// named returns the output format with this name, which the flag's parser has checked; for "" the first, the default.
func (o *output) named(name string) render.Format {
	return o.formats[max(0, slices.IndexFunc(o.formats, func(f render.Format) bool { return f.Name == name }))]
}

// agentFiles are files of instructions for agents, in which people write too.
var agentFiles = []string{"AGENTS.md", "CLAUDE.md", "GEMINI.md", "copilot-instructions.md"}

// formatOf returns the format of the output file name: the value of --format or, without it, the format of the
// extension. The name of a file of instructions for agents means the block for agents, so that other text stays.
func (o *output) formatOf(name string) (render.Format, error) {
	if o.json || o.typed.Changed {
		return o.named(o.format.value), nil
	}
	isName := func(s string) bool { return strings.EqualFold(s, filepath.Base(name)) }
	if slices.ContainsFunc(agentFiles, isName) {
		if f := o.named("agents"); f.Block() {
			return f, nil
		}
		return render.Format{}, usage(fmt.Errorf("%q is a file of instructions for agents", name),
			"luminos -o "+filepath.Base(name)+" TARGET writes instructions; --format replaces the whole file")
	}
	var extensions []string
	for _, f := range o.formats {
		if f.Extension == "" {
			continue
		}
		if strings.EqualFold(filepath.Ext(name), f.Extension) {
			return f, nil
		}
		extensions = append(extensions, f.Extension)
	}
	if strings.HasPrefix(name, "/dev/") {
		return o.named(o.format.value), nil
	}
	return render.Format{}, usage(fmt.Errorf("the extension of the output file %q does not name a format", name),
		"use the extension "+strings.Join(extensions, " or ")+", or give --format")
}

// complete sets the values that the shell offers for a flag of cmd.
func complete(cmd *cobra.Command, flag string, values []string) {
	completeBy(cmd, flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// completeTarget returns the completion of the first argument: directories.
func completeTarget(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// choice is the value of a flag that allows only certain values.
type choice struct {
	value string
	what  string // its name in the help
	of    []string
	later []string // values that a coming version takes
}

func (c *choice) String() string { return c.value }
func (c *choice) Type() string   { return c.what }

// Set sets the choice to s, or returns an error if s is not an allowed value.
func (c *choice) Set(s string) error {
	for _, v := range c.of {
		if s == v {
			c.value = s
			return nil
		}
	}
	if slices.Contains(c.later, s) {
		return fmt.Errorf("the format %s is not in this version, take %s", s, strings.Join(c.of, " or "))
	}
	text := "the value must be one of " + strings.Join(c.of, ", ")
	if near := words.Nearest(s, c.of); near != "" {
		text += "; did you mean " + near + "?"
	}
	return errors.New(text)
}

// count is a flag with a whole number of at least 1; 0 means that it was not given.
type count int

func (c *count) String() string {
	if *c == 0 {
		return "" // else the help would call 0 the default
	}
	return strconv.Itoa(int(*c))
}

func (*count) Type() string { return "N" }

// Set sets the count to the number s, or returns an error if s is not a whole number of at least 1.
func (c *count) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return errors.New("the value must be a whole number, 1 or more")
	}
	*c = count(n)
	return nil
}
