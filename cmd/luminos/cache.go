package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"luminos/internal/render"
	"luminos/internal/session"
	"luminos/internal/store"
	"luminos/internal/words"
)

func newCache(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cache",
		Short: "The stored investigations: list, path, clear, prune",
		Long:  "Luminos stores its results, so that the next run investigates only changes. These\ncommands show and remove the stored results. TARGET may also be the URI of a\nserver, as for --mcp.",
		Args:  noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return usage(errors.New("no command given to luminos cache"), "luminos cache list, path, clear or prune")
		},
	}
	cmd.AddCommand(newCacheList(a), newCachePath(a), newCacheClear(a), newCachePrune(a))
	return cmd
}

// oneOrNoTarget returns an error of usage if there is more than one argument.
func oneOrNoTarget(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usage(fmt.Errorf("one target at a time, got %d", len(args)), "run once for each directory")
	}
	return nil
}

// cacheCommand returns a subcommand of "luminos cache" that calls run, with the flags of o.
func cacheCommand(a *app, use, short string, o *caching, run func(cmd *cobra.Command, args []string) error) *cobra.Command {
	cmd := &cobra.Command{
		Use:         use,
		Short:       short,
		Annotations: map[string]string{environment: strings.TrimSuffix(cacheVariable, "\n")},
		Args:        oneOrNoTarget,
		RunE: func(cmd *cobra.Command, args []string) error {
			a.parsed = true
			return run(cmd, args)
		},
		ValidArgsFunction: o.completeStored(a),
	}
	cmd.Flags().SortFlags = false
	o.flags(cmd)
	return cmd
}

func newCacheList(a *app) *cobra.Command {
	o, asJSON := &caching{}, false
	cmd := cacheCommand(a, "list [TARGET]", "List the stored investigations with sizes and ages", o, func(_ *cobra.Command, args []string) error {
		return a.listCache(o, args, asJSON)
	})
	add(cmd, "json", &asJSON)
	return cmd
}

func (a *app) listCache(o *caching, args []string, asJSON bool) error {
	list, dir, err := a.listings(o, args)
	if err != nil {
		return err
	}
	if asJSON {
		return render.JSON(a.stdout, list)
	}
	var b bytes.Buffer
	target, total := "", int64(0)
	for _, l := range list {
		if l.Target != target {
			target = l.Target
			fmt.Fprintln(&b, render.Clean(target))
		}
		fmt.Fprintf(&b, "  %.8s  %s\n", l.ID, describeListing(l, a))
		total += l.Bytes
	}
	fmt.Fprintf(&b, "%s, %s in %s\n", words.Plural(len(list), "investigation"), words.Bytes(total), render.Clean(dir))
	if _, err := b.WriteTo(a.stdout); err != nil {
		return fmt.Errorf("writing to standard output: %w", err)
	}
	return nil
}

// listings returns the stored investigations, only the ones of the target args[0] if it is given, and the directory of
// the cache, which is valid also if the cache cannot be read.
func (a *app) listings(o *caching, args []string) (list []store.Listing, dir string, err error) {
	list = []store.Listing{}
	if dir, err = o.place(a); err != nil {
		return nil, "", fmt.Errorf("locating the directory of the cache: %w", err)
	}
	c, err := store.OpenExisting(dir, a.store)
	if errors.Is(err, store.ErrNone) {
		return list, dir, nil
	}
	if err != nil {
		return nil, dir, err
	}
	defer c.Close()
	all, err := c.List()
	if err != nil {
		return nil, dir, err
	}
	for _, l := range all {
		if len(args) == 0 || l.Target == session.StoredName(args[0]) {
			list = append(list, l)
		}
	}
	return list, dir, nil
}

func describeListing(l store.Listing, a *app) string {
	if l.Problem != "" {
		return fmt.Sprintf("unreadable (%s), %s", render.Clean(l.Problem), words.Bytes(l.Bytes))
	}
	state := string(l.State)
	if l.State == store.Running {
		state = "unfinished"
	}
	return fmt.Sprintf("%s, %s, %s, %s", render.Clean(state), render.Clean(l.Engine), words.Ago(l.Updated, a.clock()), words.Bytes(l.Bytes))
}

func newCachePath(a *app) *cobra.Command {
	o := &caching{}
	return cacheCommand(a, "path [TARGET]", "Print the directory of the cache, or of one target in it", o, func(_ *cobra.Command, args []string) error {
		dir, err := o.place(a)
		if err != nil {
			return fmt.Errorf("locating the directory of the cache: %w", err)
		}
		if len(args) > 0 {
			c, err := store.OpenExisting(dir, a.store)
			if err == nil {
				defer c.Close()
				dir, err = c.Path(session.StoredName(args[0]))
			}
			if err != nil {
				return nothingStored(args[0], err)
			}
		}
		_, err = io.WriteString(a.stdout, dir+"\n")
		return err
	})
}

func nothingStored(target string, err error) error {
	if errors.Is(err, store.ErrNone) {
		return failed(fmt.Errorf("nothing is stored in the cache for the target %q", target), "luminos cache list shows the stored targets")
	}
	return err
}
