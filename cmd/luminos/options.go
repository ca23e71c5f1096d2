package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"luminos/internal/render"
	"luminos/internal/scan"
)

// common holds the flags of the commands that read a target.
type common struct {
	look
	output
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

func (l *look) flags(cmd *cobra.Command, parallel string) {
	f := cmd.Flags()
	f.StringArrayVar(&l.exclude, "exclude", nil, "leave out paths that match `GLOB`, a pattern as in .gitignore (repeatable)")
	f.BoolVar(&l.noIgnore, "no-ignore", false, "also investigate ignored files, dependencies and build outputs")
	f.BoolVar(&l.oneFileSystem, "one-file-system", false, "do not descend into other file systems")
	f.Var(&l.depth, "depth", "show `N` levels of the tree, 1 or more (default: at most 3)")
	f.BoolVarP(&l.all, "all", "a", false, "show hidden entries in the tree, too")
	f.Var(&l.parallel, "parallel", "work on at most `N` things at once, 1 or more (default: one a processor"+parallel+")")
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
	noPager  bool
	pager    *pager // shows the text of standard output; nil without a pager
	// sections are the names of the sections to print; empty means all.
	sections []string
	// destinations are the open output files, in the order of files.
	destinations []*destination
}

// flags adds the flags of an output in one of the given formats to cmd; verbose is the help text of --verbose.
func (o *output) flags(cmd *cobra.Command, formats []render.Format, verbose string) {
	o.formats = formats
	var names, extensions []string
	for _, f := range formats {
		names, extensions = append(names, f.Name), append(extensions, f.Extension)
	}
	o.format = choice{what: "FORM", of: names, later: render.Planned}
	o.color = choice{value: "auto", what: "WHEN", of: []string{"auto", "always", "never"}}
	names = append([]string{names[0] + " (the default)"}, names[1:]...)
	f := cmd.Flags()
	f.BoolVar(&o.json, "json", false, "the same as --format json")
	f.Var(&o.format, "format", "the format of the output: "+strings.Join(names, " or "))
	f.StringArrayVarP(&o.files, "output", "o", nil, "write to `FILE` instead of standard output, in the format of its extension ("+
		strings.Join(extensions, ", ")+") unless --format is given; - is standard output (repeatable; the next run reads a file inside TARGET)")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "print only errors and warnings on standard error: no progress, no costs")
	f.BoolVarP(&o.verbose, "verbose", "v", false, verbose)
	f.Var(&o.color, "color", "colour and bold type: auto, always or never")
	f.BoolVar(&o.noPager, "no-pager", false, "on a terminal, print the text at once and not through $PAGER or less")
	complete(cmd, "format", o.format.of)
	complete(cmd, "color", o.color.of)
}

// check returns an error if the flags of the output contradict each other, or if the extension of an output file names
// no format. It makes --json the format "json".
func (o *output) check() error {
	if o.json {
		if o.format.value != "" && o.format.value != "json" {
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
		if _, err := o.formatOf(name); err != nil {
			return err
		}
	}
	return nil
}

func (c *common) check() error {
	if err := scan.CheckExcludes(c.exclude); err != nil {
		return usage(err, "--exclude takes patterns as in .gitignore: *.log, build/, /docs/*.md")
	}
	return c.output.check()
}

// named returns the output format with this name, which the flag's parser has checked; for "" the first, the default.
func (o *output) named(name string) render.Format {
	return o.formats[max(0, slices.IndexFunc(o.formats, func(f render.Format) bool { return f.Name == name }))]
}

// formatOf returns the format of the output file name: the value of --format or, without it, the format of the
// extension.
func (o *output) formatOf(name string) (render.Format, error) {
	if o.format.value != "" {
		return o.named(o.format.value), nil
	}
	var extensions []string
	for _, f := range o.formats {
		if strings.EqualFold(filepath.Ext(name), f.Extension) {
			return f, nil
		}
		extensions = append(extensions, f.Extension)
	}
	return render.Format{}, usage(fmt.Errorf("the extension of the output file %q does not name a format", name),
		"use the extension "+strings.Join(extensions, " or ")+", or give --format")
}

// complete sets the values that the shell offers for a flag of cmd.
func complete(cmd *cobra.Command, flag string, values []string) {
	// The only error is an unknown flag, which is a mistake in this package.
	if err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err)
	}
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
	for _, v := range c.later {
		if s == v {
			return fmt.Errorf("the format %s is not in this version, take %s", v, strings.Join(c.of, " or "))
		}
	}
	return fmt.Errorf("the value must be one of %s", strings.Join(c.of, ", "))
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
