package mcpclient

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const config = `{"other": [1], "mcpServers": {
	"files": {"command": "npx", "args": ["-y", "server", "${HOME}/src", "$HOME"], "env": {"TOKEN": "${SECRET:-none}"}},
	"far": {"type": "http", "url": "https://example.com/${PLACE}/mcp", "headers": {"Authorization": "Bearer ${KEY}"}},
	"old": {"type": "sse", "url": "https://example.com/"},
	"both": {"command": "x", "url": "https://example.com/"},
	"none": {},
	"unset": {"command": "${NOWHERE}"},
	"open": {"command": "${HOME"},
	"header": {"url": "https://example.com/", "headers": {"A": "x\r\nB: y"}},
	"head er": {"url": "https://example.com/", "headers": {"A B": "x"}},
	"variable": {"command": "x", "env": {"A=B": "c"}},
	"list": [],
	"word": {"command": 7},
	"typed": {"type": "http", "command": "x"},
	"ftp": {"url": "ftp://example.com/"}
}}`

func configured() Config {
	return Config{File: "/home/me/mcp.json",
		ReadFile: func(name string) ([]byte, error) {
			switch name {
			case "/home/me/mcp.json":
				return []byte(config), nil
			case "other.json":
				return []byte(`{"mcpServers": {"files": {"command": "other"}}}`), nil
			case "empty.json":
				return []byte(`{}`), nil
			case "broken.json":
				return []byte(`{"mcpServers": {"files": {"env": {"KEY": "hunter2"`), nil
			}
			return nil, fs.ErrNotExist
		},
		Lookup: func(name string) (string, bool) {
			v, ok := map[string]string{"HOME": "/home/${KEY}", "KEY": "k3y", "PLACE": "x", "EMPTY": ""}[name]
			return v, ok
		}}
}

func TestParseServer(t *testing.T) {
	for spec, want := range map[string]Server{
		"stdio:server":                      {Name: "server", Command: []string{"server"}},
		`stdio: /opt/x/server  "a b" 'c"d'`: {Name: "server", Command: []string{"/opt/x/server", "a b", `c"d`}},
		`stdio:x $HOME *; rm "" \"q\ r`:     {Name: "x", Command: []string{"x", "$HOME", "*;", "rm", "", `"q r`}},
		`STDIO:x "\n\"\\"`:                  {Name: "x", Command: []string{"x", `\n"\`}},
		"stdio:x ${HOME}":                   {Name: "x", Command: []string{"x", "${HOME}"}},
		"https://example.com/mcp?a=b":       {Name: "example.com", URL: "https://example.com/mcp?a=b"},
		"http://127.0.0.1:3000":             {Name: "127.0.0.1:3000", URL: "http://127.0.0.1:3000"},
		"files":                             {Name: "files", Command: []string{"npx", "-y", "server", "/home/${KEY}/src", "$HOME"}, Env: map[string]string{"TOKEN": "none"}},
		"files@other.json":                  {Name: "files", Command: []string{"other"}},
		"far":                               {Name: "far", URL: "https://example.com/x/mcp", Headers: map[string]string{"Authorization": "Bearer k3y"}},
	} {
		got, err := ParseServer(spec, configured())
		if err != nil {
			t.Errorf("%q: %v", spec, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", spec, diff)
		}
	}
}

func TestParseInvalidServer(t *testing.T) {
	for spec, want := range map[string]string{
		"": "empty", "  ": "empty", "stdio:": "needs a command to start", "stdio:  ": "needs a command to start", `stdio:x "y`: "not closed", `stdio:x \`: `ends in a \`, `stdio:"" x`: "empty",
		"stdio:x\x00y": "control characters", "ftp://example.com": "http or https", "https://": "names no host", "https://:80/": "names no host",
		"https://me:hunter2@example.com/": "header", "https://example.com/#x": "#fragment", "https://exa mple.com/": "no address", "gone": "no server",
		"gone@other.json": `it has ["files"]`, "files@gone.json": "there is no", "files@empty.json": "has no server", "files@broken.json": "is not JSON", "@scope/x": "no server",
		"old": `type is "sse"`, "both": "both", "none": "neither", "unset": `"NOWHERE" is not set`, "open": "not closed", "header": "cannot be sent", "head er": "cannot be sent",
		"variable": "cannot be set", "list": "cannot be read", "word": `"command" is a number`, "typed": "no url", "ftp": "http or https",
	} {
		got, err := ParseServer(spec, configured())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %+v and %v, want %q", spec, got, err, want)
		} else if strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: a password is in %v", spec, err)
		}
	}
	if _, err := ParseServer("files", Config{}); err == nil || !strings.Contains(err.Error(), "no configuration") {
		t.Errorf("without a configuration: %v", err)
	}
	if _, err := ParseServer("x@gone.json", configured()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	big := Config{File: "big", ReadFile: func(string) ([]byte, error) { return make([]byte, maxConfig+1), nil }}
	if _, err := ParseServer("x", big); err == nil || !strings.Contains(err.Error(), "larger") {
		t.Errorf("got %v", err)
	}
}

func TestFetchingServersHaveMoreTime(t *testing.T) {
	for command, want := range map[string]bool{"npx": true, "/usr/bin/uvx": true, "npx.cmd": true, "node": false, "./npx-like": false} {
		s := Server{Command: []string{command}}
		if got := (Options{}).complete(s).Connect == fetchConnect; got != want {
			t.Errorf("%s: %t", command, got)
		}
	}
}

func FuzzParseServer(f *testing.F) {
	for _, s := range []string{"stdio:a 'b c' \"d\\\"\" e\\ f", "https://example.com/", "files", "files@other.json", "@", "stdio:\\"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, spec string) {
		s, err := ParseServer(spec, configured())
		if err != nil {
			return
		}
		if (len(s.Command) == 0) == (s.URL == "") || s.Name == "" {
			t.Fatalf("%q is %+v", spec, s)
		}
		if len(s.Command) == 0 {
			return
		}
		// The pins of a server are stored under an id that no other server has.
		_, line, _ := strings.Cut(s.ID(), ":")
		if again, err := split(line); err != nil || !slices.Equal(again, s.Command) {
			t.Fatalf("%q is %q, written %q, read as %q, %v", spec, s.Command, line, again, err)
		}
	})
}

func FuzzConfig(f *testing.F) {
	f.Add([]byte(config), "files")
	f.Add([]byte(config), "far")
	f.Add([]byte(`{"mcpServers":{"x":{"command":"${A:-${B}}"}}}`), "x")
	f.Add([]byte(`{"mcpServers":null}`), "")
	f.Fuzz(func(t *testing.T, text []byte, name string) {
		s, err := configured().parse(text, name)
		if err != nil {
			return
		}
		if (len(s.Command) == 0) == (s.URL == "") {
			t.Fatalf("got %+v", s)
		}
		for k, v := range s.Headers {
			if strings.ContainsAny(k+v, "\r\n") {
				t.Fatalf("a header has a line end: %q", s.Headers)
			}
		}
	})
}

func FuzzListing(f *testing.F) {
	for _, s := range []string{"[FILE] a\n[DIR] b", "", "[FILE] a\nb", "[FILE] x\n[FILE] x", "[DIR] ..\n[FILE] /etc", "[]", `[{"name":"a","type":"file"}]`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lines, err := parseLines(text)
		if err == nil && text != "" && len(lines) != strings.Count(text, "\n")+1 {
			t.Fatalf("%q has %d entries", text, len(lines))
		}
		tree, _ := parseTree(text)
		for _, entries := range [][]fsEntry{lines, tree} {
			out := newListing("dir")
			for _, e := range entries {
				out.addName(e.Name, e.kind())
			}
			nodes, _ := out.done()
			for i, n := range nodes {
				if err := valid(t.Context(), n.Path); err != nil || n.Path.Dir() != "dir" || i > 0 && nodes[i-1].Path == n.Path {
					t.Fatalf("%q gives the path %q: %v", text, n.Path, err)
				}
			}
		}
		if _, err := parseInfo(text); err == nil && !strings.Contains(text, "isFile") {
			t.Fatalf("%q was read", text)
		}
	})
}
