package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"luminos"
	"luminos/internal/evidence"
	"luminos/internal/localdir"
	"luminos/internal/render"
	"luminos/internal/sandbox"
	"luminos/internal/session"
	"luminos/internal/verify"
	"luminos/internal/words"
)

// verifyOptions holds the flags of the verify command.
type verifyOptions struct {
	output
	target string
}

const verifyLong = `Verify checks claims against a directory, without a model, a key or the network.

For a JSON report it checks each citation: found, moved to other lines, changed,
missing, or unverifiable. The directory is the one of the report, or --target.

For Markdown documents it checks the paths, lines, links, anchors, commands,
names, flags and versions that they state, by rules that prefer silence to false
alarms. A name or a flag counts if an earlier revision of the repository
declared it while the document stated it; without a history, neither is checked.
A thing that uncommitted changes or the last 32 commits remove counts in each line
that they leave as it is.
The directory is the repository that holds them, or --target. Of a directory it
checks README.md, AGENTS.md, CLAUDE.md and docs; without these,
all documents.

A comment <!-- luminos-verify-ignore --> leaves out findings in the block below it,
-start and -end in its name around lines. Ids of rules in it leave out no others:
doc.path, doc.line, doc.anchor, doc.command, doc.symbol, doc.flag, doc.version.`

const verifyStatuses = `  0    everything that was checked holds
  1    failed, or something does not hold
  2    the command line was not understood
  130  interrupted`

func newVerify(a *app) *cobra.Command {
	o := &verifyOptions{}
	cmd := &cobra.Command{
		Use:         "verify [flags] REPORT.json | FILE.md… | DIR…",
		Short:       "Check the citations of a report, or the claims of documents",
		Long:        verifyLong,
		Example:     "  luminos verify report.json\n  luminos verify README.md docs\n  luminos verify -o docs.sarif .",
		Annotations: map[string]string{exitStatus: verifyStatuses, environment: displayVariables},
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage(errors.New("nothing to verify is given"),
					"name a JSON report or documents: luminos verify README.md docs")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return err
			}
			defer o.closeFiles()
			return runVerify(cmd, a, o, args)
		},
	}
	cmd.Flags().SortFlags = false
	add(cmd, "target", &o.target)
	o.output.flags(cmd, render.FlagFormats())
	completeBy(cmd, "target", completeTarget)
	return cmd
}

func runVerify(cmd *cobra.Command, a *app, o *verifyOptions, args []string) error {
	if strings.EqualFold(filepath.Ext(args[0]), ".json") {
		if len(args) > 1 {
			return usage(fmt.Errorf("one report at a time, got %d arguments", len(args)), "run once for each report")
		}
		a.parsed = true
		return verifyReport(cmd, a, o, args[0])
	}
	for _, name := range args {
		info, err := os.Stat(name)
		switch {
		case err != nil:
			return failed(fmt.Errorf("reading the document %q: %w", name, reasonOf(err)),
				"name Markdown files or directories that hold them")
		case !info.IsDir() && !verify.IsDocument(luminos.PathFromOS(filepath.Base(name))):
			return usage(fmt.Errorf("%q is neither a JSON report nor a Markdown file", name),
				"documents end in .md or .markdown, reports in .json")
		}
	}
	a.parsed = true
	return verifyDocuments(cmd, a, o, args)
}

// reasonOf returns the reason in an error of the file system, without the name of the file.
func reasonOf(err error) error {
	if e, ok := errors.AsType[*os.PathError](err); ok {
		return e.Err
	}
	return err
}

// reportLimit is the number of bytes of a report that are read. Reports of the largest targets have 10 MB.
const reportLimit = 256 << 20

// verifyReport checks the citations of the JSON report called name.
func verifyReport(cmd *cobra.Command, a *app, o *verifyOptions, name string) error {
	r, err := readReport(name)
	if err != nil {
		return failed(fmt.Errorf("reading the report %q: %w", name, err),
			"luminos --offline --json DIR > report.json makes one")
	}
	target := o.target
	if target == "" {
		if target = filepath.FromSlash(luminos.Path(r.Run.Root).OS()); target == "" || isAddress(target) ||
			!filepath.IsAbs(target) {
			return failed(fmt.Errorf("the report %q names no directory on this machine as its target", name),
				"name it with --target DIR")
		}
	}
	if err := o.ready(cmd.Context(), a, target); err != nil {
		return err
	}
	req := session.Request{Target: session.Target{Dir: target}, Child: a.child, Confine: a.confine,
		Version: programVersion()}
	if a.cacheDir != "" {
		req.Code.Dir = filepath.Join(a.cacheDir, codeDir)
	}
	var list []verify.Citation
	err = session.Read(cmd.Context(), req, func(src luminos.Source, measure evidence.Measurer) (err error) {
		list, err = verify.Citations(cmd.Context(), src, measure, r)
		return err
	})
	if errors.Is(err, session.ErrTarget) {
		return failed(fmt.Errorf("opening the target %q of the report: %w", target, err),
			"name the directory with --target DIR")
	}
	if err != nil {
		return err
	}
	if r.SchemaVersion < luminos.SchemaVersion && !o.quiet {
		a.say("note", fmt.Sprintf("the report has the older schema version %d", r.SchemaVersion))
	}
	return printCitations(a, o, target, list)
}

// readReport reads a JSON report of at most reportLimit bytes.
func readReport(name string) (*verify.Report, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, reasonOf(err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, reportLimit+1))
	switch {
	case err != nil:
		return nil, reasonOf(err)
	case len(data) > reportLimit:
		return nil, fmt.Errorf("it is larger than %s", words.Bytes(reportLimit))
	}
	return verify.ParseReport(data)
}

// verifyDocuments checks the documents and the documents of the directories with the given names.
func verifyDocuments(cmd *cobra.Command, a *app, o *verifyOptions, names []string) error {
	root := o.target
	if root == "" {
		// A link does not lead to another repository.
		root = repositoryOf(filepath.Join(localdir.RealPath(filepath.Dir(names[0])), filepath.Base(names[0])))
	}
	dir, err := openTarget(cmd, root)
	if err != nil {
		return err
	}
	defer dir.Close()
	real := localdir.RealPath(root)
	paths := make([]luminos.Path, len(names))
	isDir := make([]bool, len(names))
	for i, name := range names {
		full := localdir.RealPath(name)
		below, err := filepath.Rel(real, full)
		if err != nil || !filepath.IsLocal(below) {
			return usage(fmt.Errorf("the document %q is not below the target %q", name, root),
				"name the directory with --target, or run once for each repository")
		}
		info, err := os.Stat(full)
		paths[i], isDir[i] = luminos.PathFromOS(filepath.ToSlash(below)), err == nil && info.IsDir()
	}
	if err := o.ready(cmd.Context(), a, root); err != nil {
		return err
	}
	if a.confine != nil {
		name, err := dir.WorkingDir()
		if err != nil {
			return err
		}
		a.confine(sandbox.Rights{Read: []string{name}})
	}
	docs, err := documentsOf(cmd.Context(), dir, paths, isDir)
	if err != nil {
		return err
	}
	if len(docs) == 0 {
		return failed(errors.New("there are no Markdown documents to verify"), "name them: luminos verify FILE.md")
	}
	result, err := verify.Documents(cmd.Context(), dir, docs, dir)
	if err != nil {
		return err
	}
	return printFindings(a, o, result)
}

// documentsOf returns the paths that are files, and the documents of the paths that are directories.
func documentsOf(ctx context.Context, src luminos.Source, paths []luminos.Path, isDir []bool) ([]luminos.Path, error) {
	var docs []luminos.Path
	for i, p := range paths {
		if !isDir[i] {
			docs = append(docs, p)
			continue
		}
		below, err := verify.Select(ctx, src, p)
		if err != nil {
			return nil, err
		}
		docs = append(docs, below...)
	}
	return docs, nil
}

// repositoryOf returns the nearest directory at or above the file called name that holds .git or, without one, the
// directory of the file.
func repositoryOf(name string) string {
	dir := name
	if info, err := os.Stat(name); err == nil && !info.IsDir() {
		dir = filepath.Dir(name)
	}
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			return dir
		}
	}
}
