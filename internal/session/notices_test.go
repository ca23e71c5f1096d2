package session

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"luminos"
	"luminos/internal/mcpclient"
	"luminos/internal/model"
	"luminos/internal/model/anthropic"
	"luminos/internal/store"
)

// TestNoticesOnStoredResults compares the notices of a run for each use of stored results.
func TestNoticesOnStoredResults(t *testing.T) {
	problems := func(n int) (list []luminos.Problem) {
		for i := range n {
			list = append(list, luminos.Problem{Path: luminos.Path(fmt.Sprint("f", i)), Reason: "it is damaged or edited"})
		}
		return list
	}
	const used = "info: stored file f%d was not used: it is damaged or edited"
	for name, c := range map[string]struct {
		found  bool
		memory *luminos.Memory
		want   []string
	}{
		"nothing is stored": {true, nil, nil},
		"a first run":       {false, &luminos.Memory{Investigated: 3}, nil},
		"unchanged":         {true, &luminos.Memory{Unchanged: true}, []string{"info: nothing has changed since the last run: nothing was investigated again"}},
		"all reused":        {true, &luminos.Memory{Reused: 3}, []string{"info: nothing had to be investigated again"}},
		"some reused":       {true, &luminos.Memory{Investigated: 2, Reused: 1}, []string{"info: 2 of 3 directories investigated; stored results were used for the others"}},
		"none reused":       {true, &luminos.Memory{Investigated: 1}, []string{"info: 1 of 1 directory investigated"}},
		"three problems":    {false, &luminos.Memory{Problems: problems(3)}, []string{fmt.Sprintf(used, 0), fmt.Sprintf(used, 1), fmt.Sprintf(used, 2)}},
		"five problems": {false, &luminos.Memory{Problems: problems(5)}, []string{
			fmt.Sprintf(used, 0), fmt.Sprintf(used, 1), fmt.Sprintf(used, 2), "info: 2 more stored files could not be used",
		}},
		"volatile files": {false, &luminos.Memory{Volatile: []luminos.Path{"a", "b"}}, []string{
			"info: 2 files changed while the target was read (a among them); the results of their directories were not kept",
		}},
		"storing failed": {false, &luminos.Memory{Failed: "no space"}, []string{"concern: this run was not kept: no space"}},
	} {
		var got []string
		r := &run{Request: Request{Sink: func(e luminos.Event) { got = append(got, string(e.Severity)+": "+e.Text) }}, before: store.Before{Found: c.found}}
		r.notifyMemory(c.memory)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestWaitForAnotherRun holds the target until the second run sends a notice that it waits.
func TestWaitForAnotherRun(t *testing.T) {
	t.Parallel()
	dir, cache := t.TempDir(), filepath.Join(t.TempDir(), "cache")
	c, err := store.Open(t.Context(), cache, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	inv, _, err := c.Begin(t.Context(), store.Begin{Target: Target{Dir: dir}.Stored(), Engine: "offline"})
	if err != nil {
		t.Fatal(err)
	}
	var once sync.Once
	var waited string
	_, err = Run(t.Context(), Request{Target: Target{Dir: dir}, Cache: Cache{Dir: cache}, Sink: func(e luminos.Event) {
		if e.Severity == luminos.Concern {
			once.Do(func() {
				waited = e.Text
				inv.Close()
			})
		}
	}})
	if err != nil || !strings.HasPrefix(waited, "waiting for another luminos (process ") {
		t.Errorf("%v, notice %q", err, waited)
	}
}

// TestSettingsOfARun checks the settings without a model, and the names of switches that are on.
func TestSettingsOfARun(t *testing.T) {
	r := &run{Request: Request{Version: "v1"}}
	r.Scan.Excludes, r.Scan.NoIgnore = []string{"a b", "*.iso"}, true
	want := []store.Setting{
		{Name: "engine", Value: "offline"}, {Name: "luminos", Value: "v1"}, {Name: "--exclude", Value: `"a b" "*.iso"`},
		{Name: "--no-ignore", Value: "on"}, {Name: "--one-file-system", Value: "off"},
	}
	if diff := cmp.Diff(want, r.settings()); diff != "" {
		t.Errorf("settings (-want +got):\n%s", diff)
	}
	r.Models = &Models{Account: Account{Provider: OpenAI}, Context: 9000}
	list := r.settings()
	if list[0].Value != "model" || len(list) != 13 || list[12] != (store.Setting{Name: "--context", Value: "9000"}) {
		t.Errorf("settings %v", list)
	}
	r.Models.MaxOutput = 12_345
	if list := r.settings(); list[13] != (store.Setting{Name: "--max-output", Value: "12345"}) {
		t.Errorf("settings %v", list)
	}
	if n := (&Models{}).context(); n != 140_000 {
		t.Errorf("a call reads %d tokens", n)
	}
}

// TestAccounts checks names of servers, secrets in addresses, and invalid addresses.
func TestAccounts(t *testing.T) {
	a := Account{Provider: OpenAI, Base: "https://me:pass-of-mine@example.com:8/v1", Key: "key-of-mine", Token: "token-of-mine"}
	if a.Host() != "example.com:8" {
		t.Errorf("host %q", a.Host())
	}
	if diff := cmp.Diff([]string{"key-of-mine", "token-of-mine", "pass-of-mine"}, a.secrets()); diff != "" {
		t.Errorf("secrets (-want +got):\n%s", diff)
	}
	for _, provider := range []string{OpenAI, Anthropic} {
		_, err := (Account{Provider: provider, Base: "::"}).Client(time.Now, nil)
		if err == nil || !strings.HasPrefix(err.Error(), "preparing the client for the provider "+provider+": ") {
			t.Errorf("%s: %v", provider, err)
		}
	}
	if err := (Account{Variable: "KEY"}).check(t.Context()); err == nil || err.Error() != "KEY is not set" {
		t.Errorf("without a key: %v", err)
	}
	for _, usable := range []Account{{Key: "k"}, {Token: "t"}, {Base: "http://localhost"}} {
		if err := usable.check(t.Context()); err != nil {
			t.Errorf("%+v: %v", usable, err)
		}
	}
}

// erring is a client whose calls fail with the same error.
type erring struct {
	model.Client
	err error
}

func (e erring) Complete(context.Context, model.Call, func(model.Delta)) (model.Response, error) {
	return model.Response{}, e.err
}
func (e erring) Count(context.Context, model.Call) (int64, error)     { return 0, e.err }
func (e erring) Window(context.Context, string) (model.Window, error) { return model.Window{}, e.err }

// TestKeysAreCutOutOfEveryCall has errors with keys of six and of five characters in each of their texts.
func TestKeysAreCutOutOfEveryCall(t *testing.T) {
	for name, call := range map[string]func(model.Client) error{
		"complete": func(c model.Client) error { _, err := c.Complete(t.Context(), model.Call{}, nil); return err },
		"count":    func(c model.Client) error { _, err := c.Count(t.Context(), model.Call{}); return err },
		"window":   func(c model.Client) error { _, err := c.Window(t.Context(), "m"); return err },
	} {
		failure := &model.Error{Message: "1 secret", Type: "2 secret", Request: "3 secret", Doing: "4 secret, short", Err: errors.New("5 secret")}
		err := call(&keyless{erring{err: failure}, func() []string { return []string{"", "short", "secret"} }})
		got, ok := errors.AsType[*model.Error](err)
		if !ok || got.Message != "1 (the key)" || got.Type != "2 (the key)" || got.Request != "3 (the key)" || got.Doing != "4 (the key), short" || got.Err.Error() != "5 (the key)" {
			t.Errorf("%s: %+v", name, got)
		}
		other := errors.New("secret")
		if err := call(&keyless{erring{err: other}, func() []string { return []string{"secret"} }}); err != other {
			t.Errorf("%s: another error is changed to %v", name, err)
		}
		if err := call(&keyless{erring{}, nil}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestStoredNamesOfServers(t *testing.T) {
	for target, server := range map[string]bool{
		"http://127.0.0.1:8/x": true, "HTTPS://example.com/": true, "stdio:server": true, "ftp://example.com": false, "stdio:": false, "plain": false,
	} {
		if got := StoredName(target); filepath.IsAbs(got) == server {
			t.Errorf("%s is stored as %s", target, got)
		}
		s, err := mcpclient.ParseServer(target, mcpclient.Config{})
		if server && (err != nil || Target{Server: &s}.Stored() != StoredName(target)) {
			t.Errorf("%s is stored under two names, %v", target, err)
		}
	}
}

// TestAccountOfACloud checks that missing credentials end a run before it is confined, and that its keys are secrets.
func TestAccountOfACloud(t *testing.T) {
	for name, value := range map[string]string{
		"AWS_REGION": "us-east-1", "AWS_PROFILE": "", "AWS_CONFIG_FILE": t.TempDir() + "/none", "AWS_EC2_METADATA_DISABLED": "true",
		"AWS_SHARED_CREDENTIALS_FILE": t.TempDir() + "/none", "AWS_BEARER_TOKEN_BEDROCK": "", "AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": "",
	} {
		t.Setenv(name, value)
	}
	of := func(bearer string) Account {
		cloud, err := anthropic.Bedrock(t.Context(), bearer)
		if err != nil {
			t.Fatal(err)
		}
		return Account{Provider: Bedrock, Cloud: cloud, Base: cloud.Base}
	}
	if refused, ok := errors.AsType[*RefusedError](of("").check(t.Context())); !ok || refused.Err.Class != model.Auth {
		t.Errorf("without credentials: %v", refused)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := of("").check(ended); !model.IsClass(err, model.Interrupted) {
		t.Errorf("after Ctrl-C: %v", err)
	}
	a := of("bearer-of-mine")
	if err := a.check(t.Context()); err != nil || !slices.Contains(a.secrets(), "bearer-of-mine") {
		t.Errorf("with a key: %v, secrets %q", err, a.secrets())
	}
	if c, err := a.Client(time.Now, nil); err != nil || c == nil {
		t.Error(err)
	}
}
