package rules

import (
	"cmp"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/words"
)

// secret describes the secret that a file contains: the rule, the kind of secret and its severity.
type secret struct {
	rule     luminos.Rule
	what     string
	severity luminos.Severity
}

// secretNames holds names of files that usually contain a secret, such as id_rsa.
var secretNames = map[string]secret{
	".env":             {luminos.RuleEnvironment, "environment variables, often with passwords", luminos.Concern},
	".env.production":  {luminos.RuleEnvironment, "environment variables, often with passwords", luminos.Concern},
	"id_rsa":           {luminos.RulePrivateKey, "a private SSH key", luminos.Critical},
	"id_dsa":           {luminos.RulePrivateKey, "a private SSH key", luminos.Critical},
	"id_ecdsa":         {luminos.RulePrivateKey, "a private SSH key", luminos.Critical},
	"id_ed25519":       {luminos.RulePrivateKey, "a private SSH key", luminos.Critical},
	".netrc":           {luminos.RuleCredentials, "logins", luminos.Concern},
	".pgpass":          {luminos.RuleCredentials, "database passwords", luminos.Concern},
	".htpasswd":        {luminos.RuleCredentials, "password hashes", luminos.Concern},
	"credentials.json": {luminos.RuleCredentials, "credentials", luminos.Concern},
	".npmrc":           {luminos.RuleRegistrySettings, "registry settings, sometimes with a token", luminos.Info},
	".pypirc":          {luminos.RuleRegistrySettings, "registry settings, sometimes with a token", luminos.Info},
}

// secretIn returns the kind of secret that the first bytes or the name of a file indicate, and false without such a
// sign. It does not search the content.
func secretIn(f *luminos.File) (s secret, ok bool) {
	if !f.Regular() || f.Size == 0 {
		return secret{}, false
	}
	if f.Encrypted {
		return secret{luminos.RulePrivateKey, "a private key that is encrypted with a passphrase", luminos.Info}, true
	}
	if f.PrivateKey {
		return secret{luminos.RulePrivateKey, "a private key", luminos.Critical}, true
	}
	if s, ok = secretNames[f.Path.Base()]; ok {
		return s, true
	}
	// passwords.txt of a person, not passwords.go of a program.
	base := strings.ToLower(f.Path.Base())
	stem := strings.TrimSuffix(base, f.Path.Ext())
	switch {
	case f.Category != luminos.CategoryDocument && f.Category != luminos.CategoryData || !f.Text:
	case slices.Contains([]string{"password", "passwords", "passwd", "credentials", "logins"}, stem):
		return secret{luminos.RuleCredentials, "passwords or other credentials", luminos.Concern}, true
	}
	return secret{}, false
}

// secretFlags returns flags for files that may contain secrets, the gravest first. The limit flagsPerRule does not
// apply to critical flags.
func (w flagRules) secretFlags() []luminos.Flag {
	type found struct {
		secret
		path luminos.Path
	}
	var all []found
	masked, keys := map[luminos.Path]int{}, map[luminos.Path][]luminos.Masked{}
	for _, m := range w.unpublished() {
		masked[m.Path]++
		if m.Kind == "private-key" {
			keys[m.Path] = append(keys[m.Path], m)
		}
	}
	for i := range w.Scan.Files {
		s, ok := secretIn(&w.Scan.Files[i])
		p := w.Scan.Files[i].Path
		if !ok || masked[p] == 0 && s.rule == luminos.RuleRegistrySettings ||
			s.rule == luminos.RuleCredentials && prose(w.Facts, p, masked[p]) {
			continue
		}
		if masked[p] == 0 && s.rule == luminos.RuleEnvironment {
			s.what, s.severity = "environment variables, none of which looks like a secret", luminos.Info
		}
		if s.severity == luminos.Critical && w.Scan.Files[i].Category == luminos.CategoryDocument {
			s = inDocument(s, keys[p])
		}
		if w.inTests(p) || testSupport(p) {
			s.severity = luminos.Info // test keys are made to be public
		}
		if s.rule == luminos.RuleCredentials && w.showsExamples() {
			s.severity = luminos.Info
		}
		all = append(all, found{s, p})
	}
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(b.severity.Rank(), a.severity.Rank()) })
	var out []luminos.Flag
	for i, f := range all {
		if i >= flagsPerRule && f.severity != luminos.Critical {
			f := flag(f.rule, luminos.Root, f.severity, words.Plural(len(all)-i, "more file may hold a secret", "more files may hold secrets")+", none of them graver.", "")
			f.Rest = true
			return append(out, f)
		}
		out = append(out, flag(f.rule, f.path, f.severity, "By its name or first bytes it holds "+f.what+".",
			"If it is real, remove it from here and replace what it gave away.", kindEvidence(f.path, luminos.KindFile)))
	}
	return out
}

// inDocument returns the secret of a document with the given private keys. A document that begins with a key is a file
// of keys; a key below other text is often an example.
func inDocument(s secret, keys []luminos.Masked) secret {
	if len(keys) == 0 || keys[0].Lines.First == 1 {
		return s
	}
	s.what, s.severity = s.what+" below other text", luminos.Concern
	if !slices.ContainsFunc(keys, func(m luminos.Masked) bool { return !m.Aside }) {
		s.what, s.severity = "a private key that it shows as an example", luminos.Info
	}
	return s
}
