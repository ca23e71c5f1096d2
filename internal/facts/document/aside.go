package document

import (
	"strings"

	"luminos/internal/lazyregexp"
)

// seekSentences is how many sentences of a paragraph are tried.
const seekSentences = 5

// ofItself begins sentences in which a thing says of itself what it is or holds:
// "This project lists …". What it needs or uses is not what it is.
var ofItself = lazyregexp.Lazy(`(?i)^[^\p{L}\d]*(?:(?:this|these)|files in this) (?:[\w.+-]+ ){0,2}?(?:` + things + `)s? (?:\([^)]*\) )?` +
	`(?:is|are|contains?|provides?|lists?|holds?|includes?|offers?|implements?|gives?|shows?|demonstrates?|explains?|describes?|` +
	`collects?|gathers?|helps?|lets?|allows?|enables?|aims?|adds?|makes?|brings?|generates?|turns?|looks? at|covers?|deploys?|hosts?|stores?)\b`)

const things = `repository|repo|project|package|library|module|crate|gem|plug-?in|extension|tool|app|application|program|software|framework|` +
	`director(?:y|ie)|folder|collection|list|data ?set|guide|book|tutorial|course|example|sample|playbook|script|template|site|website|service|` +
	`component|image|chart|action|utilit(?:y|ie)|program|test`

// Sentences that do not say what a thing is, though a README may begin with them:
// what the reader might do, what it needs, a step, a date, a greeting.
var asideStart = lazyregexp.Lazy(`(?i)^[^\p{L}\d$<]*(?:` + strings.Join([]string{
	`you(?: might| may| must| should| will| need| have| do| don['’]t| can (?:also|find|read|see|learn|get|check|view|download|browse)| want|['’]ll)\b`,
	`(?:make sure|be sure|remember to|do(?:n['’]t| not) forget|delete this|ensure (?:that|you)|go to|navigate to|click|refer to|consult|look at|follow (?:the|these|this))\b`,
	`(?:change|set|edit|clone|copy|execute|modify|replace|remove|rename|uncomment) (?:the|this)\b`,
	`run (?:the )?[\w/-]+\.(?:sh|py|js|ts|rb|pl|bat|ps1)\b`,
	`to (?:run|execute|install|use|build|start|test|deploy|get started|do so|generate|see|view|update|add|create|release|publish|try|set up)\b`,
	`(?:also|then|next|either|however|but|and|or|so|because|although|instead|otherwise|additionally|furthermore|moreover|therefore|thus|alternatively|` +
		`after|before|once|when|while|as you|if|(?:it|they) also)[\s,]`,
	`(?:first|second|finally|now),`,
	`(?:on|in|since|as of|until|from|by) (?:(?:early|mid|late)[- ])?(?:` + months + `|\d{1,2}\.? \p{L}+ (?:19|20)\d\d|(?:19|20)\d\d|q[1-4])\b`,
	`(?:(?:this|these|the|all) (?:[\w.-]+ ){0,3}?|it )?(?:requires?|needs?|depends? on|expects?|assumes?|must be|should be|ha(?:s|ve) to be)\b`,
	`(?:hello|hi|hey)\b`, `welcome\b[^,.!]*[.!]*$`,
	`tested (?:on|with|before|against)\b`,
	`(?:contributed|maintained|provided) by\b`,
	`unless (?:otherwise|stated|noted)\b`,
	`things? (?:you|to)\b`, `(?:a )?short description\b`, `a description of (?:this|the|your|my)\b`,
	`the (?:above|previous)\b`, `above (?:is|are)\b`, `here(?:['’]s| is| are| you)\b`, `there (?:is|are|was|were)\b`,
	`all (?:commands|examples|scripts|paths) (?:are|assume|must|should|below)\b`,
	`please\b`,
	`see (?:the|also|our|this|https?|\S+ (?:for|in|on)\b)`,
	`(?:search|browse|read|view|visit|access|download|get|find)\b[^.]*https?://`,
	`(?:at (?:that|the|this) time|meanwhile|later)\b`,
	`we (?:have|sent|made|\w+[^e]ed)\b`,
}, "|") + `)`)

const months = `(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.? \d{1,4}`

var (
	// question begins what leads up to the answer. A name can end in a question mark.
	question = lazyregexp.Lazy(`(?i)^[^\p{L}\d]*(?:ever|have|do|does|did|are|is|was|were|can|could|would|will|want|wanna|need|looking|tired|wondering|` +
		`why|what|how|who|when|where|which|got|sick|struggling)\b.*\?\W*$`)
	// history is what a thing was and how it came about.
	history = lazyregexp.Lazy(`(?i)\boriginally\b|\b(?:was|were) (?:initially|first|once|formerly|previously)\b|\bused to be\b|\bformerly (?:known|called|named)\b|` +
		`\b(?:has|have|was|were) (?:now )?(?:been )?(?:renamed|rewritten|moved|migrated|transferred|merged|superseded|updated|changed|recalibrated)\b|` +
		`\b(?:started|began) (?:out |off |life )?(?:as|in)\b|\bhas (?:grown|evolved|become)\b|\b(?:occurred|happened|debuted|took place)\b|` +
		`^[^,.;:]{1,60}? (?:was|were) (?:\w+ed|\w+en|run|made|sent|built|set)\b`)
	// keeper is a sentence on who looks after the thing.
	keeper = lazyregexp.Lazy(`(?i)\b(?:administers?|maintains?|manages?|owns?|sponsors?|funds?|supports?|hosts?) (?:the|this) (?:repo|repository|project)\b`)
	// present is a sentence that tells of history only in passing.
	present = lazyregexp.Lazy(`(?i)^(?:\S+ ){0,9}?(?:is|are) (?:an?|the|our|your)\b|\b(?:was|were) (?:built|designed|made|created|written|developed|intended|meant) (?:to|for|as)\b`)
	// shellLine is a command to be typed; capitals make a sentence of it.
	shellLine = lazyregexp.Lazy(`^\s*(?:[$#>%] |(?:sudo|apt|apt-get|brew|npm|npx|yarn|pnpm|pip3?|docker|kubectl|git|cd|curl|wget|node|python3?|cargo|go|make|bundle|` +
		`rake|php|composer|mvn|\./\S+) (?:-|\S+\.(?:js|py|sh|rb|ts|go|php|tar|gz)\b|install|run|build|test|clone|get|exec|compose|up|add|start|init|ci\b))`)
	// unfilled is what a template leaves open, or what was never read as markup.
	unfilled = lazyregexp.Lazy(`<%|%>|\{\{|\}\}|^#{1,6} `)
	// outdated is the state of a thing, not the thing.
	outdated = lazyregexp.Lazy(`(?i)\b(?:is|are|has been|have been)(?: \w+){0,2} (?:out[- ]of[- ]date|outdated|deprecated|archived|unmaintained|discontinued|` +
		`obsolete|abandoned|no longer (?:\w+ ){0,2}(?:maintained|updated|supported|developed))\b`)
	// pronoun needs a sentence before it.
	pronoun = lazyregexp.Lazy(`(?i)^[^\p{L}\d]*(?:it|its|it['’]s|they|their|these|those|he|she|that|this) `)
)

// Describes reports whether a sentence can say what its subject is: it tells
// neither its history nor what to do with it, nor is it a command.
func Describes(s string) bool {
	switch {
	case shellLine().MatchString(s), unfilled().MatchString(s), outdated().MatchString(s), strings.HasSuffix(s, "?") && countWords(s) <= 6:
		return false
	case ofItself().MatchString(s):
		return true
	case asideStart().MatchString(s), question().MatchString(s), keeper().MatchString(s):
		return false
	}
	return !history().MatchString(s) || present().MatchString(s)
}

// describing is where in a paragraph the first sentence stands that can say what
// the subject is, or -1.
func describing(s string) int {
	at := 0
	for range seekSentences { // one behind others has to be beyond doubt
		one := firstOf(s[at:])
		if Describes(one) && (at == 0 || ofItself().MatchString(one) || introducesPlainly().MatchString(one) && !pronoun().MatchString(one)) {
			return at
		}
		at += len(one)
		at += len(s[at:]) - len(strings.TrimLeft(s[at:], " "))
		if at >= len(s) {
			break
		}
	}
	return -1
}
