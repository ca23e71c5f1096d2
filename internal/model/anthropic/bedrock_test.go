package anthropic

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/protocol/eventstream"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/google/go-cmp/cmp"

	"luminos/internal/model"
)

// keysOfAWS are credentials from the manuals of AWS.
var keysOfAWS = aws.Credentials{AccessKeyID: "AKIDEXAMPLE", SecretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", SessionToken: "sk-secret-session"}

// inAWS sets the environment of AWS to the region and the keys, without files and without a server for keys.
func inAWS(t *testing.T, region string, keys aws.Credentials) {
	t.Helper()
	for name, value := range map[string]string{
		"AWS_REGION": region, "AWS_DEFAULT_REGION": "", "AWS_PROFILE": "", "AWS_CONFIG_FILE": t.TempDir() + "/none",
		"AWS_SHARED_CREDENTIALS_FILE": t.TempDir() + "/none", "AWS_EC2_METADATA_DISABLED": "true", "AWS_BEARER_TOKEN_BEDROCK": "",
		"AWS_ACCESS_KEY_ID": keys.AccessKeyID, "AWS_SECRET_ACCESS_KEY": keys.SecretAccessKey, "AWS_SESSION_TOKEN": keys.SessionToken,
	} {
		t.Setenv(name, value)
	}
}

// ofCloud returns a client of the cloud for a server that answers with h.
func ofCloud(t *testing.T, c *Cloud, h http.HandlerFunc) *Client {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	if err := c.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	client, err := New(Options{Cloud: c, Base: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// ofBedrock returns a client of Bedrock for a server that answers with h.
func ofBedrock(t *testing.T, h http.HandlerFunc) *Client {
	t.Helper()
	inAWS(t, "eu-west-1", keysOfAWS)
	c, err := Bedrock(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	return ofCloud(t, c, h)
}

// frame returns an event in the encoding of AWS.
func frame(t *testing.T, payload string, headers ...string) []byte {
	t.Helper()
	m := eventstream.Message{Payload: []byte(payload)}
	for i := 0; i < len(headers); i += 2 {
		m.Headers.Set(headers[i], eventstream.StringValue(headers[i+1]))
	}
	var b bytes.Buffer
	if err := eventstream.NewEncoder().Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// unknownHeader returns an event whose only header has a type that does not exist.
func unknownHeader() []byte {
	b := binary.BigEndian.AppendUint32(nil, 12+3+4)
	b = binary.BigEndian.AppendUint32(b, 3)
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	b = append(b, 1, 'x', 99)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
}

// frames returns the events of a stream of the Messages API in the encoding of AWS.
func frames(t *testing.T, stream string) (list [][]byte) {
	t.Helper()
	for line := range strings.Lines(stream) {
		if data, ok := strings.CutPrefix(strings.TrimSpace(line), "data: "); ok {
			list = append(list, frame(t, `{"bytes":"`+base64.StdEncoding.EncodeToString([]byte(data))+`","p":"abc"}`,
				":message-type", "event", ":event-type", "chunk", ":content-type", "application/json"))
		}
	}
	return list
}

// inFrames answers with the bytes as a stream of AWS.
func inFrames(body []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/vnd.amazon.eventstream")
		w.Header().Set("x-amzn-requestid", "req_9")
		w.Write(body)
	}
}

var authorization = regexp.MustCompile(`^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/\d{8}/eu-west-1/bedrock/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=[0-9a-f]{64}$`)

// checkSignature signs the request r once more with the keys, as AWS does, and compares.
func checkSignature(t *testing.T, r *http.Request, body []byte) {
	t.Helper()
	got := r.Header.Get("Authorization")
	parts := authorization.FindStringSubmatch(got)
	if parts == nil {
		t.Errorf("authorization %q", got)
		return
	}
	at, err := time.Parse("20060102T150405Z", r.Header.Get("X-Amz-Date"))
	if err != nil {
		t.Error(err)
	}
	again, _ := http.NewRequest(r.Method, "http://"+r.Host+r.URL.EscapedPath(), nil)
	again.ContentLength = r.ContentLength
	for name := range strings.SplitSeq(parts[1], ";") {
		if values := r.Header.Values(name); len(values) > 0 {
			again.Header[http.CanonicalHeaderKey(name)] = values
		}
	}
	hash := sha256.Sum256(body)
	if err := v4.NewSigner().SignHTTP(t.Context(), keysOfAWS, again, hex.EncodeToString(hash[:]), "bedrock", "eu-west-1", at); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(again.Header.Get("Authorization"), got); diff != "" {
		t.Errorf("signature (-want +got):\n%s", diff)
	}
	if r.Header.Get("X-Api-Key") != "" || r.Header.Get("X-Amz-Security-Token") != keysOfAWS.SessionToken {
		t.Errorf("headers %v", r.Header)
	}
}

// TestBedrockAsksAndAnswers checks the address, the signature and the body of a request, and that the answer is the one
// that Anthropic itself gives.
func TestBedrockAsksAndAnswers(t *testing.T) {
	t.Setenv("ANTHROPIC_API_KEY", "sk-secret-other")
	call := long()
	call.Model = "eu.anthropic.claude-opus-4-5-20251101-v1:0"
	want, err := encode(call, forCount)
	if err != nil {
		t.Fatal(err)
	}
	_, content, _ := strings.Cut(string(want), `"tools":`)
	c := ofBedrock(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if got := r.Method + " " + r.URL.EscapedPath(); got != "POST /model/eu.anthropic.claude-opus-4-5-20251101-v1%3A0/invoke-with-response-stream" {
			t.Errorf("asked %s", got)
		}
		checkSignature(t, r, body)
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(body, &fields); err != nil {
			t.Error(err)
		}
		if fields["model"] != nil || fields["stream"] != nil || string(fields["anthropic_version"]) != `"bedrock-2023-05-31"` || string(fields["max_tokens"]) != "8000" {
			t.Errorf("body %s", body)
		}
		if !strings.Contains(string(body), strings.TrimSuffix(content, "}")) {
			t.Errorf("the conversation does not keep its bytes: %s", body)
		}
		inFrames(bytes.Join(frames(t, stream), nil))(w, r)
	})
	answersAsDirectly(t, c, call, stream)
}

// answersAsDirectly checks that the answer of a cloud is the answer that the provider itself gives with the same stream.
func answersAsDirectly(t *testing.T, cloud *Client, call model.Call, stream string) {
	t.Helper()
	got, err := cloud.Complete(t.Context(), call, nil)
	if err != nil {
		t.Fatal(err)
	}
	direct, err := answering(t, says(stream)).Complete(t.Context(), call, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(direct, got); diff != "" {
		t.Errorf("answer (-direct +cloud):\n%s", diff)
	}
}

// TestBedrockStreamThatEndsEarly checks that no part of an answer counts as the answer.
func TestBedrockStreamThatEndsEarly(t *testing.T) {
	list := frames(t, stream)
	all := bytes.Join(list, nil)
	var body []byte
	c := ofBedrock(t, func(w http.ResponseWriter, r *http.Request) { inFrames(body)(w, r) })
	for n := 0; n < len(all)-len(list[len(list)-1]); n += 17 {
		body = all[:n]
		if _, err := c.Complete(t.Context(), ask(), nil); failure(t, err).Class != model.Cut {
			t.Errorf("cut after %d bytes: %v", n, err)
		}
	}
	before := bytes.Join(list[:len(list)-2], nil)
	body = bytes.Clone(all)
	body[len(before)+40] ^= 1
	_, err := c.Complete(t.Context(), ask(), nil)
	if e := failure(t, err); !e.Retryable() || e.Request != "req_9" {
		t.Errorf("a bit is wrong: %+v", e)
	}
	body = append(bytes.Clone(before), unknownHeader()...)
	_, err = c.Complete(t.Context(), ask(), nil)
	if e := failure(t, err); !e.Retryable() { // earlier versions of the decoder panic
		t.Errorf("a header of an unknown type: %+v", e)
	}
	for exception, want := range map[string]model.Class{
		"throttlingException": model.RateLimited, "modelStreamErrorException": model.Transient, "internalServerException": model.Transient,
		"modelTimeoutException": model.Transient, "serviceUnavailableException": model.Overloaded, "validationException": model.BadRequest,
	} {
		body = append(bytes.Clone(before), frame(t, `{"message":"so it is"}`, ":message-type", "exception", ":exception-type", exception)...)
		_, err := c.Complete(t.Context(), ask(), nil)
		if e := failure(t, err); e.Class != want || e.Message != "so it is" {
			t.Errorf("%s: got %+v", exception, e)
		}
	}
}

// TestBedrockRejections checks the class and the hint of answers that reject a request.
func TestBedrockRejections(t *testing.T) {
	var status int
	var kind, message string
	c := ofBedrock(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("x-amzn-errortype", kind+":http://internal.amazon.com/coral/com.amazon.bedrock/")
		w.Header().Set("x-amzn-requestid", "req_7")
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"message":%q}`, message)
	})
	for _, x := range []struct {
		status        int
		kind, message string
		class         model.Class
		hint          string
	}{
		{403, "AccessDeniedException", "You don't have access to the model with the specified model ID.", model.Auth, "bedrock:InvokeModelWithResponseStream"},
		{403, "UnrecognizedClientException", "The security token included in the request is invalid.", model.Auth, "AWS_PROFILE"},
		{400, "ExpiredTokenException", "The security token included in the request is expired", model.Auth, "AWS_PROFILE"},
		{429, "ThrottlingException", "Too many tokens, please wait before trying again.", model.RateLimited, "--parallel"},
		{429, "ModelNotReadyException", "The model is not ready.", model.RateLimited, ""},
		{404, "ResourceNotFoundException", "Model use case details have not been submitted for this account.", model.NotFound, ""},
		{400, "ValidationException", "The provided model identifier is invalid.", model.NotFound, BedrockStrong},
		{400, "ValidationException", "Invocation of model ID anthropic.x with on-demand throughput isn’t supported.", model.NotFound, "--model"},
		{400, "ValidationException", "Input is too long for requested model.", model.Overflow, ""},
		{400, "ValidationException", "max_tokens: 900000 > 128000", model.BadRequest, ""},
		{424, "ModelErrorException", "The model failed.", model.Transient, ""},
		{500, "InternalServerException", "Sorry.", model.Transient, ""},
		{503, "ServiceUnavailableException", "Bedrock is unable to process your request.", model.Overloaded, ""},
	} {
		status, kind, message = x.status, x.kind, x.message
		_, err := c.Complete(t.Context(), ask(), nil)
		e := failure(t, err)
		if e.Class != x.class || e.Message != x.message || e.Type != x.kind || e.Request != "req_7" || !strings.Contains(e.Hint(), x.hint) {
			t.Errorf("%s: got %+v, hint %q", x.kind, e, e.Hint())
		}
	}
}

// TestBedrockKeys checks the other credentials, missing ones, and that only the paid requests are made.
func TestBedrockKeys(t *testing.T) {
	asked := 0
	h := func(w http.ResponseWriter, r *http.Request) {
		if asked++; r.Header.Get("Authorization") != "Bearer sk-secret-bearer" {
			t.Errorf("authorization %q", r.Header.Get("Authorization"))
		}
		inFrames(bytes.Join(frames(t, stream), nil))(w, r)
	}
	inAWS(t, "us-east-1", keysOfAWS)
	t.Setenv("AWS_BEARER_TOKEN_BEDROCK", "sk-secret-bearer")
	cloud, err := Bedrock(t.Context(), "sk-secret-bearer")
	if err != nil {
		t.Fatal(err)
	}
	c := ofCloud(t, cloud, h)
	if _, err := c.Complete(t.Context(), ask(), nil); err != nil || asked != 1 {
		t.Errorf("asked %d times: %v", asked, err)
	}
	if n, err := c.Count(t.Context(), ask()); n != ask().Estimate() || err != nil || asked != 1 {
		t.Errorf("counted %d: %v", n, err)
	}
	if w, err := c.Window(t.Context(), "x"); w != (model.Window{}) || err != nil || asked != 1 {
		t.Errorf("window %+v: %v", w, err)
	}
	if diff := cmp.Diff([]string{"sk-secret-bearer"}, cloud.Secrets()); diff != "" || cloud.Base != "https://bedrock-runtime.us-east-1.amazonaws.com/" {
		t.Errorf("%s, secrets (-want +got):\n%s", cloud.Base, diff)
	}
	if _, err := New(Options{Cloud: cloud, Base: "http://127.0.0.1:9/gateway"}); err == nil || !strings.Contains(err.Error(), "no path") {
		t.Errorf("an address with a path: %v", err)
	}

	inAWS(t, "us-east-1", aws.Credentials{})
	if cloud, err = Bedrock(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	if e := failure(t, cloud.Prepare(t.Context())); e.Class != model.Auth || !strings.HasPrefix(e.Error(), "loading the credentials for Bedrock: ") {
		t.Errorf("without credentials: %v", e)
	}
	if _, err := New(Options{Cloud: cloud}); err == nil {
		t.Error("a client without credentials")
	}
	inAWS(t, "", keysOfAWS)
	if _, err := Bedrock(t.Context(), ""); err == nil || err.Error() != "AWS_REGION is not set" {
		t.Errorf("without a region: %v", err)
	}
	inAWS(t, "evil.example/", keysOfAWS)
	if _, err := Bedrock(t.Context(), ""); err == nil || !strings.Contains(err.Error(), "no name of a region") {
		t.Errorf("a wrong region: %v", err)
	}
}
