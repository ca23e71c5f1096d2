package mcpclient

import (
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"
	"unicode"

	"luminos/internal/mcpext"
	"luminos/internal/redact"
)

// Server is the address of a server, or the command that starts one. [ParseServer] returns
// one.
type Server struct {
	Name string // the name in messages
	// Command and Env are set for a server that is started and used over pipes.
	Command []string
	Env     map[string]string
	// URL and Headers are set for a server that is reached by HTTP.
	URL     string
	Headers map[string]string
}

// ParseServer reads where a server is:
//
//	stdio:COMMAND ARGS…    a program to start; quotes as in a shell, without a shell
//	http://… https://…     a server that runs
//	NAME                   an entry of the user's mcpServers configuration
//	NAME@FILE              an entry of another such file
//
// Variables (${NAME}) are expanded in such files, and nowhere else.
func ParseServer(spec string, c Config) (Server, error) {
	switch scheme, rest, _ := strings.Cut(spec, ":"); {
	case strings.ContainsFunc(spec, control):
		return Server{}, fmt.Errorf("reading the specification of the MCP server %q: it contains control characters", spec)
	case strings.TrimSpace(spec) == "":
		return Server{}, errors.New("reading the specification of the MCP server: it is empty; give stdio:COMMAND, a URL, or the name of one of your configured servers")
	case strings.EqualFold(scheme, "stdio"):
		words, err := split(rest)
		if err == nil && len(words) == 0 {
			err = errors.New("the prefix stdio: needs a command to start, such as stdio:COMMAND")
		}
		if err == nil && words[0] == "" {
			err = errors.New("the command to start after stdio: is empty; give stdio:COMMAND")
		}
		if err != nil {
			return Server{}, fmt.Errorf("reading the specification of the MCP server %q: %w", spec, err)
		}
		return Server{Name: path.Base(words[0]), Command: words}, nil
	case strings.Contains(spec, "://"):
		return parseURL(spec, "", nil)
	}
	return c.server(spec)
}

// parseURL validates the address of a server and returns the server with the given name and
// HTTP headers.
func parseURL(address, name string, headers map[string]string) (Server, error) {
	fault := func(reason string) (Server, error) {
		u, err := url.Parse(address)
		if err != nil {
			return Server{}, fmt.Errorf("the address of the MCP server cannot be used: %s", reason) // the rest of the error may contain a password
		}
		return Server{}, fmt.Errorf("the address %q of the MCP server cannot be used: %s", u.Redacted(), reason)
	}
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return fault("it is no address of the form https://HOST/PATH")
	case u.Scheme != "http" && u.Scheme != "https":
		return fault("servers are reached by http or https, or started by stdio:COMMAND")
	case u.Host == "" || u.Hostname() == "":
		return fault("it names no host")
	case u.User != nil:
		return fault("a name and password in an address end up in logs; put a header into your mcpServers configuration")
	case u.Fragment != "":
		return fault("an address of a server has no #fragment")
	}
	if name == "" {
		name = u.Host
	}
	return Server{Name: name, URL: u.String(), Headers: headers}, nil
}

// ID returns the name under which definitions of tools are stored. It depends on the
// command or the address, not on the name that the server gives itself. Secrets in it are masked, since it is stored
// and shown: servers that differ only in a secret of the same length have the same ID.
func (s Server) ID() string {
	id, _ := redact.Text(s.address())
	return id
}

// address returns the URL of the server, or the command that starts it.
func (s Server) address() string {
	if s.URL != "" {
		return s.URL
	}
	var b strings.Builder
	b.WriteString("stdio:")
	for i, word := range s.Command {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(quoteWord(word))
	}
	return b.String()
}

// fetches reports whether the command of a server is a program, such as npx, that may have to
// download the server first.
func (s Server) fetches() bool {
	if len(s.Command) == 0 {
		return false
	}
	switch strings.TrimSuffix(path.Base(s.Command[0]), ".cmd") {
	case "npx", "npm", "pnpm", "yarn", "bunx", "uvx", "uv", "pipx", "docker", "podman", "go":
		return true
	}
	return false
}

// split splits a command line into words like a shell: white space separates words, '…' is
// literal, "…" and \ quote. Nothing is expanded, because no shell runs: $, *, ; and
// similar characters are literal.
func split(s string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord := false
	var quote rune
	escaped := false
	for _, r := range s {
		switch {
		case escaped:
			if quote == '"' && r != '"' && r != '\\' {
				word.WriteByte('\\')
			}
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			escaped, inWord = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote, inWord = r, true
		case unicode.IsSpace(r):
			if inWord {
				words = append(words, word.String())
				word.Reset()
				inWord = false
			}
		default:
			word.WriteRune(r)
			inWord = true
		}
	}
	switch {
	case quote != 0:
		return nil, fmt.Errorf("a quote %c in the command after stdio: is not closed", quote)
	case escaped:
		return nil, errors.New(`the command after stdio: ends in a \, which needs a character after it`)
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}

// quoteWord returns a word in quotes if necessary, so that split reads it as one word.
func quoteWord(s string) string {
	if s != "" && !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`'"\`, r) }) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// announces reports whether the experimental capabilities of a server contain a method.
func announces(experimental map[string]any, method string) bool {
	_, ok := experimental[method]
	return ok
}

// sandboxOf returns the sandbox level that the experimental capabilities of a server announce,
// or "".
func sandboxOf(experimental map[string]any) string {
	c, _ := experimental[mcpext.CapabilitySandbox].(map[string]any)
	level, _ := c["level"].(string)
	return clean(level, 400)
}
