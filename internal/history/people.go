package history

import (
	"strings"
	"unicode"

	"luminos/internal/lazyregexp"
)

// people are the authors of commits. Authors with the same name or the same address are one person.
type people struct {
	ids   map[string]int // by "<address" and by name
	up    []int          // the person with whom this one was found equal, or itself
	names []map[string]int
}

// persons returns the people who wrote the commits.
func persons(log []commit) *people {
	p := &people{ids: map[string]int{}}
	for i := range log {
		who := p.id("<" + log[i].address)
		if name := nameKey(log[i].name); name != "" {
			other := p.id(name)
			p.up[p.root(other)] = p.root(who)
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

// botName matches names of programs that make commits.
var botName = lazyregexp.Lazy(`(?i)\[bot\]$|(?:^|[ _-])(?:ro)?bot$|\p{Ll}(?-i:Bot)$|^prombot$|` +
	`^(?:dependabot|renovate|github[ -]actions|greenkeeper|weblate|snyk)\b`)

// bot reports whether the name of an author is the name of a program.
func (p *people) bot(who int) bool { return botName().MatchString(p.name(who)) }

// nameKey returns a name for comparing, or "" for names that many people have: names of one word.
func nameKey(name string) string {
	if key := strings.ToLower(strings.Join(strings.Fields(name), " ")); strings.Contains(key, " ") {
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
