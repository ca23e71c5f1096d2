package facts

import (
	"context"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/lazyregexp"
	"luminos/internal/pathrole"
)

// variableName matches the names of variables of the environment with two words or more.
var variableName = lazyregexp.Lazy(`\b[A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9]\b`)

// signingKey matches the name of a file with a key that signs, unlike the key of a server, which programs bring with a
// certificate for tests.
var signingKey = lazyregexp.Lazy(`(?i)(?:^|[_.-])(?:jwt(?:[a-z]{2}\d{3})?|token|oauth|oidc|saml|sign\w*)(?:[_.-]|$)`)

// kindredLeast is the number of other variables of the same first word from which on the code of a program is known to
// read its own ones by their names.
const kindredLeast = 3

// keysMost is the maximum number of keys that each text is searched for.
const keysMost = 20

// use holds the names in a text that [usedExposures] searches.
type use struct {
	names map[string]bool    // variables
	keys  []luminos.Exposure // lines that name the file of a key
}

// usedExposures returns the exposures without variables in files of the environment that no code reads, although the
// code reads others of the same first word. It adds the lines of code that name the file of a key with which the target
// signs: such a key is in use.
func usedExposures(ctx context.Context, src luminos.Source, scan *luminos.Scan, todo []*luminos.File,
	all []luminos.Exposure) ([]luminos.Exposure, error) {
	var keys []luminos.Path
	for i := range scan.Files {
		f := &scan.Files[i]
		if f.PrivateKey && !f.Encrypted && !aside(f) && signingKey().MatchString(f.Path.Base()) && len(keys) < keysMost {
			keys = append(keys, f.Path)
		}
	}
	wanted := map[string]bool{} // the first words of variables
	for _, e := range all {
		if ofEnvironment(e) {
			wanted[firstWord(e.Name)] = true
		}
	}
	if len(keys)+len(wanted) == 0 {
		return all, nil
	}
	uses := make([]use, len(todo))
	_, err := batch.Each(ctx, len(todo), func(ctx context.Context, i int) error {
		f := todo[i]
		own := f.Category == luminos.CategorySource || f.Category == luminos.CategoryConfig && !environmentFile(f.Path)
		if !own || aside(f) {
			return nil
		}
		if text, err := src.Text(ctx, f.Path, searchedFile); err == nil {
			uses[i] = useOf(text, f, wanted, keys)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	names, read := map[string]int{}, map[string]bool{}
	for _, u := range uses {
		all = append(all, u.keys...)
		for name := range u.names {
			if !read[name] {
				names[firstWord(name)]++
			}
			read[name] = true
		}
	}
	return slices.DeleteFunc(all, func(e luminos.Exposure) bool {
		return ofEnvironment(e) && !read[e.Name] && names[firstWord(e.Name)] >= kindredLeast
	}), nil
}

// useOf returns the variables with wanted first words that a text names, and its first line that names each of the keys:
// with the directory of the key, unless the text is in it.
func useOf(text luminos.Text, f *luminos.File, wanted map[string]bool, keys []luminos.Path) use {
	u := use{names: map[string]bool{}}
	for _, at := range variableName().FindAllStringIndex(text.Content, -1) {
		if name := text.Content[at[0]:at[1]]; wanted[firstWord(name)] && !u.names[name] {
			u.names[strings.Clone(name)] = true // which does not keep the text
		}
	}
	for _, p := range keys {
		name := p.Base()
		if p.Dir() != f.Path.Dir() {
			name = p.Dir().Base() + "/" + name
		}
		if f.Category != luminos.CategorySource || !strings.Contains(text.Content, name) {
			continue
		}
		lines := text.Lines()
		if i := slices.IndexFunc(lines, func(s string) bool { return strings.Contains(s, name) }); i >= 0 {
			u.keys = append(u.keys, luminos.Exposure{Rule: luminos.RulePrivateKey, Path: f.Path, Line: i + 1, Name: string(p),
				Evidence: citeLine(text, lines, i+1)})
		}
	}
	return u
}

// aside reports whether a file is of a test, an example or of others.
func aside(f *luminos.File) bool {
	return f.Vendored || f.Generated || pathrole.Test(f.Path) || pathrole.Fixture(f.Path)
}

func ofEnvironment(e luminos.Exposure) bool {
	return e.Rule == luminos.RuleFixedSecret && environmentFile(e.Path)
}

// environmentFile reports whether a file holds variables of the environment.
func environmentFile(p luminos.Path) bool {
	return strings.HasPrefix(p.Base(), ".env") || p.Ext() == ".env"
}

// firstWord returns the first word of the name of a variable.
func firstWord(name string) string {
	word, _, _ := strings.Cut(name, "_")
	return word
}
