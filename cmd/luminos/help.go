package main

// usageTemplate is what --help prints below the description of a command.
const usageTemplate = `Usage:
  {{.UseLine}}{{if .HasAvailableSubCommands}}
  {{.CommandPath}} COMMAND

Commands:{{range .Commands}}{{if .IsAvailableCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}{{end}}{{if .HasAvailableLocalFlags}}

Flags:
{{.LocalFlags.FlagUsagesWrapped 100 | trimTrailingWhitespaces}}{{end}}{{if .HasExample}}

Examples:
{{.Example}}{{end}}

EXIT STATUS
  0    done
  1    failed, or a gate such as --fail-on did not pass
  2    the command line was not understood
  3    a report was written, but the investigation is partial
  130  interrupted

Environment:
  ANTHROPIC_API_KEY  key for the model engine, which is not in this version
  NO_COLOR, TERM     NO_COLOR=1 or TERM=dumb: no colour
  COLUMNS            width of the report where there is no terminal
`
