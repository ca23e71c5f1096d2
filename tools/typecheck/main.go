// Typecheck checks the types of Go packages and of their tests for the system and the processor in GOOS and GOARCH. It
// reads the dependencies as sources, which takes a fraction of the time in which go vet compiles them:
//
//	GOOS=windows GOARCH=386 CGO_ENABLED=0 typecheck ./...
//
// It exits with 1 if there are errors, which it prints.
package main

import (
	"fmt"
	"os"

	"golang.org/x/tools/go/packages"
)

func main() {
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypesSizes,
		Tests: true,
	}, os.Args[1:]...)
	if err != nil {
		fmt.Fprintln(os.Stderr, "typecheck:", err)
		os.Exit(1)
	}
	if len(pkgs) == 0 || packages.PrintErrors(pkgs) > 0 {
		os.Exit(1)
	}
	fmt.Printf("%d packages and tests are correct\n", len(pkgs))
}
