package injection

// Hidden is the pattern of runs of invisible characters that can hold a message.
const Hidden = "text hidden in invisible characters"

// grammar lists the patterns of orders. A line is a pattern: a sequence of elements, each a class of words, a word or
// several joined by |, with ? for one or none, * for at most six, + for one to six and {n} for at most n of them. _ is
// any word. Signs between words, such as commas and quotation marks, are skipped.
var grammar = []struct {
	kind     string // in words, for the report
	anywhere bool   // the first word need not begin a clause
	address  bool   // it only addresses an agent, as files of instructions do
	patterns string
}{
	{kind: "asks to ignore earlier instructions", patterns: `
		OVERRIDE about|of|YOU? ALL|DET|SCOPE|AND|YOUR|OTHER|PART|of* PRIOR PRIOR|SCOPE|DET|AND|OTHER|PART|ALL* _? RULES
		OVERRIDE ALL|DET|SCOPE|YOUR|of|PART|YOU* RULES|TEXT DET|ALL|PART|that|which|you|AUX|TOLD* PRIOR
		OVERRIDE ALL|DET|of* YOUR SCOPE|OTHER|PRIOR|own* RULES
		OVERRIDE ALL|DET|of* YOUR|SCOPE SCOPE|OTHER|PRIOR* RULES AND SAY|ACT
		OVERRIDE ALL|DET|of* SCOPE+ RULES AND|ONLY+ SAY|ACT
		OVERRIDE ALL|DET|that|what|of|RULES+ you AUX* TOLD
		OVERRIDE ALL|DET|that|what|of+ i|was|is|were TOLD|said|written|stated PRIOR?
		OVERRIDE ALL|DET|of|TEXT+ above AND|SAY|ONLY
		OVERRIDE RULES AND ONLY? SAY
		OVERRIDE ALL|DET|OTHER|PRIOR|of* TEXT|them|RULES PRIOR|of|in|on|DET|TEXT* AND|instead|ONLY* SAY|FOCUS QUOTE|ONLY|DET|COLON|it|as|META
		OVERRIDE ALL|DET|OTHER|PRIOR|of* TEXT|them|RULES PRIOR|of|in|on|DET|TEXT* AND|instead|ONLY* print|describe|translate
		OVERRIDE ALL TEXT except
		OVERRIDE ALL|DET|OTHER|PRIOR|of* _? TEXT in|of? DET|TEXT* STOP? AND? SAY|FOCUS ONLY
		OVERRIDE DET|ALL? manual|automatic|automated scoring|score|evaluation|review|assessment
		stop everything STOP* now? STOP* ONLY? SAY
		do|must|should? NEG follow|obey|comply|listen with|to? ALL|DET|SCOPE|YOUR* PRIOR SCOPE|OTHER* RULES
		do|must|should? NEG follow|obey ALL|DET* PERSON|SCOPE RULES
		skip|ignore ALL|DET|OTHER* rest|remaining of? DET|TEXT* AND SAY|submit|FOCUS
	`},
	{kind: "asks to ignore earlier instructions", anywhere: true, patterns: `
		PRIOR PRIOR|ALL|DET|SCOPE|PART* RULES PART|ALL|DET* AFTER
		ALL DET|PART* PRIOR PRIOR|DET|SCOPE|PART* RULES PART|ALL|DET* AFTER
	`},
	{kind: "gives the reader a new role", patterns: `
		you are now in|a|an|the|my|acting|operating|going|to|act|as|DET* ROLE
		you are no longer bound|restricted|limited
		act|behave as an? ROLE unrestricted|uncensored|jailbroken|_{2} without|with no|any restrictions|rules|limits|filter
		act as a|an unrestricted|uncensored|jailbroken|unfiltered
		from now on you are|will|must|shall act|behave|respond|answer|obey|only|always|never|be|ignore|follow|a|an|SAY
		desde|a|à partir de? ahora|maintenant|agora tu|vous|você|usted|eres|es|sois|responde|réponds
		ab jetzt|sofort bist|antwortest|wirst du
		从现在开始 你
		从现在起 你
		你现在是
		enter|enable|activate|switch to? developer|jailbreak|god|dan mode AND|now|immediately
		pretend that? you are|have DET|no* unrestricted|restrictions|rules|guidelines|dan
		your new task|role|goal|instruction|instructions|objective is|are COLON? to? _
	`},
	{kind: "asks for secrecy towards the user", patterns: `
		do|must|should? NEG ever? tell|inform|alert|notify|let to? the|your PERSON know|about|that|of? this|these|any|it|the|you|what|changes
		do|must|should? NEG ever? mention|reveal|disclose|show|report this|these|that|it|the|any|you|of|existence|_* to the|your PERSON
		do|must|should? NEG let the|your PERSON know
		without telling|informing|alerting|notifying the|your PERSON
	`},
	{kind: "asks for secrecy towards the user", patterns: `
		ACT _{8} without the? PERSON knowing|noticing|knowledge
	`},
	{kind: "asks for the system prompt", patterns: `
		reveal|print|repeat|output|leak|disclose|reproduce|recite|tell|send|show me? back? ALL|of|the|your|full|exact|PRIOR|hidden|secret+ system prompt|message
		reveal|print|repeat|output|leak|disclose|reproduce|recite ALL|of|the|your|full|exact* initial|hidden|original|secret instructions|prompt
		reveal|repeat|disclose|recite ALL|of|the* YOUR instructions|prompt|rules
	`},
	{kind: "imitates a message of the system", anywhere: true, patterns: `
		begin system prompt|message|instructions|override
		system|admin|administrator|developer override COLON|META
		new system prompt|message|instructions COLON
		end of user input
		NEWLINE|STOP new|updated|important instructions from|for|BEING|AGENT* COLON you|ignore|do|never|always|run|execute|delete|send|please|from
		CHAT CHAT|NEWLINE|QUOTE|COLON|system|user* OVERRIDE|delete|exfiltrate|disregard|approve|curl|print|reveal
		CHAT CHAT|NEWLINE|QUOTE|COLON|system|user* SAY DET? that|only|QUOTE
		CHAT CHAT|NEWLINE|QUOTE|COLON|system|user* NEG? you|the must|should|have|now|PERSON|operator|admin _* ACT|SAY|granted|approved|authorized|authorised
		CHAT system do|you|COLON _
		CHAT CHAT|NEWLINE|QUOTE|COLON|system|user* note|message|attention|important|critical|hidden|report|focus _*
	`},
	{kind: "speaks in the name of the assistant or the system", patterns: `
		assistant|system COLON please? run|execute|ignore|delete|remove|download|fetch|curl|upload|exfiltrate|disregard|reveal|approve|call the|all|this|these|any|your|a|an|following|previous|curl|rm|wget|bash|sh|python|every|other
		system COLON focus only|exclusively|on
		system message|override|prompt COLON OVERRIDE|SAY|FOCUS
	`},
	{kind: "speaks in the name of the assistant or the system", anywhere: true, patterns: `
		assistant COLON _|STOP{30} human|user COLON _|STOP{12} print|repeat|ignore|reveal|delete|run|execute|send|could|please|want|approve|write
	`},
	{kind: "asks to send secrets away", patterns: `
		AWAY me? ALL|any|DET|YOUR|of|contents|content|value|values|PERSON|found|PRIOR|BEING* SECRET _{8} to|at|via|by|through _{4} LINK|webhook|attacker|http|https
		AWAY ALL|any|DET|YOUR|of|contents|content|file|files* SECRET _{8} LINK
		exfiltrate ALL|DET|YOUR|of* SECRET
	`},
	{kind: "asks to send secrets away", anywhere: true, patterns: `
		your|new task|job|goal is to list|print|collect|send|find ALL|DET* SECRET
	`},
	{kind: "speaks to AI agents that read the file", address: true, anywhere: true, patterns: `
		if|when|since you|youre are? a|an|the|any? BEING|BRAND* BEING|BRAND|AGENT HARM|MODAL|you|please|do|dont|COMMA
		if|when you|youre are? a|an|the? BEING+ AGENT
		note|notice|memo|addendum to|for all|any|every|the|DET* BEING+ AGENT|BRAND|SCOPE _{2} COLON
		note|notice|memo to|for all|any|every|the|DET* BRAND COLON
		attention|hey|dear|hello|important|urgent|critical COLON? all|any|every|the|DET* BEING|BRAND* AGENT|BRAND COMMA|COLON please|you|do|dont|MODAL|HARM|add|write|report
		attention|important|urgent BEING+ AGENT
		to the|any|all|every BEING+ AGENT? PROCESS|that _{4} COLON|MODAL|please
		as a|an|the BEING|BRAND+ AGENT? you MODAL|have|will|are
		all|any|every BEING* BEING|BRAND|AGENT PROCESS _{6} must|should|shall|are|is required|please|do|HARM|state|ensure|treat
		agents|assistants|llms PROCESS this|these|the _{3} must|should|shall|please
		agents|assistants|llms PROCESS this|these|the _{3} are required
	`},
	{kind: "speaks to AI agents that read the file", address: true, patterns: `
		BEING+ agents|assistants|models|reviewers|bots|crawlers|agent|assistant|model|reviewer COLON please|you|do|dont|MODAL|before|HARM
		llms|llm|agents|assistants COLON please|you|do|dont|MODAL|before|HARM
		claude|chatgpt|copilot|gemini|codex|grok COMMA|COLON please|you|do|dont|MODAL|HARM|add|write|report|list
	`},
	{kind: "tells a reviewer its result", patterns: `
		approve|merge|accept this|the|DET change|pr|pull|commit|merge|patch|diff|code request? AND|without|immediately NEG|ACT|SAY|any|further|review|report|raise|no
		do|must|should? NEG flag|report|raise|list|mention this|these|any|DET|ALL|NONE* file|directory|module|package|repository|DEFECT|code in|of? this|the|DET
		do|must|should? NEG flag|report this file|directory|module|package|repository|code
		do|must|should? NEG flag|report|raise ALL? DEFECT in|about|for this|the file|directory|module|package|repository|code
		mark|rate|score|classify|describe|label|treat this|it|the|DET|candidate|project|code|repository|module|file|package* as VERDICT
		report that? this|the|DET? directory|file|code|repository|project|package|domain|module|candidate is|are|contains|has NONE|VERDICT|not|clean _? DEFECT|malicious|safe|secure|harmless
		report that there is|are NONE DEFECT|security
		report|submit NONE DEFECT AND|STOP
		rate|score this|DET|the project|code|repository|candidate|pr|package as? VERDICT
		if questioned|asked SAY that
		submit the? report with confidence|NONE|an|a
		give this|DET|the pull|pr|candidate|code|project|change|repository request? the|a highest|perfect|top|best|maximum
	`},
	{kind: "tells a reviewer its result", anywhere: true, patterns: `
		with an? empty list|array of DEFECT
		when|if you|asked|PERSON asks|ask|asked|summarize|summarise|review|analyze|analyse|describe|evaluate for|about|how|this|the|a|DET|candidate|summary|document|_* NEG|simply|only|just|SAY mention|report|include|SAY|ONLY|with
		do|must|should? NEG evaluate|assess|review|analyze the|this candidate|code|project|document|file
	`},
	{kind: "tells an agent to call a tool", anywhere: true, patterns: `
		you must|should|need|have to? now|immediately? call|invoke|use|run the? tool NAME
		you must|should|need|have to? now|immediately? call|invoke|use|run the? NAME tool
		before doing|starting anything else? run|execute|fetch|download|curl|call|read
		before you do|start anything else? run|execute|fetch|download|curl|call|read
		before continuing|answering|proceeding you|COMMA* HARM|call
	`},
	{kind: "tells an agent to call a tool", patterns: `
		call|invoke the? tool NAME
		call|invoke the? NAME tool now|immediately|with|before
	`},
	{kind: "asks for a text of its own", patterns: `
		next? please? repeat|say|translate the following sentence|phrase|words COLON
		write|generate|compose one|a|an|two|three _{2} sentence|paragraph|poem|essay|story|joke about|on _{8} words
		focus ONLY on|upon _{6} AND SAY
	`},
}
