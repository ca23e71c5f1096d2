package fsserver

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"luminos"
	"luminos/internal/search"
	"luminos/internal/tool"
	"luminos/internal/words"
)

const (
	searchDefault = 100
	searchMax     = 1000
	searchShown   = 240 // bytes of a line that are shown
)

type searchInput struct {
	Pattern string `json:"pattern" jsonschema:"what to look for in each line; literal text, case counts"`
	Path    string `json:"path,omitempty" jsonschema:"the directory or file to look in, relative to the target, which . means; unless given, all of it or the unit under investigation"`
	Regex   bool   `json:"regex,omitempty" jsonschema:"the pattern is a regular expression in RE2 syntax; (?i) before it ignores case"`
	Limit   int    `json:"limit,omitempty" jsonschema:"at most so many lines; 100 unless given, 1000 at most"`
}

// Found is the structured result of search_files. The matching lines are in its text.
type Found struct {
	Matches []Match `json:"matches"`
	Files   int     `json:"files" jsonschema:"files that were searched"`
	Cut     bool    `json:"cut,omitempty" jsonschema:"not all was searched, or not all is given"`
}

// Match is the path and the number of a line in which the pattern was found.
type Match struct {
	Path string `json:"path"`
	Line int    `json:"line"`
}

func (s *server) searchTool() tool.Tool {
	return tool.New[searchInput, Found]("search_files", "Search in files",
		"Looks for text in the lines of all files below a directory and gives each line that has it as path:line: text, by path. "+
			"Documents, tables and messages are searched as the text that read_file shows. "+
			"What .gitignore and .ignore leave out, version control internals, files that no reader knows and texts over 16 MiB "+
			"are not searched; the last line says how many those were. A path that is named is searched even if it is ignored. "+
			"File names are not searched: run_command with find does that, list_directory shows them.", s.search)
}

func (s *server) search(ctx context.Context, in searchInput) (tool.Result, error) {
	const what = "searching"
	if in.Path == "" {
		in.Path = "."
	}
	m, err := search.NewMatcher(in.Pattern, in.Regex)
	if err != nil {
		return tool.Failure("%s: %v", what, err), nil
	}
	if in.Limit < 0 {
		return tool.Failure("%s: limit is %d; leave it out or give 1 to %d", what, in.Limit, searchMax), nil
	}
	n, err := s.find(ctx, in.Path)
	if err != nil {
		return s.cannot(ctx, what, in.Path, err)
	}
	if n.Kind != luminos.KindFile && n.Kind != luminos.KindDir {
		return notFile(what, n), nil
	}
	r := &lineList{limit: searchDefault, found: Found{Matches: []Match{}}}
	if in.Limit > 0 {
		r.limit = min(in.Limit, searchMax)
	}
	// The last quarter of the time is reserved for the result.
	soon, cancel := context.WithTimeout(ctx, s.opts.Timeout*3/4)
	defer cancel()
	done, err := search.Below(soon, s.texts, n, m, r.add)
	switch {
	case ctx.Err() != nil:
		return tool.Result{}, context.Cause(ctx)
	case errors.Is(err, context.DeadlineExceeded):
		r.stopped = fmt.Sprintf("stopped after %v", (s.opts.Timeout * 3 / 4).Round(time.Millisecond))
	case errors.Is(err, search.ErrTotal):
		r.stopped = "stopped after " + words.Bytes(done.Bytes)
	case err != nil && !errors.Is(err, errEnough):
		return s.cannot(ctx, what, in.Path, err)
	}
	return r.result(n, &in, done), nil
}

// errEnough ends a search at a bound; lineList.stopped names the bound.
var errEnough = errors.New("the search has reached its limit on matches")

// lineList is the result of one call of search_files: the matches so far, as they are shown.
type lineList struct {
	limit   int
	found   Found
	text    strings.Builder
	stopped string
}

// add adds a match. It returns errEnough if the list has limit matches or more text than a result can show.
func (r *lineList) add(m search.Match) error {
	switch {
	case len(r.found.Matches) == r.limit:
		r.stopped = fmt.Sprintf("stopped at %s", words.Plural(r.limit, "match", "matches"))
		return errEnough
	case r.text.Len() > maxText:
		r.stopped = "stopped at " + words.Bytes(maxText) + " of matches"
		return errEnough
	}
	r.found.Matches = append(r.found.Matches, Match{string(m.Path), m.Number})
	fmt.Fprintf(&r.text, "%s:%d: %s\n", show(m.Path), m.Number, excerpt(m.Line, m.At, m.End))
	return nil
}

// excerpt returns a line as it is shown. A line longer than searchShown is cut around the
// match, the bytes from at to end.
func excerpt(line string, at, end int) string {
	from, to := 0, len(line)
	if len(line) > searchShown {
		end = min(end, at+searchShown/2)
		spare := (searchShown - (end - at)) / 2
		from, to = max(at-spare, 0), min(end+spare, len(line))
	}
	part := strings.ToValidUTF8(line[from:to], "") // a character that was cut
	part, _ = visible(part)
	if from > 0 {
		part = "…" + part
	}
	if to < len(line) {
		part += "…"
	}
	return part
}

// result returns the matches as the result of the tool, with notes on skipped files. The node n was searched.
func (r *lineList) result(n luminos.Node, in *searchInput, done search.Searched) tool.Result {
	r.found.Files = done.Texts()
	var notes []string
	if r.stopped != "" {
		r.found.Cut = true
		where := ""
		if done.Last != "" {
			where = ", in " + show(done.Last)
		}
		rest := "what comes after it was"
		if done.Left > 0 {
			rest = words.Plural(done.Left, "file") + " after it were"
		}
		notes = append(notes, r.stopped+where+", and "+rest+" not searched: narrow path or pattern, or raise limit")
	}
	if skipped := done.Skipped(); len(skipped) > 0 {
		notes = append(notes, "not searched: "+strings.Join(skipped, ", "))
	}
	if done.Long > 0 {
		r.found.Cut = true
		notes = append(notes, fmt.Sprintf("%s searched only in the first %s", words.Plural(done.Long, "long line"),
			words.Bytes(search.LongLine)))
	}
	head := fmt.Sprintf("%s in %s", words.Plural(len(r.found.Matches), "match", "matches"), show(n.Path))
	if n.Kind == luminos.KindDir {
		head += fmt.Sprintf(", %s searched", words.Plural(done.Texts(), "file"))
	}
	if len(r.found.Matches) == 0 {
		head += "; "
		flags, _, _ := strings.Cut(in.Pattern, ")")
		if !in.Regex || !strings.HasPrefix(flags, "(?") || !strings.Contains(flags, "i") {
			head += "case counts, and "
		}
		head += "a pattern is looked for within one line"
		if !in.Regex && strings.ContainsAny(in.Pattern, `|*+?()[]{}^$\\`) {
			head += "; it was taken literally: pass regex true if it is a regular expression"
		}
	}
	text := head + "\n" + r.text.String()
	if len(notes) > 0 {
		text += "[" + strings.Join(notes, "; ") + "]\n"
	}
	return tool.Result{Text: text, Data: r.found}
}
