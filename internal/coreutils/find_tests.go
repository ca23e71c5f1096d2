package coreutils

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

func always(is bool) func(*finder) test {
	return func(*finder) test { return func(context.Context, visit) bool { return is } }
}

// plainTests are the primaries without a value.
var plainTests = map[string]func(*finder) test{
	"-true": always(true), "-false": always(false), "-empty": isEmpty,
	"-prune": func(f *finder) test {
		return func(context.Context, visit) bool {
			f.pruned = true
			return true
		}
	},
	"-print": func(f *finder) test {
		f.acts = true
		return func(_ context.Context, v visit) bool {
			f.s.print(v.name() + "\n")
			return true
		}
	},
	"-ls": func(f *finder) test {
		f.acts = true
		no := false
		l := &ls{human: &no}
		return func(ctx context.Context, v visit) bool {
			n := f.s.link(ctx, v.node)
			when := "?"
			if !n.ModTime.IsZero() {
				when = n.ModTime.UTC().Format(shortTime)
			}
			f.s.printf("%s %3s %8s %-16s %s", modeOf(n), orUnknown(n.Links > 0, n.Links), l.size(n), when, v.name())
			if n.Target != "" {
				f.s.print(" -> " + show(n.Target))
			}
			f.s.print("\n")
			return true
		}
	},
}

// valueTests are the primaries with a value.
var valueTests = map[string]func(ctx context.Context, f *finder, value string) (test, error){
	"-name":      func(_ context.Context, _ *finder, v string) (test, error) { return named(v, false, visit.base), nil },
	"-iname":     func(_ context.Context, _ *finder, v string) (test, error) { return named(v, true, visit.base), nil },
	"-path":      func(_ context.Context, _ *finder, v string) (test, error) { return named(v, false, whole), nil },
	"-wholename": func(_ context.Context, _ *finder, v string) (test, error) { return named(v, false, whole), nil },
	"-ipath":     func(_ context.Context, _ *finder, v string) (test, error) { return named(v, true, whole), nil },
	"-type":      func(_ context.Context, _ *finder, v string) (test, error) { return typed(v) },
	"-size":      func(_ context.Context, _ *finder, v string) (test, error) { return sized(v) },
	"-perm":      func(_ context.Context, _ *finder, v string) (test, error) { return permitted(v) },
	"-mtime":     func(_ context.Context, f *finder, v string) (test, error) { return age(f, v, 24*time.Hour) },
	"-mmin":      func(_ context.Context, f *finder, v string) (test, error) { return age(f, v, time.Minute) },
	"-newer":     newer,
	"-links": func(_ context.Context, _ *finder, v string) (test, error) {
		fits, err := comparison(v)
		return func(_ context.Context, v visit) bool { return v.node.Links > 0 && fits(v.node.Links) }, err
	},
	"-maxdepth": func(_ context.Context, f *finder, v string) (test, error) { return always(true)(f), depth(v, &f.most) },
	"-mindepth": func(_ context.Context, f *finder, v string) (test, error) { return always(true)(f), depth(v, &f.least) },
	"-printf": func(_ context.Context, f *finder, v string) (test, error) {
		f.acts = true
		pieces, err := format(v)
		return func(ctx context.Context, v visit) bool {
			v.node = f.s.link(ctx, v.node)
			for _, p := range pieces {
				f.s.print(p(v))
			}
			return true
		}, err
	},
}

func whole(v visit) string { return v.shown }

func named(pattern string, fold bool, of func(visit) string) test {
	g := newGlob(pattern, fold)
	return func(_ context.Context, v visit) bool { return g.match(of(v)) }
}

func depth(text string, to *int) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || text[0] == '+' {
		return errors.New("want a number of levels")
	}
	*to = n
	return nil
}

func newer(ctx context.Context, f *finder, value string) (test, error) {
	p, err := pathOf(value)
	if err != nil {
		return nil, err
	}
	than, err := f.s.src.Stat(ctx, p)
	if err != nil {
		return nil, errors.New(reason(err))
	}
	return func(_ context.Context, v visit) bool { return v.node.ModTime.After(than.ModTime) }, nil
}

// format reads the format of -printf.
func format(text string) ([]func(visit) string, error) {
	var pieces []func(visit) string
	for text != "" {
		before, after, found := strings.Cut(text, "%")
		literal := unescape(before)
		pieces = append(pieces, func(visit) string { return literal })
		if !found {
			break
		}
		name := after[:min(1, len(after))]
		if name == "T" {
			name = after[:min(2, len(after))]
		}
		piece, ok := findDirectives[name]
		if !ok {
			return nil, fmt.Errorf("no directive %%%s here; known: %%p %%P %%f %%h %%s %%d %%y %%l %%m %%M %%n %%t %%T@", name)
		}
		pieces = append(pieces, piece)
		text = after[len(name):]
	}
	return pieces, nil
}

var findDirectives = map[string]func(visit) string{
	"%": func(visit) string { return "%" },
	"p": func(v visit) string { return v.name() },
	"P": func(v visit) string {
		if v.depth == 0 {
			return ""
		}
		return show(v.relative())
	},
	"f": func(v visit) string { return show(v.base()) },
	"h": func(v visit) string {
		if i := strings.LastIndexByte(strings.TrimRight(v.shown, "/"), '/'); i >= 0 {
			return show(v.shown[:i])
		}
		return "."
	},
	"s": func(v visit) string { return orUnknown(v.node.Size >= 0, v.node.Size) },
	"d": func(v visit) string { return strconv.Itoa(v.depth) },
	"y": func(v visit) string { return string(letterOf(v.node.Kind)) },
	"l": func(v visit) string {
		if v.node.Target == "" {
			return ""
		}
		return show(v.node.Target)
	},
	"m": func(v visit) string {
		if v.node.Links == 0 {
			return "?"
		}
		return strconv.FormatInt(int64(v.node.Perm), 8)
	},
	"M": func(v visit) string { return modeOf(v.node) },
	"n": func(v visit) string { return orUnknown(v.node.Links > 0, v.node.Links) },
	"t": func(v visit) string {
		if v.node.ModTime.IsZero() {
			return "?"
		}
		return v.node.ModTime.UTC().Format("Mon Jan _2 15:04:05.0000000000 2006")
	},
	"T@": func(v visit) string {
		return fmt.Sprintf("%d.%09d0", v.node.ModTime.Unix(), v.node.ModTime.Nanosecond())
	},
}
