package analyst

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"luminos"
	"luminos/internal/agent"
	"luminos/internal/coreutils"
	"luminos/internal/model"
	"luminos/internal/tool"
)

// placed returns the tools. A tool that looks at one path looks at the unit if a call names no path.
func placed(tools []tool.Tool, u *luminos.Unit) []tool.Tool {
	out := slices.Clone(tools)
	for i, t := range tools {
		if looksAtPath(t.Name) {
			out[i].Handle = func(ctx context.Context, args json.RawMessage) (tool.Result, error) {
				return t.Handle(ctx, inUnit(args, u))
			}
		}
	}
	return out
}

// looksAtPath reports whether the argument "path" is the only part of the target that the named tool looks at.
func looksAtPath(name string) bool {
	switch name {
	case "read_file", "list_directory", "stat_file", "search_files", "parse_structure", "query_table":
		return true
	}
	return false
}

// inUnit returns the arguments of a tool call with the path of the unit if they have no argument "path". Arguments of a
// wrong type are returned as they are: the tool rejects them.
func inUnit(args json.RawMessage, u *luminos.Unit) json.RawMessage {
	var fields map[string]json.RawMessage
	if json.Unmarshal(args, &fields) != nil || fields == nil || fields["path"] != nil {
		return args
	}
	fields["path"], _ = json.Marshal(u.Path())
	args, _ = json.Marshal(fields)
	return args
}

// inquiry returns the inquiry that a call of a tool makes about the target. Without a path the call concerns the path
// usual. A call of run_command concerns the directory that holds all paths which its program reads. ok is false for
// tools with other names, whose answers cannot be asked for again: their arguments have an unknown meaning.
func inquiry(usual luminos.Path, use, result model.Block) (q luminos.Inquiry, ok bool) {
	q = luminos.Inquiry{Tool: use.Name, Args: use.Input, Answer: answerOf(result), Path: luminos.Root}
	switch {
	case looksAtPath(use.Name):
		var in struct{ Path *string }
		if json.Unmarshal([]byte(use.Input), &in) != nil {
			return q, false
		}
		if q.Path = usual; in.Path != nil {
			q.Path = pathOf(*in.Path)
		}
	case use.Name == "run_command":
		q.Path = commandPath(usual, use.Input)
	default:
		return q, false
	}
	return q, true
}

// commandPath returns the lowest path at or above all paths that a call of run_command with the arguments args reads,
// as the parser of its program finds them, or the path usual if it reads none. It is the whole target for a program or
// arguments that are not known.
func commandPath(usual luminos.Path, args string) luminos.Path {
	var in struct {
		Program string
		Args    []string
	}
	if json.Unmarshal([]byte(args), &in) != nil {
		return luminos.Root
	}
	paths, ok := coreutils.Reads(in.Program, in.Args)
	switch {
	case !ok:
		return luminos.Root
	case len(paths) == 0:
		return usual
	}
	top := paths[0]
	for _, p := range paths[1:] {
		for !p.Within(top) {
			top = top.Dir()
		}
	}
	return top
}

// answerOf returns a digest of the result of a call.
func answerOf(result model.Block) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%t\n%s", result.Failed, result.Text))
	return hex.EncodeToString(sum[:])
}

// Ask makes an inquiry of an earlier conversation again and returns the digest of the answer, or "" if the tool is
// missing.
func (e *Engine) Ask(ctx context.Context, q luminos.Inquiry) string {
	i := slices.IndexFunc(e.opts.Tools, func(t tool.Tool) bool { return t.Name == q.Tool })
	if i < 0 {
		return ""
	}
	return answerOf(agent.Ask(ctx, e.opts.Tools[i], q.Args, e.opts.Mask))
}

// ask records an inquiry. It replaces an equal one.
func (l *looked) ask(q luminos.Inquiry) {
	same := func(o luminos.Inquiry) bool { return o.Tool == q.Tool && o.Args == q.Args }
	l.inquiries = append(slices.DeleteFunc(l.inquiries, same), q)
}

// outdated reports whether an inquiry has another answer now.
func (l *looked) outdated(ctx context.Context, e *Engine) bool {
	return slices.ContainsFunc(l.inquiries, func(q luminos.Inquiry) bool { return e.Ask(ctx, q) != q.Answer })
}

// Outdated reports whether an inquiry of the conversation about the unit has another answer now.
func (w *work) Outdated(ctx context.Context) bool { return w.outdated(ctx, w.engine) }
