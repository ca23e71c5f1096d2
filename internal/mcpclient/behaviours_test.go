package mcpclient

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"time"
)

type behaviour = func(method string, id, params json.RawMessage, args []string) string

// behaviours returns servers that misbehave, by name.
func behaviours() map[string]behaviour {
	m := map[string]behaviour{
		"silent": func(string, json.RawMessage, json.RawMessage, []string) string { return "" },
		"greets": func(method string, id, params json.RawMessage, args []string) string {
			if method == "initialize" {
				fmt.Print("Welcome!\n\n  starting up…\n")
			}
			return fine(method, id, params, args)
		},
		"babbles": func(string, json.RawMessage, json.RawMessage, []string) string {
			return strings.Repeat("\x1b[31mBusy\x1b[0m doing other things\n", 10_000)
		},
		"dies at once": func(string, json.RawMessage, json.RawMessage, []string) string {
			fmt.Fprint(os.Stderr, "\x1b]0;evil\x07no licence found\n")
			os.Exit(3)
			return ""
		},
		"many tools": func(method string, id, params json.RawMessage, args []string) string {
			if method == "tools/list" {
				var p struct{ Cursor string }
				json.Unmarshal(params, &p)
				tools := []string{rawTool("ls", "list"), rawTool("cat", "read"), rawTool("twice", "search")}
				if p.Cursor != "" {
					tools = []string{rawTool(fmt.Sprint("t", len(p.Cursor)), "search"), rawTool("twice", "run")}
				}
				return result(id, fmt.Sprintf(`{"tools":[%s],"nextCursor":"%sx"}`, strings.Join(tools, ","), p.Cursor))
			}
			return fine(method, id, params, args)
		},
	}
	for name, call := range listings() {
		m[name] = rawTree(call)
	}
	for name, call := range calls() {
		m[name] = rawTree(call)
	}
	return m
}

var fine = rawTree(func(_, _, _ string, id json.RawMessage, _ []string) string { return listed(id, "", rawEntry("a")) })

type caller = func(name, path, cursor string, id json.RawMessage, args []string) string

// listings returns servers with directories that no honest server has.
func listings() map[string]caller {
	many := func(total, page int) caller {
		return func(_, _, cursor string, id json.RawMessage, _ []string) string {
			from := 0
			fmt.Sscan(cursor, &from)
			var entries []string
			for i := from; i < min(from+page, total); i++ {
				entries = append(entries, rawEntry(fmt.Sprintf("n%07d", i)))
			}
			next := ""
			if from+page < total {
				next = fmt.Sprint(from + page)
			}
			return listed(id, next, entries...)
		}
	}
	return map[string]caller{
		"20k":      many(20_000, 5_000),
		"too many": many(1_000_000, 25_000),
		"circle": func(_, _, cursor string, id json.RawMessage, _ []string) string {
			return listed(id, "again", rawEntry("n"+cursor))
		},
		"endless": func(_, _, cursor string, id json.RawMessage, _ []string) string {
			n := 0
			fmt.Sscan(cursor, &n)
			return listed(id, fmt.Sprint(n+1), rawEntry(fmt.Sprint("n", n)))
		},
		"names": func(_, _, _ string, id json.RawMessage, _ []string) string {
			long := strings.Repeat("n", 1<<20)
			names := []string{"a", "../x", "..", ".", "", "b/c", "nul\x00", "a", long, `\xff`, `\x2e\x2e`, `bad\x2fslash`, "line\nend", "/etc", "\u202egnp"}
			var entries []string
			for _, n := range names {
				b, _ := json.Marshal(n)
				entries = append(entries, fmt.Sprintf(`{"name":%s,"kind":"file","size":1}`, b))
			}
			return listed(id, "", entries...)
		},
		"values": func(_, _, _ string, id json.RawMessage, _ []string) string {
			return listed(id, "", `{"name":"a","kind":"file","size":-5,"mtime":"0000-01-01T00:00:00Z"}`, `{"name":"b","kind":"spaceship"}`,
				`{"name":"c","kind":"symlink","target":"x\\x2ey"}`, `{"name":"d","kind":"file","mode":"7777777777777777777777","links":1,"allocated":-1}`)
		},
		"late fault": func(_, _, cursor string, id json.RawMessage, _ []string) string {
			if cursor != "" {
				return rawError(id, "out of order")
			}
			return listed(id, "2", rawEntry("a"))
		},
		"words": func(_, _, _ string, id json.RawMessage, _ []string) string { return listed(id, "", `"just a name"`) },
		"string": func(_, _, _ string, id json.RawMessage, _ []string) string {
			return result(id, `{"structuredContent":{"entries":"none"}}`)
		},
		"no structure": func(_, _, _ string, id json.RawMessage, _ []string) string {
			return result(id, `{"content":[{"type":"text","text":"a b c"}]}`)
		},
		"nothing": func(_, _, _ string, id json.RawMessage, _ []string) string { return result(id, `{}`) },
		"number":  func(_, _, _ string, id json.RawMessage, _ []string) string { return result(id, `7`) },
		"null":    func(_, _, _ string, id json.RawMessage, _ []string) string { return result(id, `null`) },
		"bad content": func(_, _, _ string, id json.RawMessage, _ []string) string {
			return result(id, `{"content":[{"type":"telepathy"}]}`)
		},
		"null content":   func(_, _, _ string, id json.RawMessage, _ []string) string { return result(id, `{"content":[null]}`) },
		"silent error":   func(_, _, _ string, id json.RawMessage, _ []string) string { return result(id, `{"isError":true}`) },
		"protocol error": func(_, _, _ string, id json.RawMessage, _ []string) string { return rawError(id, "\x1b[2Jno") },
	}
}

// calls returns servers that fail during a call.
func calls() map[string]caller {
	return map[string]caller{
		"deaf": func(_, _, _ string, id json.RawMessage, _ []string) string {
			os.Stdout.WriteString(listed(id, "", rawEntry("a")) + "\n")
			time.Sleep(time.Hour) // select {} would be a deadlock, and end it, where there is no cgo
			return ""
		},
		"hangs": func(string, string, string, json.RawMessage, []string) string { return "" },
		"hangs on bad": func(_, path, _ string, id json.RawMessage, _ []string) string {
			if path == "bad" {
				return ""
			}
			return listed(id, "", rawEntry("a"))
		},
		"floods": func(string, string, string, json.RawMessage, []string) string {
			return strings.Repeat(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}`+"\n", maxFlood+1)
		},
		"chats": func(_, _, _ string, id json.RawMessage, _ []string) string {
			return strings.Repeat(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}`+"\n", maxFlood/2) + listed(id, "", rawEntry("a"))
		},
		"no JSON":    func(string, string, string, json.RawMessage, []string) string { return `{"jsonrpc": nonsense}` },
		"other JSON": func(string, string, string, json.RawMessage, []string) string { return `{"version":1}` },
		"half a line": func(string, string, string, json.RawMessage, []string) string {
			fmt.Print(`{"jsonrpc":`)
			os.Exit(0)
			return ""
		},
		"huge": func(string, string, string, json.RawMessage, []string) string {
			return `{"x":"` + strings.Repeat("y", maxFrame) + `"}`
		},
		"huge answer": func(name, _, _ string, id json.RawMessage, _ []string) string {
			switch long := strings.Repeat("y", maxFrame); name {
			case "cat": // as some write it
				return fmt.Sprintf(`{"result":{"x":%q},"jsonrpc":"2.0","id":%s}`, long, id)
			default:
				return result(id, fmt.Sprintf("%q", long))
			}
		},
		"deep": func(string, string, string, json.RawMessage, []string) string { return strings.Repeat("[", 1<<20) },
		"other answer": func(string, string, string, json.RawMessage, []string) string {
			return `{"jsonrpc":"2.0","id":99999,"result":{}}`
		},
		"dies": func(string, string, string, json.RawMessage, []string) string {
			fmt.Fprintln(os.Stderr, "segmentation \x1b[1mfault")
			os.Exit(1)
			return ""
		},
		"dies on bad": func(_, path, _ string, id json.RawMessage, _ []string) string {
			if strings.HasPrefix(path, "bad") {
				os.Exit(1)
			}
			return listed(id, "", rawEntry("a"))
		},
		"dies once": func(_, _, _ string, id json.RawMessage, args []string) string {
			if err := os.Mkdir(args[0], 0o700); err == nil {
				os.Exit(1)
			}
			return listed(id, "", rawEntry("a"))
		},
		"environment": func(_, _, _ string, id json.RawMessage, _ []string) string {
			b, _ := json.Marshal(strings.Join(os.Environ(), "\n"))
			return result(id, fmt.Sprintf(`{"content":[{"type":"text","text":%s}]}`, b))
		},
		"parent": func(_, _, _ string, id json.RawMessage, args []string) string {
			self, _ := os.Executable()
			c := exec.Command(self, "fake", "holder", args[0])
			c.Stdout, c.Stderr = os.Stdout, os.Stderr
			if err := c.Start(); err != nil {
				return rawError(id, err.Error())
			}
			return listed(id, "", rawEntry("a"))
		},
	}
}

// hold connects, and holds the connection for as long as it lives.
func hold(args []string) error {
	c, err := net.Dial("tcp", args[0])
	if err == nil {
		_, err = io.Copy(io.Discard, c)
	}
	return err
}
