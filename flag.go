package luminos

import (
	"cmp"
	"strings"
)

// Flag is a finding that a rule or a model raised.
type Flag struct {
	Rule Rule `json:"rule"`
	Path Path `json:"path"`
	// Lines are the lines of the finding; nil if it is about the whole path.
	Lines   *LineRange `json:"lines,omitempty"`
	Finding string     `json:"finding"`
	// First is the finding as it was raised, if a review of a model put it in other words; "" if none did.
	First    string   `json:"first_finding,omitempty"`
	Severity Severity `json:"severity"`
	// Lowered is set if a model called the flag graver than the report does.
	Lowered *Lowering `json:"lowered,omitempty"`
	// Order is the place of the flag among the findings that a synthesis put in order, from 1; 0 if it named no place.
	Order int `json:"order,omitempty"`
	// Also lists the paths of flags about the same defect that a synthesis merged into this flag.
	Also []Path `json:"also,omitempty"`
	// Disputed is the reason of a model that does not agree with a rule.
	Disputed string `json:"disputed,omitempty"`
	// Kept is the reason for which a synthesis kept the flag of a model when it reviewed it.
	Kept string `json:"kept,omitempty"`
	// Judgement is the one about the finding with all its places; nil without one.
	Judgement *Judgement `json:"judgement,omitempty"`
	// Source is "rules" or [SourceModel].
	Source string `json:"source"`
	// Rest marks a flag that sums up the flags of its rule that a bound left out.
	Rest bool `json:"rest,omitempty"`
	// Aside marks a flag of severity info about a file outside of the target's own code, such as a test or an example.
	Aside    bool       `json:"aside,omitempty"`
	Remedy   string     `json:"remedy,omitempty"`
	Claims   []string   `json:"claims,omitempty"`
	Evidence []Evidence `json:"evidence,omitempty"` // see [Statement]
}

// Identity returns a text that is the same for a flag in two reports on a target if only lines above it changed: its
// rule, its path and the first words of its finding, without digits.
func (f *Flag) Identity() string {
	said := strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return -1
		}
		return r
	}, cmp.Or(f.First, f.Finding))
	return strings.Join([]string{string(f.Rule), string(f.Path), said}, "\x00")
}

// OwnLines returns the lines of the first evidence in the file that the flag is about, or nil.
func (f *Flag) OwnLines() *LineRange {
	for _, e := range f.Evidence {
		if e.Path == f.Path && e.Lines != nil {
			return e.Lines
		}
	}
	return nil
}

// Lowering is the severity that a model gave a flag, and the reason why the report gives it a lower one.
type Lowering struct {
	From   Severity `json:"from"`
	Reason string   `json:"reason"`
}

// Reasons of a [Lowering].
const (
	CitesNothing     = "it cites no place"
	CitationNotFound = "the place that it cites was not found"
	CitationNotShown = "the lines that it cites do not show it"
)

// Lower gives the flag the severity s for the reason, if s is lower than its own.
func (f *Flag) Lower(s Severity, reason string) {
	if s.Rank() >= f.Severity.Rank() {
		return
	}
	from := f.Severity
	if f.Lowered != nil {
		from = f.Lowered.From
	}
	f.Severity, f.Lowered = s, &Lowering{From: from, Reason: reason}
}

// LowerOnce gives the flag the next lower severity for the reason.
func (f *Flag) LowerOnce(reason string) {
	if f.Severity == Critical {
		f.Lower(Concern, reason)
	} else {
		f.Lower(Info, reason)
	}
}

// SourceModel is the source of flags that a model raised.
const SourceModel = "agent"

// Severity is the gravity of a flag.
type Severity string

// The severities.
const (
	Info     Severity = "info"
	Concern  Severity = "concern"
	Critical Severity = "critical"
)

// Rank returns 1 for info, 2 for concern, 3 for critical and 0 for anything else.
func (s Severity) Rank() int {
	switch s {
	case Info:
		return 1
	case Concern:
		return 2
	case Critical:
		return 3
	}
	return 0
}

// Rule identifies the rule that raised a flag. A rule keeps its id if the wording of its
// findings changes.
type Rule string

// RuleAgent is the rule of flags that a model raised.
const RuleAgent Rule = "agent"

// The rules of the offline engine.
const (
	// Text that reads like an order to an agent, and a file name that does.
	RuleInjectionText Rule = "injection.text"
	RuleInjectionName Rule = "injection.name"

	// Files that hold secrets by their first bytes or by their names.
	RulePrivateKey       Rule = "secret.private-key"
	RuleEnvironment      Rule = "secret.environment"
	RuleCredentials      Rule = "secret.credentials"
	RuleRegistrySettings Rule = "secret.registry-settings"

	// Settings that open a program to others: a fixed value where a secret is not set, a fixed value for the secret of
	// signatures, and text in code that looks like a secret.
	RuleDefaultSecret Rule = "config.default-secret"
	RuleFixedSecret   Rule = "config.fixed-secret"
	RuleLiteralSecret Rule = "secret.literal"
	// The port of a database with a fixed password is open to the network, a server answers pages of all websites or
	// listens on all interfaces, a cookie is also sent without encryption, a web view can read all files, an extension
	// asks for all websites, everyone can read a bucket, and a workflow with rights runs the code of a pull request.
	RulePublishedDatabase Rule = "config.published-database"
	RuleOpenCORS          Rule = "config.open-cors"
	RuleListensAll        Rule = "config.listens-all"
	RuleInsecureCookie    Rule = "config.insecure-cookie"
	RuleAssetScope        Rule = "config.asset-scope"
	RuleHostPermissions   Rule = "config.host-permissions"
	RulePublicBucket      Rule = "config.public-bucket"
	RuleTargetChange      Rule = "config.target-runs-change"
	// The port of the login of a machine is open to all addresses, a page of the internet has the rights of the program
	// that shows it, and the README names the login that each installation has at first.
	RuleOpenAdminPort Rule = "config.open-admin-port"
	RuleRemotePage    Rule = "config.remote-page"
	RuleDefaultLogin  Rule = "config.default-login"
	// A service that others reach controls its host, a container has the rights of its host, all may use a service without
	// a login, a web view has no policy for its content, and a connection is not checked to reach the right server.
	RuleHostControl   Rule = "config.host-control"
	RulePrivileged    Rule = "config.privileged"
	RuleAnonymous     Rule = "config.anonymous-access"
	RuleNoPolicy      Rule = "config.no-content-policy"
	RuleUnverifiedTLS Rule = "config.unverified-tls"

	// The target has settings for Luminos: it leaves out files of itself, or sets values that only its user may set.
	RuleOwnSettings     Rule = "settings.used"
	RuleRefusedSettings Rule = "settings.refused"

	RuleDisguise      Rule = "file.disguise"      // the name contradicts the content
	RuleMalformed     Rule = "file.malformed"     // it could not be parsed
	RuleUnreadable    Rule = "file.unreadable"    // it could not be read, or not whole
	RuleUncounted     Rule = "file.uncounted"     // its lines were not counted
	RuleSpecial       Rule = "file.special"       // neither file, directory nor link
	RuleLargeFile     Rule = "file.large"         // far larger than a source file
	RuleDuplicates    Rule = "file.duplicates"    // files of equal content waste space
	RuleLinkHard      Rule = "link.hard"          // a file has a further name outside
	RuleIgnoredWeight Rule = "ignored.weight"     // ignored files take much space
	RuleStatus        Rule = "status.stated"      // the README says that the target is not maintained
	RuleNoLicence     Rule = "licence.missing"    // none was found
	RuleRestricted    Rule = "licence.restricted" // not an open-source licence
	RuleNetwork       Rule = "licence.network"    // offering a changed version over a network obliges
	RuleOtherLicence  Rule = "licence.differs"    // manifests declare another licence than the whole
	RuleNoReadme      Rule = "practice.readme"
	RuleNoTests       Rule = "practice.tests"
	RuleNoCI          Rule = "practice.ci"
	RuleDataIssues    Rule = "data.issues" // values that stand out
	RuleActiveContent Rule = "file.active" // it runs code, or does more than it shows, when it is opened

	// Verification raises these for documents, and for citations that do not hold as they are.
	RuleDocPath      Rule = "doc.path"    // a file or directory that is not there
	RuleDocLine      Rule = "doc.line"    // lines beyond the end of a file
	RuleDocAnchor    Rule = "doc.anchor"  // a link to a heading that is not there
	RuleDocCommand   Rule = "doc.command" // a target, script, recipe, module or program that is not there
	RuleDocSymbol    Rule = "doc.symbol"  // a name that no source of the target has
	RuleDocFlag      Rule = "doc.flag"    // a flag that the program does not have
	RuleDocVersion   Rule = "doc.version" // a version that contradicts a manifest
	RuleMissing      Rule = "citation.missing"
	RuleChanged      Rule = "citation.changed"
	RuleUnverifiable Rule = "citation.unverifiable"
	RuleMoved        Rule = "citation.moved"
)
