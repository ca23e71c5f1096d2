package outline

// wordLanguages returns the patterns of the languages whose blocks end by indentation or with a
// word such as "end", by language.
func wordLanguages() map[string]*patterns {
	python := newPatterns(pythonSyntax, noHeads, `async`, "",
		defines{Func, `c?p?def[ \t]+NAME`}, defines{Class, `(?:cdef[ \t]+)?class[ \t]+NAME`}, defines{Const, `(_*[A-Z][A-Z0-9_]+)[ \t]*(?::[^=\n]+)?=[^=]`})
	ruby := newPatterns(rubySyntax, noHeads, `private|protected|public|module_function|private_class_method`, "",
		defines{Func, `def[ \t]+(?:self\.|[\w:]+\.)?([\pL_][\w\pL]*[?!=]?|[=<>+\-*/%!~\[\]&|^]+)`}, defines{Class, `class[ \t]+(?:\w+::)*NAME`}, defines{Module, `module[ \t]+(?:\w+::)*NAME`}, defines{Const, `([A-Z]\w*)[ \t]*=[^=~]`})
	haskell := newPatterns(dashSyntax, noHeads, "", "", defines{Type, `(?:data|newtype|type(?:[ \t]+family)?)[ \t]+(?:[^=\n]*=>[ \t]*)?NAME`},
		defines{Class, `class[ \t]+(?:[^=\n]*=>[ \t]*)?NAME`}, defines{Impl, `instance[ \t]+(?:[^=\n]*=>[ \t]*)?([^\n]+?)[ \t]+where`}, defines{Func, `([a-z_][\w']*)[ \t]*::`})
	elixir := newPatterns(elixirSyntax, noHeads, "", `(?:import|alias|use|require)[ \t]+([\w.]+)`, defines{Module, `(?:defmodule|defimpl)[ \t]+([\w.]+)`}, defines{Interface, `defprotocol[ \t]+([\w.]+)`},
		defines{Func, `defp?[ \t]+([a-z_]\w*[?!]?)`}, defines{Macro, `defmacrop?[ \t]+([a-z_]\w*[?!]?)`})
	ml := newPatterns(mlSyntax, noHeads, fsharpWords, `open[ \t]+([\w.]+)`, defines{Module, `module[ \t]+(?:rec[ \t]+)?([\w.]+)`}, defines{Type, `type[ \t]+(?:'\w+[ \t]+|\([^)\n]*\)[ \t]+)?NAME`},
		defines{Func, `(?:let|and|val|external)[ \t]+(?:rec[ \t]+|inline[ \t]+)*([a-z_][\w']*)`}, defines{Method, `member[ \t]+(?:\w+\.)?NAME`}, defines{Class, `class[ \t]+(?:virtual[ \t]+)?NAME`})
	lisp := newPatterns(lispSyntax, noHeads, "", `\((?:require|use-package|load|import)[ \t]+'?["(\[]?([\w./-]+)`,
		defines{Func, `\((?:defun|defn-?|define|defsubst|defgeneric|defmethod|defmulti|cl-defun)[ \t]+\(?([^\s()\[\]]+)`}, defines{Macro, `\((?:defmacro|define-syntax|cl-defmacro)[ \t]+\(?([^\s()]+)`},
		defines{Type, `\((?:defstruct|defclass|deftype|defrecord|defprotocol|cl-defstruct)[ \t]+\(?([^\s()]+)`}, defines{Var, `\((?:defvar|defcustom|defconst|defparameter)[ \t]+([^\s()]+)`}, defines{Module, `\((?:ns|defpackage|in-ns)[ \t]+([^\s()]+)`})
	return map[string]*patterns{
		"Python": python, "Cython": python, "Starlark": python, "Ruby": ruby, "Haskell": haskell, "Elixir": elixir, "F#": ml, "OCaml": ml,
		"Common Lisp": lisp, "Emacs Lisp": lisp, "Scheme": lisp, "Clojure": lisp, "Racket": lisp,
		"Crystal": newPatterns(rubySyntax, noHeads, `private|protected|abstract`, `require[ \t]+"([^"\n]+)`, defines{Func, `def[ \t]+(?:self\.)?NAME`}, defines{Class, `class[ \t]+(?:\w+::)*NAME`}, defines{Module, `module[ \t]+(?:\w+::)*NAME`},
			defines{Struct, `struct[ \t]+(?:\w+::)*NAME`}, defines{Enum, `enum[ \t]+NAME`}, defines{Macro, `macro[ \t]+NAME`}),
		"Lua": newPatterns(luaSyntax, noHeads, `local`, `(?:local[ \t]+\w+[ \t]*=[ \t]*)?require[ \t(]*["']([^"'\n]+)`, defines{Func, `function[ \t]+(?:[\w.]+[.:])?NAME`}, defines{Func, `(?:[\w.]+[.:])?NAME[ \t]*=[ \t]*function\b`}),
		"Julia": newPatterns(hashSyntax, noHeads, "", `(?:using|import)[ \t]+([\w., :]+)`, defines{Func, `function[ \t]+(?:[\w.]+\.)?([\pL_][\w\pL]*!?)`}, defines{Struct, `(?:mutable[ \t]+)?struct[ \t]+NAME`}, defines{Type, `abstract[ \t]+type[ \t]+NAME`},
			defines{Module, `module[ \t]+NAME`}, defines{Macro, `macro[ \t]+NAME`}, defines{Func, `([\pL_][\w\pL]*!?)\([^()\n]*\)[ \t]*=[^=]`}),
		"Nim":      newPatterns(hashSyntax, noHeads, "", `(?:import|include)[ \t]+([^\n]+)|from[ \t]+([\w/.]+)`, defines{Func, `(?:proc|func|method|iterator|converter)[ \t]+NAME`}, defines{Macro, `(?:template|macro)[ \t]+NAME`}),
		"Erlang":   newPatterns(percent, noHeads, "", `-include(?:_lib)?\("([^"\n]+)`, defines{Module, `-module\(([\w']+)\)`}, defines{Struct, `-record\(([\w']+)`}, defines{Type, `-(?:type|opaque)[ \t]+(\w+)`}, defines{Func, `-spec[ \t]+(\w+)`}, defines{Macro, `-define\((\w+)`}),
		"SQL":      newPatterns(sqlSyntax, noHeads, "", "", defines{Struct, `(?i:create[ \t]+(?:or[ \t]+replace[ \t]+)?(?:temp(?:orary)?[ \t]+|unlogged[ \t]+)?(?:table|view|materialized[ \t]+view)[ \t]+(?:if[ \t]+not[ \t]+exists[ \t]+)?)["` + "`" + `\[]?([\w."]+)`}, defines{Func, `(?i:create[ \t]+(?:or[ \t]+replace[ \t]+)?(?:function|procedure|trigger))[ \t]+([\w."]+)`}),
		"MATLAB":   newPatterns(percent, noHeads, "", "", defines{Func, `function[ \t]+(?:[^=\n]*=[ \t]*)?([\w.]+)`}, defines{Class, `classdef[ \t]+(?:\([^)]*\)[ \t]*)?NAME`}),
		"Makefile": newPatterns(hashSyntax, noHeads, "", `-?include[ \t]+([^\n#]+)`, defines{Func, `([\w./%-]+)[ \t]*:(?:[^=]|$)`}),
		"VHDL":     newPatterns(dashSyntax, noHeads, "", `(?i)use[ \t]+([\w.]+)`, defines{Module, `(?i:entity|package)[ \t]+(\w+)[ \t]+(?i:is)`}, defines{Func, `(?i:function|procedure)[ \t]+(\w+)`}),
	}
}
