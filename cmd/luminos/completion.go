package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"luminos/internal/model"
	"luminos/internal/render"
)

var shells = []string{"bash", "zsh", "fish", "powershell"}

// bashFallback defines the functions of the package bash-completion that the script for bash calls, for machines without
// the package.
const bashFallback = `# Functions of the package bash-completion, for machines without it.
if ! declare -F _get_comp_words_by_ref >/dev/null; then
    _get_comp_words_by_ref() {
        local i
        words=()
        for ((i = 0; i <= COMP_CWORD; i++)); do
            if ((i > 1)) && [[ ${COMP_WORDS[i]} == = || ${COMP_WORDS[i-1]} == = ]]; then
                words[${#words[@]}-1]+=${COMP_WORDS[i]}
            else
                words+=("${COMP_WORDS[i]}")
            fi
        done
        cword=$((${#words[@]} - 1)); cur=${words[cword]}; prev=${words[cword-1]}
    }
fi
if ! declare -F _filedir >/dev/null; then
    _filedir() {
        local IFS=$'\n' kind=-f
        [[ ${1-} != -d ]] || kind=-d
        compopt -o filenames 2>/dev/null
        COMPREPLY=($(compgen $kind -- "$cur"))
    }
fi
`

func newCompletion(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print a completion script for bash, zsh, fish or powershell",
		Long: `Completion prints a script that completes commands, flags and directories.

  bash        source <(luminos completion bash)
  zsh         luminos completion zsh > "${fpath[1]}/_luminos"
  fish        luminos completion fish | source
  powershell  luminos completion powershell | Out-String | Invoke-Expression`,
		ValidArgs:             shells,
		DisableFlagsInUseLine: true,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 && slices.Contains(shells, args[0]) {
				return nil
			}
			err := errors.New("name one shell for the completion script")
			if len(args) == 1 {
				err = fmt.Errorf("there is no completion script for the shell %q", args[0])
			}
			return usage(err, "there is "+strings.Join(shells, ", "))
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			a.parsed = true
			root := cmd.Root()
			switch args[0] {
			case "bash":
				if _, err := io.WriteString(a.stdout, bashFallback); err != nil {
					return err
				}
				return root.GenBashCompletionV2(a.stdout, true)
			case "zsh":
				return root.GenZshCompletion(a.stdout)
			case "fish":
				return root.GenFishCompletion(a.stdout, true)
			}
			return root.GenPowerShellCompletionWithDesc(a.stdout)
		},
	}
}

// completeStored returns the completion of an argument that is a stored target: the targets in the cache that begin with
// the typed text, which may be gone from the disk, or directories.
func (o *caching) completeStored(a *app) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		list, _, err := a.listings(o, nil)
		if len(args) > 0 || err != nil {
			return completeTarget(cmd, args, typed)
		}
		var targets []string
		for _, l := range list {
			if strings.HasPrefix(l.Target, typed) && !slices.Contains(targets, l.Target) && l.Target == render.Clean(l.Target) {
				targets = append(targets, l.Target)
			}
		}
		if len(targets) == 0 {
			return completeTarget(cmd, args, typed)
		}
		return targets, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeRoot returns the completion of the argument of the program itself: commands if one begins with the typed text,
// else directories. Shells that are asked for directories show no commands.
func completeRoot(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	begins := func(name string) bool { return strings.HasPrefix(name, typed) }
	if len(args) == 0 && slices.ContainsFunc(commandNames(cmd), begins) {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return completeTarget(cmd, args, typed)
}

// completeModels offers the models of the table of prices.
func completeModels(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return model.ListPrices().Models(), cobra.ShellCompDirectiveNoFileComp
}

// completeServers offers the names of the servers in the user's mcp.json.
func (c *config) completeServers(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var known struct {
		Servers map[string]json.RawMessage `json:"mcpServers"`
	}
	if data, err := readAtMost(c.file("mcp.json"), maxPrices); err != nil || json.Unmarshal(data, &known) != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return slices.Sorted(maps.Keys(known.Servers)), cobra.ShellCompDirectiveNoFileComp
}

// completeBy sets the function that completes the values of a flag of cmd.
func completeBy(cmd *cobra.Command, flag string, by cobra.CompletionFunc) {
	// The only error is an unknown flag, which is a mistake in this package.
	if err := cmd.RegisterFlagCompletionFunc(flag, by); err != nil {
		panic(err)
	}
}
