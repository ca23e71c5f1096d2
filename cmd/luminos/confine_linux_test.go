package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log"
	"math/big"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"luminos/internal/model/modeltest"
	"luminos/internal/sandbox"
)

// canaries are variables that no process of a run may keep.
var canaries = []string{"ANTHROPIC_API_KEY=sk-canary", "GITHUB_TOKEN=canary"}

// runOf returns a command that runs this test binary as luminos, with keys in its environment.
func runOf(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	if s := sandbox.AvailableToRuns(sandbox.Rights{}); s.Level != sandbox.Full {
		t.Skipf("this kernel cannot confine: %s", s)
	}
	cmd, err := sandbox.Command(t.Context(), args...)
	if err != nil {
		t.Fatal(err)
	}
	cmd.Env = append(os.Environ(), "LUMINOS_CACHE_DIR="+filepath.Join(t.TempDir(), "cache"))
	cmd.Env = append(cmd.Env, canaries...)
	return cmd
}

// processes returns the command lines of the process pid and of the processes that it has started, by their directories
// in /proc.
func processes(pid int) map[string]string {
	list := map[string]string{}
	names, _ := filepath.Glob("/proc/[0-9]*/status")
	for _, name := range names {
		status, _ := os.ReadFile(name)
		dir := filepath.Dir(name)
		if dir == fmt.Sprintf("/proc/%d", pid) || strings.Contains(string(status), fmt.Sprintf("\nPPid:\t%d\n", pid)) {
			line, _ := os.ReadFile(dir + "/cmdline")
			words := strings.Split(string(line), "\x00")
			list[dir] = strings.Join(words[1:], " ")
		}
	}
	return list
}

// checkHeld looks at a process and its children from outside: each thread has a filter of system calls and cannot get
// new rights, and no key is in an environment. One command line begins with each of the texts in want.
func checkHeld(t *testing.T, pid int, want ...string) {
	t.Helper()
	found := processes(pid)
	for proc, line := range found {
		want = slices.DeleteFunc(want, func(w string) bool { return strings.HasPrefix(line, w) })
		threads, _ := filepath.Glob(proc + "/task/*/status")
		if len(threads) < 2 {
			t.Errorf("%s has the threads %v", line, threads)
		}
		for _, name := range threads {
			status, err := os.ReadFile(name)
			if errors.Is(err, unix.ESRCH) || errors.Is(err, os.ErrNotExist) {
				continue // a thread that ended meanwhile
			}
			for _, part := range []string{"\nSeccomp:\t2\n", "\nNoNewPrivs:\t1\n"} {
				if !strings.Contains(string(status), part) {
					t.Errorf("%s: no %q in %s (%v): %s", line, part, name, err, status)
				}
			}
		}
		if environ, err := os.ReadFile(proc + "/environ"); err != nil || strings.Contains(string(environ), "canary") {
			t.Errorf("the environment of %s is %q (%v)", line, environ, err)
		}
	}
	if len(want) > 0 {
		t.Errorf("there is no process %q among %q", want, found)
	}
}

// reader opens a named pipe that holds one page. A process that writes more to it waits.
func reader(t *testing.T, name string) *os.File {
	t.Helper()
	if err := unix.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(name, os.O_RDWR, 0) // of both kinds, so that neither side waits for the other
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if _, err := unix.FcntlInt(f.Fd(), unix.F_SETPIPE_SZ, os.Getpagesize()); err != nil {
		t.Fatal(err)
	}
	return f
}

// TestT33OfflineRunIsConfined looks at an offline run while it waits for the reader of its first output.
func TestT33OfflineRunIsConfined(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	pipe := reader(t, filepath.Join(home, "pipe"))
	r := filepath.Join(home, "r.json")
	cmd := runOf(t, "--offline", "--json", "-q", "-o", pipe.Name(), "-o", r, grove(t))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	first := make([]byte, 1)
	if _, err := pipe.Read(first); err != nil {
		t.Fatal(err)
	}
	checkHeld(t, cmd.Process.Pid, "--offline", replaceCommand+" r.json")
	go io.Copy(io.Discard, pipe)
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v: %s", err, &stderr)
	}
	report, err := os.ReadFile(r)
	if err != nil || !strings.Contains(string(report), `"sandbox": "full"`) {
		t.Errorf("the report does not state the level (%v): %.3000s", err, report)
	}
}

// TestT45KilledRunLeavesTheOutput kills a run before it writes its second output.
func TestT45KilledRunLeavesTheOutput(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	pipe := reader(t, filepath.Join(t.TempDir(), "pipe"))
	r := filepath.Join(home, "r.json")
	if err := os.WriteFile(r, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := runOf(t, "--offline", "--json", "-q", "-o", pipe.Name(), "-o", r, grove(t))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := pipe.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	left := processes(cmd.Process.Pid)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	for proc := range left {
		for begin := time.Now(); ; time.Sleep(time.Millisecond) {
			if _, err := os.Stat(proc); err != nil {
				break
			}
			if time.Since(begin) > time.Minute {
				t.Fatalf("%s is still there", left[proc])
			}
		}
	}
	checkDir(t, home, r, "old")
}

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
	once sync.Once
	look func()
}

func (o *observed) Play(r modeltest.Request) modeltest.Reply {
	o.once.Do(o.look)
	return modeltest.Diligent{}.Play(r)
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
			s := modeltest.Start(t, modeltest.Options{Player: &observed{look: func() {
				<-started
				checkHeld(t, cmd.Process.Pid, "--json", replaceCommand+" r.json", "mcp serve")
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
			if !strings.Contains(string(report), `"sandbox": "partial: network (needed to reach the model or the server): all hosts can be reached"`) {
				t.Errorf("the report does not state the level: %.3000s", report)
			}
		})
	}
}
