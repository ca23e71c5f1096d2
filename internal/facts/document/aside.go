package document

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// seekSentences is the number of sentences of a paragraph that are tried.
const seekSentences = 5

var (
	// selfReference begins sentences by which a README introduces its subject:
	// "This project lists …".
	selfReference = lazyregexp.Lazy(`(?i)^[^\p{L}\d]*(?:(?:this|these)|files in this) (?:[\w.+-]+ ){0,2}?(?:` +
		`repository|repo|project|package|library|module|plug-?in|extension|tool|app|application|program|software|framework|` +
		`director(?:y|ie)|folder|collection|list|data ?set|guide|book|tutorial|course|example|sample|playbook|script|template|` +
		`site|website|service|component|image|action|utilit(?:y|ie)|test)s? ` +
		`(?:is|are|contains?|provides?|lists?|holds?|includes?|offers?|implements?|gives?|shows?|demonstrates?|explains?|` +
		`describes?|collects?|helps?|lets?|allows?|enables?|adds?|makes?|generates?|covers?)\b`)
	// asideStart begins sentences that do not describe the subject: advice,
	// requirements, steps, dates, greetings.
	asideStart = lazyregexp.Lazy(`(?i)^[^\p{L}\d$<]*(?:` + strings.Join([]string{
		`you (?:might|may|must|should|will|need|have|do|don['’]t|can (?:also|use|find|read|see|learn|get|clone|download|install|run|try))\b`,
		`to (?:run|execute|install|use|build|start|test|deploy|get started|do so|generate|see|view|update|add|create|set up)\b`,
		`to (?:configure|customi[sz]e)\b`,
		`(?:change|set|edit|clone|copy|modify|replace|remove) (?:the|this)\b|make sure|ensure that`,
		`(?:also|then|next|moreover|furthermore|finally|either|however|but|and|or|so|because|although|instead|therefore|after|before|once|when|while|as you|if)[\s,]`,
		`(?:on|in|since|as of|until|from|by) (?:(?:early|mid|late)[- ])?(?:` + month + ` \d{1,4}|(?:19|20)\d\d|q[1-4])\b`,
		`(?:(?:this|these|the|all) (?:[\w.-]+ ){0,3}?|it )?(?:requires?|needs?|depends? on|rel(?:y|ies) on|expects?|assumes?|must be|should be)\b`,
		`(?:hello|hi|hey|please|welcome to our)\b|(?:just |simply )?(?:type|click|press) |(?-i:[A-Z][a-z]+) our\b`,
		`the (?:best|easiest|simplest|quickest|fastest|recommended) (?:way|introduction|place|method)\b`,
		`(?:contributed|maintained|provided) by\b|over (?:the|time)\b`,
		`(?:many|several|hundreds of|thousands of|lots of) |i(?:['’](?:m|ve|ll|d))? |for (?:anyone|those|everyone)\b`,
		`unless (?:otherwise|stated|noted)\b|tested (?:on|with)\b`,
		`for (?:an? )?(?:\w+ )?(?:description|documentation|information|instructions|details|examples?)\b`,
		`\S+ (?:comes in|should be)\b|this release\b|(?:send|submit) (?:\w+,? ){0,3}(?:comments|patches|bugs|reports)\b`,
		`[\w.@/-]+ [<>=~^]+ ?\d\S* (?:\w+ )?(?:recommended|required|needed)\b`,
		`(?:it|this) (?:may|might) not\b|a(?: short)? description\b|the (?:above|previous)\b`,
		`here(?:['’]s| is| are)\b|there(?:['’]s| is| are| was| were)\b`,
		`see (?:the|also|our|this|https?|\S+ (?:for|in|on)\b)|(?:search|browse|read|view|visit|get|find)\b[^.]*https?://`,
		`(?:at (?:that|the|this) time|meanwhile|later)\b`,
		`we(?:['’](?:re|ve|ll)| (?:are|will|have|sent|made|\w+[^e]ed))\b|by \w+ing\b[^.]*\byou\b`,
		`status:|(?:an? )?(?:\w+ )?thank(?:s| you)\b|prerequisites?\b|(?:this|it)(?: \w+)? works? (?:best|only)\b`,
	}, "|") + `)`)
	// question matches questions that lead up to the description.
	question = lazyregexp.Lazy(`(?i)^[^\p{L}\d]*(?:ever|have|do|does|are|is|can|could|would|want|need|looking|tired|wondering|why|what|how)\b.*\?\W*$`)
	// history matches sentences on the past of the subject and on its owners.
	history = lazyregexp.Lazy(`(?i)\boriginally\b|\b(?:used to be|formerly)\b|` +
		`\b(?:has|have|was|were) (?:now )?(?:been )?(?:renamed|rewritten|moved|migrated|merged|superseded|updated|changed)\b|` +
		`\bhas (?:grown|evolved|become)\b|\b(?:occurred|happened|took place)\b|` +
		`^[^,.;:]{1,60}? (?:was|were) (?:\w+ed|\w+en|run|made|sent|built|set)\b|` +
		`\b(?:administers?|maintains?|manages?|sponsors?|funds?) (?:the|this) (?:repo|repository|project)\b`)
	// present matches sentences that mention the past, but describe the subject.
	present = lazyregexp.Lazy(`(?i)^(?:\S+ ){0,9}?(?:is|are) (?:an?|the|our|your)\b|\b(?:was|were) (?:built|designed|made|created|written|meant) (?:to|for|as)\b`)
	// shellLine matches commands. A capital makes a sentence of the same words.
	shellLine = lazyregexp.Lazy(`^\s*(?:[$#>%] |(?:sudo|apt|apt-get|brew|npm|npx|yarn|pip3?|docker|git|cd|curl|node|python3?|cargo|go|make) ` +
		`(?:-|\S+\.(?:js|py|sh)\b|install|run|build|test|clone|get)\b)`)
	// noDescription matches sentences on the people behind a subject, requests, sentences on a series of versions, open
	// fields of templates, and the state of a subject.
	noDescription = lazyregexp.Lazy(`^(?:The )?(?:\p{Lu}[\w-]+ ){1,5}(?:develops|maintains|oversees|` +
		`is an? (?:[\w-]+ ){0,3}(?:organi[sz]ation|foundation|company|non-?profit|consortium))\b|` +
		`(?i:\bdo(?:n['’]t| not) hesitate\b|\bfeel free to\b|^in case of\b|\byour (?:questions?|contributions?)\b)|` +
		`^(?i:the v?\d+(?:\.[\dx]+)+ (?:series|branch|line|release|version)\b)|` +
		`<%|%>|\{\{|\}\}|^#{1,6} |(?i)\bin maintenance mode\b|` +
		`^(?:this|the) (?:[\w-]+ ){1,2}(?:is|are) (?:\w+ly )?(?:updated|maintained|licen[sc]ed|hosted|tested)\b|` +
		`\b(?:is|are|has been|have been)(?: \w+){0,2} ` +
		`(?:out[- ]of[- ]date|outdated|deprecated|archived|unmaintained|discontinued|obsolete|no longer (?:\w+ ){0,2}(?:maintained|updated))\b`)
	// dangling matches sentences that need the list or the text after them.
	dangling = lazyregexp.Lazy(`(?i)\b(?:that|which|is|are|the|of|for|with|to|and|or|by|following|includes?):?$`)
	// announcement matches news.
	announcement = lazyregexp.Lazy(`(?i)\b(?:last|final|latest|next) (?:planned )?release (?:has|is|was|will)\b|` +
		`\b(?:is|are) now (?:live|available|out|released)\b|🎉|\bCVE-\d|\b(?:bypass|vulnerability) (?:via|in)\b`)
	// bare begins phrases without their subject, such as "Inspired by a tool", and requests.
	bare = lazyregexp.Lazy(`(?i)^\W*(?:(?:inspired|based|built|powered|sponsored|maintained) (?:by|on|with)|configure your|` +
		`check out (?:my|our))\b|\bwe(?:['’]d| would) (?:love|like) to (?:hear|know)\b`)
	// etymology matches sentences on the name of the subject.
	etymology = lazyregexp.Lazy(`(?i)^\W*[\p{L}\d.+-]+ (?:stands for|is (?:short|an? acronym|an? abbreviation) (?:for|of)|` +
		`(?:is|was) (?:named|called) (?:after|for)|is pronounced|` +
		`[-–—] I \w+)\b|\bpronunciation of\b`)
	// pronoun begins sentences that need the sentence before them.
	pronoun = lazyregexp.Lazy(`(?i)^[^\p{L}\d]*(?:i|i['’]\w+|we|you|it|its|it['’]s|they|their|` +
		`these|those|he|she|that|this) `)
)

// compatible matches the beginning of a sentence on the systems and versions that the subject needs.
var compatible = lazyregexp.Lazy(`(?i)^\S+ (?:works (?:with|on)|supports|requires|runs on|` +
	`is (?:tested|supported|compatible|available))\b`)

// announced matches words before a description.
var announced = lazyregexp.Lazy(`^(?:In other words, |\W?(?i:abstract|summary|description): )`)

// funders matches sentences on the people who pay for the work.
var funders = lazyregexp.Lazy(`(?i)\b(?:our|these|the) (?:\w+ )?(?:sponsors|backers|patrons)\b|` +
	`\bis (?:\w+ly )?sponsored by\b|\bfinancial(?:ly)? support|\bsupport continued development`)

// byOthers matches sentences on the owner of a name, on the authors, on questions, on versions, and before an address.
var byOthers = lazyregexp.Lazy(`(?i)\b(?:is|are) (?:an? )?(?:registered )?(?:trade|word) ?marks?\b|` +
	`^(?:the|this) (?:project|library|program|package|software) (?:is|was|has been) (?:\w+ and )?` +
	`(?:managed|maintained|owned|sponsored|written|created|authored) by(?: (?-i:[A-Z(]\S*|the|and|of))+$|` +
	`^(?:we|(?:this|the) \w+|[\w.-]+) (?:uses?|follows?|adheres? to) .{0,20}\bsem(?:ver|antic version)|` +
	`^our issues? (?:list|tracker)\b|^for other .{0,60}\bsee:?$`)

// donation matches requests for money.
var donation = lazyregexp.Lazy(`(?i)\bconsider (?:(?:making|giving) a )?(?:donat|sponsor)\w*`)

// cited matches a paragraph that is a quotation of ten words at least, before its author.
var cited = lazyregexp.Lazy(`^["“](?:[^"”\s]+\s+){9,}[^"”]*["”]\s*(?:[-–—(].*)?$`)

const month = `(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z.]*`

// leans reports whether a sentence takes its subject from the sentence before: "It counts tables.", not "This tool …".
func leans(s string) bool {
	return pronoun().MatchString(s) && !strings.HasPrefix(s, "This ") && !strings.HasPrefix(s, "These ")
}

// continues reports whether a block speaks of the code before it: "image name will be x" begins in small letters.
func continues(blocks []block, i int) bool {
	r, _ := utf8.DecodeRuneInString(blocks[i].text)
	return i > 0 && blocks[i-1].kind == code && unicode.IsLower(r)
}

// Describes reports whether a sentence can describe the subject of its document. Commands, short questions and notes
// that it is outdated cannot, nor can advice, other questions and history that do not plainly introduce the subject.
func Describes(s string) bool {
	switch {
	case shellLine().MatchString(s), noDescription().MatchString(s), dangling().MatchString(s),
		announcement().MatchString(s), bare().MatchString(s), etymology().MatchString(s),
		strings.HasSuffix(s, "?") && countWords(s) <= 6:
		return false
	case selfReference().MatchString(s):
		return true
	case asideStart().MatchString(s), question().MatchString(s):
		return false
	}
	return !history().MatchString(s) || present().MatchString(s)
}

// describing returns the offset of the first sentence of a paragraph that can describe the subject of the document, or
// -1. It tries at most seekSentences sentences. A sentence after the first has to introduce the subject plainly, unless
// only questions precede it. A sentence that introduces the subject by its name precedes others.
func describing(s, title string) int {
	at, best, leads := 0, -1, true
	for range seekSentences {
		one := firstOf(s[at:])
		introduced := selfReference().MatchString(one) || introducesPlainly().MatchString(one) && !pronoun().MatchString(one)
		if Describes(one) && (best < 0 && (leads || introduced) || introduced && begins(one, title)) {
			if best = at; introduced || begins(one, title) {
				return best
			}
		}
		leads = leads && strings.HasSuffix(one, "?")
		at += len(one)
		at += len(s[at:]) - len(strings.TrimLeft(s[at:], " "))
		if at >= len(s) {
			break
		}
	}
	return best
}

// phrased matches titles that do not begin with a name.
var phrased = lazyregexp.Lazy(`(?i)^(?:what|how|why|about|welcome|getting|introduc\w+|overview|` +
	`this|the|an?|using|building) `)

// begins reports whether a sentence begins with the first word of a title: "Zed is …", "The zed package provides …".
func begins(s, title string) bool {
	if phrased().MatchString(title) {
		return false
	}
	name, _, _ := strings.Cut(strings.ToLower(title), " ")
	s = strings.TrimPrefix(strings.ToLower(s), "the ")
	name = strings.TrimRight(name, ":")
	return len(name) > 2 && strings.HasPrefix(s, name+" ")
}

// afterList reports whether the last of some blocks is a paragraph behind a list of a section such as "Documentation",
// that goes on with the whole: it begins with the name in the title and introduces it.
func afterList(blocks []block, title string) bool {
	n := len(blocks)
	first := firstOf(blocks[n-1].text)
	return n > 1 && blocks[n-1].kind == paragraph && blocks[n-2].kind == item && begins(first, title) &&
		introducesPlainly().MatchString(first)
}

// ofRepository begins a sentence on the contents of a repository.
var ofRepository = lazyregexp.Lazy(`^(?:This|The) (?:repository|repo) (?:contains|holds|hosts) `)

// pastContents returns a summary without the first sentence, if it is on the contents of the repository and the next
// one begins with the name in the title and introduces it.
func pastContents(summary, title string) string {
	n := words.SentenceEnd(summary)
	next := strings.TrimSpace(summary[n:])
	plain := introducesPlainly().MatchString(firstOf(next))
	if n > 0 && plain && ofRepository().MatchString(summary) && begins(next, title) {
		return next
	}
	return summary
}

// otherSubject matches a sentence on its subject, of at most five words.
var otherSubject = lazyregexp.Lazy(`^(?:In short, )?((?:[\p{L}\d.+'’-]+ ){1,5}?)` +
	`(?:is|are|was|were|has|have)(?:n['’]t)? `)

// subjectOf reports whether one of the words of a subject is one of a title, or means the target.
func subjectOf(subject, title string) bool {
	return slices.ContainsFunc(strings.Fields(subject), func(w string) bool {
		return within(w, title) || slices.Contains(own, strings.ToLower(w))
	})
}

// own are words that mean the target.
var own = strings.Fields("this these our we i library package project repository repo tool program app " +
	"application framework")

// exhorts matches slogans that address the reader and do not describe the subject: "Thou Shalt Write Tests".
var exhorts = lazyregexp.Lazy(`(?i)\b(?:thou|shalt|let['’]?s|don['’]t|we)\b`)

// openList matches the words that begin a list at the end of a sentence without a colon.
var openList = lazyregexp.Lazy(`(?i), (?:including|such as|featuring|for example)$`)

// clause matches the words of a sentence before the clause that introduces the subject, and leaning the words of such a
// sentence that refer to the one before it: "The speed of these steps depends on X; this library …".
var (
	clause = lazyregexp.Lazy(`; ((?:this|the) (?:library|project|tool|package|program) ` +
		`(?:is|provides|lets|allows|helps)\b)`)
	leaning = lazyregexp.Lazy(`(?i)^[^;]*\b(?:these|those|such) `)
)

// fromClause returns a text from the clause of its first sentence on that introduces the subject, if the words before
// that clause refer to the sentence before.
func fromClause(s string) string {
	first := firstOf(s)
	if m := clause().FindStringSubmatchIndex(first); m != nil && leaning().MatchString(first[:m[0]]) {
		return capitalised(s[m[2]:])
	}
	return s
}
