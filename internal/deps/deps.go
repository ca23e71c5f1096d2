// Package deps holds the pinned modules in go.mod until their packages use them.
package deps

import (
	_ "charm.land/lipgloss/v2"
	_ "github.com/boyter/scc/v3/processor"
	_ "github.com/dustin/go-humanize"
	_ "github.com/gabriel-vasile/mimetype"
	_ "github.com/git-pkgs/gitignore"
	_ "github.com/go-enry/go-enry/v2"
	_ "github.com/goccy/go-yaml"
	_ "github.com/google/go-cmp/cmp"
	_ "github.com/google/licensecheck"
	_ "github.com/pelletier/go-toml/v2"
	_ "github.com/rogpeppe/go-internal/testscript"
	_ "github.com/spf13/cobra"
	_ "golang.org/x/mod/modfile"
	_ "golang.org/x/net/html"
	_ "golang.org/x/net/html/charset"
	_ "golang.org/x/sync/errgroup"
	_ "golang.org/x/sys/unix"
	_ "golang.org/x/term"
	_ "golang.org/x/text/encoding/charmap"
	_ "pgregory.net/rapid"
)
