package fsserver

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/tool"
	"luminos/internal/words"
)

const (
	searchDefault = 100
	searchMax     = 1000
	searchFile    = 16 << 20  // bytes of a file that is searched
	searchTotal   = 512 << 20 // bytes that one call reads
	searchShown   = 240       // bytes of a line that are shown
)

type searchInput struct {
	Pattern string `json:"pattern" jsonschema:"what to look for in each line; literal text, case counts"`
	Path    string `json:"path,omitempty" jsonschema:"the directory or file to look in, relative to the target; all of it unless given"`
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
		"Looks for text in the lines of all text files below a directory and gives each line that has it as path:line: text, by path. "+
			"What .gitignore and .ignore leave out, version control internals, files that are not text and files over 16 MiB are not searched; "+
			"the last line says how many those were. A path that is named is searched even if it is ignored. "+
			"File names are not searched: run_command with find does that, list_directory shows them.", s.search)
}

func (s *server) search(ctx context.Context, in searchInput) (tool.Result, error) {
	const what = "searching"
	if in.Path == "" {
		in.Path = "."
	}
	m, err := newMatcher(in.Pattern, in.Regex)
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
	r := &search{src: s.root, matcher: m, pattern: in.Pattern, literal: !in.Regex, limit: searchDefault, found: Found{Matches: []Match{}}}
	if in.Limit > 0 {
		r.limit = min(in.Limit, searchMax)
	}
	// The last quarter of the time is reserved for the result.
	soon, cancel := context.WithTimeout(ctx, s.opts.Timeout*3/4)
	defer cancel()
	switch n.Kind {
	case luminos.KindFile:
		r.named = true
		err = r.file(soon, n)
	case luminos.KindDir:
		err = walk(soon, s.root, n.Path, r)
	default:
		return notFile(what, n), nil
	}
	switch {
	case ctx.Err() != nil:
		return tool.Result{}, context.Cause(ctx)
	case errors.Is(err, context.DeadlineExceeded):
		r.stopped = fmt.Sprintf("stopped after %v", (s.opts.Timeout * 3 / 4).Round(time.Millisecond))
	case err != nil && !errors.Is(err, errEnough):
		return s.cannot(ctx, what, in.Path, err)
	}
	return r.result(n.Path), nil
}

// errEnough ends a search at a bound; search.stopped names the bound.
var errEnough = errors.New("the search has reached its limit on matches or bytes")

// search is the state of one call of search_files: its parameters, the matches so far and the
// counts of skipped files.
type search struct {
	src     luminos.Source
	matcher matcher
	limit   int
	named   bool // the file is the path that was asked for
	pattern string
	literal bool

	found   Found
	text    strings.Builder
	last    luminos.Path // the latest file that was opened
	read    int64
	stopped string
	missed
}

// missed counts the entries that a search did not read, or not whole.
type missed struct {
	ignored, binary, large, unread, links int
	beyond                                int
	long                                  int // lines of which only the beginning was searched
}

// skip implements visitor: it counts a skipped entry by the reason.
func (r *search) skip(_ luminos.Node, why reason) {
	switch why {
	case isIgnored:
		r.ignored++
	case isUnreadable:
		r.unread++
	case isSpecial:
		r.links++
	case isBeyond:
		r.beyond++
	}
}

// file implements visitor: it searches one file. It returns errEnough if the limit on matches
// or on bytes is reached.
func (r *search) file(ctx context.Context, n luminos.Node) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if n.Size > searchFile {
		r.large++
		return nil
	}
	if r.read+n.Size > searchTotal {
		r.stopped = "stopped after " + words.Bytes(r.read)
		return errEnough
	}
	r.last = n.Path
	b, err := r.src.Read(ctx, n.Path, 0, content.EncodingHead)
	if err != nil {
		return r.failed(ctx, err)
	}
	enc := content.EncodingOf(b)
	if enc == content.Binary {
		r.binary++
		return nil
	}
	if len(b) == content.EncodingHead {
		rest, err := r.src.Read(ctx, n.Path, int64(len(b)), searchFile)
		if err != nil {
			return r.failed(ctx, err)
		}
		b = append(b, rest...)
	}
	r.read += int64(len(b))
	r.found.Files++
	return r.lines(ctx, n.Path, b, enc)
}

// failed counts a file that the search could not read. It returns an error only if the context ended.
func (r *search) failed(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	r.unread++
	return nil
}

// lines searches the lines of a file whose content is b and adds the matches. It returns errEnough if the search has
// more matches than r.limit or than a result can show.
func (r *search) lines(ctx context.Context, p luminos.Path, b []byte, enc content.Encoding) error {
	if r.matcher.never(b, enc) {
		return nil
	}
	text, number, since := content.Decode(b, enc), 0, 0
	for l := range strings.Lines(text) {
		number++
		if since += len(l); since > 1<<10 { // an expression may take tens of milliseconds for a kilobyte
			if since = 0; ctx.Err() != nil {
				return ctx.Err()
			}
		}
		l = strings.TrimSuffix(l, "\n")
		at, end, cut := r.matcher.find(l)
		if cut {
			r.long++
		}
		if at < 0 {
			continue
		}
		if len(r.found.Matches) == r.limit {
			r.stopped = fmt.Sprintf("stopped at %s", words.Plural(r.limit, "match", "matches"))
			return errEnough
		}
		if r.text.Len() > maxText {
			r.stopped = "stopped at " + words.Bytes(maxText) + " of matches"
			return errEnough
		}
		r.found.Matches = append(r.found.Matches, Match{string(p), number})
		fmt.Fprintf(&r.text, "%s:%d: %s\n", show(p), number, excerpt(l, at, end))
	}
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

// result returns the matches as the result of the tool, with notes on skipped files. The parameter
// below is the path that was searched.
func (r *search) result(below luminos.Path) tool.Result {
	var notes []string
	if r.stopped != "" {
		r.found.Cut = true
		where := ""
		if r.last != "" {
			where = ", in " + show(r.last)
		}
		notes = append(notes, r.stopped+where+", and what comes after it was not searched: narrow path or pattern, or raise limit")
	}
	var skipped []string
	for _, s := range []struct {
		n   int
		why string
	}{
		{r.ignored, "ignored"}, {r.binary, "not text"}, {r.large, "larger than " + words.Bytes(searchFile)},
		{r.unread, "unreadable"}, {r.links, "not a regular file"},
		{r.beyond, "beyond the first " + words.Count(walkEntries) + " of a directory"},
	} {
		if s.n > 0 {
			skipped = append(skipped, words.Count(s.n)+" "+s.why)
		}
	}
	if len(skipped) > 0 {
		notes = append(notes, "not searched: "+strings.Join(skipped, ", "))
	}
	if r.long > 0 {
		r.found.Cut = true
		notes = append(notes, fmt.Sprintf("%s searched only in the first %s", words.Plural(r.long, "long line"), words.Bytes(regexLine)))
	}
	head := fmt.Sprintf("%s in %s", words.Plural(len(r.found.Matches), "match", "matches"), show(below))
	if !r.named {
		head += fmt.Sprintf(", %s searched", words.Plural(r.found.Files, "file"))
	}
	if len(r.found.Matches) == 0 {
		head += "; case counts, and a pattern is looked for within one line"
		if r.literal && strings.ContainsAny(r.pattern, `|*+?()[]{}^$\\`) {
			head += "; it was taken literally: pass regex true if it is a regular expression"
		}
	}
	text := head + "\n" + r.text.String()
	if len(notes) > 0 {
		text += "[" + strings.Join(notes, "; ") + "]\n"
	}
	return tool.Result{Text: text, Data: r.found}
}
