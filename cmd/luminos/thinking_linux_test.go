package main

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"luminos/internal/model/modeltest"
)

// thinker is a player that thinks before the calls of another one, in parts of a few bytes.
type thinker struct {
	modeltest.Player
	thought string
}

func (p thinker) Play(r modeltest.Request) modeltest.Reply {
	reply := p.Player.Play(r)
	reply.Blocks = append([]modeltest.Block{modeltest.Think(p.thought)}, reply.Blocks...)
	return reply
}

// TestThinkingOnATerminal runs the program with a model that thinks. On a terminal the line of the progress shows
// whole sentences, without secrets and escapes. Neither a log nor investigation.log has the thinking.
func TestThinkingOnATerminal(t *testing.T) {
	token := "gh" + "p_" + "a8Kd03Lq9ZxW1vT5yRb7NcE2mUj6PgHs4FoI"
	thought := "The units look alike. \x1b[2JMine \u202eis " + token + " here.\n\nNext I read the data. " +
		strings.Repeat("And so on, ", 30)
	for name, terminal := range map[string]bool{"terminal": true, "log": false} {
		t.Run(name, func(t *testing.T) {
			k := scripted(t, thinker{modeltest.Diligent{}, thought})
			a, _, log := testApp()
			a.env = func(name string) string { return k.env[name] }
			said := log.String
			if terminal {
				user, program := pseudoTerminal(t)
				a.stderr = program
				said = endOfTerminal(user, program)
			}
			if status := a.run(t.Context(), []string{grove(t)}); status != statusDone {
				t.Fatalf("status %d: %s", status, said())
			}
			text := said()
			for sentence, shown := range map[string]bool{
				"“The units look alike.”": terminal, "“Mine is (masked)": terminal,
				"“Next I read the data.”": terminal, token: false, "\x1b[2J": false, "\u202e": false,
			} {
				if strings.Contains(text, sentence) != shown {
					t.Errorf("%q is shown: %t, want %t", sentence, !shown, shown)
				}
			}
			// A call has four sentences, though its thinking arrives in twenty parts.
			calls, frames := len(k.server.Ledger()), strings.Count(text, "“")
			if most := 8 * calls; terminal && (frames < 3*calls || frames > most) {
				t.Errorf("%d frames for %d calls", frames, calls)
			}
			if t.Failed() {
				t.Logf("%q", text)
			}
			if found := thoughtIn(t, k.env["LUMINOS_CACHE_DIR"], "investigation.log"); found {
				t.Error("investigation.log has the thinking")
			}
		})
	}
}

// endOfTerminal reads the output of a program on a terminal. The returned function ends that and returns the text.
func endOfTerminal(user io.Reader, program *os.File) func() string {
	const mark = "END OF TEST"
	got := make(chan string, 1)
	go func() {
		var b strings.Builder
		for part := make([]byte, 4096); ; {
			n, err := user.Read(part)
			b.Write(part[:n])
			if err != nil || strings.Contains(b.String(), mark) {
				got <- b.String()
				return
			}
		}
	}()
	return func() string {
		io.WriteString(program, mark)
		return <-got
	}
}

// thoughtIn reports whether a file with this name below dir has a sentence of the thinking. There must be such a file.
func thoughtIn(t *testing.T, dir, name string) (found bool) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != name {
			return err
		}
		files++
		data, err := os.ReadFile(p)
		found = found || strings.Contains(string(data), "units look alike")
		return err
	})
	if err != nil || files == 0 {
		t.Errorf("%d files %s: %v", files, name, err)
	}
	return found
}
