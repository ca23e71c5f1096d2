package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"luminos"
	"luminos/internal/render"
	"luminos/internal/session"
	"luminos/internal/words"
)

// spendingOptions holds the flags about the cost of a run before its first call.
type spendingOptions struct {
	estimate bool
	yes      bool
	above    dollars
}

// confirmAbove is the cost above which a run asks on a terminal, unless --confirm-above is given.
const confirmAbove = dollars(luminos.Dollar)

func (o *spendingOptions) flags(cmd *cobra.Command) {
	o.above = confirmAbove
	add(cmd, "estimate", &o.estimate)
	add(cmd, "confirm-above", &o.above)
	add(cmd, "yes", &o.yes)
}

// check returns an error of usage if --estimate does not go with the output.
func (o *spendingOptions) check(out *output) error {
	switch {
	case !o.estimate:
		return nil
	case len(out.files) > 0:
		return usage(errors.New("--estimate writes to standard output, and -o was given"),
			"leave out -o: luminos --estimate . > FILE")
	case out.format.value != "" && out.format.value != "json" && out.format.value != out.formats[0].Name:
		return usage(fmt.Errorf("--estimate has no format %s", out.format.value), "it prints text, or JSON with --json")
	}
	return nil
}

// showEstimate prints the estimate of the run that req describes. name is the target as the user named it.
func showEstimate(a *app, cmd *cobra.Command, o *reportOptions, req session.Request, name string) error {
	defer o.closeFiles()
	if err := o.page(a); err != nil {
		return err
	}
	console := newConsole(a, &o.output)
	req.Sink = console.event
	e, err := session.Estimate(cmd.Context(), req)
	console.close()
	if err != nil {
		return err
	}
	t := a.terminal(a.stdout)
	style := render.Style{Width: a.width(t), Color: a.colored(o.color.value, t), Terminal: t.is}
	if o.format.value == "json" {
		return render.JSON(a.stdout, e)
	}
	return o.print(a, func(w io.Writer) error { return render.Estimate(w, e, name, style) })
}

// choosing returns the function that asks the user whether stored results of other settings are used, or nil with --yes
// and without a terminal.
func choosing(a *app, o *spendingOptions, c *console) luminos.Choose {
	if o.yes || !a.interactive() {
		return nil
	}
	return func(ctx context.Context, choice *luminos.Choice) (bool, error) {
		c.close()
		return a.ask(ctx, fmt.Sprintf("%d of %s investigated with other settings (%s). With these results the run takes %s, "+
			"without them %s. Use them?", choice.Directories, words.Plural(choice.Of, "directory was", "directories were"),
			strings.Join(choice.Settings, "; "), session.Projected(&choice.Use), session.Projected(&choice.Redo)))
	}
}

// confirming returns the function that asks the user before a run that can cost more than --confirm-above, or nil with
// --yes and without a terminal. ceiling is the value of --max-cost, or 0.
func confirming(a *app, o *spendingOptions, ceiling dollars, c *console) luminos.Confirm {
	if o.yes || !a.interactive() {
		return nil
	}
	return func(ctx context.Context, e *luminos.Estimate) error {
		most := e.High.Cost
		if ceiling > 0 {
			most = min(most, luminos.Money(ceiling))
		}
		if most <= luminos.Money(o.above) {
			return nil
		}
		c.close()
		yes, err := a.ask(ctx, "This run can cost up to "+most.Cents()+". Go on?")
		if err == nil && !yes {
			err = failed(errors.New("no model was asked"),
				"luminos --estimate lists the costliest directories; --cheap or --max-cost USD lower the cost")
		}
		return err
	}
}
