//go:build vertex

package anthropic

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/anthropics/anthropic-sdk-go/option"
	"github.com/anthropics/anthropic-sdk-go/vertex"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/google"

	"luminos/internal/model/transport"
)

const hasVertex = true

// scope is the right for which tokens are asked.
const scope = "https://www.googleapis.com/auth/cloud-platform"

// tokenTime bounds a request for a token.
const tokenTime = 30 * time.Second

// authorizeGoogle finds the application default credentials and gets a first token. It returns the option that adapts
// requests to Vertex in the region and the project; if id is "", the credentials name the project.
func authorizeGoogle(ctx context.Context, c *Cloud, in, id string) (option.RequestOption, error) {
	client := transport.Client()
	client.Timeout = tokenTime
	ctx = context.WithValue(context.WithoutCancel(ctx), oauth2.HTTPClient, client) // tokens are renewed later
	creds, err := google.FindDefaultCredentials(ctx, scope)
	if err != nil {
		return nil, err
	}
	if id = cmp.Or(id, creds.ProjectID); !project.MatchString(id) {
		return nil, errors.New("they name no project: set ANTHROPIC_VERTEX_PROJECT_ID")
	}
	source := &tokens{c, creds.TokenSource}
	if _, err := source.Token(); err != nil {
		return nil, err
	}
	creds.TokenSource = source
	return vertex.WithCredentials(ctx, in, id, creds), nil
}

// tokens is a source of tokens that keeps each for [Cloud.Secrets], and returns errors of a class.
type tokens struct {
	cloud *Cloud
	oauth2.TokenSource
}

// Token returns the token, or a new one if it expires soon.
func (t *tokens) Token() (*oauth2.Token, error) {
	got, err := t.TokenSource.Token()
	if err != nil {
		return nil, t.cloud.renewing(err)
	}
	t.cloud.keep(got.AccessToken)
	return got, nil
}
