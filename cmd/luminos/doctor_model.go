package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"luminos/internal/model"
	"luminos/internal/model/transport"
	"luminos/internal/render"
	"luminos/internal/session"
	"luminos/internal/words"
)

// probe is the time limit for the answer of a server to the doctor command.
const probe = 5 * time.Second

// modelRow returns the row that states whether a provider can be used for the model engine.
func modelRow(providers [][3]string) [3]string {
	if slices.ContainsFunc(providers, func(row [3]string) bool { return row[0] == "ok" }) {
		return [3]string{"ok", "model engine", "investigates unless there is --offline"}
	}
	return [3]string{"-", "model engine", "needs a provider that answers: export ANTHROPIC_API_KEY=KEY, " +
		"or start a model server on this machine and run luminos doctor again"}
}

// providerRows returns a row for each provider that states whether it has a key and its server answers.
func (d *doctor) providerRows(ctx context.Context) [][3]string {
	var rows [][3]string
	for _, name := range []string{session.Anthropic, session.OpenAI} {
		text, err := d.asked(ctx, name)
		if err != nil {
			rows = append(rows, [3]string{"-", name, render.Clean(err.Error())})
			continue
		}
		rows = append(rows, [3]string{"ok", name, render.Clean(text)})
	}
	for _, name := range clouds {
		rows = append(rows, d.cloudRow(ctx, name))
	}
	return rows
}

// baseOf returns the address in the user's settings if it is for the provider, or "".
func (d *doctor) baseOf(provider string) string {
	if provider == d.provider {
		return d.base
	}
	return ""
}

// usualPorts are the ports of model servers on a machine of a user: Ollama, LM Studio, llama.cpp and vLLM, as their
// documentation gives them.
var usualPorts = []string{"11434", "1234", "8080", "8000"}

// localTime bounds the requests to the usual ports of model servers on this machine.
const localTime = time.Second

// localRow returns the row with the command that uses a model server on this machine, or nil without such a server. An
// answer counts if it is a list of models.
func (d *doctor) localRow(ctx context.Context) [][3]string {
	ctx, cancel := context.WithTimeout(ctx, localTime)
	defer cancel()
	for _, port := range d.ports {
		acc := session.Account{Provider: session.OpenAI, Base: "http://localhost:" + port + "/v1"}
		names, err := acc.Models(ctx, d.clock)
		if err != nil || len(names) == 0 {
			continue
		}
		text := "a server lists " + words.Plural(len(names), "model") + ": luminos --provider openai --base-url " + acc.Base +
			" --model " + quoted(words.Line(names[0], 100)) + " ."
		return [][3]string{{"ok", "local models", render.Clean(text)}}
	}
	return nil
}

// asked makes a free call to a provider: it asks for the size of a model's window or, if the server refuses that, for a
// number of tokens. The text or the error states whether a key is set and the server answers.
func (d *doctor) asked(ctx context.Context, provider string) (string, error) {
	acc, err := d.account(provider, d.baseOf(provider), 0)
	if err != nil {
		return "", err
	}
	if !acc.Usable() {
		return "", fmt.Errorf("%s is not set; export %[1]s=KEY sets it", acc.Variable)
	}
	key := acc.Variable + " is set"
	switch {
	case acc.Key == "" && acc.Token != "":
		key = tokenVariable + " is set"
	case acc.Key == "":
		key = "no key, and none is needed"
	}
	heard := &transport.Overheard{}
	c, err := acc.Client(d.clock, heard)
	if err != nil {
		return "", err
	}
	name := ""
	if provider == session.Anthropic {
		name = model.DefaultSmall
	}
	ctx, cancel := context.WithTimeout(ctx, probe)
	defer cancel()
	_, err = c.Window(ctx, name)
	if err == nil && heard.Refused() && provider == session.Anthropic {
		// Not every server lists its models; to count is free as well.
		_, err = c.Count(ctx, model.Call{Model: name, Messages: []model.Message{model.Say(model.User, "hello")}, MaxOutput: 1})
	}
	switch e, ok := errors.AsType[*model.Error](err); {
	case errors.Is(err, context.DeadlineExceeded):
		return "", fmt.Errorf("%s; the server %s does not answer within %s", key, acc.Host(), probe)
	case heard.Doubt() != "" && (err == nil || !heard.Refused()): // else the error says more
		return "", fmt.Errorf("%s; the server %s answers, but %s", key, acc.Host(), heard.Doubt())
	case ok:
		return "", fmt.Errorf("%s; %w; %s", key, e, e.Hint())
	case err != nil:
		return "", fmt.Errorf("%s; asking the server %s: %w", key, acc.Host(), err)
	}
	return key + "; " + acc.Host() + " answers", nil
}

// pricesRow returns the row about the table of prices: its date, its number of models, and whether it has the default
// models.
func (d *doctor) pricesRow() [3]string {
	prices, err := d.prices(false)
	if err != nil {
		return [3]string{"-", "prices", render.Clean(err.Error())}
	}
	known := prices.Models()
	text := fmt.Sprintf("of %s, %s", prices.Date, words.Plural(len(known), "model"))
	for _, name := range []string{model.DefaultSmall, model.DefaultStrong} {
		if !slices.Contains(known, name) {
			return [3]string{"-", "prices", text + "; " + name + ", which is a default, is not among them"}
		}
	}
	return [3]string{"ok", "prices", text + "; the defaults " + model.DefaultSmall + " and " + model.DefaultStrong + " among them"}
}
