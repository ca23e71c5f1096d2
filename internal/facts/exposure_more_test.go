package facts

import (
	"fmt"
	"strings"
	"testing"

	"luminos"
)

// exposedAs returns the rules, lines and names of the exposures of a text.
func exposedAs(p luminos.Path, text string, category luminos.Category) string {
	got := ""
	for _, e := range exposuresIn(luminos.Text{Path: p, Content: text}, &luminos.File{Path: p, Category: category}) {
		got += fmt.Sprintf("%s %d %s;", e.Rule, e.Line, e.Name)
	}
	return got
}

// wantExposed fails the test if a file has other exposures than the wanted ones.
func wantExposed(t *testing.T, p luminos.Path, text string, category luminos.Category, want string) {
	t.Helper()
	if got := exposedAs(p, text, category); got != want {
		t.Errorf("%s %q: got %q, want %q", p, text, got, want)
	}
}

// TestWorkflowsAfterOthers has workflows that run after the checks of a pull request.
func TestWorkflowsAfterOthers(t *testing.T) {
	const workflow = "on:\n  workflow_run:\n    workflows: [\"CI\"]\n%sjobs:\n  a:\n%s" +
		"    steps:\n      - uses: actions/checkout@v7\n" +
		"        with:\n          ref: ${{ github.event.workflow_run.head_%s }}\n%s      - run: skaffold run\n"
	const insists = "          allow-unsafe-pr-checkout: true\n"
	for _, c := range []struct{ filter, job, ref, with, want string }{
		{"", "", "sha", "", "config.target-runs-change 9 workflow_run;"},
		{"", "", "branch", "", ""}, // of the target
		{"    branches: [main]\n", "", "sha", "", ""},
		{"", "    if: github.event.workflow_run.event == 'push'\n", "sha", "", ""},
		{"", "    if: github.event.workflow_run.head_branch == 'main'\n", "sha", "", ""},
		{"", "    if: github.event.workflow_run.event == 'pull_request'\n", "sha", "",
			"config.target-runs-change 10 workflow_run;"},
		{"", "    environment: stage\n", "sha", "", ""}, // with reviewers
		{"", "    environment: stage\n", "sha", insists, "config.target-runs-change 10 workflow_run;"},
	} {
		text := fmt.Sprintf(workflow, c.filter, c.job, c.ref, c.with)
		if got := exposedAs(".github/workflows/a.yml", text, luminos.CategoryConfig); got != c.want {
			t.Errorf("%q: got %q, want %q", text, got, c.want)
		}
	}
}

// TestOpenPorts has blocks of Terraform that open ports to all addresses, and close cases.
func TestOpenPorts(t *testing.T) {
	group := func(block string, from, to int, addresses string) string {
		return fmt.Sprintf("resource \"aws_security_group\" \"a\" {\n  %s {\n    from_port = %d\n    to_port   = %d\n"+
			"    cidr_blocks = [%q]\n  }\n}\n", block, from, to, addresses)
	}
	const rule = "resource \"aws_security_group_rule\" \"a\" {\n  type = %q\n  from_port = 22\n  to_port = 22\n" +
		"  cidr_blocks = [\"0.0.0.0/0\"]\n}\n"
	const google = "resource \"google_compute_firewall\" \"a\" {\n  allow {\n    ports = [%q]\n  }\n" +
		"  source_ranges = [\"0.0.0.0/0\"]\n}\n"
	const azure = "resource \"azurerm_network_security_group\" \"a\" {\n  security_rule {\n    access = %q\n" +
		"    destination_port_range = \"3389\"\n    source_address_prefix = \"*\"\n  }\n}\n"
	for _, c := range []struct{ text, want string }{
		{group("ingress", 22, 22, "0.0.0.0/0"), "config.open-admin-port 5 port 22 (SSH);"},
		{group("ingress", 0, 65535, "0.0.0.0/0"), "config.open-admin-port 5 port 22 (SSH);"},
		{group("ingress", 3389, 3389, "0.0.0.0/0"), "config.open-admin-port 5 port 3389 (remote desktop);"},
		{group("ingress", 443, 443, "0.0.0.0/0"), ""},
		{group("ingress", 22, 22, "10.0.0.0/8"), ""},
		{group("egress", 22, 22, "0.0.0.0/0"), ""},
		{group("ingress", 22, 22, "10.0.0.0/8") + group("ingress", 80, 80, "0.0.0.0/0"), ""},
		{group("ingress", 80, 80, "0.0.0.0/0") + group("ingress", 22, 22, "0.0.0.0/0"),
			"config.open-admin-port 12 port 22 (SSH);"},
		{strings.Replace(group("ingress", 22, 22, "0.0.0.0/0"), "[", "[\n \"10.0.0.0/8\",\n", 1),
			"config.open-admin-port 7 port 22 (SSH);"},
		{strings.Replace(group("ingress", 22, 22, "10.0.0.0/8"), "]", "]\n description = \"0.0.0.0/0\"", 1), ""},
		{fmt.Sprintf(rule, "ingress"), "config.open-admin-port 5 port 22 (SSH);"},
		{fmt.Sprintf(rule, "egress"), ""},
		{fmt.Sprintf(google, "22"), "config.open-admin-port 5 port 22 (SSH);"},
		{fmt.Sprintf(google, "80"), ""},
		{fmt.Sprintf(azure, "Allow"), "config.open-admin-port 5 port 3389 (remote desktop);"},
		{fmt.Sprintf(azure, "Deny"), ""},
		{strings.Replace(fmt.Sprintf(google, "22"), "allow", "deny", 1), ""},
		{strings.Replace(group("ingress", 0, 65535, "0.0.0.0/0"), "from_port", "protocol = \"udp\"\nfrom_port", 1), ""},
		{"resource \"digitalocean_firewall\" \"a\" {\n  inbound_rule {\n    port_range = \"22\"\n    source_addresses = [\"203.0.113.7/32\"]\n" +
			"  }\n  inbound_rule {\n    port_range = \"443\"\n    source_addresses = [\"0.0.0.0/0\"]\n  }\n}\n", ""},
		{"variable \"a\" {\n  from_port = 22\n  to_port = 22\n  cidr_blocks = [\"0.0.0.0/0\"]\n}\n", ""},
		{"}\n}\n}\n" + group("ingress", 22, 22, "0.0.0.0/0"), "config.open-admin-port 8 port 22 (SSH);"},
	} {
		if got := exposedAs("a.tf", c.text, luminos.CategorySource); got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

// TestRightsOfPages has web views and extensions with wide rights, and close cases.
func TestRightsOfPages(t *testing.T) {
	tauri := "\"dangerousRemoteDomainIpcAccess\": [\n{\"domain\": \"x.org\"}\n]\n"
	if exposedAs("tauri.conf.json", tauri, luminos.CategoryData) == "" ||
		exposedAs("a.json", tauri, luminos.CategoryData) != "" {
		t.Error("settings without a schema are settings by their name")
	}
	const electron = "const w = new BrowserWindow({\n  nodeIntegration: %v,\n});\nw.loadURL(%s);\n"
	for _, c := range []struct {
		path       luminos.Path
		text, want string
	}{
		{"tauri.conf.json", "\"dangerousRemoteDomainIpcAccess\": [\n{\"domain\": \"x.org\"}\n]\n",
			"config.remote-page 1 dangerousRemoteDomainIpcAccess;"},
		{"tauri.conf.json", "\"dangerousRemoteDomainIpcAccess\": []\n", ""},
		{"a.json", "\"dangerousRemoteDomainIpcAccess\": [\n", ""},
		{"a.ts", fmt.Sprintf(electron, true, "'https://www.x.org/'"), "config.remote-page 2 nodeIntegration;"},
		{"a.ts", "const a = b ? 'https://x.org' : c;\n" + fmt.Sprintf(electron, true, "mainURL"),
			"config.remote-page 3 nodeIntegration;"},
		{"a.ts", fmt.Sprintf(electron, false, "'https://www.x.org/'"), ""},
		{"a.ts", fmt.Sprintf(electron, true, "'http://localhost:80/'"), ""},
		{"a.ts", fmt.Sprintf(electron, true, "`file://${dir}/a.html`"), ""},
		{"a.ts", "open('https://x.org')\n" + fmt.Sprintf(electron, true, "page"), ""},
		{"src/manifest.yml", "permissions:\n  - tabs\n  - <all_urls>\n", "config.host-permissions 3 <all_urls>;"},
		{"src/manifest.yml", "permissions:\n  - tabs\nmatches:\n  - <all_urls>\n", ""},
		{"src/manifest.yml", "optional_permissions:\n  - <all_urls>\n", ""},
		{"wxt.config.ts", "  host_permissions: ['<all_urls>'],\n", "config.host-permissions 1 <all_urls>;"},
		{"manifest.js", "  matches: ['<all_urls>'],\n", ""},
	} {
		wantExposed(t, c.path, c.text, luminos.CategoryConfig, c.want)
	}
}

// TestFirstLogins has the logins of new installations in READMEs, and close cases.
func TestFirstLogins(t *testing.T) {
	for text, found := range map[string]bool{
		"It creates tables. It will also create a login user with username **admin** and password **zed**.": true,
		"Default login is `admin:admin`.":                                                           true,
		"Log in with the default credentials `admin/changeme`.":                                     true,
		"**Default password = `hunter2`**":                                                          true,
		"The default user is `admin`, the password is `hunter2`.":                                   true,
		"By default it connects to a database using the username `zed` with the password `zedzed`.": false,
		"The default login is set in `config/login` of it, the default user in `a/user.yml`.":       false,
		"Sign in as `admin:admin`.":                                                                 true,
		"The default database user is `zed` with the password `zedzed`.":                            false,
		"Log in with the username `admin` and the password that you chose.":                         false,
		"The default password is generated and printed.":                                            false,
		"docker login -u `user` --password `x`":                                                     false,
		"Create an account and sign in at `https://x.org/login`.":                                   false,
		"Log in with `username:password`":                                                           false,
		"Sign in with `your-email:your-password`":                                                   false,
		"call `create` with username `YOUR_USERNAME` and password `YOUR_PASSWORD`":                  false,
		"Create an account `bob` with the password `correct-horse`":                                 false,
		"Log in as `CORP/alice` on the domain controller":                                           false,
		"Log in using `ssh:key`":                                                                    false,
		"The default password is `None`":                                                            false,
		"The default login `user:pass@host`":                                                        false,
		"The default path of the login page is `/admin/login`, see `a/b/c`.":                        false,

		"The default credentials are:\n\n| Field | Value |\n| --- | --- |\n| username | a@b.com |\n| password | password |": true,
		"Default login:\n\n| Email | Password |\n| :-- | :-- |\n| a@b.com | kite |":                                         true,
		"Default login:\n\n| Email | Password |\n| :-- | :-- |\n| a@b.com | $PASSWORD |":                                    false,
		"The default credentials of the database are:\n\n| username | a@b.com |\n| password | password |":                   false,
		"The default credentials are:\n\nSee below.\n\n| username | a@b.com |\n| password | password |":                     false,
		"The fields are:\n\n| username | a@b.com |\n| password | password |":                                                false,
	} {
		if got := exposedAs("README.md", "# Zed\n\n"+text+"\n", luminos.CategoryDocument); (got != "") != found {
			t.Errorf("%q: got %q, want %v", text, got, found)
		}
	}
	if got := exposedAs("docs/README.md", "Default login is `admin:admin`.\n", luminos.CategoryDocument); got != "" {
		t.Errorf("a README of a part: got %q", got)
	}
}

// TestBoundsOfConditions checks how far a condition is searched, and that a rule ends after many rejected matches.
func TestBoundsOfConditions(t *testing.T) {
	const start, setting, other = "if insecure {\n", "  InsecureSkipVerify: true\n", "  x()\n"
	for text, want := range map[string]string{
		start + strings.Repeat(other, aboveLines-1) + setting:                       "",
		start + strings.Repeat(other, aboveLines) + setting:                         "202",
		"if insecure" + strings.Repeat(" ", 1000) + "{\n" + setting:                 "2",
		start + strings.Repeat(setting, rejectedMost-1) + "}\nvar a = T{" + setting: "102",
		start + strings.Repeat(setting, rejectedMost) + "}\nvar a = T{" + setting:   "",
	} {
		if want != "" {
			want = "config.unverified-tls " + want + " InsecureSkipVerify;"
		}
		if got := exposedAs("a.go", text, luminos.CategorySource); got != want {
			t.Errorf("%.40q of %d bytes: got %q, want %q", text, len(text), got, want)
		}
	}
}
