package search

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"luminos"
)

const (
	countMost = 10_000           // lines that are counted
	countTime = 10 * time.Second // of one count
)

// errMany ends a search with more than countMost matches.
var errMany = errors.New("too many matches")

// Count returns the number of lines with the pattern of a measure of [luminos.Matches] below the path, as text. If a
// part of these files could not be searched, or more than 10,000 lines match, the number is unknown: the
// error is a [luminos.NotMeasured].
func Count(ctx context.Context, src luminos.Source, p luminos.Path, measure luminos.Measure) (string, error) {
	pattern, regex, _ := measure.Pattern()
	m, err := NewMatcher(pattern, regex)
	if err != nil {
		return "", luminos.NotMeasured(err.Error())
	}
	node, err := src.Stat(ctx, p)
	switch {
	case err != nil:
		return "", err
	case node.Kind != luminos.KindDir && node.Kind != luminos.KindFile:
		return "", luminos.ErrNotRegular
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
		return "", context.Cause(ctx)
	case errors.Is(err, errMany):
		return "", luminos.NotMeasured(fmt.Sprintf("over %d lines match: narrow the path or the pattern", countMost))
	case errors.Is(err, ErrTotal) || errors.Is(err, context.DeadlineExceeded):
		return "", luminos.NotMeasured("there is too much to search: narrow the path")
	case err != nil:
		return "", err
	case done.Large+done.Unread+done.Beyond+done.Long > 0:
		return "", luminos.NotMeasured(
			"a part below the path cannot be searched: a file is too large or unreadable, or a line is too long")
	case node.Kind == luminos.KindFile && done.Files == 0:
		return "", luminos.ErrNotText
	}
	return strconv.Itoa(n), nil
}
