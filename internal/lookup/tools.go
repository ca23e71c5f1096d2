package lookup

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"luminos"
	"luminos/internal/tool"
	"luminos/internal/words"
)

// NoReport is the error of a target without a report. Advice is a way to make one.
type NoReport struct{ Advice string }

func (n *NoReport) Error() string { return "there is no report on this directory yet. " + n.Advice }

// Library returns the present report of the target. The error can be a [*NoReport].
type Library func(context.Context) (*Book, error)

// textLimit is the number of bytes of the text of an answer, some 9,000 tokens.
const textLimit = 32 << 10

type overviewInput struct{}

type aboutInput struct {
	Path string `json:"path" jsonschema:"a file or directory of the target, relative to it"`
	pageInput
}

type findInput struct {
	Query string `json:"query" jsonschema:"a question or words"`
	pageInput
}

type flagsInput struct {
	Path     string `json:"path,omitempty" jsonschema:"only flags in or below this path"`
	Severity string `json:"severity,omitempty" jsonschema:"this severity or above: info, concern or critical"`
	pageInput
}

type pageInput struct {
	Limit  int `json:"limit,omitempty" jsonschema:"findings in the answer; 0 means 10, more than 50 mean 50"`
	Offset int `json:"offset,omitempty" jsonschema:"leave out so many of the first"`
}

// Tools returns the tools that look things up in the report. now is the clock.
func Tools(open Library, now func() time.Time) []tool.Tool {
	const states = " Each finding has its evidence and whether that still holds: " +
		"found, moved, changed, missing or unverifiable."
	return []tool.Tool{
		tool.New[overviewInput, Overview]("overview", "Overview of the report",
			"Says in brief what the directory is, how old the report is, and how much of its evidence still holds.",
			func(ctx context.Context, _ overviewInput) (tool.Result, error) { return overview(ctx, open, now()) }),
		tool.New[aboutInput, Answer]("about", "Findings about a path",
			"Returns what the report says about a file or directory."+states,
			func(ctx context.Context, in aboutInput) (tool.Result, error) {
				return in.answer(ctx, "about", open, func(b *Book) (*Answer, error) {
					p, err := pathOf(in.Path)
					if err != nil {
						return nil, err
					}
					return b.About(ctx, p, Page(in.pageInput))
				})
			}),
		tool.New[findInput, Answer]("find_claims", "Find findings by words",
			"Finds sentences, entries, flags, facts and claims of the report by words, the best first."+states,
			func(ctx context.Context, in findInput) (tool.Result, error) {
				return in.answer(ctx, "find_claims", open, func(b *Book) (*Answer, error) {
					return b.Find(ctx, in.Query, Page(in.pageInput))
				})
			}),
		tool.New[flagsInput, Answer]("flags", "Flags of the report",
			"Lists defects, risks and surprises that the report flags, the gravest first."+states,
			func(ctx context.Context, in flagsInput) (tool.Result, error) {
				least := luminos.Severity(in.Severity)
				if least != "" && least.Rank() == 0 {
					return tool.Failure("flags: the severity is info, concern or critical, not %s", words.Name(in.Severity)), nil
				}
				return in.answer(ctx, "flags", open, func(b *Book) (*Answer, error) {
					p, err := pathOf(in.Path)
					if err != nil {
						return nil, err
					}
					return b.Flags(ctx, p, least, Page(in.pageInput))
				})
			}),
	}
}

// errPath reports a path that cannot be in the target.
var errPath = errors.New(`a path is relative to the target and has no "..": src/main.go; the target itself is "."`)

// errNoPath reports a text that is no path.
var errNoPath = fmt.Errorf("a path has at most %d bytes, none of them 0", pathMost)

// pathMost is the number of bytes of a path, as systems bound it.
const pathMost = 4096

// pathOf returns the path in the arguments of a call, in its canonical form. An empty one is the target itself.
func pathOf(arg string) (luminos.Path, error) {
	if len(arg) > pathMost || strings.Contains(arg, "\x00") {
		return "", errNoPath
	}
	clean := path.Clean(arg)
	if path.IsAbs(arg) || clean == ".." || strings.HasPrefix(clean, "../") {
		return "", errPath
	}
	return luminos.Path(clean), nil
}

// overview handles a call of the tool overview.
func overview(ctx context.Context, open Library, now time.Time) (tool.Result, error) {
	b, err := open(ctx)
	if err != nil {
		return tool.Failure("overview: %v", err), ctx.Err()
	}
	o, err := b.Overview(ctx)
	if err != nil {
		return tool.Result{}, err
	}
	return tool.Result{Text: bounded(o.Text(now)), Data: o}, nil
}

// answer calls ask with the report and returns the answer as the result of a tool. Bounds below 0 are refused.
func (p pageInput) answer(
	ctx context.Context, name string, open Library, ask func(*Book) (*Answer, error),
) (tool.Result, error) {
	if p.Limit < 0 || p.Offset < 0 {
		return tool.Failure("%s: limit and offset are 0 or more", name), nil
	}
	b, err := open(ctx)
	if err != nil {
		return tool.Failure("%s: %v", name, err), ctx.Err()
	}
	a, err := ask(b)
	switch {
	case err != ErrUnknown && errors.Is(err, ErrUnknown): // it names paths
		return tool.Failure("%s: %v", name, err), nil
	case errors.Is(err, ErrUnknown):
		return tool.Failure("%s: %v, and the target has none of this name that it could be about; "+
			"find_claims looks for words", name, err), nil
	case errors.Is(err, errPath), errors.Is(err, errNoPath):
		return tool.Failure("%s: %v", name, err), nil
	case err != nil:
		return tool.Result{}, err
	}
	return tool.Result{Text: bounded(a.Text()), Data: a}, nil
}

// bounded returns a text of at most about textLimit bytes.
func bounded(text string) string {
	if len(text) <= textLimit {
		return text
	}
	return fmt.Sprintf("%s\n[cut after %d of %d bytes: ask for fewer with limit]\n",
		strings.ToValidUTF8(text[:textLimit], ""), textLimit, len(text))
}
