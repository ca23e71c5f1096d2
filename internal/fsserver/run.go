package fsserver

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"luminos/internal/tool"
	"luminos/internal/words"
)

// Output is the captured output and the exit status of a program.
type Output struct {
	Stdout, Stderr string
	Status         int
	Cut            bool // the program wrote more
}

const (
	maxArgs     = 256
	maxArgBytes = 64 << 10
)

type runInput struct {
	Program string   `json:"program" jsonschema:"one of those that the description names"`
	Args    []string `json:"args,omitempty" jsonschema:"its arguments, one each; no shell reads them"`
}

// ran is the structured result of the tool run_command.
type ran struct {
	Status int  `json:"status" jsonschema:"0 when all went well; grep gives 1 when nothing matches"`
	Cut    bool `json:"cut,omitempty" jsonschema:"the program said more than is given here"`
}

func (s *server) runTool() tool.Tool {
	return tool.New[runInput, ran]("run_command", "Run a read-only program",
		"Answers as these familiar programs would, over the target: "+strings.Join(s.opts.Programs, ", ")+". "+
			"Nothing is executed, there is no shell, no pipe and no glob expansion, and nothing is written; a useful subset of their flags is known. "+
			"Operands are paths relative to the target. find is the way to look for files by name.", s.run)
}

func (s *server) run(ctx context.Context, in runInput) (tool.Result, error) {
	if !slices.Contains(s.opts.Programs, in.Program) {
		shown, _ := visible(in.Program)
		instead := "read_file, list_directory, search_files and parse_structure do what others would"
		if strings.ContainsAny(in.Program, " \t") {
			instead = "program is one word, and its arguments stand in args, one each"
		}
		return tool.Failure("running %s: there is no such program here; there are %s. %s",
			cutText(shown, 100), words.List(s.opts.Programs), words.Stop(instead)), nil
	}
	size := 0
	for _, a := range in.Args {
		size += len(a)
		if strings.IndexByte(a, 0) >= 0 {
			return tool.Failure("running %s: an argument contains NUL; remove it", in.Program), nil
		}
	}
	if len(in.Args) > maxArgs || size > maxArgBytes {
		return tool.Failure("running %s: %d arguments of %s in all are too many; at most %d of %s in all are permitted", in.Program,
			len(in.Args), words.Bytes(int64(size)), maxArgs, words.Bytes(maxArgBytes)), nil
	}
	out := s.opts.Run(ctx, in.Program, in.Args)
	if ctx.Err() != nil && out.Stdout == "" {
		return tool.Result{}, context.Cause(ctx)
	}
	return s.ran(in.Program, out), nil
}

// ran returns the result of run_command for the output of a program, with long output cut.
func (s *server) ran(program string, out Output) tool.Result {
	var b strings.Builder
	said := func(text string, room int) {
		text = visibleText(text)
		if len(text) > room {
			text, out.Cut = cutText(text, room), true
		}
		b.WriteString(text)
		if text != "" && !strings.HasSuffix(text, "\n") {
			b.WriteByte('\n')
		}
	}
	said(out.Stdout, maxText)
	said(out.Stderr, maxText/8)
	if out.Stdout == "" && out.Stderr == "" {
		fmt.Fprintf(&b, "[%s said nothing]\n", program)
	}
	if out.Cut {
		b.WriteString("[it said more, which is cut; narrow what it looks at]\n")
	}
	if out.Status != 0 {
		fmt.Fprintf(&b, "[status %d]\n", out.Status)
	}
	return tool.Result{Text: b.String(), Data: ran{out.Status, out.Cut}}
}
