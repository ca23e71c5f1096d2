package outline

import "strings"

// syntax describes comments, strings and blocks of a language.
type syntax struct {
	line      []string    // marks of a comment that extends to the end of the line
	block     [][2]string // marks of a block comment
	strings   []quote     // longer ones first
	clause    string      // begins the line after the documentation of a file
	docstring bool        // documentation is a string that begins the body
	ends      blocks
	nested    bool // comments nest
	chars     bool // ' quotes only a single character
	preproc   bool // lines that begin with # are preprocessor directives
	regexps   bool // a slash can begin a regular expression
	lines     bool // a statement can end with its line
	sigils    bool // literals are as in Elixir: ~r/"/ and ?"
}

// blocks is the way in which a language ends a block.
type blocks int

const (
	byBraces blocks = iota
	byIndent        // or by a line such as "end"
)

// quote describes one form of string literal. A string ends with its line unless
// long is set.
type quote struct {
	begin, end string
	escape     bool // a backslash escapes the next character
	long       bool
}

var (
	plain    = quote{`"`, `"`, true, false}
	single   = quote{"'", "'", true, false}
	backtick = quote{"`", "`", true, true}
	raw      = quote{"`", "`", false, true}
	triple   = quote{`"""`, `"""`, true, true}
	triple1  = quote{"'''", "'''", true, true}
	longer   = quote{`"`, `"`, true, true}
	longer1  = quote{"'", "'", true, true}
)

// Signs of equality in the brackets of Lua let a text hold other brackets.
var (
	luaComments = [][2]string{{"--[[", "]]"}, {"--[=[", "]=]"}, {"--[==[", "]==]"}}
	luaStrings  = []quote{
		{"[[", "]]", false, true}, {"[=[", "]=]", false, true}, {"[==[", "]==]", false, true}, plain, single,
	}
)

var elixirStrings = []quote{triple, triple1, longer, longer1}

var slashStar = [][2]string{{"/*", "*/"}}

var (
	cSyntax      = syntax{line: []string{"//"}, block: slashStar, strings: []quote{{`R"(`, `)"`, false, true}, plain}, chars: true, preproc: true}
	braceSyntax  = syntax{line: []string{"//"}, block: slashStar, strings: []quote{triple, plain}, chars: true}
	scriptSyntax = syntax{line: []string{"//"}, block: slashStar, strings: []quote{plain, single, backtick}, regexps: true, lines: true}
	rustSyntax   = syntax{line: []string{"//"}, block: slashStar, strings: []quote{{`r##"`, `"##`, false, true}, {`r#"`, `"#`, false, true}, longer}, chars: true, nested: true}
	swiftSyntax  = syntax{line: []string{"//"}, block: slashStar, strings: []quote{triple, plain}, chars: true, lines: true}
	csharpSyntax = syntax{line: []string{"//", "#"}, block: slashStar, strings: []quote{triple, {`@"`, `"`, false, true}, {`$@"`, `"`, false, true}, plain}, chars: true}
	goSyntax     = syntax{clause: "package ", line: []string{"//"}, block: slashStar, strings: []quote{plain, raw}, chars: true, lines: true}
	phpSyntax    = syntax{line: []string{"//", "#"}, block: slashStar, strings: []quote{longer, longer1}}
	pythonSyntax = syntax{line: []string{"#"}, strings: []quote{triple, triple1, plain, single}, docstring: true, ends: byIndent}
	rubySyntax   = syntax{line: []string{"#"}, block: [][2]string{{"\n=begin", "\n=end"}}, strings: []quote{plain, single}, ends: byIndent}
	shellSyntax  = syntax{line: []string{"#"}, strings: []quote{longer, {"'", "'", false, true}}, lines: true}
	dashSyntax   = syntax{line: []string{"--"}, block: [][2]string{{"{-", "-}"}}, strings: []quote{plain}, chars: true, nested: true, ends: byIndent}
	luaSyntax    = syntax{line: []string{"--"}, block: luaComments, strings: luaStrings, ends: byIndent}
	elixirSyntax = syntax{line: []string{"#"}, strings: elixirStrings, sigils: true, ends: byIndent}
	rSyntax      = syntax{line: []string{"#"}, strings: []quote{longer, longer1}, lines: true}
	hashSyntax   = syntax{line: []string{"#"}, strings: []quote{triple, plain}, chars: true, ends: byIndent}
	percent      = syntax{line: []string{"%"}, strings: []quote{plain}, ends: byIndent}
	lispSyntax   = syntax{line: []string{";"}, block: [][2]string{{"#|", "|#"}}, strings: []quote{longer}, chars: true, ends: byIndent}
	mlSyntax     = syntax{line: []string{"//"}, block: [][2]string{{"(*", "*)"}}, strings: []quote{longer}, chars: true, nested: true, ends: byIndent}
	sqlSyntax    = syntax{line: []string{"--"}, block: slashStar, strings: []quote{longer1}, ends: byIndent}
)

// isLineComment reports whether a line, given without surrounding white space, is a comment.
func (s syntax) isLineComment(line string) bool {
	for _, mark := range s.line {
		if strings.HasPrefix(line, mark) && !strings.HasPrefix(line, "#!") && !strings.HasPrefix(line, "#[") {
			return true
		}
	}
	return false
}

// blockEnd returns the opening and closing marks of the block comment whose closing mark ends the
// line. It returns false if the line ends otherwise.
func (s syntax) blockEnd(line string) ([2]string, bool) {
	for _, b := range s.block {
		if strings.HasSuffix(line, b[1]) {
			return b, true
		}
	}
	return [2]string{}, false
}
