package injection

import "strings"

// marks are the marks of chat templates, and others that end or begin a message, in lower case. Each begins after < or [.
var marks = []string{
	"|im_start|>", "|im_end|>", "|system|>", "|user|>", "|assistant|>", "|endoftext|>", "|eot_id|>", "|start_header_id|>", "|end_header_id|>",
	"inst]", "/inst]", "<sys>>", "</sys>>", "system>", "/system>", "system-reminder>", "/system-reminder>", "tool_result>", "tool_response>", "/tool_response>", "tool_output>", "/tool_output>", "/user_input>", "/user_message>", "/tool_result>",
	"/tool_results>", "/function_results>", "/function_result>", "function_results>", "instruction>", "instructions>", "assistant>", "/assistant>",
	"/user>", "/document>", "/documents>", "/context>", "/data>", "system]", "system message]", "system prompt]", "end of session>",
	"end of document>", "end of input>", "end of context>", "end of data>", "admin request", "developer]", "admin]",
}

// inline and block are names of elements of HTML. An inline tag can stand within a word.
var (
	inline = setOf("a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strong sub sup tt u var wbr img meta input link")
	block  = setOf("article aside blockquote body br button caption dd details div dl dt figcaption footer form h1 h2 h3 h4 h5 h6 head header hr html " +
		"label li main nav ol option p pre script section style summary table tbody td template textarea th thead title tr ul svg text desc")
)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// bracket reads a mark of a chat template or an HTML tag that begins with the < or [ at offset i, or only the bracket,
// and returns the offset after it.
func (r *reader) bracket(s string, i int) int {
	after := s[i+1:]
	for _, m := range marks {
		if len(after) >= len(m) && after[0]|0x20 == m[0]|0x20 && strings.EqualFold(after[:len(m)], m) {
			r.emit(chat)
			return i + 1 + len(m)
		}
	}
	if s[i] == '[' {
		r.emit(opening)
		return i + 1
	}
	if end := r.tag(s, i+1); end > 0 {
		return end
	}
	r.emit(opening)
	return i + 1
}

// maxTag is the maximal length of a tag.
const maxTag = 2048

// tag reads the HTML tag, or the start of a comment, whose "<" is before offset i, and returns the offset after it, or
// 0 if the "<" begins neither. It keeps the attributes to be read later.
func (r *reader) tag(s string, i int) int {
	if strings.HasPrefix(s[i:], "!--") {
		if j := i + 3 + strings.IndexByte(s[i+3:min(len(s), i+40)], '>'); len(r.word) > 0 && j > i+3 && j+1 < len(s) && isWordByte(s[j+1]) {
			r.cut()
			return j + 1
		}
		r.emit(stop)
		return i + 3
	}
	from := i
	if i < len(s) && s[i] == '/' {
		from++
	}
	to := from
	for to < len(s) && to < from+12 && isWordByte(s[to]) {
		to++
	}
	element := strings.ToLower(s[from:to])
	end := strings.IndexByte(s[to:min(len(s), to+maxTag)], '>')
	switch {
	case end < 0 || !inline[element] && !block[element]:
		return 0
	case inline[element] && len(r.word) > 0:
		r.cut()
	case block[element]:
		r.emit(newline)
	}
	end += to
	if r.depth == 0 && end-to > shortest {
		r.asides = append(r.asides, aside{s[to:end], r.line, r.still})
	}
	r.lines(strings.Count(s[to:end], "\n"))
	return end + 1
}

// endElement reads a ">" after s and before the byte next. If it ends the tag of an element with the current word as its
// name, such as <answer>, and content or a line end follows it, the name is no part of a sentence with the content.
func endElement(r *reader, s string, next byte) {
	before := strings.TrimSuffix(s[:max(len(s)-len(r.word), 0)], "/")
	if len(r.word) > 0 && strings.HasSuffix(before, "<") && (next == '\n' || next == '<' || isWordByte(next)) {
		r.emit(stop)
	}
	r.endWord()
}
