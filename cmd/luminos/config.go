package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"luminos/internal/mcpclient"
	"luminos/internal/model"
	"luminos/internal/model/anthropic"
	"luminos/internal/model/openai"
	"luminos/internal/model/transport"
	"luminos/internal/session"
)

// config reads the environment and the configuration files of the user.
type config struct {
	env func(string) string
	// cacheDir is the user's directory for data that can be made again; "" with
	// cacheErr, or with neither if nothing is stored.
	cacheDir string
	cacheErr error
	// configDir is the directory of the user's configuration files; "" if there is no
	// such directory.
	configDir string
	// ports are the ports of this machine at which doctor looks for model servers.
	ports []string
}

const (
	tokenVariable = "ANTHROPIC_AUTH_TOKEN"
	stallVariable = "LUMINOS_STALL_TIMEOUT"
)

// account returns the address, the keys and the time limits for a model provider, from environment variables. If base
// (--base-url) is not empty, it is the address.
func (c config) account(provider, base string) (session.Account, error) {
	acc := session.Account{Provider: provider, Base: base, Variable: "ANTHROPIC_API_KEY"}
	from, baseVariable, usual := "--base-url", "ANTHROPIC_BASE_URL", anthropic.DefaultBase
	if provider == session.OpenAI {
		baseVariable, usual = "OPENAI_BASE_URL", openai.DefaultBase
		acc.Variable = "OPENAI_API_KEY"
	} else {
		acc.Token = strings.TrimSpace(c.env(tokenVariable))
	}
	acc.Key = strings.TrimSpace(c.env(acc.Variable)) // a key from a file ends in a line break
	if acc.Base == "" {
		acc.Base, from = cmp.Or(strings.TrimSpace(c.env(baseVariable)), usual), baseVariable
	}
	for name, secret := range map[string]string{acc.Variable: acc.Key, tokenVariable: acc.Token} {
		if strings.ContainsFunc(secret, func(r rune) bool { return r <= ' ' || r > '~' }) {
			return session.Account{}, usage(fmt.Errorf("the API key in the environment variable %s contains spaces, control characters or non-ASCII characters", name), "copy the key once more, as one word")
		}
	}
	if err := transport.Base(acc.Base); err != nil {
		return session.Account{}, usage(fmt.Errorf("the value of %s is refused: %w", from, err), "use the address that the provider gives, such as "+usual)
	}
	var err error
	acc.Patience, err = c.patience()
	return acc, err
}

// patience returns the time limits for a model from LUMINOS_STALL_TIMEOUT. Without the variable it returns the zero
// Patience, which leaves the limits to the client.
func (c config) patience() (transport.Patience, error) {
	text := c.env(stallVariable)
	if text == "" {
		return transport.Patience{}, nil
	}
	d, err := time.ParseDuration(strings.TrimSpace(text))
	if err != nil || d < time.Second || d > 24*time.Hour {
		return transport.Patience{}, usage(fmt.Errorf("the environment variable %s is %.40q, not a duration from 1s to 24h", stallVariable, text), "give the time for which a model may be silent, such as 10m")
	}
	// A model that begins late also ends late.
	return transport.Patience{First: d, Idle: d, Whole: max(time.Hour, 4*d)}, nil
}

// maxPrices is the maximal size of the user's table of prices, in bytes.
const maxPrices = 1 << 20

// prices returns the program's table of prices, in which rows of the user's prices.json replace rows for the same
// model.
func (c config) prices() (*model.Prices, error) {
	const hint = "correct or remove it: the program has prices of its own"
	file := c.file("prices.json")
	data, err := readAtMost(file, maxPrices)
	if errors.Is(err, fs.ErrNotExist) || unreachable(file) { // also if there is no directory for it
		return model.ListPrices(), nil
	}
	var own *model.Prices
	if err == nil {
		own, err = model.ParsePrices(data)
	}
	if err != nil {
		return nil, usage(fmt.Errorf("reading your table of prices %q: %w", file, err), hint)
	}
	return model.ListPrices().With(own), nil
}

// readAtMost returns the content of the named file. It returns an error if the file has more than limit bytes.
func readAtMost(name string, limit int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("the configuration file is larger than %d bytes", limit)
	}
	return data, err
}

// file returns the path of a configuration file of the user; "" if there is no
// directory for it.
func (c config) file(name string) string {
	if c.configDir == "" {
		return ""
	}
	return filepath.Join(c.configDir, "luminos", name)
}

// server returns the MCP server for the value of --mcp: a URI, or a name in a configuration file.
func (c config) server(uri string) (mcpclient.Server, error) {
	file := c.file("mcp.json")
	s, err := mcpclient.ParseServer(uri, mcpclient.Config{File: file, ReadFile: os.ReadFile, Lookup: os.LookupEnv})
	if err != nil {
		return s, usage(err, "luminos --offline --mcp 'stdio:COMMAND ARGS', --mcp https://HOST/PATH, --mcp NAME of a server in "+file+", or --mcp NAME@FILE")
	}
	return s, nil
}

// unreachable reports whether a directory above the file cannot be searched, as with the home of another user: then the file
// counts as missing.
func unreachable(file string) bool {
	_, err := os.Lstat(file)
	return errors.Is(err, fs.ErrPermission)
}
