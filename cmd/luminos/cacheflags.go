package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"luminos/internal/localdir"
)

// caching holds the flag for the directory of the cache, which all commands that use the cache have.
type caching struct{ dir string }

func (c *caching) flags(cmd *cobra.Command) {
	add(cmd, "cache-dir", &c.dir)
}

// place returns the absolute path of the cache: the value of --cache-dir, the environment or the user's settings, else
// luminos in the user's cache directory. If the user has no such directory, it returns "" and the reason, which may be nil.
func (c *caching) place(a *app) (string, error) {
	for _, dir := range []string{c.dir, a.settled("cache-dir")} {
		if dir != "" {
			return filepath.Abs(dir)
		}
	}
	if a.cacheDir == "" {
		return "", a.cacheErr
	}
	return filepath.Join(a.cacheDir, "luminos"), nil
}

// required reports whether the command line names the directory, so that the run must not go on without it.
func (c *caching) required(cmd *cobra.Command) bool { return cmd.Flags().Changed("cache-dir") }

// checkPlace returns an error if a link in the target args[0] would decide where the directory of --cache-dir is.
func (c *caching) checkPlace(args []string) error {
	if c.dir == "" || len(args) == 0 {
		return nil
	}
	present := filepath.Clean(c.dir)
	for absent(present) && filepath.Dir(present) != present {
		present = filepath.Dir(present)
	}
	if _, err := followLinks(present, localdir.RealPath(args[0])); errors.Is(err, errInTarget) {
		return failed(fmt.Errorf("--cache-dir %s: no link in the target is followed", c.dir),
			"a link of the target would decide where the cache is: name a directory outside the target")
	}
	return nil
}

// keeping holds the flags of a command that stores its results in the cache.
type keeping struct {
	caching
	fresh, noWait, clear bool
}

func (k *keeping) flags(cmd *cobra.Command) {
	add(cmd, "fresh", &k.fresh)
	add(cmd, "no-wait", &k.noWait)
	add(cmd, "clear-cache", &k.clear)
	k.caching.flags(cmd)
}
