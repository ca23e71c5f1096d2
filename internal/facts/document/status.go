package document

import (
	"regexp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// A statement of the subject's state is expected in the first lines of a README.
const (
	statusLines = 30
	statusMax   = 300 // characters of the quoted statement
)

// thisSubject matches the subject of a README where it is not named.
const thisSubject = `(?:\bthis (?:[\w.+-]+ ){0,2}?(?:repository|repo|project|package|library|module|plug-?in|extension|tool|app|application|` +
	`program|software|gem|crate|framework|component|driver|client|sdk|cli|action|image|theme|template|data ?set|collection|list|codebase|fork|service)|` +
	`\bthe (?:repository|repo|project)|^[^\p{L}\d]*(?:repository|repo|project|package|library))`

// developed matches a subject of which the development ends.
const developed = `this (?:[\w.+-]+ ){0,2}?(?:repository|repo|project|package|library|module|plug-?in|extension|` +
	`tool|app|application|program|software|gem|crate|framework)`

// are joins a subject to its state; an aside may be between them.
const are = `(?:,[^,.;]{1,60},)? (?:is|are|has been|have been|was|will be|is being|has now been)(?:,[^,.;]{1,60},)?` +
	`(?: (?:now|currently|officially|considered|being|both|an?|[\w-]+ and|[\w-]+ and is))*`

func stated(expr string) func() *regexp.Regexp { return lazyregexp.Lazy(`(?i)` + expr) }

// states are the statements of each state; the first that matches a sentence
// counts. A pattern needs a subject: "the old flag is deprecated" is about a flag.
var states = []struct {
	state string
	holds func() *regexp.Regexp
}{
	{"archived", stated(thisSubject + are + ` (?:archived|abandonware)\b|\bthis is an? archived ` +
		`(?:repository|repo|project|copy)\b|` +
		`^[^\p{L}\d]*(?:project|repository|repo) archived\b`)},
	{"deprecated", stated(thisSubject + are + ` (?:deprecated|obsolete|superseded|sunset|retired|end[- ]of[- ]life|eol)\b`)},
	{"unmaintained", stated(thisSubject + are + ` (?:unmaintained|discontinued|abandoned|defunct|no longer active)\b`)},
	// "not maintained by X" implies another maintainer.
	{"unmaintained", stated(thisSubject + are + ` (?:no longer|not)(?: (?:being|actively|currently|under|in|active))*` +
		` (?:(?:maintained|developed|development|maintenance|worked on)(?: (?:[^b]|b[^y])|[^\w ]|$)|supported(?:[.,;:!)]| and | or |$))`)},
	{"unmaintained", stated(`\b(?:i|we)(?: am| are|['’]m|['’]re|)? (?:no longer|not)(?: (?:actively|currently|able to))*` +
		` (?:maintain|develop|work|support)(?:ing)?(?: on)? (?:this|the) (?:repository|repo|project|package|library)\b`)},
	{"no longer updated", stated(`(?:` + thisSubject + `|\b(?:data|data ?sets?|figures|statistics|forecasts|feeds?)\b[^,.;:]{0,40})` +
		are + ` (?:no longer|not)(?: (?:being|actively))* (?:updated|collected|published)\b`)},
	{"unmaintained", stated(`\b(?:development|maintenance) (?:of|on) ` + developed +
		` has (?:now )?(?:ended|ceased|stopped|been (?:discontinued|stopped|ended))\b`)},
	{"unmaintained", stated(`\bno further (?:development|maintenance|updates|releases) ` +
		`(?:will (?:take place|happen|be (?:made|done|released))` +
		`|(?:is|are) (?:planned|expected))(?: here)?(?:[.,;:!)]|$)`)},
	{"in maintenance mode", stated(thisSubject + are + ` in (?:low[- ])?maintenance(?:[- ]only)?[- ]mode\b`)},
	{"not for production", stated(`\b(?:do not|don['’]t|never|must not be|should not be|not (?:yet )?(?:to be|be)) ` +
		`(?:used?|deploy(?:ed)?|run)\b` +
		`(?: (?:it|this|them|these|` +
		`this (?:project|repo|repository|package|library|tool|app|software|image|code|branch)))?` +
		`(?: yet)? (?:in|for|on) (?:an? |any |your )?production\b|` + thisSubject + are +
		` not (?:yet )?(?:production[- ]ready|` +
		`(?:ready|suitable|intended|meant|safe|recommended) for (?:use in )?production)\b`)},
	{"moved", stated(`(?:` + thisSubject + `|^we|^development)(?: has| have|['’]s|['’]ve)?(?: now)?(?: been| was)? (?:moved|migrated|transferred) (?:to|into)\b`)},
	{"moved", stated(`^[^\p{L}\d]*this is the (?:old|former|previous) (?:[\w.+-]+ ){0,3}(?:repository|repo)\b.*` +
		`\b(?:see|use|visit|go to)\b`)},
}

// label matches a state without a sentence: "DEPRECATED", "[Archived] name".
const label = `archived|deprecated|unmaintained|discontinued|abandoned|obsolete|no longer maintained|not maintained|end[- ]of[- ]life`

var (
	labelStart = lazyregexp.Lazy(`^[^\p{L}\d]*(?:(?i)(` + label + `)(?:\s*[:!—–-]|[^\p{L}\d]*$)|(?-i)(?:(?:NOTE|NOTICE|WARNING|IMPORTANT)[^\p{L}\d]+)?(` +
		strings.ToUpper(strings.ReplaceAll(label, `[- ]`, ` `)) + `)\b|(?i:(superseded) by)\b)`)
	labelInTitle = lazyregexp.Lazy(`(?i)(?:[\[(](` + label + `)[\])]|\s[-–—|:]\s*(` + label + `)[^\p{L}\d]*$)`)
	// headed matches a title that is a sentence about its subject: "exa is unmaintained".
	headed = lazyregexp.Lazy(`^[\w.+-]+ is ((?:now |no longer )?[a-z-]+.*)`)
	// noteKind begins a quote that is shown in a box: "[!NOTE]".
	noteKind = lazyregexp.Lazy(`^\[![A-Za-z]+\] *`)
	// statusBadge is the label of the badges of repostatus.org.
	statusBadge = lazyregexp.Lazy(`!\[((?i:project status: *(abandoned|inactive|unsupported|suspended|moved)\b)[^\]]*)\]`)
	// notStated matches conditions, and copies that are archived for citing.
	notStated = lazyregexp.Lazy(`(?i)^[^\p{L}]*(?:if|when|once|until|unless|in case|whether)\b|\b(?:zenodo|software heritage|figshare|dryad|doi)\b|` +
		`\barchived (?:at|with|to|into|in (?:the|an?))\b`)
	// movedTo matches, in the source of a block, a move to an address. A move to
	// another language or, long ago, to a forge is no news.
	movedTo = lazyregexp.Lazy(`(?i)\b(?:moved|migrated|transferred) (?:to|into)\b(?:[^.!?]{0,80}?(?:://|\]\()|` +
		`[^.!?]{0,80}?\b(?:new (?:home|place|location|repo|organi[sz]ation)|main (?:\w+ )?repo)|\s*:)`)
	movedWord = lazyregexp.Lazy(`(?i)\b(?:moved|migrated|transferred) (?:to|into) ([\w-]*)`)
	forge     = lazyregexp.Lazy(`(?i)(?:to|into) \[?git(?:hub)?\b`)
)

// findStatus returns the statement about the state of the project, such as "deprecated", at the
// head of a README, or nil.
func findStatus(text luminos.Text, blocks []block, docTitle string) *luminos.StatedStatus {
	headings, lines := 0, text.Lines()
	for _, b := range blocks {
		if b.first > statusLines {
			break
		}
		if b.kind == heading {
			headings++
		}
		if b.kind == code || b.kind == table || b.kind == fields {
			continue
		}
		raw := fold(strings.Join(lines[b.first-1:b.last], "\n"))
		if said, state := stateOf(b, raw, subjectName(docTitle), headings); state != "" {
			first, last := linesOf(text, b, strings.Index(b.text, said), len(said))
			return &luminos.StatedStatus{
				State: state, Text: words.Shorten(tidy(rebracketed(said, raw)), statusMax),
				Evidence: []luminos.Evidence{text.Cite(first, last)},
			}
		}
	}
	return nil
}

// inBrackets matches a label in brackets that are no link.
var inBrackets = lazyregexp.Lazy(`(?i)\[(` + label + `)\](?:[^(\[]|$)`)

// rebracketed returns the text of a block with the brackets around its label, if the source raw has them.
func rebracketed(text, raw string) string {
	if m := inBrackets().FindStringSubmatch(raw); m != nil && !strings.Contains(text, "["+m[1]+"]") {
		return strings.Replace(text, m[1], "["+m[1]+"]", 1)
	}
	return text
}

// subjectName returns the name of a README's subject by its title, or "".
func subjectName(docTitle string) string {
	name, _, _ := strings.Cut(docTitle, ":")
	if name = strings.TrimSpace(name); len(name) > 2 && countWords(name) <= 3 {
		return name
	}
	return ""
}

// stateOf returns the first sentence of a block that names a state of the project, such as archived, and the state, or
// "". raw is the source of the block, name the name of the project or "". A label counts only above the second heading;
// headings is the number of headings up to the end of the block.
func stateOf(b block, raw, name string, headings int) (sentence, state string) {
	if m := statusBadge().FindStringSubmatch(raw); m != nil {
		if state = strings.ToLower(m[2]); state != "moved" {
			state = "unmaintained"
		}
		return m[1], state
	}
	if m := labelInTitle().FindStringSubmatch(raw); m != nil && headings < 2 && (b.kind == heading || b.kind == title) {
		return b.text, stateOfLabel(m[1] + m[2])
	}
	for rest := noteKind().ReplaceAllString(lead(b.text), ""); rest != ""; {
		sentence := strings.TrimSpace(firstOf(rest))
		rest = rest[len(firstOf(rest)):]
		if notStated().MatchString(sentence) {
			continue
		}
		if m := labelStart().FindStringSubmatch(sentence); m != nil && headings < 2 && b.kind != item {
			return sentence, stateOfLabel(m[1] + m[2] + m[3])
		}
		unnamed := sentence
		if m := headed().FindStringSubmatch(sentence); m != nil && headings < 2 && (b.kind == heading || b.kind == title) {
			unnamed = "this project is " + m[1]
		}
		if before, after, ok := strings.Cut(sentence, name+" "); ok && name != "" && !strings.HasSuffix(before, "-") {
			unnamed = before + "this project " + after
		}
		for _, st := range states {
			if st.holds().MatchString(unnamed) && (st.state != "moved" || leadsElsewhere(raw, sentence)) {
				return sentence, st.state
			}
		}
	}
	return "", ""
}

// leadsElsewhere reports whether raw, the source of a block, has an address or the words "new home" or the like
// behind the "moved to" of the sentence. A move to Git or GitHub does not count. A sentence without a "moved to" names
// the other place itself.
func leadsElsewhere(raw, sentence string) bool {
	m := movedWord().FindStringSubmatch(sentence)
	if m == nil {
		return true
	}
	to := m[1]
	return !forge().MatchString(sentence) &&
		slices.ContainsFunc(movedTo().FindAllString(raw, -1), func(m string) bool { return strings.Contains(m, to) })
}

// stateOfLabel returns the state of a project for a label in its README, such as
// "deprecated" for "OBSOLETE".
func stateOfLabel(label string) string {
	switch state := strings.ToLower(label); state {
	case "archived", "unmaintained":
		return state
	case "deprecated", "obsolete", "superseded", "end of life", "end-of-life":
		return "deprecated"
	}
	return "unmaintained"
}
