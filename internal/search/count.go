package search

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"luminos"
	"luminos/internal/words"
)

const (
	countMost = 10_000           // lines that are counted
	countTime = 10 * time.Second // of one count
)

// errMany ends a search with more than countMost matches.
var errMany = errors.New("too many matches")

// Count returns the number of lines with the pattern of a measure of [luminos.Matches] below the path, as text, and the
// scope of the number: see [Searched.Scope]. The text of documents is searched if src reads them as text. If a file
// that can have the text could not be searched, or more than 10,000 lines match, the number is unknown: the error is
// a [luminos.NotMeasured].
func Count(
	ctx context.Context, src luminos.Source, p luminos.Path, measure luminos.Measure,
) (number, scope string, err error) {
	pattern, regex, _ := measure.Pattern()
	m, err := NewMatcher(pattern, regex)
	if err != nil {
		return "", "", luminos.NotMeasured(err.Error())
	}
	node, err := src.Stat(ctx, p)
	switch {
	case err != nil:
		return "", "", err
	case node.Kind != luminos.KindDir && node.Kind != luminos.KindFile:
		return "", "", luminos.ErrNotRegular
	}
	soon, cancel := context.WithTimeout(ctx, countTime)
	defer cancel()
	n := 0
	done, err := Below(soon, src, node, m, func(Match) error {
		if n++; n > countMost {
			return errMany
		}
		return nil
	})
	switch {
	case ctx.Err() != nil:
		return "", "", context.Cause(ctx)
	case errors.Is(err, errMany):
		return "", "", luminos.NotMeasured(fmt.Sprintf("over %d lines match: narrow the path or the pattern", countMost))
	case errors.Is(err, ErrTotal) || errors.Is(err, context.DeadlineExceeded):
		return "", "", luminos.NotMeasured("there is too much to search: narrow the path")
	case err != nil:
		return "", "", err
	case done.Large+done.Unread+done.Beyond+done.Long > 0:
		return "", "", luminos.NotMeasured(
			"a part below the path cannot be searched: a file is too large or unreadable, or a line is too long")
	case done.Closed > 0:
		return "", "", luminos.NotMeasured(words.Plural(done.Closed, "document") + " below the path cannot be searched, " +
			"or not whole: encrypted, damaged, too large, or pictures of pages: choose a path without them")
	case node.Kind == luminos.KindFile && done.Files == 0:
		return "", "", luminos.ErrNotText
	case node.Kind == luminos.KindFile && done.Described > 0:
		return "", "", luminos.NotMeasured("the file has no text, only a description: cite a line of that")
	case node.Kind == luminos.KindDir:
		scope = done.Scope()
	}
	return strconv.Itoa(n), scope, nil
}

// Scope returns the files that were searched and the ones that were not, in words: "31 files searched; not: 2 ignored".
func (s *Searched) Scope() string {
	text := words.Plural(s.Texts(), "file") + " searched"
	if skipped := s.Skipped(); len(skipped) > 0 {
		text += "; not: " + strings.Join(skipped, ", ")
	}
	return text
}

// Texts returns the number of files with a text of their own that were searched.
func (s *Searched) Texts() int { return s.Files - s.Described }

// Skipped returns the numbers of files and lines that were not searched, or not whole, each with the reason.
func (s *Searched) Skipped() (list []string) {
	for _, k := range []struct {
		n   int
		why string
	}{
		{s.Ignored, "ignored"}, {s.Binary, "not text"},
		{s.Described, "without text, except for a description (pictures, archives and the like)"},
		{s.Closed, "documents without text, or read only in part"}, {s.Large, "larger than " + words.Bytes(FileMost)},
		{s.Unread, "unreadable"}, {s.Links, "not a regular file"},
		{s.Beyond, "beyond the first " + words.Count(DirectoryMost) + " of a directory"},
	} {
		if k.n > 0 {
			list = append(list, words.Count(k.n)+" "+k.why)
		}
	}
	return list
}
