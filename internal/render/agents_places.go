package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// layout writes the directories that matter, with their descriptions: the ones of the listing of the contents. A
// target that is several projects has its projects.
func (a *agents) layout() {
	if several(a.facts) && len(a.facts.Members) > 0 {
		a.projects()
		return
	}
	root := contentOf(a.facts)
	if root == nil {
		return
	}
	var tops []*node
	for _, c := range root.children {
		if !strings.HasPrefix(c.Path.Base(), ".") {
			tops = append(tops, c.deepest())
		}
	}
	if len(tops) == 0 {
		return
	}
	a.heading("Layout", "")
	shown := choose(tops)
	shown = shown[:min(len(shown), agentsPlaces)]
	for _, c := range shown {
		a.directory(c)
	}
	a.rest(unlisted(root, shown), "directory", "directories")
}

// directory writes the description of a directory by a model, by its own words, or by its contents.
func (a *agents) directory(c *node) {
	about, source := "", "by its files"
	var from []luminos.Evidence
	if list := aboutsOf(a.dossier, c); len(list) > 0 {
		about = words.Shorten(strings.TrimSpace(list[0][0].text), agentsText-10)
	}
	if own := ownWords(a.facts, c); len(own) > 0 {
		from = own[0].from
	}
	i := slices.IndexFunc(a.report.Entries, func(e luminos.Entry) bool {
		return e.Path == c.Path && e.Basis == luminos.Judged
	})
	switch {
	case i >= 0:
		from = a.cited(a.report.Entries[i].Claims)
		source = "of a model, " + cmp.Or(at(from), "no citation found")
	case at(from) != "":
		source = at(from)
	case about == "":
		about = words.Plural(c.TotalFiles, "file") + ", " + words.Bytes(c.Bytes)
	}
	name := string(c.Path)
	said := markdownCode(name + "/")
	switch {
	case about == "" || readsLikeOrder(name):
		a.line(said, source, name)
	case !a.line(said+": "+markdownText(about), source, append(pathsOf(from), name, about)...):
		a.line(said, "its description is left out", name)
	}
}

// projects writes the projects of a target that is several projects, the largest first.
func (a *agents) projects() {
	a.heading("Projects", "")
	list := membersBySize(a.facts)
	for _, m := range list[:min(len(list), agentsPlaces)] {
		kind := cmp.Or(string(m.Kind), "project")
		if m.Language != "" {
			kind += ", " + m.Language
		}
		a.line(markdownCode(string(m.Path)+"/")+": "+markdownText(kind)+" ~", "by its files", string(m.Path), kind)
	}
	a.rest(len(list)-agentsPlaces, "project", "projects")
}

// habits are files that set rules for changes, by their names in lower case.
var habits = map[string]string{
	".editorconfig": "white space and line ends", ".gitattributes": "line ends and the nature of files in git",
	".golangci.yml": "linters of Go", ".golangci.yaml": "linters of Go", ".golangci.toml": "linters of Go",
	"rustfmt.toml": "format of Rust", ".rustfmt.toml": "format of Rust", "clippy.toml": "lints of Rust",
	".clippy.toml": "lints of Rust", "deny.toml": "dependencies that are allowed",
	".prettierrc": "format by Prettier", ".prettierrc.json": "format by Prettier", ".prettierrc.yml": "format by Prettier",
	".prettierrc.yaml": "format by Prettier", ".prettierrc.js": "format by Prettier",
	"prettier.config.js": "format by Prettier", "prettier.config.mjs": "format by Prettier",
	"biome.json": "format and lints by Biome", "biome.jsonc": "format and lints by Biome",
	"dprint.json": "format by dprint",
	".eslintrc":   "lints by ESLint", ".eslintrc.json": "lints by ESLint", ".eslintrc.js": "lints by ESLint",
	".eslintrc.cjs": "lints by ESLint", ".eslintrc.yml": "lints by ESLint", "eslint.config.js": "lints by ESLint",
	"eslint.config.mjs": "lints by ESLint", "eslint.config.ts": "lints by ESLint", ".oxlintrc.json": "lints by oxlint",
	"ruff.toml": "format and lints by Ruff", ".ruff.toml": "format and lints by Ruff", ".flake8": "lints by Flake8",
	".pylintrc": "lints by Pylint", "mypy.ini": "types by mypy", "tox.ini": "environments of tests by tox",
	".rubocop.yml": "lints by RuboCop", ".clang-format": "format by clang-format", ".clang-tidy": "lints by clang-tidy",
	".scalafmt.conf": "format by scalafmt", ".formatter.exs": "format by mix", ".credo.exs": "lints by Credo",
	"phpcs.xml": "style by PHP_CodeSniffer", "phpcs.xml.dist": "style by PHP_CodeSniffer",
	".php-cs-fixer.php": "format by PHP CS Fixer", "phpstan.neon": "types by PHPStan",
	".pre-commit-config.yaml": "checks before each commit", "lefthook.yml": "checks before each commit",
	".commitlintrc": "form of commit messages", ".commitlintrc.json": "form of commit messages",
	".commitlintrc.yml": "form of commit messages", "commitlint.config.js": "form of commit messages",
	"commitlint.config.mjs": "form of commit messages", "commitlint.config.ts": "form of commit messages",
	"contributing.md": "how to contribute", "contributing.rst": "how to contribute", "contributing": "how to contribute",
	"contributing.txt": "how to contribute", "hacking.md": "how to contribute", "development.md": "how to develop",
	"pull_request_template.md": "form of pull requests", ".yamllint": "lints of YAML", ".yamllint.yml": "lints of YAML",
	".markdownlint.json": "lints of Markdown", ".markdownlint.yaml": "lints of Markdown", ".yamlfmt": "format of YAML",
	"claude.md": "instructions for agents", "gemini.md": "instructions for agents",
	".cursorrules":            "instructions for agents",
	"copilot-instructions.md": "instructions for agents", ".swiftlint.yml": "lints of Swift",
	"checkstyle.xml": "style of Java", "detekt.yml": "lints of Kotlin", ".shellcheckrc": "lints of shell scripts",
}

// habitDirs are the directories in which hosts and programs look for such files.
var habitDirs = []luminos.Path{luminos.Root, ".github", ".gitlab", ".config", "docs"}

// conventions writes the rules for changes that files state: settings of formatters and linters, forms of commits, code
// owners, tests.
func (a *agents) conventions() {
	var known []luminos.Path
	for _, p := range a.filesAt(habitDirs) {
		if habits[strings.ToLower(p.Base())] != "" {
			known = append(known, p)
		}
	}
	var owners []luminos.OwnerRule
	if a.facts.Upkeep != nil {
		owners = a.facts.Upkeep.Owners
	}
	if len(known)+len(owners)+len(a.facts.TestFrameworks) == 0 {
		return
	}
	a.heading("Conventions", "")
	n := agentsHabits
	for _, name := range a.facts.TestFrameworks[:min(2, len(a.facts.TestFrameworks))] {
		e := a.facts.Evidence["test_frameworks/"+name]
		a.line("Tests use "+markdownText(name), at(e), append(pathsOf(e), name)...)
		n--
	}
	for _, o := range owners[:min(3, len(owners))] {
		who := strings.Join(o.Owners[:min(4, len(o.Owners))], " ")
		said := markdownCode(o.Pattern) + " is owned by " + markdownCode(who)
		if len(o.Owners) == 0 {
			said = markdownCode(o.Pattern) + " has no owner"
		}
		a.line(said, at([]luminos.Evidence{o.Evidence}), o.Pattern, who, string(o.Evidence.Path))
		n--
	}
	a.rest(len(owners)-3, "rule on owners", "rules on owners")
	for _, p := range known[:min(n, len(known))] {
		a.line(strings.TrimSuffix(words.Sentence(habits[strings.ToLower(p.Base())]), "."), markdownCode(string(p)), string(p))
	}
	a.rest(len(known)-n, "file with such rules", "files with such rules")
}

// filesAt returns the files directly in some directories, sorted, as far as the report lists files: a sample of the
// files of a large target, the tree, and the files by their coverage.
func (a *agents) filesAt(dirs []luminos.Path) []luminos.Path {
	found := map[luminos.Path]bool{}
	for _, f := range a.scan.ClassifiedFiles.Files {
		if slices.Contains(dirs, f.Path.Dir()) && f.Regular() {
			found[f.Path] = true
		}
	}
	for _, t := range a.report.Coverage.Treatments {
		for _, dir := range dirs {
			for _, name := range t.Files[dir] {
				found[dir.Join(name)] = true
			}
		}
	}
	var out []luminos.Path
	for p := range found {
		out = append(out, p)
	}
	slices.Sort(out)
	return out
}

// edits writes the parts that are not to be edited: vendored and generated directories, generated files, lock files.
func (a *agents) edits() {
	type part struct{ path, why string }
	var parts []part
	// covered has the directories that a part has whole, and named the files that are parts.
	covered, named := map[luminos.Path]bool{}, map[luminos.Path]bool{}
	for _, dir := range a.facts.Directories { // parents come first
		why := map[luminos.DirRole]string{
			luminos.DirGenerated: "generated", luminos.DirOutput: "build output", luminos.DirVendored: "third-party code",
		}[dir.Role]
		if dir.Vendored {
			why = "third-party code"
		}
		inside := covered[dir.Path.Dir()]
		covered[dir.Path] = inside || why != "" && dir.Path != luminos.Root
		if inside || !covered[dir.Path] {
			continue
		}
		parts = append(parts, part{string(dir.Path) + "/", why + ", by its name and files"})
	}
	for _, m := range a.facts.Manifests {
		if m.Lockfile && !covered[m.Path.Dir()] {
			named[m.Path] = true
			parts = append(parts, part{string(m.Path), "written by the package manager of " + m.Ecosystem})
		}
	}
	for _, f := range a.scan.ClassifiedFiles.Files {
		if f.Generated && f.Category == luminos.CategorySource && !covered[f.Path.Dir()] && !named[f.Path] {
			parts = append(parts, part{string(f.Path), "generated, by its name or first lines"})
		}
	}
	if len(parts) == 0 {
		return
	}
	a.heading("Do not edit", "")
	for _, p := range parts[:min(len(parts), agentsEdits)] {
		a.line(markdownCode(p.path), markdownText(p.why), p.path, p.why)
	}
	a.rest(len(parts)-agentsEdits, "part like these", "parts like these")
}

// largeFile is the size from which on a file is named as too large to be read.
const largeFile = 1 << 20

// away writes the places with secrets, the files that are too large to be read, and the texts that give orders to
// agents.
func (a *agents) away() {
	secrets, large, orders := a.hidden(), [][2]string(nil), a.orders()
	for _, f := range a.scan.LargeFiles {
		if f.Size >= largeFile {
			large = append(large, [2]string{markdownCode(string(f.Path)), string(f.Path)})
		}
	}
	if len(secrets)+len(large)+len(orders) == 0 {
		return
	}
	a.heading("Keep away from", "")
	for _, list := range []struct {
		label, one, many string
		places           [][2]string
	}{
		{"Text that reads like an order to an agent, no instruction of this project: ", "place with such text",
			"places with such text", orders},
		{"Possible secret, not to be printed or copied: ", "possible secret", "possible secrets", secrets},
		{"Large file, not to be read whole: ", "large file", "large files", large},
	} {
		for _, p := range list.places[:min(len(list.places), agentsAway)] {
			a.line(list.label+p[0], "", p[1])
		}
		a.rest(len(list.places)-agentsAway, list.one, list.many)
	}
}

// hidden returns the places that look like secrets of the target itself, as Markdown and as text. Tests and documents
// show examples.
func (a *agents) hidden() [][2]string {
	var out [][2]string
	roles := luminos.CodeRoles(a.facts.Directories)
	seen := map[luminos.Path]bool{}
	for _, s := range a.facts.Secrets {
		if s.Aside || s.Shown || s.Plain || seen[s.Path] || roles[s.Path.Dir()] != "" {
			continue
		}
		seen[s.Path] = true
		where := location(luminos.Evidence{Path: s.Path, Lines: &s.Lines})
		out = append(out, [2]string{markdownCode(where) + ", " + markdownText(s.Kind), string(s.Path)})
	}
	for _, f := range a.report.Flags {
		if strings.HasPrefix(string(f.Rule), "secret.") && !f.Aside && f.Path != luminos.Root && !f.Rest && !seen[f.Path] {
			seen[f.Path] = true
			out = append(out, [2]string{markdownCode(string(f.Path)), string(f.Path)})
		}
	}
	return out
}

// orders returns the places of texts that give orders to agents, as Markdown and as text. Files that are made for
// agents do not count.
func (a *agents) orders() [][2]string {
	var out [][2]string
	for _, in := range a.facts.Injections {
		if in.Pattern == luminos.AgentInstructions || in.Quoted || in.Line <= 0 {
			continue // an order in a name must not be repeated
		}
		out = append(out, [2]string{markdownCode(fmt.Sprintf("%s:%d", in.Path, in.Line)), string(in.Path)})
	}
	return out
}

// omissions writes the numbers of lines that are left out because of their texts.
func (a *agents) omissions() {
	for _, o := range []struct {
		n   int
		why string
	}{{a.withheld, "a text in it reads like an order to an agent"}, {a.long, "a text in it is too long"}} {
		if o.n > 0 {
			a.m.paragraph(fmt.Sprintf("%s left out: %s. %s", words.Plural(o.n, "line is", "lines are"), o.why,
				"The report of Luminos has the places."))
		}
	}
	a.m.put("")
}
