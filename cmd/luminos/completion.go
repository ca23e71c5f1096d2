package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

var shells = []string{"bash", "zsh", "fish", "powershell"}

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
