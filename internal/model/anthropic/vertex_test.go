//go:build vertex

package anthropic

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"luminos/internal/model"
)

// ofVertex returns Vertex with the credentials of a service account whose tokens h gives.
func ofVertex(t *testing.T, h http.HandlerFunc) *Cloud {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	pkcs8, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	account, _ := json.Marshal(map[string]string{
		"type": "service_account", "client_email": "a@b.example", "project_id": "my-project", "token_uri": s.URL + "/token",
		"private_key": string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: pkcs8})),
	})
	file := filepath.Join(t.TempDir(), "account.json")
	if err := os.WriteFile(file, account, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", file)
	c, err := Vertex("europe-west1", "")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func givesToken(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	io.WriteString(w, `{"access_token":"sk-secret-token","token_type":"Bearer","expires_in":3600}`)
}

// TestVertexAsksAndAnswers checks the address, the token and the body of a request, and that the answer is the one that
// Anthropic itself gives.
func TestVertexAsksAndAnswers(t *testing.T) {
	call := long()
	call.Model = "claude-opus-4-5@20251101"
	want, err := encode(call, forAnswer)
	if err != nil {
		t.Fatal(err)
	}
	_, content, _ := strings.Cut(string(want), `"max_tokens":`)
	cloud := ofVertex(t, givesToken)
	c := ofCloud(t, cloud, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if got := r.URL.Path; got != "/v1/projects/my-project/locations/europe-west1/publishers/anthropic/models/claude-opus-4-5@20251101:streamRawPredict" {
			t.Errorf("asked %s", got)
		}
		if r.Header.Get("Authorization") != "Bearer sk-secret-token" || r.Header.Get("X-Api-Key") != "" {
			t.Errorf("headers %v", r.Header)
		}
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(body, &fields); err != nil || fields["model"] != nil || string(fields["stream"]) != "true" ||
			string(fields["anthropic_version"]) != `"vertex-2023-10-16"` {
			t.Errorf("body %s (%v)", body, err)
		}
		if !strings.Contains(string(body), strings.TrimSuffix(content, "}")) {
			t.Errorf("the conversation does not keep its bytes: %s", body)
		}
		says(stream)(w, r)
	})
	answersAsDirectly(t, c, call, stream)
	if !slices.Equal(cloud.Secrets(), []string{"sk-secret-token"}) || cloud.Base != "https://europe-west1-aiplatform.googleapis.com/" {
		t.Errorf("%s, secrets %q", cloud.Base, cloud.Secrets())
	}
}

// TestVertexRejections checks the class of answers that reject a request.
func TestVertexRejections(t *testing.T) {
	var status int
	var body string
	c := ofCloud(t, ofVertex(t, givesToken), func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		io.WriteString(w, body)
	})
	google := func(word string) string {
		return fmt.Sprintf(`{"error":{"code":%d,"message":"so it is","status":%q}}`, status, word)
	}
	for _, x := range []struct {
		status int
		word   string
		class  model.Class
	}{
		{401, "UNAUTHENTICATED", model.Auth}, {403, "PERMISSION_DENIED", model.Auth}, {404, "NOT_FOUND", model.NotFound},
		{429, "RESOURCE_EXHAUSTED", model.RateLimited}, {400, "FAILED_PRECONDITION", model.BadRequest}, {500, "INTERNAL", model.Transient},
		{503, "UNAVAILABLE", model.Overloaded}, {504, "DEADLINE_EXCEEDED", model.Transient},
	} {
		status = x.status
		for _, body = range []string{google(x.word), "[" + google(x.word) + "\n]\n"} {
			_, err := c.Complete(t.Context(), ask(), nil)
			e := failure(t, err)
			if e.Class != x.class || e.Type != x.word || e.Message != "so it is" || x.class == model.Auth && !strings.Contains(e.Hint(), "gcloud") {
				t.Errorf("%s: got %+v, hint %q", body, e, e.Hint())
			}
		}
	}
	status, body = 529, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`
	_, err := c.Complete(t.Context(), ask(), nil)
	if e := failure(t, err); e.Class != model.Overloaded || e.Message != "Overloaded" {
		t.Errorf("got %+v", e)
	}
}

// TestVertexKeys checks credentials that are refused, and settings that are missing or wrong.
func TestVertexKeys(t *testing.T) {
	refused := ofVertex(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusBadRequest)
		io.WriteString(w, `{"error":"invalid_grant","error_description":"Token has been expired or revoked."}`)
	})
	e := failure(t, refused.Prepare(t.Context()))
	if e.Class != model.Auth || !strings.Contains(e.Error(), "expired or revoked") || !strings.Contains(e.Hint(), "gcloud auth") {
		t.Errorf("got %v, hint %q", e, e.Hint())
	}
	for want, x := range map[string][2]string{
		"CLOUD_ML_REGION is not set": {"", "p"}, "no name of a region": {"a/b", "p"}, "no id of a project": {"us", "../x"},
	} {
		if _, err := Vertex(x[0], x[1]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v", x, err)
		}
	}
}
