package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"luminos"
)

// TestConcernsFollowThePlace gives each place where a sign of danger is usual beside a close place where it is not.
func TestConcernsFollowThePlace(t *testing.T) {
	type change = func(*luminos.Scan, *luminos.Facts)
	key := func(sort string, p luminos.Path, others ...luminos.Path) change {
		return func(s *luminos.Scan, f *luminos.Facts) {
			f.Sort = sort
			s.Files = append(s.Files, luminos.File{Path: p, Kind: luminos.KindFile, Size: 9, PrivateKey: true})
			for _, o := range others {
				s.Files = append(s.Files, luminos.File{Path: o, Size: 9, Category: luminos.CategorySource})
			}
		}
	}
	loads := func(p, key luminos.Path) change {
		return func(_ *luminos.Scan, f *luminos.Facts) {
			f.Exposures = append(f.Exposures, luminos.Exposure{
				Rule: luminos.RulePrivateKey, Path: p, Line: 4, Name: string(key)})
		}
	}
	login := func(name string) change {
		return func(_ *luminos.Scan, f *luminos.Facts) {
			f.Exposures = append(f.Exposures, luminos.Exposure{
				Rule: luminos.RuleDefaultLogin, Path: "db/seeds/a.rb", Line: 4, Name: name})
		}
	}
	masked := func(m luminos.Masked) change {
		return func(s *luminos.Scan, f *luminos.Facts) {
			s.Files = append(s.Files, luminos.File{Path: m.Path, Size: 9, Category: luminos.CategoryConfig})
			m.Lines = luminos.LineRange{First: 4, Last: 4}
			f.Secrets = append(f.Secrets, m)
		}
	}
	const role, ignore = "gives the reader a new role", "asks to ignore earlier instructions"
	order := func(p luminos.Path, patterns ...string) change {
		return func(s *luminos.Scan, f *luminos.Facts) {
			s.Files = append(s.Files, luminos.File{Path: p, Category: map[string]luminos.Category{
				".go": luminos.CategorySource, ".csv": luminos.CategoryData}[p.Ext()]})
			for i, pattern := range patterns {
				i := luminos.Injection{Path: p, Line: i + 1, Pattern: pattern}
				i.Quoted = strings.HasPrefix(pattern, "quoted")
				f.Injections = append(f.Injections, i)
			}
		}
	}
	apart := func(line int) change {
		return both(order("a.md", role), func(_ *luminos.Scan, f *luminos.Facts) {
			f.Injections = append(f.Injections, luminos.Injection{Path: "a.md", Line: line, Pattern: ignore})
		})
	}
	malformed := func(p luminos.Path, reason string) change {
		return func(_ *luminos.Scan, f *luminos.Facts) {
			f.Problems = append(f.Problems, luminos.Problem{Path: p, Reason: reason})
		}
	}
	shown := func(sample luminos.Path) change {
		return func(s *luminos.Scan, f *luminos.Facts) {
			s.Files = append(s.Files, luminos.File{Path: "vault.md", Size: 9, Category: luminos.CategoryDocument})
			for _, p := range []luminos.Path{"vault.md", sample} {
				f.Secrets = append(f.Secrets, luminos.Masked{Path: p, Kind: "vault-token",
					Evidence: []luminos.Evidence{{Quote: "token = (masked)", SHA256: "d"}}})
			}
		}
	}
	head := func(quote string) change {
		return func(_ *luminos.Scan, f *luminos.Facts) {
			for _, pattern := range []string{dialogue, role} {
				f.Injections = append(f.Injections, luminos.Injection{Path: "a.md", Line: 3, Pattern: pattern,
					Evidence: luminos.Evidence{Quote: quote}})
			}
		}
	}
	exposed := func(p luminos.Path) change {
		return func(_ *luminos.Scan, f *luminos.Facts) {
			f.Exposures = append(f.Exposures, luminos.Exposure{Rule: luminos.RuleAnonymous, Path: p, Line: 4})
		}
	}
	quoted := func(p luminos.Path, quote string) change {
		return masked(luminos.Masked{Path: p, Kind: "secret", Evidence: []luminos.Evidence{{Quote: quote}}})
	}
	composed := func(restarts bool) change {
		return both(quoted("compose.yml", "SA_PASSWORD: (masked)"), func(_ *luminos.Scan, f *luminos.Facts) {
			f.Containers = []luminos.Container{{Path: "compose.yml", Kind: "compose", Restarts: restarts}}
		})
	}
	const wide = "has rows with different numbers of cells"
	for name, c := range map[string]struct {
		harmless, grave change
	}{
		"key of a test": {key("", "x/root_key.pem", "x/root_test.go"),
			key("", "x/root_key.pem", "x/root.go", "x/root_test.go")},
		"key beside a test": {key("", "x/root_key.pem", "x/root_test.go"),
			key("", "x/server_key.pem", "x/root_test.go")},
		"pair that code uses": {key("", "x/token_key.key", "x/token_key.cert"),
			both(key("", "x/token_key.key", "x/token_key.cert"), loads("x/a.go", "x/token_key.key"))},
		"pair that a sample uses": {
			both(key("", "x/token_key.key", "x/token_key.cert"), loads("samples/a.go", "x/token_key.key")),
			both(key("", "x/token_key.key", "x/token_key.cert"), loads("x/a.go", "x/token_key.key"))},
		"pair of developers": {both(key("", "dev/token_key.key", "dev/token_key.cert"), loads("x/a.go", "dev/token_key.key")),
			both(key("", "x/token_key.key", "x/token_key.cert"), loads("x/a.go", "x/token_key.key"))},
		"password of a seed": {login("password"), login("SEED_PASSWORD")},
		"key of a test elsewhere": {key("", "x/root_key.pem", "x/root_test.go"),
			key("", "y/root_key.pem", "x/root_test.go")},
		"key of a machine": {key(luminos.SortSystem, "ssl/private/a.key"),
			key("", "ssl/private/a.key")},
		"key of a person": {key(luminos.SortSystem, "ssh/ssh_host_rsa_key"),
			key(luminos.SortSystem, "home/jo/.ssh/ssh_host_rsa_key")},
		"key somewhere": {key(luminos.SortSystem, "etc/pki/tls/private/a.key"),
			key(luminos.SortSystem, "opt/private/a.key")},
		"pair for integration":  {key("", "workflows/root.key", "workflows/root.crt"), key("", "x/root.key", "x/root.crt")},
		"pair by its extension": {key("", "x/server.key", "x/server.cert"), key("", "x/server.key", "x/server.h")},
		"key by its name":       {key("", "x/testkey.pem"), key("", "x/hotkey.pem")},
		"line of a sample":      {shown("sample.conf"), shown("vault.conf")},
		"program in documents":  {exposed("docs/a/get.py"), exposed("a/get.py")},
		"head of an agent":      {head("description: when to use it"), head("when to use it")},
		"message of a shell":    {quoted("a.yml", "A=${A:?set A=(masked)}"), quoted("a.yml", "A=${A:-(masked)}")},
		"line without a name":   {quoted("a.env", "(masked)xxx"), quoted("a.env", "A=(masked)xxx")},
		"nothing beside a mask": {quoted("a.sh", "\"(masked)xxx\" \\"), quoted("a.sh", "\"A=(masked)xxx\" \\")},
		"key to send events": {quoted("a.yml", "\"writeKey\": \"(masked)\""),
			quoted("a.yml", "\"rewriteKey\": \"(masked)\"")},
		"key of a client": {quoted("a.yml", "STRIPE_PUBLISHABLE_KEY=(masked)"),
			quoted("a.yml", "STRIPE_SECRET_KEY=(masked)")},
		"password of a box":      {quoted("x/Vagrantfile", "p = '(masked)'"), quoted("x/Rakefile", "p = '(masked)'")},
		"key of a rig":           {quoted("enos/a.hcl", "key = \"(masked)\""), quoted("etc/a.hcl", "key = \"(masked)\"")},
		"script for agents":      {quoted("scripts/agents/a.sh", "A=(masked)"), quoted("app/agents/a.sh", "A=(masked)")},
		"fixture of CI":          {key("", "docker/ci-config/a.key"), key("", "docker/ci/a.key")},
		"composition that stops": {composed(false), composed(true)},
		"token for uploads": {masked(luminos.Masked{Path: "codecov.yml", Kind: "token"}),
			masked(luminos.Masked{Path: "deploy.yml", Kind: "token"})},
		"token of a service there": {masked(luminos.Masked{Path: "codecov.yml", Kind: "token"}),
			masked(luminos.Masked{Path: "codecov.yml", Kind: "github-token"})},
		"shown password": {masked(luminos.Masked{Path: "a.yml", Kind: "password", Shown: true}),
			masked(luminos.Masked{Path: "a.yml", Kind: "github-token", Shown: true})},
		"one kind of order": {order("doc/guide.rst", ignore), order("doc/guide.rst", role, ignore)},
		"the same kind":     {order("CHANGES", ignore, ignore), order("CHANGES", ignore, role)},
		"orders far apart":  {apart(7), apart(6)},
		"quoted orders":     {order("a.md", "quoted "+role, ignore), order("a.md", role, ignore)},
		"order in code":     {order("a.go", role, ignore), order("a.md", role, ignore)},
		"order in data":     {order("a.csv", role, ignore), order("a.md", role, ignore)},
		"hidden text":       {order("a.csv", "text"), order("a.csv", hiddenText)},
		"table with tabs":   {malformed("a.csv", wide), malformed("a.csv", "has no rows")},
		"broken table":      {malformed("a.tab", wide), malformed("a.tab", "has no rows")},
	} {
		if got := concerns(c.harmless); got != "" {
			t.Errorf("%s: got %q", name, got)
		}
		if got := concerns(c.grave); strings.Count(got, ";") != 1 {
			t.Errorf("%s: the grave case gives %q", name, got)
		}
	}
}

// TestRestIsAsideAsTheFlagsBeforeIt has twelve keys, some of them outside of tests.
func TestRestIsAsideAsTheFlagsBeforeIt(t *testing.T) {
	for own, aside := range map[int]bool{0: true, 1: false} {
		d := quiet()
		for i := range 12 {
			p := luminos.Path(fmt.Sprintf("tests/%02d/a.pem", i)) // keys of one directory have one flag
			if i >= 12-own {
				p = "x.pem"
			}
			d.Scan.Files = append(d.Scan.Files,
				luminos.File{Path: p, Kind: luminos.KindFile, Size: 9, PrivateKey: true, Encrypted: true})
		}
		all := (flagRules{newWriter(d)}).flags()
		i := slices.IndexFunc(all, func(f luminos.Flag) bool { return f.Rest })
		if i < 0 || all[i].Aside != aside {
			t.Errorf("%d of the target's own: %+v", own, all)
		}
		if own == 1 && !slices.ContainsFunc(all, func(f luminos.Flag) bool { return f.Path == "x.pem" }) {
			t.Error("the target's own key has no flag")
		}
	}
}

// TestFindingsSayWhatAQuoteHides has quotes without the value, and with a mask.
func TestFindingsSayWhatAQuoteHides(t *testing.T) {
	type target struct {
		*luminos.Scan
		*luminos.Facts
	}
	for name, c := range map[string]struct {
		change func(target)
		want   []string
	}{
		"a quote that ends before the value": {func(x target) {
			x.Exposures = []luminos.Exposure{{Rule: luminos.RuleDefaultSecret, Path: "a.sh", Line: 1, Name: "APP_SECRET",
				Evidence: luminos.Evidence{Quote: "A=${APP_SECRET:-"}, Cut: true}}
		}, []string{"config.default-secret concern a.sh: " +
			"Line 1 uses a fixed value if APP_SECRET is not set: “A=${APP_SECRET:-…”."}},
		"the key of a program, and a number": {func(x target) {
			for i, quote := range []string{"APP_KEY=(masked)xx", "token = 11111111"} {
				p := luminos.Path(string("ab"[i]) + ".yml")
				x.Files = append(x.Files, luminos.File{Path: p, Size: 9, Category: luminos.CategoryConfig})
				x.Secrets = append(x.Secrets, luminos.Masked{Path: p, Kind: "token", Lines: luminos.LineRange{First: 4, Last: 4},
					Evidence: []luminos.Evidence{{Quote: quote}}})
			}
		}, []string{"secret.literal concern a.yml: " +
			"Line 4 holds text that looks like a secret (key): “APP_KEY=(masked)xx”.",
			"secret.literal concern b.yml: " +
				"Line 4 holds text that looks like a secret (token): “token = 11111111” (a masked number)."}},
	} {
		got := raised(func(s *luminos.Scan, f *luminos.Facts) { c.change(target{s, f}) })
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}
