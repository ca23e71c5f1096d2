// Package pipeline reads the commands in the configurations of continuous integration. One reader of lines serves all
// systems; a table states the keys of each whose values are commands.
package pipeline

import (
	"path"
	"slices"
	"strings"

	"luminos"
)

// Step is a command of a CI configuration, or an action that a step uses.
type Step struct {
	Line    int      // in the configuration
	Command string   // one line of shell; "" for an action
	Uses    string   // an action, a task, a plugin or a file that is included: "actions/checkout@v5"; "" for a command
	Push    bool     // an action that builds an image also publishes it
	Pushed  When     // it publishes the image
	Choice  bool     // an input of the action states whether it publishes
	Target  string   // the URL of the repository to which an action uploads, if the configuration states it
	Dir     string   // working directory as the configuration states it; "" for the usual one
	Shell   int      // commands with the same number run in the same shell, one after the other
	Names   []string // the key of the command, and the name and the key of the step, as far as they have any
	When    When
}

const (
	// maxSteps is the maximum number of steps of one configuration. Real ones have a few hundred.
	maxSteps = 4000
	// maxCommand is the maximum number of bytes of a command. A longer one is cut.
	maxCommand = 16 << 10
)

// grammar states where a CI system has its commands.
type grammar struct {
	keys   []string // keys whose values are commands
	suffix string   // keys with this end have commands, too
	within string   // all keys in a list below this key have commands
	uses   []string // keys whose values are actions
	// restricts states that a condition of the whole configuration restricts its steps. Other systems read such keys
	// as the triggers of the configuration.
	restricts bool
	// expressions states that conditions are in the language of GitHub.
	expressions bool
}

var actions = grammar{keys: []string{"run"}, uses: []string{"uses"}, expressions: true}

// grammars are the grammars of the CI systems whose configurations are YAML.
var grammars = map[string]grammar{
	"github-actions": actions, "gitea-actions": actions, "forgejo-actions": actions,
	"gitlab-ci": {suffix: "script", uses: []string{"include", "local"}},
	"circleci":  {keys: []string{"run", "command"}},
	"travis-ci": {
		keys:   []string{"install", "before_install", "after_success", "before_deploy"},
		suffix: "script", uses: []string{"provider"},
	},
	"azure-pipelines": {
		keys: []string{"script", "bash", "pwsh", "powershell", "inlinescript"}, uses: []string{"task", "template"},
	},
	"appveyor": {
		keys:   []string{"cmd", "ps", "sh", "pwsh", "install", "before_build", "after_build", "before_test", "after_test"},
		suffix: "_script", uses: []string{"provider"},
	},
	"buildkite":           {keys: []string{"command", "commands"}},
	"drone":               {keys: []string{"commands"}, uses: []string{"image"}, restricts: true},
	"woodpecker":          {keys: []string{"commands"}, uses: []string{"image"}, restricts: true},
	"cirrus-ci":           {suffix: "script"},
	"bitbucket-pipelines": {keys: []string{"script", "after-script"}, uses: []string{"pipe"}},
	"semaphore":           {keys: []string{"commands"}},
	"tekton":              {keys: []string{"script"}},
	"codebuild":           {keys: []string{"commands"}},
	"sourcehut-builds":    {within: "tasks"},
	"codefresh":           {keys: []string{"commands"}},
	"bitrise":             {keys: []string{"content"}},
	"wercker":             {keys: []string{"code"}},
}

// Included returns the files that a step of the configuration at can mean by the file or the action that it uses.
func Included(system string, at luminos.Path, uses string) []luminos.Path {
	local, here := strings.CutPrefix(uses, "./")
	file := strings.HasSuffix(uses, ".yml") || strings.HasSuffix(uses, ".yaml")
	switch {
	case strings.Contains(uses, "://") || strings.Contains(uses, ".."):
	case system == "azure-pipelines" && file && !strings.HasPrefix(uses, "/"):
		return []luminos.Path{at.Dir().Join(uses)}
	case file && (here || system == "gitlab-ci" || system == "azure-pipelines"):
		return []luminos.Path{luminos.Root.Join(strings.TrimPrefix(local, "/"))}
	case here:
		return []luminos.Path{luminos.Root.Join(local, "action.yml"), luminos.Root.Join(local, "action.yaml")}
	}
	return nil
}

// Steps returns the steps in a configuration of a CI system, in the order of their lines, at most maxSteps. It reads
// lines and does not resolve references between parts of the configuration.
func Steps(system string, t luminos.Text) []Step {
	g, known := grammars[system]
	ext := path.Ext(string(t.Path))
	yaml := slices.Contains([]string{"", ".yml", ".yaml", ".json"}, ext)
	switch {
	case system == "jenkins":
		return groovySteps(t.Content)
	case !known || !yaml:
		return shellSteps(t.Content)
	}
	r := reader{grammar: g, jobs: map[string]*mapping{}, content: t.Content}
	r.called = strings.Contains(t.Content, "workflow_call")
	r.action = slices.Contains([]string{"action.yml", "action.yaml"}, t.Path.Base()) ||
		r.called && !strings.Contains(t.Content, "workflow_dispatch")
	r.read(t.Content)
	all := r.resolve()
	for i := range all {
		if fetchedTo(t.Content, all[i].Dir) {
			all[i].Dir = ""
		}
	}
	return withoutOthers(all, t.Lines())
}

// shellSteps returns the lines of a script as the steps of one shell. A line that ends in a backslash continues on the
// next.
func shellSteps(content string) []Step {
	var b block
	n := 0
	for line := range strings.Lines(content) {
		n++
		b.add(strings.TrimSpace(line), n)
	}
	return b.steps
}

// block collects the lines of one shell as steps.
type block struct {
	steps  []Step
	joined bool // the next line continues the last
}

// add adds line n of a shell, which is without space around it, to a block. Blank lines and comments add nothing.
func (b *block) add(line string, n int) {
	if comment := line == "" || line[0] == '#' || strings.HasPrefix(line, "//"); comment && !b.joined {
		return
	}
	text, joined := strings.CutSuffix(line, `\`)
	if b.joined && len(b.steps) > 0 {
		b.extend(strings.TrimSpace(text))
	} else if len(b.steps) < maxSteps {
		b.steps = append(b.steps, Step{Line: n, Command: short(strings.TrimSpace(text))})
	}
	b.joined = joined
}

// extend appends text to the last command of a block.
func (b *block) extend(text string) {
	if last := &b.steps[len(b.steps)-1]; len(last.Command) < maxCommand {
		last.Command = short(last.Command + " " + text)
	}
}

// short returns a command, cut after maxCommand bytes.
func short(command string) string {
	if len(command) > maxCommand {
		return strings.ToValidUTF8(command[:maxCommand], "")
	}
	return command
}
