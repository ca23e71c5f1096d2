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
	sources
	// ports are the ports of this machine at which doctor looks for model servers.
	ports []string
	// commit is set by commitCommand: the target is the tree of a commit, without its repository.
	commit bool
}

const tokenVariable = "ANTHROPIC_AUTH_TOKEN"

// baseVariable returns the environment variable with the address of a provider.
func baseVariable(provider string) string {
	switch provider {
	case session.OpenAI:
		return "OPENAI_BASE_URL"
	case session.Bedrock:
		return "ANTHROPIC_BEDROCK_BASE_URL"
	case session.Vertex:
		return "ANTHROPIC_VERTEX_BASE_URL"
	}
	return "ANTHROPIC_BASE_URL"
}

// usualBase returns the usual address of a provider.
func usualBase(provider string) string {
	switch provider {
	case session.OpenAI:
		return openai.DefaultBase
	case session.Bedrock:
		return "https://bedrock-runtime.us-east-1.amazonaws.com/"
	case session.Vertex:
		return "https://aiplatform.googleapis.com/"
	}
	return anthropic.DefaultBase
}

// account returns the address, the keys and the time limits for a model provider. If base is empty, the address comes
// from an environment variable. A model may be silent for the time stall; 0 leaves the limits to the client.
func (c *config) account(provider, base string, stall time.Duration) (session.Account, error) {
	acc := session.Account{Provider: provider, Base: base, Variable: "ANTHROPIC_API_KEY"}
	usual := usualBase(provider)
	switch {
	case isCloud(provider):
		var err error
		if acc.Cloud, err = c.cloud(provider); err != nil {
			return session.Account{}, err
		}
		acc.Variable, usual = "", acc.Cloud.Base
	case provider == session.OpenAI:
		acc.Variable = "OPENAI_API_KEY"
	default:
		acc.Token = strings.TrimSpace(c.env(tokenVariable))
	}
	if acc.Variable != "" {
		acc.Key = strings.TrimSpace(c.env(acc.Variable)) // a key from a file ends in a line break
	}
	if acc.Base == "" {
		acc.Base = cmp.Or(strings.TrimSpace(c.env(baseVariable(provider))), usual)
	}
	for name, secret := range map[string]string{acc.Variable: acc.Key, tokenVariable: acc.Token} {
		if unfit(secret) {
			return session.Account{}, unfitKey(name)
		}
	}
	if err := transport.Base(acc.Base); err != nil {
		return session.Account{}, usage(fmt.Errorf("the value of %s is refused: %w", baseVariable(provider), err), "use the address that the provider gives, such as "+usualBase(provider))
	}
	if stall > 0 { // a model that begins late also ends late
		acc.Patience = transport.Patience{First: stall, Idle: stall, Whole: max(time.Hour, 4*stall)}
	}
	return acc, nil
}

// unfit reports whether a key cannot be sent: it is no single word in ASCII.
func unfit(key string) bool {
	return strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' })
}

// unfitKey returns the error for an unfit key in the named variable.
func unfitKey(name string) error {
	const text = "the API key in the environment variable %s contains spaces, control characters or non-ASCII characters"
	return usage(fmt.Errorf(text, name), "copy the key once more, as one word")
}

// maxPrices is the maximal size of the user's table of prices and of the user's settings, in bytes.
const maxPrices = 1 << 20

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
func (c *config) file(name string) string {
	if c.configDir == "" {
		return ""
	}
	return filepath.Join(c.configDir, "luminos", name)
}

// server returns the MCP server for the value of --mcp: a URI, or a name in a configuration file.
func (c *config) server(uri string) (mcpclient.Server, error) {
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
