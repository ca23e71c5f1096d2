package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"luminos"
	"luminos/internal/diff"
	"luminos/internal/facts/release"
	"luminos/internal/localdir"
	"luminos/internal/render"
	"luminos/internal/sandbox"
	"luminos/internal/session"
	"luminos/internal/store"
	"luminos/internal/words"
)

// diffOptions holds the flags of the diff command.
type diffOptions struct {
	output
	caching
	failOn choice
}

const diffLong = `Diff lists the changes in meaning between two states of a directory: purpose, licence,
 version, flags, directories of code, entry points, commands, checks,
dependencies, interfaces, data, languages and size, the most important first.

A and B are JSON reports, directories, or DIR@REV: a commit, branch or tag of the
git repository in DIR or above it, which can have no work tree. A directory is
investigated by rules, as luminos --offline does. For a revision its files are
written below a temporary directory, which is removed at the end; git is not
needed. With one TARGET, its two latest reports in the cache are compared.`

func newDiff(a *app) *cobra.Command {
	o := &diffOptions{failOn: choice{what: "SEVERITY", of: []string{"info", "concern", "critical"}}}
	cmd := &cobra.Command{
		Use:   "diff [flags] A B | TARGET",
		Short: "Changes in meaning between two reports, directories or commits",
		Long:  diffLong,
		Example: "  luminos diff .@v1.0 .@v1.1\n  luminos diff .@main .\n  luminos diff old.json new.json\n" +
			"  luminos diff --fail-on concern .@origin/main .   in CI: new flags only\n  luminos diff .",
		Annotations: map[string]string{exitStatus: reportStatuses, environment: cacheVariable + displayVariables},
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 1 || len(args) > 2 {
				err := fmt.Errorf("diff compares two things, got %d", len(args))
				return usage(err, "luminos diff A B, or luminos diff TARGET")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return err
			}
			a.parsed = true
			return runDiff(cmd, a, o, args)
		},
	}
	cmd.Flags().SortFlags = false
	o.output.flags(cmd, render.DiffFormats())
	add(cmd, "fail-on", &o.failOn)
	o.caching.flags(cmd)
	return cmd
}

func runDiff(cmd *cobra.Command, a *app, o *diffOptions, args []string) error {
	defer o.closeFiles()
	var targets []string // their links must not decide where the comparison is written
	for _, arg := range args {
		if info, err := os.Stat(arg); err == nil && info.IsDir() {
			targets = append(targets, arg)
		} else if dir, _, ok := atRevision(arg); ok {
			targets = append(targets, dir)
		}
	}
	if err := o.openFiles(cmd.Context(), targets...); err != nil {
		return err
	}
	var sides []side
	var err error
	if len(args) == 1 {
		sides, err = o.latest(a, args[0])
	} else {
		sides, err = o.sides(cmd, a, args)
	}
	defer func() {
		for _, s := range sides {
			s.close()
		}
	}()
	if err != nil {
		return err
	}
	c := diff.Of(sides[0].report, sides[1].report)
	if err := confirmNames(cmd.Context(), a.child, c, sides); err != nil {
		return err
	}
	for i, to := range []*diff.Side{&c.Before, &c.After} {
		to.Root, to.Commit = cmp.Or(sides[i].shown, to.Root), cmp.Or(sides[i].commit, to.Commit)
	}
	c.Notes = append(c.Notes, notesOf(sides[0], sides[1])...)
	if err := o.page(a); err != nil {
		return err
	}
	write := &common{output: o.output}
	show := func(f render.Format, w io.Writer, s render.Style) error { return f.Diff(w, c, s) }
	if err := around(a, func() {}, func() error { return write.emit(a, show) }); err != nil {
		return err
	}
	return o.verdict(c, sides)
}

// side is one of the two reports of a comparison.
type side struct {
	report *luminos.Report
	shown  string   // the name of the side; "" for the root in the report
	commit string   // of a revision
	notes  []string // limits of the report
	dir    string   // the directory that was investigated; "" for a stored report
	files  *checkout
}

// close removes the files of a revision.
func (s *side) close() {
	if s.files != nil {
		s.files.remove()
	}
}

// latest returns the two latest reports on a target in the cache, the older one first.
func (o *diffOptions) latest(a *app, target string) ([]side, error) {
	if info, err := os.Stat(target); err == nil && info.Mode().IsRegular() {
		return nil, usage(fmt.Errorf("one report alone, %q, cannot be compared", target), "luminos diff OLD.json NEW.json")
	}
	c, err := o.openExisting(a)
	if err != nil {
		return nil, failed(err, fmt.Sprintf("luminos --offline %s makes a report", typed(target)))
	}
	defer c.Close()
	list, err := store.Latest(c, session.StoredName(target))
	if err == nil && len(list) < 2 {
		has := words.Plural(len(list), "report")
		err = fmt.Errorf("the cache has %s on %q by one engine, and a comparison needs two", has, target)
	}
	if err != nil {
		return nil, failed(err, "luminos diff A B compares two directories, reports or commits: luminos diff .@HEAD .")
	}
	var sides []side
	for _, r := range []*luminos.Report{list[1], list[0]} {
		of := "the report of " + r.Run.StartedAt.UTC().Format("2006-01-02 15:04:05 UTC")
		sides = append(sides, side{report: r, shown: target + ", " + of})
	}
	return sides, nil
}

// sides returns the reports that two arguments of the command name. The caller closes them, also after an error.
func (o *diffOptions) sides(cmd *cobra.Command, a *app, args []string) ([]side, error) {
	var sides []side
	for _, arg := range args {
		s, err := o.side(cmd, a, arg)
		if err != nil {
			return sides, err
		}
		if why := render.WhyPartial(s.report); why != "" {
			s.notes = append(s.notes, "the report on "+arg+" is partial: "+why)
		}
		sides = append(sides, s)
	}
	return sides, nil
}

// side returns the report that one argument names: a file is a report, and a directory is investigated.
func (o *diffOptions) side(cmd *cobra.Command, a *app, arg string) (side, error) {
	info, err := os.Stat(arg)
	switch {
	case err == nil && info.Mode().IsRegular():
		r, err := fileReport(arg)
		return side{report: r}, err
	case err == nil:
		r, err := o.investigate(cmd.Context(), a, arg)
		return side{report: r, shown: arg, dir: arg}, err
	}
	if dir, revision, ok := atRevision(arg); ok {
		return o.revision(cmd, a, dir, revision)
	}
	if strings.HasSuffix(arg, ".json") {
		err := fmt.Errorf("the report %q does not exist", arg)
		return side{}, failed(err, "luminos --offline -o REPORT.json DIR writes one")
	}
	return side{}, targetProblem(cmd, arg, err)
}

// revision returns the report on a directory in a revision of its repository. The cache keeps nothing from it.
func (o *diffOptions) revision(cmd *cobra.Command, a *app, name, revision string) (side, error) {
	shown := name + "@" + revision
	files, err := checkOut(cmd.Context(), a.child, name, revision)
	if _, ok := errors.AsType[*problem](err); ok {
		return side{}, err
	} else if err != nil {
		return side{}, failed(fmt.Errorf("reading %s: %w", words.Name(shown), err), "")
	}
	r, err := o.investigateIn(cmd.Context(), a, files.dir, shown, filepath.Join(files.temporary, "cache"), commitCommand)
	if err != nil {
		files.remove()
		return side{}, err
	}
	// The name of a tag is a later version than the one in the files if these were not changed for the release.
	if f := r.Facts; f != nil && files.version != "" && (f.Version == "" || release.Newer(files.version, f.Version)) {
		f.Version = files.version
	}
	return side{report: r, shown: shown, commit: files.commit, dir: files.dir, files: files}, nil
}

// reportMost is the maximal size in bytes of a report that is read from a file. Reports of very large targets have some
// hundred megabytes.
const reportMost = 1 << 30

// fileReport returns the JSON report in a file.
func fileReport(name string) (*luminos.Report, error) {
	hint := "luminos --offline -o REPORT.json DIR writes a report that can be compared"
	f, err := os.Open(name)
	if err != nil {
		return nil, failed(fmt.Errorf("opening the report: %w", err), "")
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, reportMost+1))
	if err == nil && len(b) > reportMost {
		err = fmt.Errorf("it has more than %s", words.Bytes(int64(reportMost)))
	}
	r := &luminos.Report{}
	if err == nil {
		err = json.Unmarshal(b, r)
	}
	if err == nil && r.SchemaVersion < 1 {
		err = errors.New("it is no report of Luminos: it has no schema_version")
	}
	if err != nil {
		return nil, failed(fmt.Errorf("reading the report %q: %w", name, err), hint)
	}
	return r, nil
}

// investigate returns the report on a directory by rules. It starts this program again for it, because a run confines
// its process to one target, and takes the report from the cache, which has it whole.
func (o *diffOptions) investigate(ctx context.Context, a *app, dir string) (*luminos.Report, error) {
	place, err := o.place(a)
	if err != nil || place == "" {
		err = fmt.Errorf("locating the directory of the cache: %w", cmp.Or(err, fs.ErrNotExist))
		return nil, failed(err, "name one with --cache-dir")
	}
	return o.investigateIn(ctx, a, dir, dir, place)
}

// investigateIn returns the report on a directory by rules, with the cache in the directory place. The directory is
// called shown in messages. before is the beginning of its command line.
func (o *diffOptions) investigateIn(
	ctx context.Context, a *app, dir, shown, place string, before ...string,
) (*luminos.Report, error) {
	real := localdir.RealPath(dir)
	child, err := a.child(ctx, append(before, "--offline", "--quiet", "--no-pager", "--cache-dir", place, "--", real)...)
	if err != nil {
		return nil, err
	}
	if !o.quiet {
		a.say("note", "investigating "+shown)
	}
	if a.environ != nil {
		child.Env = pagerEnviron(a.environ()) // the user's settings and directories, without keys
	}
	var said strings.Builder
	child.Stdout, child.Stderr = io.Discard, &bounded{to: &said, left: 4 << 10}
	if err = sandbox.Start(child); err == nil {
		err = child.Wait()
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	status := statusDone
	if child.ProcessState != nil {
		status = child.ProcessState.ExitCode()
	}
	gate := status == statusFailed && strings.Contains(said.String(), "(--fail-on ") // of the user's settings
	if err != nil && status != statusPartial && !gate {
		return nil, childProblem(shown, said.String(), err)
	}
	r, err := ownReport(a, place, real)
	if err != nil {
		return nil, childProblem(shown, "", err)
	}
	return r, nil
}

// ownReport returns the last report by rules on a directory that is in the cache. The run before has just stored it, or
// found it current.
func ownReport(a *app, place, dir string) (*luminos.Report, error) {
	c, err := store.OpenExisting(place, a.store)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	list, _, err := c.Reports(session.StoredName(dir))
	newest, ok := store.Choose(list, store.Wanted{Engine: "offline"})
	if err == nil && !ok {
		err = errors.New("no report was stored")
	}
	if err != nil {
		return nil, err
	}
	return c.ReadReport(newest)
}

// childProblem returns the error of an investigation in another process, with the text that it wrote.
func childProblem(dir, said string, err error) error {
	said = strings.TrimPrefix(strings.TrimSpace(said), "luminos: error: ")
	said, hint, _ := strings.Cut(said, "\nluminos: hint: ")
	if said == "" {
		said = err.Error()
	}
	return failed(fmt.Errorf("investigating %q: %s", dir, said), hint)
}

// bounded is a writer that drops the bytes after the first ones.
type bounded struct {
	to   io.Writer
	left int
}

// Write implements [io.Writer].
func (b *bounded) Write(p []byte) (int, error) {
	n := min(len(p), b.left)
	b.left -= n
	if _, err := b.to.Write(p[:n]); err != nil {
		return 0, err
	}
	return len(p), nil
}

// verdict returns the error with which a comparison ends that was written: the gate --fail-on counts new flags.
func (o *diffOptions) verdict(c *diff.Comparison, sides []side) error {
	if o.failOn.value != "" {
		var first *diff.Change
		n := 0
		for i := range c.Changes {
			f := &c.Changes[i]
			isNew := f.Topic == diff.Flags && f.Counts
			if !isNew || f.Severity.Rank() < luminos.Severity(o.failOn.value).Rank() {
				continue
			}
			if n++; first == nil {
				first = f
			}
		}
		if n > 0 {
			are := "flags are"
			if n == 1 {
				are = "flag is"
			}
			what := fmt.Sprintf("%s new %s %s or above (--fail-on %[3]s)", words.Count(n), are, o.failOn.value)
			return failed(fmt.Errorf("%s: %s: %s: %s", what, first.Name, first.Severity, first.After), "")
		}
	}
	for _, s := range sides {
		if why := render.WhyPartial(s.report); why != "" {
			return &problem{errors.New("a compared report is partial: " + why), "the comparison has it as a note", statusPartial}
		}
	}
	return nil
}
