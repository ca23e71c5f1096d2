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
	const wide = "has rows with different numbers of cells"
	for name, c := range map[string]struct {
		harmless, grave change
	}{
		"key of a test": {key("", "x/root_key.pem", "x/root_test.go"),
			key("", "x/root_key.pem", "x/root.go", "x/root_test.go")},
		"key beside a test": {key("", "x/root_key.pem", "x/root_test.go"),
			key("", "x/server_key.pem", "x/root_test.go")},
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
			p := luminos.Path(fmt.Sprintf("tests/%02d.pem", i))
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
