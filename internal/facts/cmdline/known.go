package cmdline

import (
	"path"
	"slices"
	"strings"
)

// harmless are programs that neither build, check nor publish a project, and words of the shell.
var harmless = strings.Fields(`echo printf cd pwd ls cat git mkdir cp mv rm touch ln chmod chown export set unset true
	false exit sleep curl wget tar unzip zip gzip sed awk grep head tail sort tr cut wc tee date uname jq yq which apt apt-get
	brew choco apk dnf yum pip rustup nvm corepack gpg fi for done case esac while [ [[ ]] { } test read umask tree find venv deactivate`)

// OnlyStarts reports whether a text of shell has commands, and each is a wrapper without the command that it starts,
// such as "uv run --".
func OnlyStarts(text string) bool {
	all := commands(text)
	return len(all) > 0 && !slices.ContainsFunc(all, func(words []string) bool { return len(unwrap(words)) > 0 })
}

// Known reports whether the effects of all commands in a line of shell are known: [Effects] leaves out none.
func Known(line string, resolve Resolver) bool { return known(line, resolve, 0) }

func known(line string, resolve Resolver, depth int) bool {
	if len(line) > maxLine || depth > maxNested {
		return false
	}
	for _, words := range commands(line) {
		words = unwrap(words)
		plain := len(words) > 0 && (words[0] == "." || words[0] == "source") && scriptFile(words) == ""
		if len(words) == 0 || plain || slices.Contains(harmless, words[0]) {
			continue
		}
		if !knownCommand(words, resolve, depth) {
			return false
		}
	}
	return true
}

// knownCommand reports whether the effects of a command, which is given as words, are known.
func knownCommand(words []string, resolve Resolver, depth int) bool {
	file, own := scriptFile(words), strings.Contains(words[0], "/")
	words[0] = program(words[0])
	task := taskOf(words)
	_, variable := byVariable(words)
	_, other := taskElsewhere(words)
	switch {
	case variable || other:
		return false
	case task == "" && file == "" && slices.Contains(interpreters, words[0]):
		return resolve != nil && plainProgram(words, resolve)
	case resolve != nil && taskless(words):
		script := resolve(words[0], "")
		return script != "" && known(script, resolve, depth+1)
	case task == "" && file == "":
		e, ok := lookUp(words, 0)
		if list := sessions(words); list != nil {
			ok = len(list) > 0
		}
		return ok && !(own && words[0] == Build) && !slices.Contains(anywhere, words[0]) && !slices.Contains(e, Run)
	case resolve == nil:
		return false
	case task != "":
		script := resolve(words[0], task)
		return script != "" && known(script, resolve, depth+1)
	}
	script := resolve("", file)
	return script != "" && known(script, resolve, depth+1)
}

// interpreters are programs that run a file in their language.
var interpreters = strings.Fields("node tsx ts-node python ruby php perl Rscript julia lua")

// plainProgram reports whether the file that an interpreter runs is a program of the project that does not speak of
// tests.
func plainProgram(words []string, resolve Resolver) bool {
	for _, w := range words[1:] {
		if path.Ext(w) != "" {
			text := resolve("", w)
			return text != "" && !strings.Contains(strings.ToLower(w+text), "test")
		}
	}
	return false
}
