package redact

import (
	"encoding/base64"
	"strings"
	"testing"
)

// TestPlainValues gives each class of values that prove no secret beside a close value that does.
func TestPlainValues(t *testing.T) {
	token := func(payload string) string {
		return "eyJhbGciOiJIUzI1NiJ9." + base64.RawURLEncoding.EncodeToString([]byte(payload)) + ".c2lnbmF0dXJl"
	}
	for _, c := range []struct{ kind, plain, secret string }{
		{"token", "AWSVPCFlowLogsAssumeRole", "q8Zk2LwX9vRt5NcY1bHs"},
		{"token", "dGhlIHNpbXBsZSBub25jZQ==", "q8Zk2LwX9vRt5NcY1bHsAA=="},
		{"token", "openid%20profile%20email", "q8Zk2LwX9vRt5%2BcY1bHs"},
		{"token", "3f2504e0-4f89-41d3-9a0c-0305e82c3301", "3f2504e04f8941d39a0c0305e82c3301"},
		{"azure-key", "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50u", "Eby8vdM02xNOcqF1qUwJPLlmEtlCDXJ1OUzFT50u"},
		{"token", "q8Zk2LwX9vRt5NExample", "q8Zk2LwX9vRt5NcYSimple"},
		{"token", "q8Zk2LwX9vRt5Nc", "q8Zk2LwX9vRt5NcY"},
		{"secret", "b2RkLXNpbXBsZS12YWx1ZQ", "4&0+qo=m4yk!7hohzh&xsw=i"},
		{"password", "fs-extra-WARN0002", "fsextraWARN0002"},
		{"token", "q8Zk2-LwX9v-Rt5Nc-Y1bHs", "q8Zk2LwX9vRt-5NcY1bHs"},
		{"token", "$KITE4_ACCESS_TOKEN", "$kite4AcceSsToKeN9xQ"},
		{"token", "d41d8cd98f00b204e9800998ecf8427e", "d41d8cd99f00b204e9800998ecf8427e"},
		{"stripe-key", "sk_live_abc123xyz789", "sk_live_q8Zk2LwX9vRt5NcY"},
		{"password", "crc32fast", "Zagreb#7Ka"},
		{"password", "Password12!", "Pasture12!"},
		{"password", "wp-sha384", "wP+sha384"},
		{"password", "Ab1#x", "Ab1#xyzw"},
		{"password-in-url", "t3st", "Tr0ub4dor"},
		{"github-token", "ghp_" + strings.Repeat("a", 36), "ghp_q8Zk2LwX9vRt5NcY1bHs7Df3Gj6Mp4Wa0Eu"},
		{"google-api-key", "AIzaq8Zk2LwX9vRt5NcY1bHs7Df3Gj6Mp4Wa0Eu", ""},
		{"jwt", token(`{"role":"anon"}`), token(`{"role":"admin"}`)},
		{"token-in-header", token(`{"sub":"7","exp":1}`), token(`{"sub":"7"}`)},
		{"private-key", "", "exampleexampleexample"},
	} {
		if c.plain != "" && !plain(c.kind, c.plain) {
			t.Errorf("%s %q is no proof of a secret", c.kind, c.plain)
		}
		if c.secret != "" && plain(c.kind, c.secret) {
			t.Errorf("%s %q is a secret", c.kind, c.secret)
		}
	}
}

// TestPlainIsPassedOn masks a plain and a random value.
func TestPlainIsPassedOn(t *testing.T) {
	_, found := Text("password: hunter22\ntoken: q8Zk2LwX9vRt5NcY1bHs\n")
	if len(found) != 2 || !found[0].Plain || found[1].Plain {
		t.Errorf("found %+v", found)
	}
}
