package history

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"luminos/internal/lazyregexp"
)

// people are the authors of commits. Authors with the same full name or the same address are one person. So are the
// account in an address that hides the true one and a person whose name, without spaces, or whose address begins with
// that account, and the owner of the address ann.lee@x and a person with the name Ann Lee.
type people struct {
	ids   map[string]int // by "<address" and by name
	up    []int          // the person with whom this one was found equal, or itself
	names []map[string]int
}

// persons returns the people who wrote the commits.
func persons(log []commit) *people {
	p := &people{ids: map[string]int{}}
	accounts, own := map[string]int{}, map[string]string{} // by account, and by name
	shared := sharedAddresses(log)
	for i := range log {
		a := log[i].address
		if !shared[a] && botAddress().MatchString(a) && !botName().MatchString(log[i].name) {
			log[i].name += " bot"
		}
		if !shared[a] {
			own[log[i].name] = a
		}
	}
	for i := range log {
		if shared[log[i].address] { // a program or a maintainer commits for others by it
			log[i].address = cmp.Or(own[log[i].name], log[i].name)
		}
		who := p.id("<" + log[i].address)
		if name := nameKey(log[i].name); name != "" {
			p.join(name, who)
		}
		if account := accountOf(log[i].address); account != "" {
			accounts[account] = who
		}
		if m := fullName().FindStringSubmatch(log[i].address); m != nil {
			p.join(m[1]+" "+m[2], who)
		}
	}
	for i := range log {
		if who, ok := accounts[folded(log[i].name)]; ok {
			p.join("<"+log[i].address, who)
		}
		local, _, _ := strings.Cut(strings.ToLower(log[i].address), "@")
		if who, ok := accounts[local]; ok && len(local) >= chosenFrom {
			p.join("<"+log[i].address, who)
		}
	}
	p.names = make([]map[string]int, len(p.up))
	for i := range log {
		who := p.of(&log[i])
		if p.names[who] == nil {
			p.names[who] = map[string]int{}
		}
		p.names[who][shown(log[i].name)]++
	}
	return p
}

// chosenFrom is the number of bytes from which on an account that is also the beginning of an address is of one person.
const chosenFrom = 8

// ownAccount is the number of bytes from which on the account of an address in a name is no chance.
const ownAccount = 5

// manyNames is the number of names from which on an address is of no person.
const manyNames = 4

// sharedAddresses returns the addresses with at least manyNames full names. A name counts once for all orders of its
// words, and not at all if it holds the account of the address: a machine of the same person has such a name.
func sharedAddresses(log []commit) map[string]bool {
	names := map[string]map[string]bool{}
	for i := range log {
		a := log[i].address
		if names[a] == nil {
			names[a] = map[string]bool{}
		}
		local, _, _ := strings.Cut(strings.ToLower(a), "@")
		own := len(local) >= ownAccount && strings.Contains(strings.ToLower(log[i].name), local)
		if key := nameKey(log[i].name); key != "" && !own {
			parts := strings.FieldsFunc(key, func(r rune) bool { return r == ' ' || r == ',' })
			slices.Sort(parts)
			names[a][strings.Join(parts, " ")] = true
		}
	}
	shared := map[string]bool{}
	for a, all := range names {
		shared[a] = len(all) >= manyNames
	}
	return shared
}

// join notes that the person with a key is the person who.
func (p *people) join(key string, who int) { p.up[p.root(p.id(key))] = p.root(who) }

// hidden matches an address of a host of repositories that hides the true address; its group is the account.
var hidden = lazyregexp.Lazy(`(?i)^(?:\d+\+)?([^@+]+)@(?:users\.)?noreply\.(?:github\.com|codeberg\.org)$`)

// fullName matches an address before the host of which is a full name; its groups are the parts of the name.
var fullName = lazyregexp.Lazy(`^(\p{L}{2,})\.(\p{L}{2,})@`)

// accountOf returns the account in an address that hides the true one, in small letters, or "".
func accountOf(address string) string {
	if m := hidden().FindStringSubmatch(address); m != nil {
		return strings.ToLower(m[1])
	}
	return ""
}

// folded returns a name as an account could be called: in small letters, without spaces and accents.
func folded(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(name))
}

// id returns the number of a key, a new one if the key is new.
func (p *people) id(key string) int {
	n, ok := p.ids[key]
	if !ok {
		n = len(p.up)
		p.ids[key], p.up = n, append(p.up, n)
	}
	return n
}

// root returns the number of the person to whom n belongs.
func (p *people) root(n int) int {
	for p.up[n] != n {
		p.up[n] = p.up[p.up[n]]
		n = p.up[n]
	}
	return n
}

// of returns the number of the author of a commit.
func (p *people) of(c *commit) int { return p.root(p.ids["<"+c.address]) }

// name returns the name under which a person wrote most commits, or "" for a person without a name.
func (p *people) name(who int) string {
	best := ""
	for name, n := range p.names[who] {
		if most := p.names[who][best]; n > most || n == most && name < best {
			best = name
		}
	}
	return best
}

// botAddress matches addresses of programs that make commits.
var botAddress = lazyregexp.Lazy(`(?i)^(?:\d+\+)?(?:github-)?actions?@(?:users\.noreply\.)?github\.com$|[-_.+]bot@|` +
	`\[bot\]@|^bot@|[+-]scala-steward@|^noreply@anthropic\.com$`)

// botName matches names of programs that make commits.
var botName = lazyregexp.Lazy(`(?i)\[bot\]$|(?:^|[ _-])(?:ro)?bot$|\p{Ll}(?-i:Bot)$|(?-i:^[a-z]{3,}bot$)|` +
	`^auto(?:mated|matic) (?:\S+ )*(?:administrator|admin|committer|updater)$|(?-i:^[a-z]+(?:-[a-z]+)*-admin$)|` +
	`(?i:^auto(?:mated|matic)? (?:commits?|updates?)$)|^(?:scala steward|web-flow|travis ci|circleci)$|\bAI agent\b|` +
	`^(?:dependabot|renovate|github[ -]actions?|greenkeeper|weblate|snyk|semantic-release|release-please)\b|` +
	`^pre-commit[ .-]ci\b|^(?:claude|codex|copilot|cursor agent|devin ai|google-labs-jules|openhands)$|🤖`)

// bot reports whether the name of an author is the name of a program.
func (p *people) bot(who int) bool { return botName().MatchString(p.name(who)) }

// remark matches words in parentheses at the end of a name.
var remark = lazyregexp.Lazy(`\s+\([^()]*\)$`)

// account matches a name of one word that is long enough to be of one person.
var account = lazyregexp.Lazy(`^[a-z]{8,}$`)

// nameKey returns a name for comparing, without a remark such as "(LA)", or "" for names that many people have: names
// of one word, unless small letters only, a capital within it, a digit, a dot or a low line shows that the person chose
// it.
func nameKey(name string) string {
	name = remark().ReplaceAllString(name, "")
	within := strings.TrimRight(strings.TrimLeftFunc(name, unicode.IsUpper), ".")
	chosen := strings.ContainsFunc(within, unicode.IsUpper) || strings.ContainsAny(within, "0123456789._") ||
		account().MatchString(name)
	if key := strings.ToLower(strings.Join(strings.Fields(name), " ")); chosen || strings.Contains(key, " ") {
		return key
	}
	return ""
}

// maxAuthor is the maximal length of a name in characters.
const maxAuthor = 40

// shown returns a name for the report: one line without control characters, cut at maxAuthor. A name that contains an
// address becomes "".
func shown(name string) string {
	name = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, name)), " ")
	if strings.ContainsAny(name, "@/\\") || strings.Contains(name, "://") {
		return ""
	}
	if runes := []rune(name); len(runes) > maxAuthor {
		name = string(runes[:maxAuthor])
	}
	return name
}
