package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws/protocol/eventstream"

	"luminos/internal/model/modeltest"
)

// asBedrock returns a server with the protocol of Bedrock, behind which the server of Anthropic's protocol at url
// answers.
func asBedrock(t *testing.T, url string) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, ok := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, "/model/global.anthropic."), "/invoke-with-response-stream")
		var body map[string]json.RawMessage
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil || !ok || !strings.Contains(r.Header.Get("Authorization"), "Credential=AKIDOFTHEFILE/") {
			t.Errorf("asked %s: %v, %v", r.URL, r.Header, err)
			return
		}
		delete(body, "anthropic_version")
		body["model"], body["stream"] = json.RawMessage(`"`+name+`"`), json.RawMessage("true")
		text, _ := json.Marshal(body)
		ask, _ := http.NewRequestWithContext(r.Context(), http.MethodPost, url+"/v1/messages", bytes.NewReader(text))
		ask.Header = http.Header{"Content-Type": {"application/json"}, "X-Api-Key": {"test"}, "Anthropic-Version": {"2023-06-01"}}
		answer, err := http.DefaultClient.Do(ask)
		if err != nil {
			t.Error(err)
			return
		}
		defer answer.Body.Close()
		w.Header().Set("Content-Type", "application/vnd.amazon.eventstream")
		all, _ := io.ReadAll(answer.Body)
		for line := range strings.Lines(string(all)) {
			data, ok := strings.CutPrefix(strings.TrimSpace(line), "data: ")
			if !ok {
				continue
			}
			m := eventstream.Message{Payload: []byte(`{"bytes":"` + base64.StdEncoding.EncodeToString([]byte(data)) + `"}`)}
			m.Headers.Set(":message-type", eventstream.StringValue("event"))
			m.Headers.Set(":event-type", eventstream.StringValue("chunk"))
			if err := eventstream.NewEncoder().Encode(w, m); err != nil {
				t.Error(err)
			}
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// TestAConfinedRunWithBedrock plays a run with the keys of a file, which the run cannot read once it is confined.
func TestAConfinedRunWithBedrock(t *testing.T) {
	t.Parallel()
	s := modeltest.Start(t, modeltest.Options{Player: modeltest.Diligent{}})
	file, report := filepath.Join(t.TempDir(), "credentials"), filepath.Join(t.TempDir(), "r.json")
	const keys = "[work]\naws_access_key_id = AKIDOFTHEFILE\naws_secret_access_key = secret-of-the-file\nregion = eu-west-1\n"
	if err := os.WriteFile(file, []byte(keys), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := runOf(t, "--json", "--provider", "bedrock", "-q", "-o", report, thicket(t))
	cmd.Env = append(cmd.Env, "ANTHROPIC_BEDROCK_BASE_URL="+asBedrock(t, s.URL).URL, "AWS_PROFILE=work", "AWS_SHARED_CREDENTIALS_FILE="+file,
		"AWS_CONFIG_FILE="+file+".none", "AWS_EC2_METADATA_DISABLED=true", "AWS_REGION=", "AWS_ACCESS_KEY_ID=", "AWS_BEARER_TOKEN_BEDROCK=")
	out, err := cmd.CombinedOutput()
	text, _ := os.ReadFile(report)
	if err != nil || !strings.Contains(string(text), `"sandbox":"partial: network`) || len(s.Ledger()) == 0 {
		t.Fatalf("%v: %s\n%d calls: %.2000s", err, out, len(s.Ledger()), text)
	}
	if strings.Contains(string(out)+string(text), "secret-of-the-file") || !strings.Contains(string(text), `"global.anthropic.claude-opus-5-5"`) {
		t.Errorf("the report has the key, or not the model: %s", out)
	}
}
