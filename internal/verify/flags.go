package verify

import (
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// flagUse is a flag of a program of the target in a command or a span of code of a document.
type flagUse struct {
	doc           *document
	line          int
	program, flag string // program is "" if none is named
	list          int    // the list or table that explains the flag; 0 if none does
}

var (
	// longFlag matches a long flag.
	longFlag = lazyregexp.Lazy(`^--([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?:[=\[].*)?$`)
	// otherTool matches the names of programs whose flags documents mention.
	otherTool = lazyregexp.Lazy(`(?i)\b(?:git|npm|npx|yarn|node|docker|podman|cargo|rustc|rustup|pip|uv|curl|wget|make|` +
		`cmake|kubectl|helm|brew|apt|gcc|clang|javac?|mvn|gradle|tsc|python3?|pytest|bash|ssh|tar|NODE_OPTIONS|RUSTFLAGS)\b`)
)

// usualFlags are flags of well-known programs that documents name without the program.
var usualFlags = []string{"no-default-features", "all-features", "no-verify", "recurse-submodules", "save-dev",
	"index-url", "only-binary", "break-system-packages", "force-with-lease", "no-edit", "ignore-scripts",
	"frozen-lockfile", "user",
	"release", "network", "privileged", "no-cache", "watch", "inspect", "inspect-brk", "version", "help"}

// collectFlag keeps the flag that a span of code names or explains.
func (c *checker) collectFlag(d *document, s span) {
	if !strings.HasPrefix(s.text, "-") || nameHedge().MatchString(s.context) ||
		otherTool().MatchString(d.lines[s.line-1]) {
		return
	}
	use := flagUse{doc: d, line: s.line}
	if s.leads {
		use.list = s.group
	}
	for word := range strings.FieldsFuncSeq(s.text, func(r rune) bool { return strings.ContainsRune(" ,/|", r) }) {
		if m := longFlag().FindStringSubmatch(word); m != nil {
			if use.flag = m[1]; !slices.Contains(usualFlags, use.flag) {
				c.uses = append(c.uses, use)
			}
			return // a value can follow
		}
	}
}

// foreignFlag is a flag that a command in a document gives to a program of others.
type foreignFlag struct {
	doc  *document
	flag string
}

// collectFlags keeps the long flags of a command that is a program of the target, and the ones of other programs.
func (c *checker) collectFlags(d *document, k command) {
	program := path.Base(k.words[0])
	args := k.words[1:]
	if len(args) > 0 && (args[0] == "run" || args[0] == "exec") && k.words[0] != "cargo" {
		return // the flags can be of the program that it runs
	}
	if k.words[0] == "npx" && len(args) > 0 {
		program, args = path.Base(args[0]), args[1:]
	}
	if k.words[0] == "cargo" && slices.Contains(args, "--") && args[0] == "run" && !slices.Contains(args, "-p") {
		program, args = "cargo run", args[slices.Index(args, "--")+1:]
	} else if !c.made.isProgram(program) && !c.tree.namesProgram(program) {
		for _, a := range args {
			if m := longFlag().FindStringSubmatch(a); m != nil {
				c.foreign[foreignFlag{d, m[1]}] = true
			}
		}
		return
	}
	quoted := false
	for _, a := range args {
		if a == "--" || strings.ContainsAny(a, "$`") || otherTool().FindString(a) == a {
			return // the flags behind it are of another program
		}
		if m := longFlag().FindStringSubmatch(a); m != nil && !quoted && m[1] != "help" && m[1] != "version" {
			c.uses = append(c.uses, flagUse{doc: d, line: k.line, program: program, flag: m[1]})
		}
		if strings.Count(a, `"`)%2+strings.Count(a, "'")%2 == 1 {
			quoted = !quoted
		}
	}
}

// flagGroup is a program, a list that explains flags, or a document whose flags without a program count as the ones of
// one program.
type flagGroup struct {
	program string
	doc     *document
	list    int
}

// groups returns the groups of a flag, a list before its document.
func (u flagUse) groups() []flagGroup {
	switch {
	case u.program != "":
		return []flagGroup{{program: u.program}}
	case u.list != 0:
		return []flagGroup{{doc: u.doc, list: u.list}, {doc: u.doc}}
	}
	return []flagGroup{{doc: u.doc}}
}

// checkFlags reports flags that a program does not have. The flags of a program are known if most of the flags in the
// documents are strings of the sources.
func (c *checker) checkFlags(s *sources) {
	known, missing := map[flagGroup]map[string]bool{}, map[flagGroup]map[string]bool{}
	for _, u := range c.uses {
		into := missing
		if s.hasFlag(u.flag) {
			into = known
		}
		for _, g := range u.groups() {
			if into[g] == nil {
				into[g] = map[string]bool{}
			}
			into[g][u.flag] = true
		}
	}
	var all []string
	for _, u := range c.uses {
		c.out.Checked++
		if s.hasFlag(u.flag) || placeholderForm().MatchString(u.flag) {
			continue
		}
		for _, g := range u.groups() {
			there, gone := keys(known[g]), len(missing[g])
			if gone > max(len(there)/3, fewMissing) || g.program == "" && (c.foreign[foreignFlag{u.doc, u.flag}] ||
				len(there) == 0 || gone > len(there)) {
				continue
			}
			near := nearFlag(u.flag, there)
			if !g.complete(len(there), gone) {
				if all == nil {
					all = slices.DeleteFunc(keys(s.literals), func(l string) bool {
						return !strings.Contains(l, "-") || !longFlag().MatchString("--"+l)
					})
				}
				// It can be a flag of another program. One of the target has a similar flag now.
				if near = nearFlag(u.flag, all); near == "" {
					continue
				}
			}
			c.report(u.doc, luminos.RuleDocFlag, u.line, "--"+u.flag, "no source of the target names this flag",
				prefixed("--", near))
			break
		}
	}
}

// complete reports whether the known flags of a group outnumber the missing ones, so that these are no flags of another
// program.
func (g flagGroup) complete(known, missing int) bool {
	if g.program == "" && g.list == 0 {
		return known >= 5 && missing*5 <= known
	}
	return known >= 3 && missing*3 <= known || g.program != "" && known == 2 && missing == 1
}

// nearFlag returns the flag that was probably meant: one with similar letters, or with almost the same words; or "".
func nearFlag(flag string, flags []string) string {
	if near := closest(flag, flags); near != "" {
		return near
	}
	best, least := "", 3
	for _, f := range flags {
		if d := partsBeyond(strings.Split(flag, "-"), strings.Split(f, "-")); d >= 0 && d < least {
			best, least = f, d
		}
	}
	return best
}
