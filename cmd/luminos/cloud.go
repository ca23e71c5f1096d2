package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"luminos/internal/model"
	"luminos/internal/model/anthropic"
	"luminos/internal/render"
	"luminos/internal/session"
	"luminos/internal/words"
)

// clouds are the providers that use the credentials of a cloud.
var clouds = []string{session.Bedrock, session.Vertex}

// bearerVariable is the environment variable of the key for Bedrock that replaces other credentials of AWS.
const bearerVariable = "AWS_BEARER_TOKEN_BEDROCK"

// secretAWS are the environment variables of AWS that hold secrets.
var secretAWS = []string{bearerVariable, "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"}

// credentialVariables are environment variables that say where the credentials for a cloud are, or hold them.
var credentialVariables = map[string][]string{
	session.Bedrock: {bearerVariable, "AWS_ACCESS_KEY_ID", "AWS_PROFILE", "AWS_WEB_IDENTITY_TOKEN_FILE",
		"AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "AWS_CONTAINER_CREDENTIALS_FULL_URI"},
	session.Vertex: {"GOOGLE_APPLICATION_CREDENTIALS", "ANTHROPIC_VERTEX_PROJECT_ID", "CLOUD_ML_REGION"},
}

// regionOf returns the region of Vertex in the environment, or "".
func (c *config) regionOf() string { return strings.TrimSpace(c.env("CLOUD_ML_REGION")) }

// regional reports whether all models of the provider have the price of a region. On Bedrock it depends on the name of
// the model.
func (c *config) regional(provider string) bool {
	return provider == session.Vertex && c.regionOf() != "global"
}

// cloud returns the provider as a cloud, with the region of the environment. It does not load the credentials.
func (c *config) cloud(provider string) (cloud *anthropic.Cloud, err error) {
	if provider == session.Vertex {
		project := cmp.Or(c.env("ANTHROPIC_VERTEX_PROJECT_ID"), c.env("GOOGLE_CLOUD_PROJECT"))
		cloud, err = anthropic.Vertex(c.regionOf(), strings.TrimSpace(project))
	} else {
		for _, name := range append(secretAWS, "AWS_ACCESS_KEY_ID") {
			if unfit(c.env(name)) { // AWS would answer that a signature is wrong
				return nil, unfitKey(name)
			}
		}
		cloud, err = anthropic.Bedrock(context.Background(), c.env(bearerVariable))
	}
	missing, lacks := errors.AsType[*anthropic.MissingError](err)
	switch {
	case lacks:
		return nil, usage(fmt.Errorf("the provider %s needs a region: %w", provider, err), missing.Advice)
	case errors.Is(err, anthropic.ErrNoVertex):
		return nil, usage(err, "go build -tags vertex ./cmd/luminos builds one that has it")
	case err != nil:
		return nil, usage(fmt.Errorf("preparing the provider %s: %w", provider, err), "luminos doctor lists the variables that are set")
	}
	return cloud, nil
}

// cloudRow returns the row that states which credentials for a cloud are set. They are loaded, but no request is made
// with them: the requests that a cloud answers are paid for.
func (d *doctor) cloudRow(ctx context.Context, provider string) [3]string {
	var set []string
	for _, name := range credentialVariables[provider] {
		if strings.TrimSpace(d.env(name)) != "" {
			set = append(set, name)
		}
	}
	state := words.List(set) + " set"
	if len(set) == 0 {
		state = "none of the variables with credentials is set"
	}
	acc, err := d.account(provider, d.baseOf(provider), 0)
	switch {
	case errors.Is(err, anthropic.ErrNoVertex):
		return [3]string{"-", provider, err.Error() + ": go build -tags vertex ./cmd/luminos builds one that has it"}
	case err != nil:
		advice := ""
		if missing, lacks := errors.AsType[*anthropic.MissingError](err); lacks {
			advice = "; " + missing.Advice
		}
		return [3]string{"-", provider, render.Clean(state + "; " + err.Error() + advice)}
	case len(set) == 0 && d.provider != provider: // the machine would be asked over its network
		return [3]string{"-", provider, render.Clean(state + "; --provider " + provider + " looks for others")}
	}
	ctx, cancel := context.WithTimeout(ctx, probe)
	defer cancel()
	if err := acc.Cloud.Prepare(ctx); err != nil {
		if e, ok := errors.AsType[*model.Error](err); ok {
			err = fmt.Errorf("%w; %s", e, e.Hint())
		}
		return [3]string{"-", provider, render.Clean(state + "; " + err.Error())}
	}
	return [3]string{"ok", provider, render.Clean(state + "; credentials are there for " + acc.Host() +
		"; only a run shows whether they are accepted")}
}

// isCloud reports whether the provider uses the credentials of a cloud.
func isCloud(provider string) bool { return slices.Contains(clouds, provider) }
