package outline

import "maps"

// This file is the table of languages that patterns read. A new language needs a row
// here. If the row calls followed, the import graph contains the language.
//
// A language can have more: rules for a parser (grammars.go), or a line scanner for
// its imports (head_families.go), which replaces the expression of imports.

// languages contains the patterns of languages, keyed by the names of linguist.
var languages = joined(braceLanguages(), wordLanguages())

func joined(all ...map[string]*patterns) map[string]*patterns {
	out := map[string]*patterns{}
	for _, m := range all {
		maps.Copy(out, m)
	}
	return out
}

// Modifiers that may precede the keyword of a definition.
const (
	kotlinWords = `public|private|protected|internal|open|abstract|final|sealed|data|inner|inline|value|enum|annotation|companion|override|suspend|tailrec|operator|infix|external|expect|actual|lateinit|const|@[\w.]+(?:\([^()\n]*\))?`
	swiftWords  = `public|private|fileprivate|internal|open|package|static|class|final|override|mutating|nonmutating|convenience|required|indirect|lazy|weak|async|nonisolated|@\w+(?:\([^()\n]*\))?`
	rustWords   = `pub(?:\([^)\n]*\))?|default|async|unsafe|const|extern(?:[ \t]+"[^"\n]*")?|#\[[^\]\n]*\]`
	phpWords    = `public|private|protected|static|final|abstract|readonly`
	scalaWords  = `private(?:\[\w+\])?|protected(?:\[\w+\])?|final|sealed|abstract|implicit|lazy|override|case|inline|opaque|open|transparent|@\w+`
	dartWords   = `abstract|base|final|sealed|interface|mixin|static|external|late`
	fsharpWords = `public|private|internal|static|inline|rec|mutable|override|abstract|\[<[^>\n]*>\]`
)

// braceLanguages returns the patterns of the languages with blocks in braces, by language.
func braceLanguages() map[string]*patterns {
	const macro = `#[ \t]*define[ \t]+NAME[( \t]`
	c := newPatterns(cSyntax, anywhere, "", "", defines{Macro, macro})
	cpp := newPatterns(cSyntax, anywhere, "", "", defines{Macro, macro}, defines{Type, `using[ \t]+NAME[ \t]*=`}, defines{Type, `concept[ \t]+NAME`})
	java := newPatterns(braceSyntax, anywhere, "", "",
		defines{Const, `(?:(?:public|private|protected)[ \t]+)?(?:static[ \t]+final|final[ \t]+static)[ \t]+[\w<>\[\], .?]+[ \t]+NAME[ \t]*=`})
	groovy := newPatterns(scriptSyntax, anywhere, `public|private|protected|static|final|synchronized`, "", defines{Func, `def[ \t]+NAME[ \t]*\(`})
	csharp := newPatterns(csharpSyntax, anywhere, `public|private|protected|internal|static|new|unsafe|partial`, "",
		defines{Namespace, `namespace[ \t]+([\w.]+)[ \t]*;`}, defines{Const, `const[ \t]+[\w<>\[\].?]+[ \t]+NAME`}, defines{Type, `delegate[ \t]+[\w<>\[\].?]+[ \t]+NAME`})
	dart := newPatterns(scriptSyntax, anywhere, dartWords, `(?:import|export|part)[ \t]+['"]([^'"\n]+)`,
		defines{Class, `class[ \t]+NAME`}, defines{Enum, `enum[ \t]+NAME`}, defines{Type, `typedef[ \t]+NAME`})
	return map[string]*patterns{
		"C": c, "C++": cpp, "Cuda": cpp, "Objective-C": c, "Objective-C++": cpp, "Java": java, "Groovy": groovy, "C#": csharp, "Dart": dart,
		"JavaScript": script(), "TypeScript": script(), "TSX": script(), "Vue": script(), "Svelte": script(), "Astro": script(),
		"Go": newPatterns(goSyntax, noHeads, "", "",
			defines{Func, `func[ \t]+NAME[ \t]*[\[(]`}, defines{Method, `func[ \t]*\([^()\n]*\)[ \t]*NAME[ \t]*\(`},
			defines{Struct, `(?:type[ \t]+)?NAME(?:\[[^\]\n]*\])?[ \t]+struct[ \t]*\{`}, defines{Interface, `(?:type[ \t]+)?NAME(?:\[[^\]\n]*\])?[ \t]+interface[ \t]*\{`},
			defines{Type, `type[ \t]+NAME`}, defines{Const, `const[ \t]+NAME`}, defines{Var, `var[ \t]+NAME`}),
		"Rust": newPatterns(rustSyntax, noHeads, rustWords, "",
			defines{Func, `fn[ \t]+(?:r#)?NAME`}, defines{Struct, `struct[ \t]+NAME`}, defines{Enum, `enum[ \t]+NAME`}, defines{Union, `union[ \t]+NAME[ \t]*[{<]`},
			defines{Trait, `trait[ \t]+NAME`}, defines{Type, `type[ \t]+NAME`}, defines{Module, `mod[ \t]+NAME`}, defines{Macro, `macro_rules![ \t]*NAME`},
			defines{Const, `const[ \t]+NAME[ \t]*:`}, defines{Var, `static[ \t]+(?:mut[ \t]+)?NAME[ \t]*:`},
			defines{Impl, `impl\b(?:[ \t]*<[^{;]*?>)?(?:[^{;]*?[ \t]for)?[ \t\n]+&?(?:'\w+[ \t]+)?(?:mut[ \t]+)?(?:dyn[ \t]+)?(?:\w+::)*NAME[ \t\n]*(?:<[^{;]*>)?[ \t\n]*(?:where\b[^{;]*)?\{`}),
		"PHP": newPatterns(phpSyntax, noHeads, phpWords, "",
			defines{Namespace, `namespace[ \t]+([\w\\]+)`}, defines{Class, `class[ \t]+NAME`}, defines{Interface, `interface[ \t]+NAME`}, defines{Trait, `trait[ \t]+NAME`},
			defines{Enum, `enum[ \t]+NAME`}, defines{Func, `function[ \t]+&?[ \t]*NAME[ \t]*\(`}, defines{Const, `const[ \t]+(?:\w+[ \t]+)?NAME[ \t]*=`}),
		"Shell": newPatterns(shellSyntax, noHeads, "", `(?:source|\.)[ \t]+["']?([^\s"';]+)`, defines{Func, `(?:function[ \t]+)?([\w:.-]+)[ \t]*\(\)`}, defines{Func, `function[ \t]+([\w:.-]+)`}),
		"Kotlin": newPatterns(swiftSyntax, noHeads, kotlinWords, "", defines{Func, `fun[ \t]+(?:<[^>\n]*>[ \t]*)?(?:[\w.<>?, ]+\.)?NAME[ \t]*\(`},
			defines{Class, `class[ \t]+NAME`}, defines{Interface, `(?:fun[ \t]+)?interface[ \t]+NAME`}, defines{Class, `object[ \t]+NAME`}, defines{Type, `typealias[ \t]+NAME`}, defines{Const, `val[ \t]+([A-Z][A-Z0-9_]+)\b`}),
		"Swift": newPatterns(swiftSyntax, noHeads, swiftWords, `(?:@testable[ \t]+)?import[ \t]+([\w.]+)`, defines{Func, `func[ \t]+NAME`}, defines{Func, `(init)[?!]?[ \t]*[(<]`}, defines{Class, `(?:class|actor)[ \t]+NAME`},
			defines{Struct, `struct[ \t]+NAME`}, defines{Enum, `enum[ \t]+NAME`}, defines{Interface, `protocol[ \t]+NAME`}, defines{Impl, `extension[ \t]+([\w.]+)`}, defines{Type, `typealias[ \t]+NAME`}),
		"Scala": newPatterns(swiftSyntax, noHeads, scalaWords, "", defines{Func, `def[ \t]+NAME`}, defines{Class, `class[ \t]+NAME`}, defines{Trait, `trait[ \t]+NAME`},
			defines{Module, `(?:package[ \t]+)?object[ \t]+NAME`}, defines{Enum, `enum[ \t]+NAME`}, defines{Type, `type[ \t]+NAME`}),
		"Zig": newPatterns(swiftSyntax, noHeads, `pub|export|inline|extern`, `(?:pub[ \t]+)?const[ \t]+\w+[ \t]*=[ \t]*@import\("([^"\n]+)"`, defines{Func, `fn[ \t]+NAME`},
			defines{Struct, `const[ \t]+NAME[ \t]*=[ \t]*(?:packed[ \t]+|extern[ \t]+)?struct`}, defines{Enum, `const[ \t]+NAME[ \t]*=[ \t]*enum`}, defines{Const, `const[ \t]+NAME`}).followed(".zig", Modules{Beside: true}),
		"Protocol Buffer": newPatterns(braceSyntax, noHeads, "", `import[ \t]+(?:public[ \t]+)?"([^"\n]+)`, defines{Struct, `message[ \t]+NAME`}, defines{Enum, `enum[ \t]+NAME`}, defines{Interface, `service[ \t]+NAME`}, defines{Method, `rpc[ \t]+NAME`}),
		"GraphQL":         newPatterns(shellSyntax, noHeads, `extend`, "", defines{Type, `(?:type|input|scalar|union)[ \t]+NAME`}, defines{Enum, `enum[ \t]+NAME`}, defines{Interface, `interface[ \t]+NAME`}),
		"Thrift":          newPatterns(phpSyntax, noHeads, "", `include[ \t]+"([^"\n]+)`, defines{Struct, `(?:struct|exception)[ \t]+NAME`}, defines{Enum, `enum[ \t]+NAME`}, defines{Interface, `service[ \t]+NAME`}),
		"HCL":             newPatterns(phpSyntax, noHeads, "", "", defines{Module, `module[ \t]+"([^"\n]*)"`}),
		"PowerShell":      newPatterns(shellSyntax, noHeads, "", `(?i)(?:import-module|using[ \t]+module)[ \t]+([^\s;]+)`, defines{Func, `(?i:function|filter)[ \t]+(?:global:|script:)?([\w-]+)`}, defines{Class, `(?i:class)[ \t]+NAME`}),
		"Perl":            newPatterns(shellSyntax, noHeads, "", `(?:use|require)[ \t]+([A-Z][\w:]*)`, defines{Func, `sub[ \t]+([\w:']+)`}, defines{Module, `package[ \t]+([\w:]+)`}),
		"R":               newPatterns(rSyntax, noHeads, "", `(?:library|require)\(["']?([\w.]+)`, defines{Func, `([\w.]+)[ \t]*(?:<-|=)[ \t]*function\b`}),
		"Solidity": newPatterns(scriptSyntax, noHeads, `abstract`, `import[ \t]+(?:\{[^}]*\}[ \t]*from[ \t]*)?["']([^"'\n]+)`, defines{Class, `(?:contract|library)[ \t]+NAME`}, defines{Interface, `interface[ \t]+NAME`},
			defines{Func, `(?:function|modifier)[ \t]+NAME`}, defines{Struct, `struct[ \t]+NAME`}, defines{Enum, `enum[ \t]+NAME`}),
	}
}

// script returns the patterns for definitions and imports of JavaScript, TypeScript and formats
// that embed them.
func script() *patterns {
	const variable = `(?:const|let|var)[ \t]+NAME[ \t]*(?::[^=\n]+)?=[ \t]*`
	return newPatterns(scriptSyntax, inTypes, `export|default|declare|async|abstract`, "",
		defines{Func, `function\b[ \t]*\*?[ \t]*NAME`}, defines{Class, `class[ \t]+NAME`}, defines{Interface, `interface[ \t]+NAME`}, defines{Enum, `(?:const[ \t]+)?enum[ \t]+NAME`},
		defines{Type, `type[ \t]+NAME[ \t]*(?:<[^=\n]*>?)?[ \t]*=`}, defines{Namespace, `(?:namespace|module)[ \t]+["']?([\w.$]+)`},
		defines{Func, variable + `(?:async\b[ \t]*)?(?:function\b|\([^()]*\)[ \t]*(?::[^=;{}]+)?=>|\w+[ \t]*=>|<[^>\n]*>\()`},
		defines{Func, variable + `(?:async\b[ \t]*)?\([^=;]*?\)[ \t]*(?::[^=;]+?)?=>`},
		defines{Class, variable + `class\b`}, defines{Const, `const[ \t]+NAME`},
		defines{Func, `(?:[\w$]+\.)*(?:exports|module\.exports|[\w$]+\.prototype|this|[\w$]+)\.NAME[ \t]*=[ \t]*(?:async\b[ \t]*)?(?:function\b|\([^()\n]*\)[ \t]*=>|\w+[ \t]*=>)`},
		defines{Class, `(?:exports|module\.exports)\.NAME[ \t]*=[ \t]*class\b`},
		defines{Method, `NAME[ \t]*:[ \t]*(?:async\b[ \t]*)?function\b`})
}
