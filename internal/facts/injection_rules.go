package facts

import (
	"path"
	"regexp"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// injectionRule finds one form of instruction. The expression is applied only
// around the anchors, which are cheap to find.
type injectionRule struct {
	// pattern is the rule in words, for the report.
	pattern string
	anchors []string
	// expr is matched against lower-case text in which white space and the marks of
	// comments and quotations are folded to one space.
	expr func() *regexp.Regexp
	// near are words of which the window must contain at least one. It is a second pre-check.
	near []string
	// unless withdraws a match if it matches the text before: "might forget" and "can
	// be sent" report an action and do not ask for it.
	unless func() *regexp.Regexp
	// address is true if the rule only addresses an agent, as instruction files do.
	address bool
	// lineStart is true if the anchor must begin its line.
	lineStart bool
}

// Parts of expressions that several rules share.
const (
	reAgent  = `(?:ai|a\.i\.|llm|language model|gpt|chatgpt|claude|copilot|gemini|cursor|codex|coding|autonomous)`
	reAgents = reAgent + `[ -]?(?:coding |powered |based )?(?:agents?|assistants?|models?|reviewers?|bots?|crawlers?|summari[sz]ers?|tools?|systems?|analy[sz]ers?)`
	reSecret = `(?:api[ _-]?keys?|secrets?|credentials?|passwords?|tokens?|private keys?|ssh keys?|environment variables?|env vars?|\.env(?: file)?|conversation|chat history|system prompt)`
)

// reReported matches the end of a text that reports an action and does not ask for it.
var reReported = lazyregexp.Lazy(`\b(?:might|may|could|would|can|cannot|can't|never|not|n't|able to|attempts? to|attackers?|they|it|which) (?:\w+ )?$`)

// injectionRules are the phrases of hostile texts. Each rule was tried on real
// repositories: harmless texts must rarely match.
var injectionRules = []injectionRule{
	{
		pattern: "asks to ignore earlier instructions",
		anchors: []string{"ignore", "disregard", "forget", "override", "bypass"},
		near:    []string{"instruction", "prompt", "direction", "directive", "guideline", "command", "guardrail", " told ", " said ", " above", " before"},
		expr: lazyregexp.Lazy(`\b(?:ignore|disregard|forget|override|bypass)(?: about)?(?: all| any| every| everything| the| your| of| these| those| my| our| and| other)*` +
			`(?: (?:previous|prior|above|earlier|preceding|foregoing|existing|original|initial|former|system|safety|security|developer|user))+(?: (?:system|safety|security|user|developer|ai|\w{1,12}))?` +
			`(?:'s)? (?:instructions?|prompts?|directions?|directives?|guidelines?|commands?|guardrails)\b` +
			`|\b(?:ignore|disregard|forget) (?:all|everything|anything|what|whatever)(?: of)?(?: that| what)? (?:you(?:'ve| have)? (?:been|were|was|are) (?:told|given|instructed|taught)|i (?:said|told you)|(?:was |is |were )?(?:said|stated|written) (?:above|before|previously|so far)|your (?:instructions|rules|guidelines|training))` +
			`|\b(?:ignore|disregard|forget) (?:the|all|everything|all of the|all the)(?: text| content)? above(?: and|,? instead)\b`),
		unless: reReported,
	},
	{
		pattern: "asks to ignore earlier instructions",
		anchors: []string{"anweisungen", "instrucciones", "instructions pr", "istruzioni", "instruç", "指令", "指示", "инструкции", "지시"},
		expr: lazyregexp.Lazy(`ignorier\w* (?:alle |die |sämtliche )*(?:vorherigen|bisherigen|obigen|früheren|vorangegangenen) anweisungen` +
			`|ignor[ae] (?:todas )?(?:las )?instrucciones (?:anteriores|previas)` +
			`|(?:ignore[zr]?|oublie[zr]?) (?:toutes )?(?:les )?instructions précédentes` +
			`|ignora (?:tutte )?(?:le )?istruzioni precedenti|ignore (?:todas )?(?:as )?instruções anteriores` +
			`|(?:忽略|无视|忘记)[^。\n]{0,8}(?:之前|以上|先前|前面)[^。\n]{0,6}(?:指令|指示)|(?:以前|上記|これまで)の[^。\n]{0,6}(?:指示|指令)を[^。\n]{0,4}無視` +
			`|(?:игнорируй|забудь)\w*(?: все)? (?:предыдущие|прежние) инструкции|이전[^.\n]{0,6}지시[^.\n]{0,6}무시`),
	},
	{
		pattern: "gives the reader a new role",
		anchors: []string{"you are now", "you are no longer", "from now on", "developer mode", "pretend"},
		expr: lazyregexp.Lazy(`\byou are now (?:in |a |an |the |my |acting as |operating as |going to act as |to act as )*(?:dan\b|jailbroken|unrestricted|unfiltered|evil|root\b|admin mode|administrator mode|developer mode|debug mode|god mode|` + reAgents + `|assistant\b|chatbot|language model|different (?:ai|assistant|agent))` +
			`|\byou are no longer (?:bound|restricted|limited|an ai|a language model|an assistant)` +
			`|\bfrom now on,? you (?:are|will|must|shall) (?:act|behave|respond|answer|obey|only|always|never|be|ignore|follow|a|an)\b` +
			`|\b(?:enter|enable|activate|switch to) (?:developer|jailbreak|god|dan) mode (?:and|now|immediately)\b` +
			`|\bpretend (?:that )?you (?:are|have) (?:an? )?(?:unrestricted|no (?:restrictions|rules|guidelines)|not an ai|dan)\b`),
	},
	{
		pattern: "asks for secrecy towards the user",
		anchors: []string{"tell the user", "inform the user", "tell the human", "reveal", "alert the user", "mention this", "mention it to", "notify the user", "the user know", "without telling", "without informing", "without asking", "without the user"},
		expr: lazyregexp.Lazy(`\b(?:do not|don't|dont|never|must not|should not|without) (?:ever )?(?:tell(?:ing)?|inform(?:ing)?|alert(?:ing)?|notify(?:ing)?) (?:to )?(?:the |your )?(?:user|users|human|humans|operator)\b(?: (?:about|that you|of) (?:this|these|any of this|it|the (?:instructions?|prompt|message|change|command|request|injection)|you\b))` +
			`|\b(?:do not|don't|never|must not) (?:ever )?(?:mention|reveal|disclose|show|report) (?:this|these|that you|the existence of this|any of this)\b[^.\n]{0,60}\b(?:to (?:the |your )?(?:user|human|operator|developer)s?)\b` +
			`|\b(?:do not|don't|never) let (?:the|your) (?:user|human|operator) know\b` +
			`|\bwithout (?:the )?(?:user|human)(?:'s)? (?:knowing|noticing|knowledge)\b`),
	},
	{
		pattern: "asks for the system prompt",
		anchors: []string{"system prompt", "system message", "initial instructions", "hidden instructions"},
		expr:    lazyregexp.Lazy(`\b(?:reveal|print|repeat|output|leak|disclose|reproduce|recite|tell me|send me) (?:me )?(?:back )?(?:all |of |the |your |full |entire |complete |exact |whole |verbatim )+(?:original |initial |hidden |secret )?(?:system prompt|system message|initial instructions|hidden instructions)\b`),
	},
	{
		pattern: "imitates a message of the system",
		anchors: []string{"begin system", "system override", "new system prompt", "end of user input", "<|im_start|>system", "<|im_start|> system", "<<sys>>", "system update:", "admin override", "<|system|>", "<system-reminder>", "[system message]", "new instructions:", "important instructions", "updated instructions:"},
		expr: lazyregexp.Lazy(`\bbegin system(?: prompt| message| instructions?| override)?\b|\b(?:system|admin|administrator|developer) override\b ?[:!\]]|\bnew system (?:prompt|message|instructions?) ?:|\bend of user input\b|<\|im_start\|> ?system|<<sys>>|<\|system\|>|<system-reminder>|\[system message\]` +
			`|(?:^|[.!:\]>] )(?:new|updated|important) instructions? ?(?:from [a-z ]{2,20})?(?:for ` + reAgents + `)? ?: (?:you|ignore|do|never|always|run|execute|delete|send|please|from)\b`),
	},
	{
		pattern: "asks to send secrets away",
		anchors: []string{"exfiltrate", "send ", "post ", "upload ", "forward ", "transmit ", "leak ", "email ", "e-mail "},
		near:    []string{"http", "@", "webhook", "exfiltrate"},
		expr: lazyregexp.Lazy(`(?:^|[.!:;,] |\b(?:then|please|must|should|now|and|to) )(?:send|post|upload|exfiltrate|forward|transmit|leak|e-?mail) (?:me )?(?:all |any |the |your |of |contents? |every |their |user's |users' |found )*` + reSecret + `[^.\n]{0,60}? (?:to|at|via) (?:https?://|[\w.+-]+@[\w-]+\.|(?:the |this |my |our )?(?:url|webhook|attacker|endpoint|server|address)\b[^.\n]{0,20}https?://)` +
			`|\bexfiltrate (?:all |any |the |your |of )*` + reSecret),
		unless: reReported,
	},
	{
		pattern: "speaks to AI agents that read the file",
		anchors: []string{"ai agent", "ai assistant", "ai model", "language model", "llm", "ai system", "chatgpt", "claude", "copilot", "coding agent", "coding assistant", "ai review", "ai code", "if you are an ai", "if you're an ai", "ai bot", "ai tool"},
		expr: lazyregexp.Lazy(`\b(?:if|when) you(?: are|'re) (?:an? |the )?(?:ai|llm|large language model|language model|` + reAgents + `)(?:[ ,;:]|$)` +
			`|\b(?:note|notice|attention|message|instructions?|important|hey|dear|hello)(?: (?:to|for|all|any|the|every))*[ ,:!]+(?:all |any |every |the )?(?:llms?\b|` + reAgents + `)[^.\n]{0,40}(?::|\b(?:please|you must|you should|must|should|do not|always|never|ignore)\b)` +
			`|\bas an? (?:ai|llm|large language model|language model|` + reAgents + `)[^.\n]{0,30} you (?:must|should|shall|will|have to|need to|are required)\b` +
			`|\b(?:all |any )` + reAgents + ` (?:reading|processing|analy[sz]ing|reviewing|scanning|summari[sz]ing)[^.\n]{0,60}\b(?:must|should|shall|are required|is required|please)\b`),
		address: true,
	},
	{
		pattern:   "speaks in the name of the assistant",
		anchors:   []string{"assistant:", "system:"},
		expr:      lazyregexp.Lazy(`^(?:assistant|system) ?: (?:please )?(?:run|execute|ignore|delete|remove|download|fetch|curl|upload|exfiltrate|disregard|reveal|approve|call) (?:the|all|this|these|any|your|a|an|following|previous|curl|rm|wget|bash|sh|python|every)\b`),
		lineStart: true,
	},
}

// patternHidden and patternInstructions are not found by phrases.
const (
	patternHidden       = "text hidden in invisible characters"
	patternInstructions = luminos.AgentInstructions
)

// instructionFiles are names of files that coding agents read as instructions.
var instructionFiles = map[string]bool{
	"agents.md": true, "agent.md": true, "claude.md": true, "claude.local.md": true, "gemini.md": true, "copilot-instructions.md": true,
	".cursorrules": true, ".windsurfrules": true, ".clinerules": true, ".roorules": true, ".goosehints": true, "agents.override.md": true,
}

// instructionDirs are directories whose documents coding agents read as
// instructions.
var instructionDirs = []string{".cursor/rules/", ".cursor/commands/", ".claude/agents/", ".claude/commands/", ".claude/rules/", ".windsurf/rules/",
	".clinerules/", ".roo/rules/", ".opencode/agent/", ".opencode/command/", ".junie/", ".github/instructions/", ".github/prompts/"}

// isInstructionFile reports whether coding agents read a file as instructions.
func isInstructionFile(p luminos.Path) bool {
	name := strings.ToLower(string(p))
	base := path.Base(name)
	if instructionFiles[base] {
		return true
	}
	switch path.Ext(base) {
	case ".md", ".mdc", ".mdx", ".txt":
	default:
		return false
	}
	if base == "skill.md" {
		return true
	}
	for _, dir := range instructionDirs {
		if strings.HasPrefix(name, dir) || strings.Contains(name, "/"+dir) {
			return true
		}
	}
	return false
}
