package rules

import (
	"fmt"
	"strings"
	"testing"

	"luminos"
)

// concerns returns the rules and paths of the flags of severity concern or critical, each with a semicolon.
func concerns(change func(*luminos.Scan, *luminos.Facts)) string {
	var out strings.Builder
	for _, f := range raised(change) {
		if rule, rest, _ := strings.Cut(f, " "); !strings.HasPrefix(rest, "info ") {
			_, path, _ := strings.Cut(strings.SplitN(rest, ": ", 2)[0], " ")
			fmt.Fprintf(&out, "%s %s;", rule, path)
		}
	}
	return out.String()
}

// TestOnlyTrueConcerns gives each class of harmless cases beside a close case that a maintainer would act on.
func TestOnlyTrueConcerns(t *testing.T) {
	masked := func(p luminos.Path, kind, quote string) func(*luminos.Scan, *luminos.Facts) {
		return func(s *luminos.Scan, f *luminos.Facts) {
			s.Files = append(s.Files, luminos.File{Path: p, Size: 9, Category: luminos.CategoryConfig})
			f.Secrets = append(f.Secrets, luminos.Masked{
				Path: p, Kind: kind, Lines: luminos.LineRange{First: 4, Last: 4}, Evidence: []luminos.Evidence{{Quote: quote}}})
		}
	}
	hexed := func(name string, n int) func(*luminos.Scan, *luminos.Facts) {
		return masked("deploy/app.yml", "ethereum-key", name+`"(masked)`+strings.Repeat("x", n)+`",`)
	}
	chapter := func(words int, headings ...string) func(*luminos.Scan, *luminos.Facts) {
		return func(s *luminos.Scan, f *luminos.Facts) {
			s.Files = append(s.Files,
				luminos.File{Path: "credentials.md", Size: 9, Text: true, Category: luminos.CategoryDocument})
			f.MainLanguage = "" // a program has lists of words
			f.Documents = append(f.Documents, luminos.Document{Path: "credentials.md", Words: words, Headings: headings})
		}
	}
	malformed := func(size int64, reason string) func(*luminos.Scan, *luminos.Facts) {
		return func(s *luminos.Scan, f *luminos.Facts) {
			s.Files = append(s.Files, luminos.File{Path: "x/go.mod", Size: size})
			f.Problems = append(f.Problems, luminos.Problem{Path: "x/go.mod", Reason: reason})
		}
	}
	of := func(name, description string, also func(*luminos.Scan, *luminos.Facts)) func(*luminos.Scan, *luminos.Facts) {
		return func(s *luminos.Scan, f *luminos.Facts) {
			f.Name, f.Description = name, description
			also(s, f)
		}
	}
	example := func(_ *luminos.Scan, f *luminos.Facts) {
		f.Secrets = append(f.Secrets, luminos.Masked{Path: "credentials.md", Kind: "password"})
	}
	const literal = "secret.literal deploy/app.yml;"
	password := masked("deploy/app.yml", "password", "password: (masked)")
	quoted := func(quote string) func(*luminos.Scan, *luminos.Facts) {
		return func(_ *luminos.Scan, f *luminos.Facts) {
			f.Exposures = append(f.Exposures, luminos.Exposure{
				Rule: luminos.RuleDefaultSecret, Path: "a.php", Line: 4, Name: strings.Split(quote, "'")[1],
				Evidence: luminos.Evidence{Quote: quote}})
		}
	}
	page := func(language string, kind string) func(*luminos.Scan, *luminos.Facts) {
		return func(s *luminos.Scan, f *luminos.Facts) {
			s.Files = append(s.Files,
				luminos.File{Path: "a.x", Size: 9, Category: luminos.CategorySource, Language: language})
			f.Secrets = append(f.Secrets,
				luminos.Masked{Path: "a.x", Kind: kind, Lines: luminos.LineRange{First: 4, Last: 4}})
		}
	}
	for name, c := range map[string]struct {
		change func(*luminos.Scan, *luminos.Facts)
		want   string
	}{
		"password": {password, literal},

		"digest of a warning":      {hexed(`"fingerprint": `, 56), ""},
		"key of the same length":   {hexed(`"key": `, 56), literal},
		"digest of another length": {hexed(`"fingerprint": `, 2), literal},
		"unsafe on purpose":        {of("shop", "A tool for spinning up insecure clouds.", defaultAt(4)), ""},
		"key of an unsafe program": {of("shop", "The most modern insecure web application.",
			masked("deploy/app.yml", "github-token", "x")), ""},
		"key of a program for training": {of("shop", "Kite is a vulnerable web application for training.",
			masked("deploy/app.yml", "github-token", "x")), ""},
		"key of a finder": {of("shop", "Finds the most frequent bugs of a vulnerable web application.",
			masked("deploy/app.yml", "github-token", "x")), literal},
		"key of a scanner": {of("shop", "Finds insecure web applications.",
			masked("deploy/app.yml", "github-token", "x")), literal},
		"digest that a line compares": {masked("deploy/app.yml", "password", "p === '(masked)"+strings.Repeat("x", 56)+"'"), ""},
		"directory of tests":          {masked("pkg/davtests/app.yml", "password", "password: (masked)"), ""},
		"directory of contests": {masked("pkg/contests/app.yml", "password", "password: (masked)"),
			"secret.literal pkg/contests/app.yml;"},
		"tool of developers":            {masked(".devtools/app.yml", "password", "password: (masked)"), ""},
		"a scanner of unsafe things":    {of("shop", "A tool for finding insecure clouds.", defaultAt(4)), "config.default-secret deploy/app.yml;"},
		"password of an open database":  {opened("- POSTGRES_PASSWORD=(masked)"), "config.published-database compose.yml;"},
		"another password beside it":    {opened("- MAIL_PASSWORD=(masked)"), "config.published-database compose.yml;secret.literal compose.yml;"},
		"default of a product":          {masked("deploy/app.yml", "default-password", "password: (masked)"), ""},
		"password of an example":        {of("shop-examples", "", password), ""},
		"password of a list":            {of("shop", "A curated list of samples for containers.", password), ""},
		"password of a program":         {of("shop", "Program that shows samples of sounds.", password), literal},
		"token of a service, example":   {of("shop-examples", "", masked("deploy/app.yml", "github-token", "x")), literal},
		"password for developers":       {masked("dev/app.yml", "password", "password: (masked)"), ""},
		"password for a local host":     {masked(".ddev/config.yaml", "password", "password: (masked)"), ""},
		"password for integration":      {masked("src/ci_scripts/app.yml", "password", "password: (masked)"), ""},
		"token of a service for them":   {masked("dev/app.yml", "github-token", "x"), "secret.literal dev/app.yml;"},
		"token of a registry":           {masked(".npmrc", "npm-token", "_authToken=(masked)"), "secret.literal .npmrc;"},
		"token of a registry in tests":  {masked("fixtures/.npmrc", "npm-token", "_authToken=(masked)"), ""},
		"address for a few days":        {masked("deploy/app.yml", "aws-access-key", "a?X-Amz-Credential=(masked)"), ""},
		"key of the same service":       {masked("deploy/app.yml", "aws-access-key", "aws_key: (masked)"), literal},
		"chapter about credentials":     {chapter(900, "Credentials"), ""},
		"chapter with two examples":     {both(both(chapter(300, "x"), example), example), ""},
		"chapter of credentials":        {both(both(chapter(299, "x"), example), example), "secret.credentials credentials.md;"},
		"list of credentials":           {chapter(40, "Credentials"), "secret.credentials credentials.md;"},
		"long list without headings":    {chapter(900), "secret.credentials credentials.md;"},
		"empty go.mod":                  {malformed(0, "no path"), ""},
		"go.mod without the path":       {malformed(9, "no path"), "file.malformed x/go.mod;"},
		"value of a product":            {quoted("env('DB_PASSWORD', 'mysql')"), ""},
		"value of tests":                {quoted("env('DB_PASSWORD', 'shop-test')"), ""},
		"value of a shop":               {quoted("env('DB_PASSWORD', 'latest')"), ""},
		"value of an administrator":     {quoted("env('ADMIN_PASSWORD', 'secret')"), "config.default-secret a.php;"},
		"value of a database":           {quoted("env('DATASOURCES_DEFAULT_PASSWORD', 'secret')"), ""},
		"value of a last secret":        {quoted("_('HARDCODED_OLD_SECRET') = 'x'"), "config.default-secret a.php;"},
		"value of settings":             {quoted("c['Jwt:Key'] ?? 'kitten'"), "config.default-secret a.php;"},
		"value of a variable":           {quoted("('secret') = 'kitten'"), "config.default-secret a.php;"},
		"value of a client":             {quoted("('clientSecret') = 'kitten'"), ""},
		"value for signatures":          {quoted("env('JWT_SECRET', 'test')"), "config.default-secret a.php;"},
		"secret in a page":              {page("Twig", "secret"), ""},
		"token of a service in it":      {page("Twig", "github-token"), "secret.literal a.x;"},
		"secret in a program":           {page("PHP", "secret"), "secret.literal a.x;"},
		"password for tests of pages":   {masked("cypress/compose.yml", "password", "password: (masked)"), ""},
		"token for tests of an API":     {masked(".dredd/a.yml", "token", "(masked)"), ""},
		"secret for tests":              {masked("phpunit.xml.dist", "token", "(masked)"), ""},
		"secret of a unit":              {masked("unit.xml", "token", "token=(masked)"), "secret.literal unit.xml;"},
		"fixed value":                   {defaultAt(4), "config.default-secret deploy/app.yml;"},
		"fixed value, masked":           {both(defaultAt(4), password), "config.default-secret deploy/app.yml;"},
		"fixed value, masked elsewhere": {both(defaultAt(5), password), literal + "config.default-secret deploy/app.yml;"},
		"environment beside ports":      {environment(".env", "compose", "80:80"), "config.fixed-secret .env;"},
		"environment by its name":       {environment("backend.env", "compose", "80:80"), "config.fixed-secret backend.env;"},
		"environment by it, no ports":   {environment("backend.env", "compose"), ""},
		"environment without ports":     {environment(".env", "compose"), ""},
		"environment without services":  {environment(".env", "dockerfile", "80"), ""},
		"environment elsewhere":         {environment("a/.env", "compose", "80:80"), ""},
		"fixed value of an example":     {of("shop-samples", "", defaultAt(4)), ""},
	} {
		if got := concerns(c.change); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

func defaultAt(line int) func(*luminos.Scan, *luminos.Facts) {
	return func(_ *luminos.Scan, f *luminos.Facts) {
		f.Exposures = append(f.Exposures, luminos.Exposure{
			Rule: luminos.RuleDefaultSecret, Path: "deploy/app.yml", Line: line, Name: "JWT_SECRET"})
	}
}

// environment has a file with a fixed password, and a file of containers at the root.
func environment(p luminos.Path, kind string, ports ...string) func(*luminos.Scan, *luminos.Facts) {
	return func(_ *luminos.Scan, f *luminos.Facts) {
		f.Exposures = append(f.Exposures, luminos.Exposure{Rule: luminos.RuleFixedSecret, Path: p, Line: 4, Name: "ADMIN_PASSWORD"})
		f.Containers = append(f.Containers, luminos.Container{Path: "compose.yml", Kind: kind, Ports: ports})
	}
}

// opened has a composition that publishes the port of a database, and a line with a simple password.
func opened(quote string) func(*luminos.Scan, *luminos.Facts) {
	return func(s *luminos.Scan, f *luminos.Facts) {
		s.Files = append(s.Files, luminos.File{Path: "compose.yml", Size: 9, Category: luminos.CategoryConfig})
		f.Exposures = append(f.Exposures, luminos.Exposure{
			Rule: luminos.RulePublishedDatabase, Path: "compose.yml", Line: 2, Name: "db"})
		f.Containers = []luminos.Container{{Path: "compose.yml", Kind: "compose", Restarts: true}}
		f.Secrets = append(f.Secrets, luminos.Masked{Path: "compose.yml", Kind: "password", Plain: true,
			Lines: luminos.LineRange{First: 4, Last: 4}, Evidence: []luminos.Evidence{{Quote: quote}}})
	}
}

func both(a, b func(*luminos.Scan, *luminos.Facts)) func(*luminos.Scan, *luminos.Facts) {
	return func(s *luminos.Scan, f *luminos.Facts) { a(s, f); b(s, f) }
}

// TestSumsAreAsGraveAsTheirGravest sums up twelve files with secrets, two of them of the target itself.
func TestSumsAreAsGraveAsTheirGravest(t *testing.T) {
	for _, c := range []struct {
		own  int // files that are not for developers
		want string
	}{
		{0, ""},
		{2, "secret.literal own/0;secret.literal own/1;"},
		{12, "secret.literal .;secret.literal own/0;"},
	} {
		got := concerns(func(s *luminos.Scan, f *luminos.Facts) {
			for i := range 14 {
				p := luminos.Path(fmt.Sprintf("dev/%d", i))
				if i < c.own {
					p = luminos.Path(fmt.Sprintf("own/%d", i))
				}
				s.Files = append(s.Files, luminos.File{Path: p, Size: 9, Category: luminos.CategoryConfig})
				f.Secrets = append(f.Secrets,
					luminos.Masked{Path: p, Kind: "password", Lines: luminos.LineRange{First: 1, Last: 1}})
			}
		})
		if c.own < 12 && got != c.want || !strings.HasPrefix(got, c.want) {
			t.Errorf("%d: got %q, want %q", c.own, got, c.want)
		}
	}
}

// TestProgramWithFilesNamedAsTests counts files whose names begin as the names of tests do.
func TestProgramWithFilesNamedAsTests(t *testing.T) {
	for n, want := range map[int]string{0: "practice.tests .;", 2: "practice.tests .;", 3: ""} {
		got := concerns(func(s *luminos.Scan, f *luminos.Facts) {
			f.TestFrameworks, f.Code.Tests = nil, 0
			f.Code.Languages = append(f.Code.Languages, luminos.LanguageCode{Name: "Vala", Code: 1000})
			for i := range n {
				p := luminos.Path(fmt.Sprintf("lib/test-%d.vala", i))
				s.Files = append(s.Files, luminos.File{Path: p, Category: luminos.CategorySource})
			}
		})
		if got != want {
			t.Errorf("%d files: got %q, want %q", n, got, want)
		}
	}
}

// TestDefaultsDoNotHidePasswords has the default of a product before a password in one file.
func TestDefaultsDoNotHidePasswords(t *testing.T) {
	got := raised(func(s *luminos.Scan, f *luminos.Facts) {
		s.Files = append(s.Files, luminos.File{Path: "a.yml", Size: 9, Category: luminos.CategoryConfig})
		for line, kind := range map[int]string{2: "default-password", 6: "password"} {
			m := luminos.Masked{Path: "a.yml", Kind: kind, Lines: luminos.LineRange{First: line, Last: line}}
			f.Secrets = append(f.Secrets, m)
		}
	})
	const want = "secret.literal concern a.yml: Line 6 holds text that looks like a secret (password)."
	if len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestLicencesOfCompanies has licences that companies wrote for the whole or for parts.
func TestLicencesOfCompanies(t *testing.T) {
	for _, c := range []struct {
		whole string
		part  luminos.LicenseFile
		want  string // beginnings of the flags
	}{
		{"MIT AND The Kite Source Available license (KSAL) version 1.0", luminos.LicenseFile{}, "licence.restricted concern LICENSE;"},
		{"MIT", luminos.LicenseFile{Path: "packages/ee/LICENSE", License: "The Kite Enterprise License"},
			"licence.restricted info packages/ee/LICENSE;"},
		{"MIT", luminos.LicenseFile{Path: "packages/b/LICENSE", License: "Apache-2.0"}, ""},
		{"MIT", luminos.LicenseFile{Path: "examples/b/LICENSE", License: "The Kite Enterprise License"}, ""},
	} {
		got := ""
		for _, f := range raised(func(_ *luminos.Scan, f *luminos.Facts) {
			f.License, f.Licenses = c.whole, []luminos.LicenseFile{{Path: "LICENSE", License: c.whole}, c.part}
		}) {
			if strings.HasPrefix(f, "licence.restricted") {
				got += strings.SplitN(f, ": ", 2)[0] + ";"
			}
		}
		if got != c.want {
			t.Errorf("%s, %s: got %q, want %q", c.whole, c.part.License, got, c.want)
		}
	}
}

// TestManyClients has one source file more with a token than a program of its own has, in one directory and in two.
func TestManyClients(t *testing.T) {
	for dirs, want := range map[int]bool{1: false, 2: true} {
		got := concerns(func(s *luminos.Scan, f *luminos.Facts) {
			for i := range manyClients + 1 {
				p := luminos.Path(fmt.Sprintf("sites%d/%s%d.py", i%dirs, strings.Repeat("utils/", i/5), i))
				s.Files = append(s.Files, luminos.File{Path: p, Size: 9, Category: luminos.CategorySource})
				f.Secrets = append(f.Secrets, luminos.Masked{Path: p, Kind: "jwt", Lines: luminos.LineRange{First: 4, Last: 4},
					Evidence: []luminos.Evidence{{Quote: "token = '(masked)xxxxxxxxxxxxxxxx'"}}})
			}
			s.Files = append(s.Files, luminos.File{Path: "sites0/key.py", Size: 9, Category: luminos.CategorySource})
			f.Secrets = append(f.Secrets, luminos.Masked{Path: "sites0/key.py", Kind: "github-token"})
		})
		if strings.Contains(got, "0.py") != want || dirs == 1 && !strings.Contains(got, "key.py") {
			t.Errorf("%d directories: got %q", dirs, got)
		}
	}
}
