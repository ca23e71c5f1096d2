package imports

import (
	"context"
	"path"
	"strings"

	"luminos"
	"luminos/internal/batch"
	"luminos/internal/facts/decode"

	"golang.org/x/mod/modfile"
)

const (
	configLimit = 256 << 10
	maxConfigs  = 5000
)

// readConfigs reads the manifests (go.mod, tsconfig.json and others) that are needed to resolve imports. It ignores
// manifests that cannot be read or are invalid: package manifest reports them, except tsconfig files. It returns a
// problem if a parser panics.
func (ix *index) readConfigs(ctx context.Context, src luminos.Source, scan *luminos.Scan) (problems []luminos.Problem, err error) {
	read := 0
	for i := range scan.Files {
		f := &scan.Files[i]
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if f.Vendored || !f.Regular() || isTest(f.Path) {
			continue
		}
		var parse func(dir luminos.Path, text string) error
		switch base := f.Path.Base(); {
		case base == "go.mod":
			parse = ix.goMod
		case base == "package.json":
			parse = ix.packageJSON
		case base == "Cargo.toml":
			parse = ix.cargo
		case base == "tsconfig.json" || base == "jsconfig.json" || base == "tsconfig.base.json" || base == "tsconfig.app.json":
			parse = ix.tsconfig
		default:
			continue
		}
		if read++; read > maxConfigs {
			break
		}
		if t, err := src.Text(ctx, f.Path, configLimit); err == nil && !t.Cut {
			err := batch.Guard(func() error { return parse(f.Path.Dir(), t.Content) })
			if batch.Panicked(err) {
				problems = append(problems, batch.Problem(f.Path, err))
			}
		}
	}
	return problems, nil
}

func (ix *index) goMod(dir luminos.Path, text string) error {
	if m := modfile.ModulePath([]byte(text)); m != "" {
		if _, taken := ix.modules[m]; !taken {
			ix.modules[m] = dir
		}
	}
	return nil
}

func (ix *index) packageJSON(dir luminos.Path, text string) error {
	var m struct {
		Name string `json:"name"`
	}
	if err := decode.JSON(text, &m); err != nil || m.Name == "" {
		return err
	}
	if _, taken := ix.packages[m.Name]; !taken {
		ix.packages[m.Name] = dir
	}
	return nil
}

func (ix *index) cargo(dir luminos.Path, text string) error {
	var m struct {
		Package struct {
			Name string `toml:"name"`
		} `toml:"package"`
		Lib struct {
			Name string `toml:"name"`
			Path string `toml:"path"`
		} `toml:"lib"`
	}
	if err := decode.TOML(text, &m); err != nil || m.Package.Name == "" {
		return err
	}
	root := dir.Join("src")
	if m.Lib.Path != "" {
		root = dir.Join(path.Dir(m.Lib.Path))
	}
	ix.crateDirs[dir] = root
	name := m.Lib.Name
	if name == "" {
		name = m.Package.Name
	}
	name = strings.ReplaceAll(name, "-", "_")
	if _, taken := ix.crates[name]; !taken {
		ix.crates[name] = root
	}
	return nil
}

// aliases are the path mappings of a tsconfig.
type aliases struct {
	base  string
	paths map[string][]string
}

func (ix *index) tsconfig(dir luminos.Path, text string) error {
	var m struct {
		CompilerOptions struct {
			BaseURL string              `json:"baseUrl"`
			Paths   map[string][]string `json:"paths"`
		} `json:"compilerOptions"`
	}
	if err := decode.JSON(text, &m); err != nil || m.CompilerOptions.BaseURL == "" && len(m.CompilerOptions.Paths) == 0 {
		return err
	}
	if ix.tsconfigs[dir] == nil || len(ix.tsconfigs[dir].paths) == 0 {
		ix.tsconfigs[dir] = &aliases{base: m.CompilerOptions.BaseURL, paths: m.CompilerOptions.Paths}
	}
	return nil
}

// targets returns the paths, relative to a tsconfig, that its aliases and base allow for the module name spec. A
// pattern equal to spec wins, else the pattern with the longest part before its star, as in the compiler.
func (a *aliases) targets(spec string) []string {
	best, star := "", ""
	found := false
	for pattern := range a.paths {
		before, after, wild := strings.Cut(pattern, "*")
		switch {
		case !wild && pattern == spec:
			best, star, found = pattern, "", true
		case wild && strings.HasPrefix(spec, before) && strings.HasSuffix(spec, after) && len(spec) >= len(before)+len(after):
			prefix, _, _ := strings.Cut(best, "*")
			if !found || len(before) > len(prefix) || len(before) == len(prefix) && pattern < best {
				best, star, found = pattern, spec[len(before):len(spec)-len(after)], true
			}
		}
		if found && best == spec {
			break
		}
	}
	var out []string
	for _, to := range a.paths[best] {
		out = append(out, path.Join(a.base, strings.Replace(to, "*", star, 1)))
	}
	if a.base != "" {
		out = append(out, path.Join(a.base, spec))
	}
	return out
}
