package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"luminos/internal/session"
	"luminos/internal/store"
	"luminos/internal/words"
)

func newCacheClear(a *app) *cobra.Command {
	o, all := &caching{}, false
	short := "Remove the stored results, of one target or of all"
	cmd := cacheCommand(a, "clear [TARGET]", short, o, func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return a.clearCache(cmd.Context(), o, all)
		}
		if all {
			return usage(errors.New("--all and a target were given"), "leave out one of them")
		}
		c, err := o.openExisting(a)
		n := 0
		if err == nil {
			defer c.Close()
			n, err = c.Remove(cmd.Context(), session.StoredName(args[0]))
		}
		tools := false
		if err == nil {
			if tools, err = c.Forget(cmd.Context(), session.StoredName(args[0])); tools {
				a.say("note", "forgot the earlier tools of this server")
			}
		}
		if err == nil && n == 0 && !tools {
			err = store.ErrNone
		}
		if err != nil {
			return nothingStored(args[0], err)
		}
		a.say("note", "removed "+words.Plural(n, "investigation")+" of "+args[0])
		return nil
	})
	add(cmd, "all", &all)
	return cmd
}

// agreed asks the user whether all investigations of the list in the directory dir may be removed. It returns an error
// if they may not, or if there is no terminal to ask at.
func (a *app) agreed(ctx context.Context, list []store.Listing, dir string) error {
	targets, models := map[string]bool{}, 0
	var ids []string
	for _, l := range list {
		targets[l.Target] = true
		ids = append(ids, l.ID)
		if l.Engine == "model" {
			models++
		}
	}
	what := words.Plural(len(list), "investigation") + " of " + words.Plural(len(targets), "target")
	if models > 0 {
		what += ", " + words.Count(models) + " of them with a language model"
	}
	if c, err := store.OpenExisting(dir, a.store); err == nil {
		if cost := store.Spent(c, ids); cost > 0 {
			what += ", " + cost.String() + " of model work"
		}
		c.Close()
	}
	if !a.interactive() {
		return usage(fmt.Errorf("removing all that is stored in %s: %s", dir, what), "add --all, or name one target")
	}
	yes, err := a.ask(ctx, "Remove "+what+", from "+dir+"?")
	if err == nil && !yes {
		err = failed(errors.New("nothing was removed"), "")
	}
	return err
}

// clearCache removes all stored investigations and prints their number. Unless all is set, it asks before on a
// terminal, and fails without a terminal.
func (a *app) clearCache(ctx context.Context, o *caching, all bool) error {
	list, dir, err := a.listings(o, nil)
	if err != nil && !errors.Is(err, store.ErrFormat) {
		return err
	}
	if !all {
		if err := a.agreed(ctx, list, dir); err != nil {
			return err
		}
	}
	if clearErr := store.Clear(dir); clearErr != nil {
		return failed(clearErr, "not everything was removed")
	}
	removed := words.Plural(len(list), "investigation")
	if err != nil { // the investigations of another version cannot be counted
		removed = "all investigations of another version of Luminos"
	}
	a.say("note", "removed "+removed+" from "+dir)
	return nil
}

// age is the value of a flag: a time such as 30d or 12h.
type age time.Duration

func (d *age) Type() string   { return "AGE" }
func (d *age) String() string { return "" }

// Set sets the age to s: whole days such as "30d", or a duration as Go writes it.
func (d *age) Set(s string) error {
	days, isDays := strings.CutSuffix(s, "d")
	if n, err := strconv.Atoi(days); isDays && err == nil && n > 0 && n < 100_000 {
		*d = age(time.Duration(n) * 24 * time.Hour)
		return nil
	}
	v, err := time.ParseDuration(s)
	if err != nil || v <= 0 {
		return fmt.Errorf("want an age such as 30d or 12h, got %q", s)
	}
	*d = age(v)
	return nil
}

// size is the value of a flag: a number of bytes such as 500MB or 2GiB.
type size int64

func (z *size) Type() string   { return "SIZE" }
func (z *size) String() string { return "" }

// Set sets the size to s.
func (z *size) Set(s string) error {
	n, err := words.ParseBytes(s)
	if err != nil || n <= 0 {
		return fmt.Errorf("want a size such as 500MB or 2GiB, got %q", s)
	}
	*z = size(n)
	return nil
}

func newCachePrune(a *app) *cobra.Command {
	o := &caching{}
	var older age
	var most size
	short := "Remove old investigations, the unfinished ones first"
	cmd := cacheCommand(a, "prune", short, o, func(cmd *cobra.Command, _ []string) error {
		if older == 0 && most == 0 {
			return usage(errors.New("cache prune needs an age or a size"),
				"luminos cache prune --older-than 30d, or --max-size 1GiB")
		}
		c, err := o.openExisting(a)
		if errors.Is(err, store.ErrNone) {
			return nil
		}
		if err != nil {
			return err
		}
		defer c.Close()
		limits := store.Limits{Bytes: int64(most)}
		if older > 0 {
			limits.Before = a.clock().Add(-time.Duration(older))
		}
		removed, err := c.Reduce(cmd.Context(), limits)
		total := int64(0)
		for _, l := range removed {
			total += l.Bytes
		}
		a.say("note", "removed "+words.Plural(len(removed), "investigation")+", "+words.Bytes(total))
		return err
	})
	cmd.Args = noArguments
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	add(cmd, "older-than", &older)
	add(cmd, "max-size", &most)
	return cmd
}
