package main

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"luminos"
	"luminos/internal/analyst"
	"luminos/internal/model/anthropic"
	"luminos/internal/session"
)

// withoutAWS sets an environment of AWS without files, keys and a server for keys.
func withoutAWS(t *testing.T) {
	t.Helper()
	for _, name := range append(secretAWS, "AWS_REGION", "AWS_DEFAULT_REGION", "AWS_PROFILE", "AWS_ACCESS_KEY_ID") {
		t.Setenv(name, "")
	}
	for _, name := range []string{"AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"} {
		t.Setenv(name, t.TempDir()+"/none")
	}
	t.Setenv("AWS_EC2_METADATA_DISABLED", "true")
}

// TestBedrockOfTheEnvironment checks the models, the prices and a request of the provider, and that a refused key is
// not printed.
func TestBedrockOfTheEnvironment(t *testing.T) {
	withoutAWS(t)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/model/"+anthropic.BedrockStrong+"/invoke-with-response-stream" ||
			!regexp.MustCompile(`^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/\d{8}/eu-west-1/bedrock/`).MatchString(r.Header.Get("Authorization")) {
			t.Errorf("asked %s with %v", r.URL, r.Header)
		}
		w.WriteHeader(http.StatusForbidden)
		io.WriteString(w, `{"message":"the token `+r.Header.Get("X-Amz-Security-Token")+` is not valid"}`)
	}))
	defer s.Close()
	env := []string{"AWS_REGION=eu-west-1", "AWS_ACCESS_KEY_ID=AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY=secret-of-mine", "AWS_SESSION_TOKEN=session-of-mine"}
	for _, v := range env {
		name, value, _ := strings.Cut(v, "=")
		t.Setenv(name, value)
	}
	a := withEnv(append(env, "ANTHROPIC_BEDROCK_BASE_URL="+s.URL)...)
	m, err := a.models(modelFlags(t, "--provider", "bedrock"))
	if err != nil {
		t.Fatal(err)
	}
	small, strong := anthropic.BedrockSmall, anthropic.BedrockStrong
	if want := (analyst.Models{Survey: small, Plan: small, Directories: strong, Synthesis: strong, Judge: small}); m.Names != want {
		t.Errorf("models %+v", m.Names)
	}
	if usd, ok := m.Prices.Cost(strong, luminos.Usage{Output: 1_000_000}); !ok || usd != 20*luminos.Dollar {
		t.Errorf("a price of %v, %v", usd, ok)
	}
	if err := m.Account.Cloud.Prepare(context.Background()); err != nil {
		t.Fatal(err)
	}
	_, err = ask(t, m)
	if err == nil || strings.Contains(err.Error(), "session-of-mine") || !strings.Contains(err.Error(), "the token (the key) is not valid") {
		t.Errorf("got %v", err)
	}
}

func TestCloudsWithoutARegionOrAKey(t *testing.T) {
	withoutAWS(t)
	for name, c := range map[string]struct {
		env, provider string
		want, hint    string
	}{
		"no region":      {"A=", session.Bedrock, "the provider bedrock needs a region: AWS_REGION is not set", "us-east-1"},
		"two words":      {"AWS_SESSION_TOKEN=a b", session.Bedrock, "AWS_SESSION_TOKEN contains spaces", "copy the key"},
		"not in a build": {"A=", session.Vertex, "", ""},
	} {
		_, err := withEnv(c.env).account(c.provider, "", 0)
		if c.provider == session.Vertex { // depends on the build
			c.want, c.hint = "this build does not have the provider vertex", "go build -tags vertex ./cmd/luminos"
			if _, built := anthropic.Vertex("global", "my-project"); built == nil {
				c.want, c.hint = "the provider vertex needs a region: CLOUD_ML_REGION is not set", "europe-west1"
			}
		}
		if p, ok := err.(*problem); !ok || !strings.Contains(err.Error(), c.want) || !strings.Contains(p.hint, c.hint) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestDoctorNamesTheCredentialsOfClouds(t *testing.T) {
	withoutAWS(t)
	d := &doctor{app: withEnv(bearerVariable+"=sk-of-mine-alone", "AWS_PROFILE=work")}
	if got := d.cloudRow(t.Context(), session.Bedrock); got[0] != "-" ||
		got[2] != bearerVariable+" and AWS_PROFILE set; the provider bedrock needs a region: AWS_REGION is not set; "+
			"set it, or the region of the AWS profile, such as us-east-1" {
		t.Errorf("without a region: %q", got)
	}
	t.Setenv("AWS_REGION", "us-east-1")
	got := d.cloudRow(t.Context(), session.Bedrock)
	if got[0] != "ok" || !strings.Contains(got[2], "credentials are there for bedrock-runtime.us-east-1.amazonaws.com") || strings.Contains(got[2], "alone") {
		t.Errorf("with a key: %q", got)
	}
	d = &doctor{app: withEnv()}
	if got := d.cloudRow(t.Context(), session.Bedrock); got[0] != "-" || !strings.Contains(got[2], "--provider bedrock looks for others") {
		t.Errorf("without a key: %q", got)
	}
	d.provider = session.Bedrock
	if got := d.cloudRow(t.Context(), session.Bedrock); got[0] != "-" || !strings.Contains(got[2], "loading the credentials for Bedrock: ") {
		t.Errorf("with the provider and without a key: %q", got)
	}
}
