package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luminos/internal/model/modeltest"
)

// prying is a model that wants a secret: whole, by halves, letter by letter.
type prying struct {
	calls []modeltest.Block
}

func (p prying) Play(r modeltest.Request) modeltest.Reply {
	if at := (r.Turn - 1) * 18; r.Pass() == modeltest.PassDirectory && at < len(p.calls) && strings.Contains(r.Opening(), "settings.env") {
		return modeltest.Reply{Blocks: p.calls[at:min(at+18, len(p.calls))]}
	}
	return modeltest.Diligent{}.Play(r)
}

func command(program string, args ...string) modeltest.Block {
	return modeltest.Call("run_command", map[string]any{"program": program, "args": args})
}

// utf16 returns a text in the encoding of Windows.
func utf16(text string) string {
	b := []byte{0xFF, 0xFE}
	for _, c := range []byte(text) {
		b = append(b, c, 0)
	}
	return string(b)
}

// No secret leaves, however a model asks for it, and none is kept.
func TestSecretsStayAtHome(t *testing.T) {
	t.Parallel()
	token, password := "gh"+"p_"+strings.Repeat("aB3dE6gH9", 4), "Tr0ub4dor"+"&3!"
	key := "MIIEow" + "IBAAKCAQEAx7Kq9ZbT2vLmPcRf4WdYhGj8NsXoEuAi5kQtBw3zVyHn6D"
	target := t.TempDir()
	for name, text := range map[string]string{
		"README.md":               "# Things\n\nConnect with https://admin:" + password + "@db.example.net/x.\n",
		"conf/settings.env":       "# of the server\nGITHUB_TOKEN=" + token + "\nDB_PASSWORD=" + password + "\nPORT=80\n",
		"conf/server.key":         "-----BEGIN RSA PRIVATE" + " KEY-----\n" + key + "\n" + key + "\n-----END RSA PRIVATE" + " KEY-----\n",
		"conf/app.py":             "\"\"\"Starts it with " + token + ".\"\"\"\nTOKEN = \"" + token + "\"\n\ndef start():\n    return connect(password=\"" + password + "\")\n",
		"conf/docker-compose.yml": "services:\n  db:\n    image: postgres\n    environment:\n      POSTGRES_PASSWORD: " + password + "\n",
		"conf/table.csv":          "id,note\n" + strings.Repeat("1,"+token+"\n", 20),
		"conf/notes.md":           "# Notes\n\nThe token is " + token + ".\n",
		"conf/dump.bin":           "\x7fELF\x00\x01\x02DB_PASSWORD=" + password + "\x00GITHUB_TOKEN=" + token + "\x00" + utf16("x password = "+password+"\n"),
		"conf/mixed.ini":          utf16("[db]\nname = x\n") + "DB_PASSWORD=" + password + "\ntoken = " + token + "\n",
		"conf/late.ini":           strings.Repeat("a = b\n", 12_000) + utf16("password = "+password+"\ntoken = "+token+"\n"),
		"api-8c2e1f4a-9b3d-4c5e-8f6a-7b8c9d0e1f2a/a.go": "package a\n\nfunc A() {}\n",
		"conf/windows.ini": utf16("[db]\npassword = " + password + "\ntoken = " + token + "\n"),
	} {
		name = filepath.Join(target, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	at := func(tool, path string, more map[string]any) modeltest.Block {
		in := map[string]any{"path": path}
		for k, v := range more {
			in[k] = v
		}
		return modeltest.Call(tool, in)
	}
	var calls []modeltest.Block
	for _, f := range []string{"settings.env", "server.key", "app.py", "docker-compose.yml", "notes.md", "windows.ini", "table.csv", "dump.bin", "mixed.ini", "late.ini"} {
		f = "conf/" + f
		calls = append(calls, at("read_file", f, nil), at("read_file", f, map[string]any{"offset": 2, "limit": 1}), at("parse_structure", f, nil), command("cut", "-c", "10-24", f), command("tail", "-c", "30", f),
			command("head", "-c", "40", f), command("grep", "-oE", "[A-Za-z0-9]{6}", f), command("sort", "-k", "1.15", f), command("tail", "-n", "2", f), command("grep", "-a", "-o", "-i", "p.\\?a.\\?s.\\?s.*", f), command("sha256sum", f), at("stat_file", f, nil), command("uniq", "-w", "5", f))
	}
	calls = append(calls, at("search_files", "conf", map[string]any{"pattern": "[A-Za-z0-9_]{20,}", "regex": true}), command("grep", "-rn", "KEY\\|TOKEN\\|pass", "conf"))
	k := scripted(t, prying{calls})
	r, _ := k.run(t, statusDone, target)

	var seen strings.Builder
	asked := 0
	for _, q := range k.server.Requests() {
		var body struct {
			System   json.RawMessage
			Messages []struct {
				Role    string
				Content json.RawMessage
			}
		}
		if err := json.Unmarshal(q.Raw, &body); err != nil {
			t.Fatal(err)
		}
		seen.Write(body.System)
		for _, m := range body.Messages {
			if m.Role == "user" {
				seen.Write(m.Content)
			}
		}
		asked = max(asked, len(q.Calls()))
	}
	if asked < len(calls) {
		t.Fatalf("%d of %d calls were made", asked, len(calls))
	}
	if !strings.Contains(seen.String(), "GITHUB_TOKEN=(masked)xxxx") {
		t.Error("the file was not shown")
	}
	places := map[string]string{"what was sent": seen.String(), "the report": string(r.body)}
	err := filepath.WalkDir(k.env["LUMINOS_CACHE_DIR"], func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			var b []byte
			b, err = os.ReadFile(name)
			places["the cache: "+filepath.Base(name)] = string(b)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for where, text := range places {
		for _, secret := range []string{token, password, key} {
			for i := 0; i+6 <= len(secret); i++ {
				if piece := secret[i : i+6]; strings.Contains(text, piece) {
					t.Errorf("%s holds %q of %q", where, piece, secret)
					break
				}
			}
		}
	}
}

// TestGuessesAreNotConfirmed checks that a guess of a secret gets the same answer,
// right or wrong.
func TestGuessesAreNotConfirmed(t *testing.T) {
	t.Parallel()
	token := "gh" + "p_" + strings.Repeat("aB3dE6gH9", 4)
	target := t.TempDir()
	for name, text := range map[string]string{"settings.env": "# of the server\nGITHUB_TOKEN=" + token + "\n", "windows.ini": utf16("[host]\ntoken = " + token + "\n"), "README.md": "# Things\n\nThings of all kinds.\n"} {
		if err := os.WriteFile(filepath.Join(target, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	guess := func(piece string) []modeltest.Block {
		return []modeltest.Block{
			command("grep", "-c", "GITHUB_TOKEN="+piece, "settings.env"), command("wc", "-l", "settings.env"),
			modeltest.Call("search_files", map[string]any{"path": "settings.env", "pattern": "TOKEN=" + piece}),
			modeltest.Call("search_files", map[string]any{"path": "windows.ini", "pattern": "token = " + piece}),
			modeltest.Call("search_files", map[string]any{"pattern": "^token = " + piece + "[a-m]", "regex": true}),
			modeltest.Call("write_cache", map[string]any{"path": "settings.env", "summary": "Settings of the server.", "claims": []any{
				map[string]any{"statement": "It sets a token.", "path": "settings.env", "quote": "GITHUB_TOKEN=" + piece},
				map[string]any{"statement": "It sets a token.", "path": "settings.env", "first_line": 2, "last_line": 2, "quote": piece},
			}}),
		}
	}
	answers := func(piece string) string {
		k := scripted(t, prying{guess(piece)})
		k.run(t, statusDone, target)
		var all strings.Builder
		for _, q := range k.server.Requests() {
			for _, c := range q.Calls() {
				fmt.Fprintf(&all, "%s: %s\n", c.Name, strings.ReplaceAll(c.Text, piece, "GUESS"))
			}
		}
		return all.String()
	}
	right, wrong := answers("gh"+"p_aB3"), answers("gh"+"p_aB4")
	if right != wrong || !strings.Contains(right, "write_cache") {
		t.Errorf("a right guess is answered with\n%s\na wrong one with\n%s", right, wrong)
	}
}
