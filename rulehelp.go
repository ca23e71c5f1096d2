package luminos

// RuleHelp describes a rule to the readers of its findings.
type RuleHelp struct {
	Title string // a noun phrase, without a period
	Text  string // one or two sentences: the danger and the remedy
}

// Help returns the description of a rule; of an unknown rule, such as one of another version, the id is the title.
func (r Rule) Help() RuleHelp {
	if h, ok := ruleHelp[r]; ok {
		return h
	}
	return RuleHelp{Title: string(r), Text: "This version of Luminos has no description of the rule."}
}

var ruleHelp = map[Rule]RuleHelp{
	RuleAgent: {"finding of a language model",
		"A language model read the cited lines and judged them. Read the lines before you act: a " +
			"judgement can be wrong."},
	RuleInjectionText: {"text that reads like an order to an agent",
		"An agent that reads the file may obey the text. Remove it, or keep the file from agents."},
	RuleInjectionName: {"file name that reads like an order to an agent",
		"An agent that lists the directory may obey the name. Rename the file."},
	RulePrivateKey: {"private key",
		"Whoever has the files has the key. Replace the key where it is in use, then remove it from the " +
			"files and the history."},
	RuleEnvironment: {"file of environment variables",
		"Such files often hold passwords. Keep them out of the repository, and replace what was published."},
	RuleCredentials: {"file of credentials",
		"Whoever has the files can sign in. Replace the credentials, then remove the file."},
	RuleRegistrySettings: {"settings of a package registry with a token",
		"A token lets others publish packages. Replace the token, then remove it from the file."},
	RuleDefaultSecret: {"fixed value for a secret that is not set",
		"If the setting is missing, the program runs with a secret that everybody knows. Let it stop instead."},
	RuleFixedSecret: {"fixed secret for signatures",
		"Whoever reads the source can sign sessions and tokens. Read the secret from the environment."},
	RuleLiteralSecret: {"text that looks like a secret",
		"Whoever has the files has the secret. Replace it where it is in use, then remove it from the " +
			"files and the history."},
	RulePublishedDatabase: {"database with a fixed password and an open port",
		"Everyone who reaches the host can read the data. Bind the port to this machine, and set the " +
			"password outside of the file."},
	RuleOpenCORS: {"server that answers pages of all websites",
		"A foreign page can use the rights of its visitor. List the websites that may ask."},
	RuleListensAll: {"server that listens on all interfaces",
		"It can be reached from the network. Listen on the local address if only this machine needs it."},
	RuleInsecureCookie: {"cookie that is sent without encryption",
		"Others on the network can read it. Send it over HTTPS only."},
	RuleAssetScope: {"web view that can read all files",
		"A page in it can read the files of its user. Restrict the scope to the directories of the program."},
	RuleHostPermissions: {"extension with rights on all websites",
		"It can read each page that its user opens. Ask for the websites that it needs."},
	RulePublicBucket: {"storage that everyone can read",
		"Everyone with the address can read the objects. Remove the public access unless it is meant."},
	RuleTargetChange: {"workflow that runs a pull request with rights",
		"A stranger's pull request runs with the secrets of the repository. Use the event pull_request, " +
			"or do not check its code out."},
	RuleOwnSettings: {"settings for Luminos in the target",
		"The target decides which of its files are left out. Check that nothing important is."},
	RuleRefusedSettings: {"settings in the target that only its user may set",
		"They were ignored. Put them into your own settings if you want them."},
	RuleDisguise: {"name that contradicts the content",
		"The file is something else than its name says. Check where it comes from before you open it."},
	RuleMalformed: {"file that could not be parsed",
		"Programs that read it may fail as well. Repair or remove it."},
	RuleUnreadable: {"file that could not be read",
		"Its content is not part of the report. Check its permissions and the disk."},
	RuleUncounted: {"file whose lines were not counted",
		"The numbers of the report leave it out."},
	RuleSpecial: {"entry that is no file, directory or link",
		"A pipe, a socket or a device has no content to investigate."},
	RuleLargeFile: {"file far larger than a source file",
		"Large files make each copy of a repository slow. Keep them in a store for large files."},
	RuleDuplicates: {"files of equal content",
		"Copies waste space and drift apart. Keep one of them."},
	RuleLinkHard: {"file with a further name outside",
		"A change through the other name changes the file here."},
	RuleIgnoredWeight: {"ignored files that take much space",
		"They are not part of the report. Remove them if they can be made again."},
	RuleStatus: {"notice that the target is not maintained",
		"Nobody may mend its faults. Look for its successor before you depend on it."},
	RuleNoLicence: {"no licence",
		"Without a licence others have no right to use the work. Ask its owner, or add a licence if it is yours."},
	RuleRestricted: {"licence that is not open source",
		"Its terms restrict the use. Read them before you depend on the work."},
	RuleNetwork: {"licence that binds services",
		"Whoever offers a changed version over a network must publish its source."},
	RuleOtherLicence: {"manifest with another licence than the whole",
		"Readers of the manifest take another licence for granted. Make both agree, or say what each is for."},
	RuleNoReadme: {"no README", "Newcomers find no beginning. Say in a README what it is and how to use it."},
	RuleNoTests:  {"no tests", "Changes break it unseen. Begin with a test of the main path."},
	RuleNoCI:     {"no checks on changes", "Tests that nobody runs find nothing. Let a service run them on each change."},
	RuleDataIssues: {"values that stand out",
		"Missing, repeated or impossible values mislead analyses. Check the columns named."},
	RuleActiveContent: {"content that runs or reaches out when it is opened",
		"Open the file only if you trust its source, or in a program that does not run it."},
}
