package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"luminos"
	"luminos/internal/mcpclient"
	"luminos/internal/outline"
	"luminos/internal/store"
	"luminos/internal/words"
)

// caching says where the cache is. Every command that has to do with it has the flag.
type caching struct{ dir string }

func (c *caching) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&c.dir, "cache-dir", "", "keep investigations in `DIR`")
}

// place is the directory of the cache: the flag, else the environment, else
// the user's cache directory. It is "" with the reason where there is none.
func (c *caching) place(a *app) (string, error) {
	for _, dir := range []string{c.dir, a.env("LUMINOS_CACHE_DIR")} {
		if dir != "" {
			return filepath.Abs(dir)
		}
	}
	if a.userCacheDir == nil {
		return "", nil
	}
	dir, err := a.userCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "luminos"), nil
}

// keeping are the flags of a run that keeps what it found.
type keeping struct {
	caching
	fresh, noWait, clear bool
}

func (k *keeping) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&k.fresh, "fresh", false, "begin a new investigation; the earlier ones stay")
	f.BoolVar(&k.noWait, "no-wait", false, "fail when another luminos works on the same target,\ninstead of waiting for it")
	f.BoolVar(&k.clear, "clear-cache", false, "remove all stored investigations first")
	k.caching.flags(cmd)
}

// past is the stored investigation of a run. Without one nothing is kept.
type past struct {
	cache  *store.Cache
	inv    *store.Investigation
	before store.Before
}

// dir is where the cache lies, or "".
func (p *past) dir() string {
	if p.cache == nil {
		return ""
	}
	return p.cache.Dir()
}

// id is that of the investigation; what is not kept has one of its own.
func (p *past) id() string {
	if p.inv == nil {
		return store.NewID()
	}
	return p.inv.ID()
}

func (p *past) close() {
	if p.inv != nil {
		p.inv.Close()
	}
	if p.cache != nil {
		p.cache.Close()
	}
}

// remember opens the cache. One that cannot be used costs the memory and not the
// report, unless the user named it.
func (a *app) remember(ctx context.Context, o *reportOptions, s subject) (*past, error) {
	p := &past{}
	dir, err := o.keeping.place(a)
	if err == nil && dir != "" {
		if s.root != "" && within(realPath(s.root), realPath(dir)) {
			err = errors.New("the target lies in the cache itself")
		} else {
			p.cache, err = store.Open(ctx, dir, a.store)
		}
	}
	return p, a.forgive(ctx, o, err)
}

// begin opens the stored investigation of a subject, where there is a cache.
func (a *app) begin(ctx context.Context, o *reportOptions, s subject, p *past) (err error) {
	if p.cache == nil {
		return nil
	}
	p.inv, p.before, err = p.cache.Begin(ctx, store.Begin{
		Target: s.name, Engine: o.engine(), Settings: o.settings(), Fresh: o.keeping.fresh, NoWait: o.keeping.noWait,
		Waiting: func(h store.Holder) {
			a.tell("note", fmt.Sprintf("waiting for another luminos (process %d, at work since %s) to finish with this target", h.PID, h.Since.Local().Format(time.TimeOnly)))
		},
	})
	switch {
	case errors.Is(err, store.ErrBusy):
		return failed(fmt.Errorf("%q: %w", s.shown, err), "without --no-wait luminos waits until the other is done")
	case err != nil:
		p.inv, p.before = nil, store.Before{}
		return a.forgive(ctx, o, err)
	}
	a.kept = true
	if !o.quiet {
		a.tellBefore(p.before, o.settings())
	}
	return nil
}

// forgive says that nothing will be kept, where that is no reason to stop.
func (a *app) forgive(ctx context.Context, o *reportOptions, err error) error {
	switch {
	case err == nil || context.Cause(ctx) != nil:
		return err
	case o.keeping.dir != "":
		return failed(err, "name another directory with --cache-dir, or leave it out")
	}
	a.tell("note", "nothing will be kept of this run: "+err.Error())
	return nil
}

// settings are what a result depends on besides the target, by the names that users know.
func (o *reportOptions) settings() []store.Setting {
	quoted := make([]string, len(o.exclude))
	for i, e := range o.exclude {
		quoted[i] = fmt.Sprintf("%q", e)
	}
	list := []store.Setting{
		{Name: "engine", Value: o.engine()},
		{Name: "luminos", Value: programVersion() + " " + buildID()[:8]},
		{Name: "--exclude", Value: strings.Join(quoted, " ")},
		{Name: "--no-ignore", Value: onOff(o.noIgnore)},
		{Name: "--one-file-system", Value: onOff(o.oneFileSystem)},
	}
	if o.with != nil {
		list = append(list, o.with.settings()...)
	}
	return list
}

// engine is the name of the engine that investigates.
func (o *reportOptions) engine() string {
	if o.with != nil {
		return "model"
	}
	return "offline"
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// tellBefore says what a run begins with.
func (a *app) tellBefore(b store.Before, now []store.Setting) {
	if !b.Found {
		return
	}
	if b.Interrupted() {
		a.tell("note", "resuming: the run of "+b.Updated.Local().Format(time.DateTime)+" did not come to its end")
	}
	if changed := store.Changed(b.Settings, now); len(changed) > 0 && len(b.Settings) > 0 {
		a.tell("note", "settings differ from the last run: "+strings.Join(changed, "; "))
	}
}

// tellMemory says what a run had of earlier ones.
func (a *app) tellMemory(m *luminos.Memory, found bool) {
	if m == nil {
		return
	}
	switch {
	case m.Unchanged:
		a.tell("note", "nothing has changed since the last run: nothing was investigated again")
	case found && m.Investigated == 0:
		a.tell("note", "nothing had to be investigated again")
	case found:
		text := fmt.Sprintf("%s of %s investigated", words.Count(m.Investigated), words.Plural(m.Investigated+m.Reused, "directory", "directories"))
		if m.Reused > 0 {
			text += "; of the others what is stored still holds"
		}
		a.tell("note", text)
	}
	for i, p := range m.Problems {
		if i == 3 {
			a.tell("note", words.Plural(len(m.Problems)-i, "more stored file")+" could not be used")
			break
		}
		a.tell("note", fmt.Sprintf("stored file %s was not used: %s", p.Path, p.Reason))
	}
	if n := len(m.Volatile); n > 0 {
		a.tell("note", fmt.Sprintf("%s changed while the target was read (%s among them); what is in their directories was not kept", words.Plural(n, "file"), m.Volatile[0]))
	}
}

// tellFailed says, to those who want no progress as well, that a run was not kept.
func (a *app) tellFailed(m *luminos.Memory) {
	if m != nil && m.Failed != "" {
		a.tell("note", "this run was not kept: "+m.Failed)
	}
}

// targetName is the name under which a target is stored: where it really is,
// whichever way it was reached. Servers are stored by what starts or reaches them.
func targetName(root string) string {
	if isServer(root) {
		if s, err := mcpclient.ParseServer(root, mcpclient.Config{}); err == nil {
			return s.ID()
		}
	}
	return string(luminos.PathFromOS(filepath.ToSlash(realPath(root))))
}

// realPath follows the links of a path, as far as it exists.
func realPath(name string) string {
	abs, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	rest := ""
	for at := abs; ; at = filepath.Dir(at) {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(real, rest)
		}
		if at == filepath.Dir(at) {
			return abs
		}
		rest = filepath.Join(filepath.Base(at), rest)
	}
}

// within reports whether a path is dir or below it.
func within(name, dir string) bool {
	rel, err := filepath.Rel(dir, name)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// buildID tells apart all programs that could say different things about the
// same target: by the commit where that is all there is to say, else by the
// bytes of the program.
var buildID = sync.OnceValue(func() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		revision, clean := "", false
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				revision = s.Value
			case "vcs.modified":
				clean = s.Value == "false"
			}
		}
		if clean && len(revision) >= 12 {
			return revision
		}
	}
	return ownDigest()
})

// engineVersion tells apart what could say different things: the program, and
// whether it was built with parsers.
func engineVersion() string {
	return fmt.Sprintf("%s, %d grammars", buildID(), len(outline.Grammars()))
}

func ownDigest() string {
	const unknown = "unknown-build"
	name, err := os.Executable()
	if err != nil {
		return unknown
	}
	f, err := os.Open(name)
	if err != nil {
		return unknown
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return unknown
	}
	return hex.EncodeToString(h.Sum(nil))
}
