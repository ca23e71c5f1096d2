package analyst

import (
	"context"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"luminos"
	"luminos/internal/tool"
	"luminos/internal/words"
)

// scoped returns the tools, restricted to the subtree of one unit, since an entry may depend on its own subtree only.
// Tools with unknown names are returned unchanged, because the meaning of their arguments is unknown.
func scoped(tools []tool.Tool, u *luminos.Unit) []tool.Tool {
	out := make([]tool.Tool, len(tools))
	for i, t := range tools {
		out[i] = t
		switch t.Name {
		case "read_file", "list_directory", "stat_file", "search_files", "parse_structure":
			out[i].Handle = func(ctx context.Context, args json.RawMessage) (tool.Result, error) {
				args, problem := inUnit(args, u)
				if problem != "" {
					return tool.Failure("%s: %s", t.Name, problem), nil
				}
				return t.Handle(ctx, args)
			}
		case "run_command":
			out[i].Handle = func(ctx context.Context, args json.RawMessage) (tool.Result, error) {
				if problem := operandsInUnit(args, u); problem != "" {
					return tool.Failure("run_command: %s", problem), nil
				}
				return t.Handle(ctx, args)
			}
		}
	}
	return out
}

// inUnit returns the arguments of a tool call with the path of the unit if they have no argument "path". If they have a
// path outside the subtree of the unit, problem is the message to the model, else "". Arguments of a wrong type are
// returned as they are: the tool rejects them.
func inUnit(args json.RawMessage, u *luminos.Unit) (_ json.RawMessage, problem string) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(args, &fields) != nil || fields == nil {
		return args, ""
	}
	var p string
	if raw, ok := fields["path"]; ok {
		if json.Unmarshal(raw, &p) != nil {
			return args, ""
		}
		if !luminos.Path(path.Clean(p)).Within(u.Path()) {
			return args, outside(p, u)
		}
		return args, ""
	}
	fields["path"], _ = json.Marshal(u.Path())
	args, _ = json.Marshal(fields)
	return args, ""
}

// outside returns the message to a model that a path is not in the subtree of the unit.
func outside(p string, u *luminos.Unit) string {
	return fmt.Sprintf("%s lies outside of this unit, %s; other directories have loops of their own, and what is known of those below is in the prompt",
		named(luminos.Path(words.Shorten(p, 200))), named(u.Path()))
}

// operandsInUnit returns a message to the model if the operands of a program are not allowed, or "". At least one must
// be a path in the unit, unless the unit is at the top, and no path may lie outside. Only an operand with a slash, or
// ".", that cannot be a [pattern] is taken for a path outside.
func operandsInUnit(args json.RawMessage, u *luminos.Unit) string {
	if u.Path() == luminos.Root {
		return ""
	}
	var in struct {
		Args []string `json:"args"`
	}
	if json.Unmarshal(args, &in) != nil {
		return ""
	}
	within := 0
	for i, a := range in.Args {
		p := luminos.Path(path.Clean(a))
		switch {
		case strings.HasPrefix(a, "-"):
		case p.Within(u.Path()):
			within++
		case (a == "." || strings.Contains(a, "/")) && !pattern(in.Args, i):
			return outside(a, u)
		}
	}
	if within == 0 {
		return fmt.Sprintf("name paths in this unit among its operands, such as %s; they are relative to the target", named(u.Path()))
	}
	return ""
}

// pattern reports whether the argument with the index i can be a search pattern: it is the first argument that is no
// flag and has others after it, or the value of a flag.
func pattern(args []string, i int) bool {
	if i > 0 && strings.HasPrefix(args[i-1], "-") && args[i-1] != "--" {
		return true
	}
	for _, a := range args[:i] {
		if !strings.HasPrefix(a, "-") {
			return false
		}
	}
	return len(args) > i+1
}
