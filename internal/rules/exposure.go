package rules

import (
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// literalFlags returns a flag for each file with text that looks like a secret, except tests, examples and the like,
// and files that are flagged by their names or first bytes. In documents and data only secrets count that have the form
// of a service.
func (w flagRules) literalFlags() []luminos.Flag {
	byFile := map[luminos.Path][]luminos.Masked{}
	for _, m := range w.Facts.Secrets {
		if m.Aside || m.Kind == "password-hash" {
			continue
		}
		byFile[m.Path] = append(byFile[m.Path], m)
	}
	var out []luminos.Flag
	for i := range w.Scan.Files {
		f := &w.Scan.Files[i]
		places := byFile[f.Path]
		if f.Category != luminos.CategorySource && f.Category != luminos.CategoryConfig {
			places = slices.DeleteFunc(places, func(m luminos.Masked) bool { return !ofService(m.Kind) })
		}
		if _, named := secretIn(f); len(places) == 0 || named || !w.ownSettings(f) {
			continue
		}
		out = append(out, literalFlag(f.Path, places))
	}
	return limited(out, luminos.RuleLiteralSecret, luminos.Concern,
		"file with text that looks like a secret", "files with text that looks like a secret")
}

// ofService reports whether a kind of secret, such as "github-token", names the service that issues it. An example
// rarely has one.
func ofService(kind string) bool {
	maker, _, ok := strings.Cut(kind, "-")
	return ok && !slices.Contains([]string{"password", "token", "secret"}, maker)
}

// ownSettings reports whether a secret in a file may be in use: the file is the target's own, and not a test, a
// benchmark, an example, a translation or the description of an interface.
func (w flagRules) ownSettings(f *luminos.File) bool {
	base := strings.ToLower(f.Path.Base())
	if w.inTests(f.Path) || testSupport(f.Path) || f.Vendored || f.Generated {
		return false
	}
	for _, word := range []string{"openapi", "swagger", "schema", "example", "sample"} {
		if strings.Contains(base, word) {
			return false
		}
	}
	return !slices.ContainsFunc(strings.Split(strings.ToLower(string(f.Path.Dir())), "/"), func(dir string) bool {
		return slices.Contains(strings.Fields("i18n l10n locale locales lang translations bench benches benchmarks"), dir)
	})
}

// testSupport reports whether p is below a directory with a name such as "caddytest", which supports tests. Words that
// end in "test", such as "latest" and "contest", are no such names.
func testSupport(p luminos.Path) bool {
	return slices.ContainsFunc(strings.Split(string(p.Dir()), "/"), func(dir string) bool {
		stem, ok := strings.CutSuffix(dir, "test")
		return ok && len(stem) > 1 && !slices.Contains(strings.Fields("la con fas grea at pro"), stem)
	})
}

func literalFlag(p luminos.Path, places []luminos.Masked) luminos.Flag {
	var kinds []string
	for _, m := range places {
		if kind := strings.ReplaceAll(m.Kind, "-", " "); !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	line := places[0].Lines.First
	finding := fmt.Sprintf("Line %d holds text that looks like a secret (%s)", line, words.Some(kinds, 3))
	if n := len(places) - 1; n > 0 {
		finding += "; " + words.Plural(n, "more place") + " " + verb(n, "does", "do")
	}
	f := flag(luminos.RuleLiteralSecret, p, luminos.Concern, finding+".",
		"If it is real, replace it, and read it from the environment or a secret store.", places[0].Evidence...)
	f.Lines = &luminos.LineRange{First: line, Last: places[0].Lines.Last}
	return f
}

// exposureFlags returns a flag for each file outside of tests and the like with lines that use a fixed value if a
// secret is not set. The flag is about the first of these lines and counts the others.
func (w flagRules) exposureFlags() []luminos.Flag {
	var out []luminos.Flag
	var last *luminos.Exposure
	more := 0
	flush := func() {
		if last == nil {
			return
		}
		finding := fmt.Sprintf("Line %d uses a fixed value if %s is not set", last.Line, words.Name(last.Name))
		if more > 0 {
			finding += "; " + words.Plural(more, "more line") + " " + verb(more, "does", "do") + " the like"
		}
		out = append(out, flag(last.Rule, last.Path, luminos.Concern, finding+".",
			"Refuse to start without the value: all readers of the code know the fixed one.", last.Evidence))
		last, more = nil, 0
	}
	for i := range w.Facts.Exposures {
		e := &w.Facts.Exposures[i]
		if w.inTests(e.Path) {
			continue
		}
		if last != nil && last.Path == e.Path {
			more++
			continue
		}
		flush()
		last = e
	}
	flush()
	return limited(out, luminos.RuleDefaultSecret, luminos.Concern,
		"file with a fixed value for a secret", "files with fixed values for secrets")
}
