package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"luminos"
	"luminos/internal/render"
	"luminos/internal/session"
	"luminos/internal/words"
)

// askOptions holds the flags of the ask command.
type askOptions struct {
	common
	caching
	offline bool
	models  modelOptions
	cost    spendingOptions
}

const askLong = `Ask answers a question about a directory from its stored report: the findings that
fit the words of the question best, each with its evidence and whether that still
holds in the directory. Without a report, one by rules is made first.

With a key and without --offline a language model answers: it looks things up in the
report, reads the directory, and cites lines for each sentence, which are checked.
A second reader then sees each sentence with its lines alone and judges whether they
show it.`

// askStatuses are the exit statuses of the command.
const askStatuses = `  0    the answer was printed
  1    failed, or nothing was found about it
  2    the command line was not understood
  3    the model gave no answer, and findings of the report were printed
  130  interrupted`

// questionMost is the number of bytes of a question: a page.
const questionMost = 4000

func newAsk(a *app) *cobra.Command {
	o := &askOptions{}
	cmd := &cobra.Command{
		Use:   "ask [flags] DIR QUESTION",
		Short: "An answer about a directory, with its evidence",
		Long:  askLong,
		Example: "  luminos ask . \"How are the tests run?\"\n  luminos ask --offline ~/src \"Where are orders stored?\"\n" +
			"  luminos ask --json . \"Which licence?\"",
		Annotations: map[string]string{
			readsTarget: "yes", exitStatus: askStatuses, environment: modelVariables + cacheVariable + displayVariables,
		},
		Args: askArguments,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return err
			}
			if err := o.models.check(cmd, o.offline); err != nil {
				return err
			}
			if err := o.cost.check(&o.output); err != nil {
				return err
			}
			a.parsed = true
			if err := o.checkPlace(args[:1]); err != nil {
				return err
			}
			return runAsk(cmd, a, o, args[0], args[1])
		},
		ValidArgsFunction: completeTarget,
	}
	cmd.Flags().SortFlags = false
	add(cmd, "offline", &o.offline)
	o.askedModel(cmd)
	o.output.flags(cmd, askFormats())
	o.caching.flags(cmd)
	return cmd
}

// askedModel adds the flags about the one model that is asked.
func (o *askOptions) askedModel(cmd *cobra.Command) {
	m := &o.models
	m.provider = choice{value: session.Anthropic, what: "NAME", of: session.Providers}
	add(cmd, "provider", &m.provider)
	add(cmd, "base-url", &m.base)
	add(cmd, "model", &m.model)
	add(cmd, "effort", &m.effort)
	add(cmd, "stall-timeout", span{&m.stall, time.Second, 24 * time.Hour})
	complete(cmd, "effort", efforts)
	completeBy(cmd, "model", completeModels)
	m.bounds(cmd)
	o.cost.flags(cmd)
}

// askFormats returns the formats of an answer.
func askFormats() []render.Format {
	return slices.DeleteFunc(slices.Clone(render.Formats), func(f render.Format) bool {
		return !slices.Contains([]string{"terminal", "json", "markdown"}, f.Name)
	})
}

// askArguments returns an error of usage unless there are a directory and a question.
func askArguments(_ *cobra.Command, args []string) error {
	switch {
	case len(args) < 2:
		return usage(errors.New("ask needs a directory and a question"), `luminos ask . "How are the tests run?"`)
	case len(args) > 2:
		return usage(fmt.Errorf("one directory and one question, got %d arguments", len(args)), "put the question in quotes")
	case strings.TrimSpace(args[1]) == "":
		return usage(errors.New("the question is empty"), `luminos ask . "How are the tests run?"`)
	case len(args[1]) > questionMost:
		return usage(fmt.Errorf("the question has more than %s", words.Bytes(questionMost)), "ask shorter")
	}
	return nil
}

func runAsk(cmd *cobra.Command, a *app, o *askOptions, target, question string) error {
	defer o.closeFiles()
	if err := o.ready(cmd.Context(), a, target); err != nil {
		return err
	}
	req, err := consulting(a, cmd, &o.caching, target)
	if err != nil {
		return err
	}
	req.Scan = o.scanOptions()
	offline := "luminos ask --offline " + typed(target) + " " + typed(question)
	if o.cost.estimate {
		err := estimateQuestion(cmd.Context(), a, o, req, question)
		return explain(cmd, err, req.Target, "", offline, false)
	}
	reply, err := askAbout(cmd.Context(), a, o, req, question)
	if err != nil {
		return explain(cmd, err, req.Target, a.otherKey(o.models.provider.value), offline, false)
	}
	notes := func() {
		if !o.quiet {
			a.showSpending(reply.Spending)
		}
		if !o.quiet && !reply.Report.New {
			of := words.Ago(reply.Report.Made, a.clock())
			a.say("note", "from a report of "+of+"; each piece of evidence was checked now")
		}
	}
	write := func(f render.Format, w io.Writer, s render.Style) error { return writeReply(f, w, reply, s) }
	if err := around(a, notes, func() error { return o.emit(a, write) }); err != nil {
		return err
	}
	switch {
	case reply.Failed != "":
		return &problem{errors.New("the model gave no answer: " + reply.Failed), "", statusPartial}
	case !reply.Found():
		return failed(errors.New("the report says nothing about it"),
			"ask in other words; luminos show "+typed(target)+" prints the report")
	}
	return nil
}

// estimateQuestion prints the expected work and cost of the question.
func estimateQuestion(ctx context.Context, a *app, o *askOptions, req session.Request, question string) error {
	console := newConsole(a, &o.output)
	defer console.close()
	req.Sink = console.event
	var err error
	if req.Models, err = a.models(&o.models); err != nil {
		return err
	}
	e, err := session.EstimateQuestion(ctx, req, question)
	if err != nil {
		return err
	}
	console.close()
	if o.format.value == "json" {
		return render.JSON(a.stdout, e)
	}
	likely := luminos.Range{Low: e.Likely, Likely: e.Likely, High: e.Likely}
	return o.print(a, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "The question is expected to take %s of %s.\nMost likely %s. No model was asked.\n",
			session.Projected(&e.Range), words.List(e.Models), session.Projected(&likely))
		return err
	})
}

// askAbout returns the reply to the question.
func askAbout(
	ctx context.Context, a *app, o *askOptions, req session.Request, question string,
) (*session.Reply, error) {
	console := newConsole(a, &o.output)
	defer console.close()
	req.Sink = console.event
	req.Confirm = confirming(a, &o.cost, o.models.maxCost, console)
	if !o.offline {
		var err error
		if req.Models, err = a.models(&o.models); err != nil {
			return nil, err
		}
	}
	reply, err := session.Ask(ctx, req, question)
	if none, ok := errors.AsType[*session.NoKeyError](err); ok {
		a.say("note", none.Error()+"; the report answers without a model")
		req.Models = nil
		return session.Ask(ctx, req, question)
	}
	return reply, err
}

// writeReply writes a reply in a format.
func writeReply(f render.Format, w io.Writer, r *session.Reply, s render.Style) error {
	if f.Name == "json" {
		return render.JSON(w, r)
	}
	s.Sections = []string{"answer", "evidence"}
	return f.Report(w, r.Document(), s)
}
