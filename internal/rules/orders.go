package rules

import (
	"slices"
	"strings"
	"unicode"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

// plainOrder matches an order that only an attack gives the reader of a text.
var plainOrder = lazyregexp.Lazy(`(?i)\b(?:ignore|disregard|forget)\s+(?:[a-z]+\s+){0,3}` +
	`(?:previous|prior|earlier|preceding|your)\s+(?:[a-z]+\s+){0,3}` +
	`(?:instructions?|prompts?|directions|directives|guidelines|training)\b|` +
	`^\W*(?:system|assistant)\s*:.*\bignore (?:all )?(?:the )?above (?:instructions|prompts?)\b`)

// hiddenText is the pattern of [luminos.Injection] for invisible characters.
const hiddenText = "text hidden in invisible characters"

// dialogue is the pattern of [luminos.Injection] for a text that looks like a part of a conversation.
const dialogue = "imitates a message of the system"

// description matches the line of the head of a file for agents that says when to use it. It has conversations as
// examples.
var description = lazyregexp.Lazy(`^description: `)

// toAgents matches words that name the agents to which a text speaks.
var toAgents = lazyregexp.Lazy(`(?i)\b(?:you are|to|for|all|any|dear|hey|note|attention)\b.{0,30}\b` +
	`(?:AI|LLMs?|coding|language model) ?(?:agents?|assistants?|models?|tools?|crawlers?|bots?|reviewers?)\b`)

// weakOrder reports whether a flag of severity info about an order to agents names no agents in its evidence. The words
// of an order occur in harmless texts; a report shows such flags apart.
func weakOrder(f *luminos.Flag) bool {
	return f.Rule == luminos.RuleInjectionText && !slices.ContainsFunc(f.Evidence, func(e luminos.Evidence) bool {
		return toAgents().MatchString(e.Quote)
	})
}

// inner matches the end of a pattern of an order in a text that the reading of its file leaves out.
var inner = lazyregexp.Lazy(`, in (?:the output of cell|the form in HTML|attached text)\b[\w ]*$`)

// attackIn reports whether the orders in a file of the category, or in one of the files in it, are an attack.
func attackIn(
	category luminos.Category, all []luminos.Injection, outer func(luminos.Path) (archive, member luminos.Path),
) bool {
	var paths []luminos.Path
	byPath := map[luminos.Path][]luminos.Injection{}
	for _, i := range all {
		if byPath[i.Path] == nil {
			paths = append(paths, i.Path)
		}
		byPath[i.Path] = append(byPath[i.Path], i)
	}
	return slices.ContainsFunc(paths, func(p luminos.Path) bool {
		if _, member := outer(p); member != "" {
			return attacks(memberCategory(member, byPath[p][0].Evidence.Reader), byPath[p])
		}
		return attacks(category, byPath[p])
	})
}

// sampleField matches a field with the hint of a form, with texts that a filter refuses, or with an example that says so.
var sampleField = lazyregexp.Lazy(`(?i)^\W*(?:placeholder|(?:deny|block|black)_?list)['"]?\s*:|` +
	`^\W*\w+['"]?\s*:\s*['"]examples?\b`)

// orderLines is the maximum distance between two orders of an attack.
const orderLines = 5

// attacks reports whether the orders in a file of the category are an attack on its readers by strong evidence: hidden
// text, an order to ignore earlier instructions in plain words, or two kinds of orders near each other. Quotations, and
// texts in the code of a program, are weak evidence: they are examples, or a program gives them to its own model. So are
// texts in data but a plain order.
func attacks(category luminos.Category, all []luminos.Injection) bool {
	strong := slices.DeleteFunc(slices.Clone(all), func(i luminos.Injection) bool {
		if i.Pattern == dialogue && description().MatchString(i.Evidence.Quote) {
			return true
		}
		if i.Line == 0 && !i.Quoted || i.Pattern == hiddenText {
			return false
		}
		inCode := category == luminos.CategorySource && !words.Comment(i.Evidence.Quote)
		plain := category == luminos.CategoryData && plainOrder().MatchString(visible(i.Evidence.Quote)) &&
			!sampleField().MatchString(i.Evidence.Quote)
		return !plain && (i.Quoted || inCode || category == luminos.CategoryData)
	})
	for n, i := range strong {
		if i.Line == 0 || i.Pattern == hiddenText || plainOrder().MatchString(visible(i.Evidence.Quote)) {
			return true
		}
		if slices.ContainsFunc(strong[:n], func(o luminos.Injection) bool {
			return o.Pattern != i.Pattern && i.Line-o.Line <= orderLines && !strings.HasPrefix(o.Pattern, i.Pattern)
		}) {
			return true
		}
	}
	return false
}

// visible returns the text without characters that are not seen, and with spaces for all kinds of spaces.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Cf, r):
			return -1
		case unicode.IsSpace(r):
			return ' '
		}
		return r
	}, text)
}
