package document

import (
	"regexp"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// What is looked at for a statement of the subject's state: it stands at the
// head of a README, for all to see, or it is about something else.
const (
	statusLines = 30
	statusMax   = 300 // of what is quoted
)

// thisSubject is how a README speaks of its subject without naming it.
const thisSubject = `(?:\b(?:this (?:[\w.+-]+ ){0,2}?(?:repository|repo|project|package|library|module|plug-?in|extension|tool|app|application|program|` +
	`software|gem|crate|framework|component|driver|client|sdk|cli|action|image|theme|template|data ?set|collection|list|codebase|fork|service|bot)|` +
	`the (?:repository|repo|project))|^[^\p{L}\d]*(?:repository|repo|project|package|library))`

func stated(expr string) func() *regexp.Regexp { return lazyregexp.Lazy(`(?i)` + expr) }

// are joins a subject to its state; an aside may stand between.
const are = `(?:,[^,.;]{1,60},)? (?:is|are|has been|have been|was|will be|is being|has now been)(?:,[^,.;]{1,60},)?` +
	`(?: (?:now|currently|officially|hereby|considered|formally|being|effectively|both|an?|[\w-]+ and|[\w-]+ and is))*`

// states are the ways of stating each state, the first that holds being taken.
// Only a subject makes a statement: "the old flag is deprecated" is about a flag.
var states = []struct {
	state string
	holds func() *regexp.Regexp
}{
	{"archived", stated(thisSubject + are + ` (?:archived|abandonware)\b`)},
	{"deprecated", stated(thisSubject + are + ` (?:deprecated|obsolete|superseded|sunset|sunsetted|retired|end[- ]of[- ]life|eol)\b`)},
	{"unmaintained", stated(thisSubject + are + ` (?:unmaintained|discontinued|abandoned|defunct|no longer active)\b`)},
	{"unmaintained", stated(thisSubject + are + ` (?:no longer|not(?: being| actively| currently| under active| in active))(?: (?:being|actively|currently|under|in|active))*` +
		` (?:maintained|developed|development|maintenance|worked on)(?: (?:[^b]|b[^y])|[^\w ]|$)`)}, // "not maintained by" others says that it is by these
	{"unmaintained", stated(thisSubject + are + ` no longer (?:being )?(?:actively )?supported(?:[.,;:!)]| and | or |$)`)},
	{"unmaintained", stated(`\b(?:i|we)(?: am| are|['’]m|['’]re|)? (?:no longer|not)(?: (?:actively|currently|able to))*` +
		` (?:maintain|develop|work|support)(?:ing)?(?: on)? (?:this|the) (?:repository|repo|project|package|library)\b`)},
	{"no longer updated", stated(thisSubject + are + ` (?:no longer|not)(?: (?:being|actively))* updated\b`)},
	{"no longer updated", stated(`\b(?:data|data ?sets?|figures|numbers|statistics|forecasts|predictions|feeds?)\b[^,.;:]{0,40}` +
		` (?:is|are|will be) no longer (?:being )?(?:updated|maintained|collected|published)\b`)},
	{"in maintenance mode", stated(thisSubject + are + ` in (?:low[- ])?maintenance(?:[- ]only)?[- ]mode\b`)},
	{"moved", stated(thisSubject + `(?: has| have|['’]s)?(?: now)?(?: been| was)? (?:moved|migrated|relocated|transferred) (?:to|into)\b`)},
	{"archived", stated(`\bthis is an? archived (?:repository|repo|project|copy)\b`)},
	{"unmaintained", stated(`\bthis is an? (?:unmaintained|discontinued|abandoned) (?:repository|repo|project|package|library)\b`)},
	{"moved", stated(`^(?:we|development)(?: has| have|['’]ve) (?:moved|migrated) to\b`)},
}

// label is a state that stands alone: "DEPRECATED", "[Archived] name", "name (unmaintained)".
const label = `archived|deprecated|unmaintained|discontinued|abandoned|obsolete|no longer maintained|not maintained|end[- ]of[- ]life`

var (
	labelAlone   = lazyregexp.Lazy(`(?i)^[^\p{L}\d]*(` + label + `)[^\p{L}\d]*$`)
	labelShouted = lazyregexp.Lazy(`^[^\p{L}\d]*(?:(?:NOTE|NOTICE|WARNING|IMPORTANT)[^\p{L}\d]+)?(` +
		strings.ToUpper(strings.ReplaceAll(label, `[- ]`, ` `)) + `)\b`)
	labelColon   = lazyregexp.Lazy(`(?i)^[^\p{L}\d]*(` + label + `)\s*[:!—–-]`)
	labelInTitle = lazyregexp.Lazy(`(?i)(?:[\[(](` + label + `)[\])]|\s[-–—|:]\s*(` + label + `)[^\p{L}\d]*$)`)
	// admonition opens a quote of a kind that is shown in a box.
	admonition = lazyregexp.Lazy(`^\[![A-Za-z]+\] *`)
	// statusBadge is what well-known badges stand for in words.
	statusBadge = lazyregexp.Lazy(`!\[((?i:project status: *(abandoned|inactive|unsupported|suspended|moved)\b|no maintenance intended)[^\]]*)\]`)
)

// notStated are sentences that state nothing, or not of the subject: a condition,
// or a copy for citing laid down in an archive.
var notStated = lazyregexp.Lazy(`(?i)^[^\p{L}]*(?:if|when|once|until|unless|in case|whether)\b|\b(?:zenodo|software heritage|figshare|dryad|doi)\b|` +
	`\barchived (?:at|with|to|into|in (?:the|an?))\b`)

// elsewhere follows "moved to" where a reader has to go: a link or an address, or
// what the sentence calls new. Moving to another language, or from one forge to
// the next long ago, is no news.
var (
	movedTo   = lazyregexp.Lazy(`(?i)\b(?:moved|migrated|relocated|transferred) (?:to|into)\b`)
	elsewhere = lazyregexp.Lazy(`(?i)^[^.!?]{0,80}?(?:://|\]\(|<a\s|\b[\w-]+\.[a-z]+/[\w-]|` +
		`\bnew (?:home|place|location|repo|repository|organi[sz]ation|url|address)\b)|^\s*:[^\p{L}\d]*$`)
	forge = lazyregexp.Lazy(`(?i)^\s*\[?(?:github|git)\b(?:[^.]|$)`)
)

// leadsElsewhere reports whether an address follows the first "moved to" in said,
// a part of a block's text, in the raw text of the block, where addresses stand.
func leadsElsewhere(b block, raw, said string) bool {
	before, _, _ := strings.Cut(b.text, said)
	nth := len(movedTo().FindAllStringIndex(before, -1))
	raw = fold(raw)
	at := movedTo().FindAllStringIndex(raw, nth+1)
	if len(at) <= nth {
		return false
	}
	to := raw[at[nth][1]:]
	return elsewhere().MatchString(to) && !forge().MatchString(to)
}

// findStatus is what the head of a README says of the state of its subject, or nil.
func findStatus(text luminos.Text, blocks []block, docTitle string) *luminos.StatedStatus {
	s := newSubject(docTitle)
	headings, lines := 0, text.Lines()
	for _, b := range blocks {
		if b.first > statusLines {
			break
		}
		if b.kind == heading {
			headings++
		}
		if b.kind == code || b.kind == table {
			continue
		}
		raw := strings.Join(lines[b.first-1:b.last], "\n")
		if said, state := s.stateOf(b, raw, headings); state != "" {
			first, last := linesOf(text, b, strings.Index(b.text, said), len(said))
			return &luminos.StatedStatus{
				State: state, Text: words.Shorten(tidy(said), statusMax), Evidence: []luminos.Evidence{text.Cite(first, last)},
			}
		}
	}
	return nil
}

// subject is the name that a README gives to what it is about, or "".
type subject string

func newSubject(docTitle string) subject {
	name, _, _ := strings.Cut(docTitle, ":")
	if name = strings.TrimSpace(name); len(name) > 2 && countWords(name) <= 3 {
		return subject(name)
	}
	return ""
}

// unnamed is a sentence that speaks of "this project" where it has the name.
func (s subject) unnamed(sentence string) string {
	if s == "" {
		return sentence
	}
	for _, name := range []string{string(s), strings.ToUpper(string(s))} {
		before, after, ok := strings.Cut(sentence, name+" ")
		if ok && (before == "" || !wordByte(before[len(before)-1])) {
			return before + "this project " + after
		}
	}
	return sentence
}

// stateOf is the sentence of a block that states a state, with that state.
// headings is how many headings have been met: a label stands before the second.
func (s subject) stateOf(b block, raw string, headings int) (said, state string) {
	if m := statusBadge().FindStringSubmatch(raw); m != nil {
		if state = strings.ToLower(m[2]); state != "moved" {
			state = "unmaintained"
		}
		return fold(m[1]), state
	}
	if m := labelInTitle().FindStringSubmatch(raw); m != nil && headings < 2 && (b.kind == heading || b.kind == title) {
		return b.text, stateOfLabel(m[1] + m[2])
	}
	for rest := admonition().ReplaceAllString(lead(b.text), ""); rest != ""; {
		n := words.SentenceEnd(rest)
		if n == 0 {
			n = len(rest)
		}
		sentence := strings.TrimSpace(rest[:n])
		rest = rest[n:]
		if notStated().MatchString(sentence) {
			continue
		}
		if headings < 2 && b.kind != item {
			for _, form := range []func() *regexp.Regexp{labelAlone, labelShouted, labelColon} {
				if m := form().FindStringSubmatch(sentence); m != nil {
					return sentence, stateOfLabel(m[1])
				}
			}
		}
		unnamed := s.unnamed(sentence)
		for _, st := range states {
			if st.holds().MatchString(unnamed) && (st.state != "moved" || leadsElsewhere(b, raw, sentence)) {
				return sentence, st.state
			}
		}
	}
	return "", ""
}

// stateOfLabel is the state that a label means.
func stateOfLabel(label string) string {
	switch state := strings.ToLower(label); state {
	case "archived", "unmaintained":
		return state
	case "deprecated", "obsolete", "end of life", "end-of-life":
		return "deprecated"
	}
	return "unmaintained"
}

func wordByte(c byte) bool {
	return c >= 0x80 || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
