package mcpclient

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// Config is the place of the user's configuration for [ParseServer]. The file must not be
// inside a target: a file there could start any program.
type Config struct {
	File     string                               // of servers given by NAME; may be ""
	ReadFile func(name string) ([]byte, error)    // os.ReadFile
	Lookup   func(variable string) (string, bool) // os.LookupEnv, for ${NAME}
}

// maxConfig is the maximal size of a configuration in bytes.
const maxConfig = 1 << 20

// entry is the configuration of one server in an mcpServers file.
type entry struct {
	Type    string            `json:"type"`
	Command string            `json:"command"`
	Args    []string          `json:"args"`
	Env     map[string]string `json:"env"`
	URL     string            `json:"url"`
	Headers map[string]string `json:"headers"`
}

// server returns the server that the argument spec names: NAME, an entry of the default
// configuration file, or NAME@FILE.
func (c Config) server(spec string) (Server, error) {
	// A name may contain an @, and a path too. The part before the first @ is the name,
	// unless it is empty ("@scope/name" is not a file).
	name, file := spec, c.File
	if i := strings.IndexByte(spec, '@'); i > 0 {
		name, file = spec[:i], spec[i+1:]
	}
	if c.ReadFile == nil || file == "" {
		return Server{}, fmt.Errorf("reading the specification of the MCP server %q: it is neither stdio:COMMAND nor a URL, and there is no configuration of servers to look it up in", spec)
	}
	text, err := c.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return Server{}, fmt.Errorf("looking up the server %q: there is no file %q; give stdio:COMMAND, a URL, or NAME@FILE: %w", name, file, fs.ErrNotExist)
	}
	if err != nil {
		return Server{}, fmt.Errorf("looking up the server %q in the configuration file %q: %w", name, file, err)
	}
	s, err := c.parse(text, name)
	if err != nil {
		return Server{}, fmt.Errorf("looking up the server %q in the configuration file %q: %w", name, file, err)
	}
	return s, nil
}

// parse returns the server called name from the text of an mcpServers file.
func (c Config) parse(text []byte, name string) (Server, error) {
	if len(text) > maxConfig {
		return Server{}, fmt.Errorf("the mcpServers file is larger than %d bytes", maxConfig)
	}
	// Other programs keep further fields in such files, so unknown fields are allowed.
	var doc struct {
		Servers map[string]json.RawMessage `json:"mcpServers"`
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		return Server{}, fmt.Errorf("the file of MCP servers is not an mcpServers configuration: %s", syntax(err))
	}
	raw, ok := doc.Servers[name]
	if !ok {
		known := slices.Sorted(maps.Keys(doc.Servers))
		if len(known) == 0 {
			return Server{}, errors.New(`the file has no server; it should hold {"mcpServers": {"NAME": {"command": "…", "args": […]}}}`)
		}
		return Server{}, fmt.Errorf("the mcpServers file has no server %q; it has %.500s", name, fmt.Sprintf("%q", known))
	}
	var e entry
	if err := json.Unmarshal(raw, &e); err != nil {
		return Server{}, fmt.Errorf("the entry of the server %q in the mcpServers file cannot be read: %s", name, syntax(err))
	}
	if err := c.expandAll(&e); err != nil {
		return Server{}, err
	}
	return e.server(name)
}

// server validates the configuration of the server called name and returns the server.
func (e entry) server(name string) (Server, error) {
	switch {
	case e.Command != "" && e.URL != "":
		return Server{}, fmt.Errorf("the server %q has both a command and a url; remove one of them", name)
	case e.URL != "" && e.Type != "" && e.Type != "http" && e.Type != "streamable-http":
		return Server{}, fmt.Errorf("the server %q with a url cannot be used: its type is %q; change the type to http", name, e.Type)
	case e.URL != "":
		for key, value := range e.Headers {
			if !validHeader(key, value) {
				return Server{}, fmt.Errorf("the header %q of the server %q cannot be sent: it is not a valid HTTP header", key, name)
			}
		}
		return parseURL(e.URL, name, e.Headers)
	case e.Type != "" && e.Type != "stdio":
		return Server{}, fmt.Errorf("the server %q has the type %q and no url; add a url, or change the type to stdio", name, e.Type)
	case e.Command == "":
		return Server{}, fmt.Errorf("the server %q has neither a command nor a url; add one of them", name)
	}
	for key, value := range e.Env {
		if key == "" || strings.ContainsAny(key, "=\x00") || strings.IndexByte(value, 0) >= 0 {
			return Server{}, fmt.Errorf("the environment variable %q of the server %q cannot be set: its name is empty or contains =, or there is a NUL", key, name)
		}
	}
	words := append([]string{e.Command}, e.Args...)
	for _, w := range words {
		if strings.IndexByte(w, 0) >= 0 {
			return Server{}, fmt.Errorf("the command of the server %q contains a NUL byte", name)
		}
	}
	return Server{Name: name, Command: words, Env: e.Env}, nil
}

// validHeader reports whether key and value form exactly one valid HTTP header.
func validHeader(key, value string) bool {
	token := func(r rune) bool {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("!#$%&'*+-.^_`|~", r)
	}
	return key != "" && !strings.ContainsFunc(key, func(r rune) bool { return !token(r) }) &&
		!strings.ContainsFunc(value, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f })
}

func (c Config) expandAll(e *entry) error {
	var err error
	expand := func(s string) string {
		out, fault := c.expand(s)
		err = errors.Join(err, fault)
		return out
	}
	e.Command, e.URL = expand(e.Command), expand(e.URL)
	for i := range e.Args {
		e.Args[i] = expand(e.Args[i])
	}
	for _, m := range []map[string]string{e.Env, e.Headers} {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			m[k] = expand(m[k])
		}
	}
	return err
}

// expand replaces each ${NAME} and ${NAME:-default} in a string of the configuration by the
// environment variable. The value is not expanded again. An unset variable without a default is an
// error: a server would refuse an empty key later, with a message that does not explain it.
func (c Config) expand(s string) (string, error) {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, "${")
		b.WriteString(before)
		if !found {
			return b.String(), nil
		}
		inside, after, closed := strings.Cut(rest, "}")
		if !closed {
			return "", errors.New("a ${ in the mcpServers file is not closed; add the }")
		}
		name, otherwise, has := strings.Cut(inside, ":-")
		value, ok := "", false
		if c.Lookup != nil && name != "" {
			value, ok = c.Lookup(name)
		}
		switch {
		case ok && (value != "" || !has):
			b.WriteString(value)
		case has && name != "":
			b.WriteString(otherwise)
		default:
			return "", fmt.Errorf("the environment variable %q is not set; set it, or write ${%.50s:-otherwise}", name, name)
		}
		s = after
	}
}

// syntax returns the description of an error that encoding/json returned, without any string of the
// JSON text, because a configuration of servers contains keys.
func syntax(err error) string {
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Sprintf("after %d bytes it is not JSON", e.Offset)
	}
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Sprintf("%q is a %s", e.Field, e.Value)
	}
	return "it is not JSON"
}
