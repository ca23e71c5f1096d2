package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"luminos"
	"luminos/internal/investigate"
	"luminos/internal/render"
	"luminos/internal/scan"
)

// investigate scans the subject and runs the passes over it.
func (a *app) investigate(ctx context.Context, o *reportOptions, s subject) (*luminos.Report, error) {
	if err := o.checkFiles(s.root); err != nil {
		return nil, err
	}
	past, err := a.remember(ctx, o, s)
	if err != nil {
		return nil, err
	}
	defer past.close()
	seen, err := a.open(ctx, s, past.cache, o.quiet)
	if err != nil {
		return nil, err
	}
	defer seen.close()
	if err := a.begin(ctx, o, s, past); err != nil {
		return nil, err
	}
	report, err := a.passes(ctx, o, s, seen, past)
	if err == nil && !o.quiet {
		a.tellMemory(report.Run.Memory, past.before.Found)
	}
	if err == nil {
		a.tellFailed(report.Run.Memory)
	}
	return report, err
}

// passes runs the scan and the passes of the investigation while it shows progress.
func (a *app) passes(ctx context.Context, o *reportOptions, s subject, seen *sight, past *past) (*luminos.Report, error) {
	sink, stop := a.progress(&o.output)
	defer stop()
	started := a.clock()
	measured, err := seen.scan(ctx, o.scanOptions(s.root, sink, past.dir()))
	if err != nil {
		return nil, err
	}
	opts := investigate.Options{
		Backend:     seen.about,
		Parallel:    o.workers(),
		Sink:        luminos.Tee(sink, past.inv.Event),
		Clock:       a.clock,
		ID:          past.id(),
		Root:        s.shown,
		Version:     programVersion(),
		ScanSeconds: a.clock().Sub(started).Seconds(),
		Memory:      past.inv,
		Before:      past.before,
		Build:       engineVersion(),
	}
	if o.with != nil {
		if err := a.think(ctx, o, seen, past, &opts); err != nil {
			return nil, err
		}
	}
	return investigate.Run(ctx, seen.source, measured, opts)
}

// scanOptions are the flags as the scan wants them. The files that this run
// writes are no part of the target, should they lie in it.
func (o *common) scanOptions(root string, sink luminos.Sink, cache string) scan.Options {
	var omit []string
	if root != "" {
		if cache != "" {
			omit = placeIn(root, cache)
		}
		for _, name := range append(redirected(), o.files...) {
			omit = append(omit, placeIn(root, name)...)
		}
	}
	return scan.Options{
		Excludes:      o.exclude,
		NoIgnore:      o.noIgnore,
		OneFileSystem: o.oneFileSystem,
		Depth:         int(o.depth),
		All:           o.all,
		Parallel:      o.workers(),
		Sink:          sink,
		Omit:          omit,
	}
}

// placeIn is where a file lies, as the scan of root would come upon it: root
// may be reached through a link that the name of the file does not take.
func placeIn(root, name string) []string {
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil
	}
	places := []string{abs}
	realRoot, err1 := filepath.EvalSymlinks(root)
	realDir, err2 := filepath.EvalSymlinks(filepath.Dir(abs))
	if err1 != nil || err2 != nil {
		return places
	}
	rel, err := filepath.Rel(realRoot, filepath.Join(realDir, filepath.Base(abs)))
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return places
	}
	return append(places, filepath.Join(root, rel))
}

// redirected is the file that the shell sends standard output to, where the
// system tells: "luminos . > report.txt" must not find its own report.
func redirected() []string {
	name, err := os.Readlink("/proc/self/fd/1")
	if err != nil || !filepath.IsAbs(name) {
		return nil
	}
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	return []string{name}
}

// progress is where the events of a run go, and how to end it. Both commands
// begin with the scan, so that is said before the first file is.
func (a *app) progress(o *output) (luminos.Sink, func()) {
	t := a.terminal(a.stderr)
	sink, stop := render.Progress(a.stderr, render.ProgressOptions{
		Terminal: t.escapes, Width: t.width, Quiet: o.quiet, Clock: a.clock,
		Color: t.escapes && a.colored(o.color.value, t),
	})
	sink.Emit(luminos.Event{Pass: luminos.PassScan, Text: "Walking"})
	return sink, stop
}

// timings says on standard error how long each pass took.
func (a *app) timings(r *luminos.Report) {
	var parts []string
	for _, t := range r.Run.Timings {
		parts = append(parts, fmt.Sprintf("%s %s", t.Pass, time.Duration(t.Seconds*float64(time.Second)).Round(time.Millisecond)))
	}
	a.tell("time", strings.Join(parts, ", "))
}
