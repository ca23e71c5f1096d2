// Command interop runs the MCP client of Luminos through a scenario of the public
// conformance suite, which appends the address of its server to the command line. It opens
// the server and calls each tool that the client accepts once. The script "run" in this directory runs it,
// and runs the other trials against foreign programs.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"luminos/internal/mcpclient"
	"luminos/internal/tool"
)

func main() {
	if err := drive(os.Args[len(os.Args)-1]); err != nil {
		fmt.Fprintln(os.Stderr, "interop:", err)
		os.Exit(1)
	}
}

// drive opens the MCP server at a URL, calls once each tool that the client accepts, and prints the results.
func drive(url string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	server, err := mcpclient.ParseServer(url, mcpclient.Config{})
	if err != nil {
		return err
	}
	// The tools of the suite have no annotations about their effects.
	b, err := mcpclient.Open(ctx, server, mcpclient.Options{Allow: []string{"add_numbers", "test_reconnection", "test_client_elicitation_defaults"}})
	if err != nil {
		return err
	}
	defer b.Close()
	for _, t := range b.Tools() {
		args, err := json.Marshal(arguments(t))
		if err != nil {
			return err
		}
		r, err := t.Call(ctx, args)
		if err != nil {
			return err
		}
		fmt.Printf("%s(%s) = %q, failed: %t\n", t.Name, args, r.Text, r.Failed)
	}
	return nil
}

// arguments returns a value for each argument that the tool t requires: a number, true or, for other types, ".".
func arguments(t tool.Tool) map[string]any {
	args := map[string]any{}
	for i, name := range t.Input.Required {
		switch t.Input.Properties[name].Type {
		case "number", "integer":
			args[name] = i + 1
		case "boolean":
			args[name] = true
		default:
			args[name] = "."
		}
	}
	return args
}
