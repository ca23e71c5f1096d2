package outline

import (
	"bytes"
	"slices"
	"strings"

	"luminos/internal/lazyregexp"
)

// C and similar languages have no keyword for functions. A function is the text
// between the end of the last statement and a brace, if it looks like a name with
// parameters. Nested braces are tracked to know where functions are possible: at
// the top level, in a namespace, in a type.

// directive replaces the first byte of each preprocessor line in the blanked code.
const directive = '\x00'

// blankDirectives overwrites preprocessor lines with spaces and sets the first byte
// of each to the mark directive.
func (m *matcher) blankDirectives() {
	for at := 0; at < len(m.code); {
		end := lineEnd(m.code, at)
		start := at + len(m.code[at:end]) - len(bytes.TrimLeft(m.code[at:end], " \t"))
		if start < end && m.code[start] == '#' {
			end = m.continued(at)
			blank(m.code[start:end])
			m.code[start] = directive
		}
		at = end + 1
	}
}

// continued returns the offset of the end of the line at an offset. If the line ends in a
// backslash, the next line belongs to it.
func (m *matcher) continued(at int) int {
	for {
		end := lineEnd(m.code, at)
		if end == len(m.code) || !bytes.HasSuffix(bytes.TrimRight(m.code[at:end], " \t\r"), []byte(`\`)) {
			return end
		}
		at = end + 1
	}
}

// scope is the text inside a pair of braces.
type scope struct {
	shut  int
	types bool   // may contain functions
	name  string // of the type
	alias bool   // a typedef: names follow the brace
}

// findHeads adds the types and functions in a text of C or a related language to the findings. It
// recognises functions by the braces that follow their heads.
func (m *matcher) findHeads() {
	m.pairBraces()
	scopes := []scope{{shut: len(m.code) + 1, types: true}}
	start := 0 // of the statement
	for i := 0; i < len(m.code); i++ {
		c := m.code[i]
		if c == directive {
			m.code[i] = ' '
		} else if c != '{' && c != '}' && c != ';' {
			continue
		}
		for len(scopes) > 1 && i > scopes[len(scopes)-1].shut {
			scopes = scopes[:len(scopes)-1]
		}
		in := scopes[len(scopes)-1]
		head := statement{m, m.withoutLabels(start, i), i}
		switch {
		case c == directive && len(bytes.TrimSpace(m.code[head.start:i])) > 0:
			continue // inside a statement
		case c == '{' && i-head.start < maxHead && bytes.Count(m.code[head.start:i], []byte("(")) > bytes.Count(m.code[head.start:i], []byte(")")):
			i = max(i, min(m.shut(i), len(m.code)-1)) // an argument
			continue
		case c == '{':
			shut := m.shut(i)
			next := head.open(in, shut)
			if !next.types || len(scopes) == maxScopes {
				// No definitions inside. A statement without braces of its own
				// continues.
				if i = shut; next.name == unfinished {
					continue
				}
			} else {
				scopes = append(scopes, next)
			}
		case c == ';' && in.types:
			head.end(in)
		case c == '}' && in.alias && i == in.shut:
			if end := bytes.IndexByte(m.code[i:], ';'); end >= 0 {
				statement{m, i + 1, i + end}.aliases()
			}
		}
		start = i + 1
	}
}

// maxScopes is the maximum nesting of types; unfinished is the name of a scope that
// is part of a statement.
const (
	maxScopes  = 50
	unfinished = "="
)

// label matches a label before a declaration in a class, or a macro on a line of
// its own, with one character of the following text.
var label = lazyregexp.Lazy(`^(?:public|private|protected|signals|slots|public slots|default|[A-Z_]+)\s*:(?:[^:]|$)|^[A-Z_][A-Z0-9_]+(?:\([^()]*\))?[ \t\r]*\n\s*\S`)

// withoutLabels returns the offset, between start and end, at which a statement begins after white space, labels
// such as "public:", and macros on lines of their own.
func (m *matcher) withoutLabels(start, end int) int {
	for range 10 {
		start += len(m.code[start:end]) - len(bytes.TrimLeft(m.code[start:end], " \t\r\n"))
		at := label().FindIndex(m.code[start:min(end+1, start+maxHead, len(m.code))])
		if at == nil || start+at[1] > end {
			break
		}
		start += at[1] - 1
	}
	return start
}

// statement is code that ends with a brace or a semicolon.
type statement struct {
	m           *matcher
	start, stop int
}

// typeHead matches the beginning of a type or namespace. A match that ends with a
// parenthesis can still be a function that returns a struct.
var typeHead = lazyregexp.Lazy(`^(?:@[\w.]+(?:\([^()]*\))?\s+|\[[^\]]*\]\s*|(?:typedef|public|private|protected|internal|static|abstract|final|sealed|partial|readonly|strictfp|inline|export|ref|unsafe|file|const|extern|non-sealed|default|declare|base|mixin)\s+)*` +
	`(class|struct|union|enum|interface|@interface|namespace|record|extern|protocol|extension|module|mixin)\b(?:\s+(?:class|struct)\b)?`)

// typeName matches the name of a type after its keyword: the last name before base
// types and template arguments. Preceding words in capitals are macros.
var typeName = lazyregexp.Lazy(`^\s*(?:(?:\[\[.*?\]\]|__attribute__\s*\(\(.*?\)\)|__declspec\s*\(.*?\)|alignas\s*\(.*?\)|[A-Z][A-Z0-9_]*(?:\s*\([^()]*\))?)\s+)*([\pL_$][\w\pL$]*(?:(?:::|\.)\w+)*)`)

var typeKinds = map[string]Kind{"class": Class, "struct": Struct, "union": Union, "enum": Enum, "interface": Interface, "@interface": Interface,
	"namespace": Namespace, "record": Record, "protocol": Interface, "extension": Impl, "module": Module, "mixin": Class}

// open records the type or function whose head precedes a brace, and returns the scope that the
// brace opens.
func (s statement) open(in scope, shut int) scope {
	head := s.m.code[s.start:min(s.stop, s.start+maxHead)]
	out := scope{shut: shut}
	if s.stop-s.start > maxHead || !in.types {
		return out
	}
	head = withoutTemplate(head)
	if at := typeHead().FindSubmatchIndex(head); at != nil && bytes.IndexByte(head[at[1]:], '=') < 0 {
		word := string(head[at[2]:at[3]])
		returned := word == "struct" || word == "union" || word == "enum"
		if name := typeName().FindSubmatchIndex(head[at[1]:]); !returned || !function().Match(head) {
			out.types = word != "enum" || !s.m.preproc
			out.alias = bytes.HasPrefix(head, []byte("typedef"))
			if name != nil && typeKinds[word] != "" {
				out.name = string(head[at[1]+name[2] : at[1]+name[3]])
				s.record(typeKinds[word], out.name, min(shut+1, len(s.m.code)))
			}
			return out
		}
	}
	if bytes.HasSuffix(bytes.TrimRight(head, " \t\r\n"), []byte("=")) || bytes.HasSuffix(bytes.TrimRight(head, " \t\r\n"), []byte("]")) {
		out.name = unfinished
		return out
	}
	if name, ok := functionName(head); ok {
		s.record(Func, name, min(shut+1, len(s.m.code)))
	}
	return out
}

// end records the function, the struct or similar type, or the name of a typedef that the statement before a semicolon
// declares. The scope called in is the type or function around the statement.
func (s statement) end(in scope) {
	head := s.m.code[s.start:min(s.stop, s.start+maxHead)]
	if bytes.HasPrefix(head, []byte("typedef")) {
		s.aliases()
		return
	}
	head = withoutTemplate(head)
	if at := typeHead().FindSubmatchIndex(head); at != nil && string(head[at[2]:at[3]]) == "record" {
		s.record(Record, word(string(head[at[1]:]), "$"), s.stop)
		return
	}
	if name, ok := functionName(head); ok && !noFunction().Match(head) && (in.name == "" || !isConstant(name)) {
		if before, _, _ := bytes.Cut(head, []byte("(")); name == in.name || len(bytes.Fields(before)) > 1 {
			s.record(Func, name, s.stop)
		}
	}
}

// noFunction matches statements with parentheses that do not declare a function.
var noFunction = lazyregexp.Lazy(`^(?:return|using|friend|throw|goto|new|case)\b|\bdelegate\b`)

var (
	// pointedName matches the name in a typedef of a function or of a function
	// pointer.
	pointedName = lazyregexp.Lazy(`\(\s*(?:[\w:]+\s+)*\*?\s*(\w+)\s*\)\s*\(`)
	// aliasName matches the name at the end of any other typedef.
	aliasName = lazyregexp.Lazy(`(\w+)\s*(?:\[[^\]]*\]\s*|__attribute__.*)*$`)
)

// aliases records the name, or one of several names, that a typedef of C declares, as the definition of a type.
func (s statement) aliases() {
	if s.stop-s.start > maxHead {
		return
	}
	head := bytes.TrimRight(s.m.code[s.start:s.stop], " \t\r\n")
	if at := pointedName().FindSubmatch(head); at != nil {
		s.record(Type, string(at[1]), s.stop)
	} else if name, ok := functionName(head); ok {
		s.record(Type, name, s.stop)
	} else if at := aliasName().FindSubmatch(head); at != nil {
		s.record(Type, string(at[1]), s.stop)
	}
}

func (s statement) record(kind Kind, name string, end int) {
	s.m.found.defs = append(s.m.found.defs, def{kind: kind, name: name, start: s.start, body: s.stop, end: end})
}

// withoutTemplate returns a declaration of C++ without leading template<…>.
func withoutTemplate(head []byte) []byte {
	for bytes.HasPrefix(head, []byte("template")) {
		depth, i := 0, 0
		for ; i < len(head); i++ {
			if head[i] == '<' {
				depth++
			} else if head[i] == '>' {
				if depth--; depth == 0 {
					break
				}
			}
		}
		head = bytes.TrimLeft(head[min(i+1, len(head)):], " \t\r\n")
	}
	return head
}

var (
	// function matches a statement that ends like the head of a function.
	function = lazyregexp.Lazy(`[\w\]>]\s*\([^{}]*\)\s*(?:const|noexcept|override|final|volatile|mutable|throws\s+[\w.,\s]+|&&?|\s)*$`)
	// called matches a name and the opening parenthesis.
	called = lazyregexp.Lazy(`(operator\s*(?:\(\s*\)|\[\s*\]|[^\s\w(]+|\w[\w\s:*&]*?)|~?[\pL_$#][\w\pL$]*)\s*(?:<[^<>()]*>\s*)?\(`)
)

// noNames lists words that precede parentheses without defining a function.
var noNames = strings.Fields("if for while switch catch return else do foreach lock using fixed sizeof alignof decltype synchronized elif when defined assert __attribute__ __declspec alignas noexcept throw requires new delete typeof explicit static_assert constexpr super this function await yield in of with not and or goto case try operator __extension__ __asm__ asm")

// functionName returns the name of the function that a statement declares, and false if it declares
// none.
func functionName(head []byte) (string, bool) {
	first := 0 // end of the attributes
	for from := 0; from < len(head); {
		at := called().FindSubmatchIndex(head[from:])
		if at == nil {
			return "", false
		}
		name, start, paren := string(head[from+at[2]:from+at[3]]), from+at[2], from+at[1]-1
		shut := balanced(string(head), paren)
		before := bytes.TrimRight(head[first:start], " \t\r\n")
		after := bytes.TrimLeft(head[min(shut, len(head)):], " \t\r\n")
		switch {
		case shut == len(head) && (len(head) == 0 || head[len(head)-1] != ')'):
			return "", false // an open parenthesis: inside a call
		case bytes.HasSuffix(before, []byte("@")) || bytes.HasSuffix(before, []byte("[")):
			first, from = shut, shut // an attribute
			continue
		case slices.Contains(noNames, name) && name != "operator":
			if name[0] != '_' && name != "alignas" && name != "explicit" && name != "decltype" && name != "noexcept" && name != "requires" {
				return "", false
			}
			from = shut
			continue
		case isMacro(name) && len(after) > 0 && called().Match(after) && after[0] != ':':
			from = shut
			continue
		case bytes.ContainsAny(before, "=!") && !strings.HasPrefix(name, "operator"), bytes.HasSuffix(before, []byte("->")), bytes.HasSuffix(before, []byte(".")), bytes.HasPrefix(after, []byte(".")):
			return "", false
		}
		return strings.Join(strings.Fields(name), " "), true
	}
	return "", false
}

func isMacro(name string) bool { return isConstant(name) || strings.HasPrefix(name, "__") }
