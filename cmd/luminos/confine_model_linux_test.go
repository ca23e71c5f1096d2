package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"luminos/internal/model/modeltest"
)

// certify returns a certificate for localhost and writes it to the directory dir.
func certify(t *testing.T, dir string) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{"localhost"}, NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	if err := os.WriteFile(filepath.Join(dir, "ca.pem"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// observed is a player that calls look at its first call.
type observed struct {
	once   sync.Once
	look   func()
	player modeltest.Player
}

func (o *observed) Play(r modeltest.Request) modeltest.Reply {
	o.once.Do(o.look)
	return o.player.Play(r)
}

// TestT33QuestionIsConfined looks at a question while it waits for the first answer of the model.
func TestT33QuestionIsConfined(t *testing.T) {
	t.Parallel()
	var cmd *exec.Cmd
	started := make(chan struct{})
	s := modeltest.Start(t, modeltest.Options{Player: &observed{player: clerk{}, look: func() {
		<-started
		checkHeld(t, cmd.Process.Pid, "luminos DIR", "mcp serve ")
	}}})
	cmd = runOf(t, "ask", "--json", "-q", harbour(t), "Who may read the register?")
	cmd.Env = append(cmd.Env, "ANTHROPIC_BASE_URL="+s.URL)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err := cmd.Start()
	close(started)
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil || len(s.Ledger()) == 0 {
		t.Errorf("%d calls, %v: %s", len(s.Ledger()), err, &stderr)
	}
}

// TestT33ModelRunIsConfined looks at a run with a model while it waits for the first answer. The server has a
// certificate of its own authority, and a name that is in /etc/hosts.
func TestT33ModelRunIsConfined(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		variable, value string // value is relative to the directory of the certificate
		resolver        string
		trusted         bool
	}{
		"a file, resolver of Go":                 {"SSL_CERT_FILE", "ca.pem", "go", true},
		"a directory, resolver of the C library": {"SSL_CERT_DIR", "", "cgo", true},
		"an unknown authority":                   {"SSL_CERT_FILE", "none.pem", "go", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var cmd *exec.Cmd
			started := make(chan struct{})
			s := modeltest.Start(t, modeltest.Options{Player: &observed{player: modeltest.Diligent{}, look: func() {
				<-started
				checkHeld(t, cmd.Process.Pid, "luminos DIR", replaceCommand+" ", "mcp serve ")
			}}})
			at, err := url.Parse(s.URL)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			front := httptest.NewUnstartedServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(at) }, FlushInterval: -1})
			front.TLS = &tls.Config{Certificates: []tls.Certificate{certify(t, dir)}}
			front.Config.ErrorLog = log.New(io.Discard, "", 0) // of the authority that is not known
			front.StartTLS()
			t.Cleanup(front.Close)
			_, port, _ := strings.Cut(strings.TrimPrefix(front.URL, "https://"), ":")

			r := filepath.Join(t.TempDir(), "r.json")
			cmd = runOf(t, "--json", "-q", "-o", r, thicket(t))
			cmd.Env = append(cmd.Env, "ANTHROPIC_BASE_URL=https://localhost:"+port, c.variable+"="+filepath.Join(dir, c.value), "GODEBUG=netdns="+c.resolver)
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			close(started)
			err = cmd.Wait()
			report, _ := os.ReadFile(r)
			if asked := len(s.Ledger()) > 0; asked != c.trusted || (err == nil) != c.trusted {
				t.Fatalf("asked: %t, %v: %s", asked, err, &stderr)
			}
			if !c.trusted {
				return
			}
			if !strings.Contains(string(report), `"sandbox":"partial: network (needed to reach the model or the server): all hosts can be reached"`) {
				t.Errorf("the report does not state the level: %.3000s", report)
			}
		})
	}
}
