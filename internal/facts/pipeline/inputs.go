package pipeline

import (
	"cmp"
	"strings"

	"luminos/internal/lazyregexp"
)

// rehearsal matches arguments with which a program publishes nothing.
var rehearsal = lazyregexp.Lazy(`(?:^|[\s"'])--(?:snapshot|dry-run)\b`)

// inputs returns the command of a program whose arguments are the lines of a block.
func inputs(program string, b block) block {
	command := Step{Command: program}
	for _, s := range b.steps {
		command.Line = cmp.Or(command.Line, s.Line)
		command.Command += " " + s.Command
	}
	return block{steps: []Step{command}}
}

// inputOf reports whether a mapping has the inputs of an action whose name ends with the given one.
func inputOf(m *mapping, action string) bool {
	return m.key == "with" && m.parent != nil && strings.HasSuffix(m.parent.task, action)
}

// imagePush matches the condition under which an exporter of an image pushes it, as in "type=image,push=true".
var imagePush = lazyregexp.Lazy(`\bpush=(true|\$\{\{.*?\}\})`)

// pushedBy returns the condition under which the outputs of a build of an image push it, or "".
func pushedBy(outputs string) string {
	if m := imagePush().FindStringSubmatch(outputs); m != nil {
		return m[1]
	}
	return ""
}

var (
	// programs are the programs that actions and tasks start, and taskInputs the inputs with their arguments.
	programs = map[string]string{
		"DotNetCoreCLI": "dotnet", "Npm": "npm", "Maven": "mvn", "Gradle": "gradle", "Go": "go", "NuGetCommand": "nuget",
		"Docker": "docker", "goreleaser/goreleaser-action": "goreleaser", "actions-rs/cargo": "cargo",
		"PyO3/maturin-action": "maturin", "messense/maturin-action": "maturin",
		"houseabsolute/actions-rust-cross": "cargo", "ClementTsang/cargo-action": "cargo",
		"JohnnyMorganz/stylua-action": "stylua",
		"gradle/gradle-build-action":  "gradle", "gradle/actions/setup-gradle": "gradle",
	}
	taskInputs = []string{"command", "customcommand", "goals", "tasks", "args", "arguments"}
)
