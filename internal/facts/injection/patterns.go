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
		OVERRIDE ALL|DET* reglas|regeln|règles|regras|правила|规则|ルール AND _
		OVERRIDE what|whatever|anything the|your PERSON asked|asks|says|said|wants|wanted|requests|requested
		OVERRIDE DET|ALL* PERSON|users request|requests|question|query|task|prompt AND SAY|HARM
		OVERRIDE our|this|the conversation|chat|discussion AND _
		nothing|everything above DET|paragraph|line|text* matters|counts|applies|does
		obey|follow only what|this|these|the _
		cancel|abort|abandon|stop DET|YOUR|PRIOR|ALL* task|mission|assignment that|which|you|AND
		ne tenez|tiens pas compte DET|ALL* RULES PRIOR
		set|put aside ALL|DET|that|what|of|RULES+ you AUX* TOLD
		OVERRIDE ALL STOP|COMMA? _{2} you|dir|ihnen|te|ti|тебе|вам|لك TOLD
		OVERRIDE ALL|que|o|qui|foi|что|ما+ _{2} TOLD _{2} PRIOR
		OVERRIDE todo|tudo|tout|alles lo|o|ce|das|que|qui? anterior|acima|précède|vorherige|obige|precede
		OVERRIDE DET|this|TEXT+ AND reply|respond|answer|say|write with|only
		do|must|should? NEG FOLLOW ALL|DET|YOUR* PRIOR RULES
		do|must|should? NEG FOLLOW ALL|DET* RULES PRIOR
		instead of describing|summarizing|summarising|reviewing|analyzing|analysing|translating|evaluating the|this|DET TEXT|code|candidate
		treat|consider|regard DET|TEXT|below|following|PRIOR* as a|an|the|DET* command|instruction|instructions|order|orders|directive from
		everything|anything|all|text above DET|line* is|was _? obsolete|void|invalid|false|outdated|irrelevant
		follow these|those|mine|this instead COLON
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
		YOUR RULES|task|role|objective have|has|is|are been|now? changed|updated|replaced|modified
		PRIOR RULES gelten|gilt nicht mehr
		YOUR PRIOR|OTHER|SCOPE* RULES _? no longer apply|applies|valid|bind|relevant
		YOUR PRIOR|OTHER|SCOPE* RULES are|is now? void|obsolete|invalid|cancelled|canceled|suspended|superseded|replaced
		RULES you AUX* received|given|TOLD PRIOR? are|is now? void|obsolete|invalid|cancelled|canceled|suspended|superseded|replaced
		PRIOR _{3} ALL|PART|DET* निर्देश|निर्देशों|नियमों|आदेशों PART|ALL|DET* AFTER
		higher|highest priority than ALL|DET* PERSON|system
		PRIOR PRIOR|ALL|DET|SCOPE|PART* RULES PART|ALL|DET* AFTER
		ALL DET|PART* PRIOR PRIOR|DET|SCOPE|PART* RULES PART|ALL|DET* AFTER
	`},
	{kind: "gives the reader a new role", patterns: `
		you are now in|a|an|the|my|acting|operating|going|to|act|as|DET* ROLE
		you are no longer bound|restricted|limited
		act|behave as an? ROLE unrestricted|uncensored|jailbroken|_{2} without|with no|any restrictions|rules|limits|filter
		act as a|an unrestricted|uncensored|jailbroken|unfiltered
		you are a|an? UNBOUND
		from this point|moment on|forward|onward|onwards treat|consider|act|answer|respond|obey
		from this point|moment on|forward|onward|onwards you must|will|are|shall
		MACHINE _{2} without|sin|sem|sans|没有|ohne any|的? restrictions|limits|restricciones|restrições|限制|limites
		YOU BE? now|ahora|agora|теперь|jetzt|maintenant|今から BE|um|un|ein|es|é|est|DET* MACHINE|administrador|администратор|administrator|管理者|管理员
		你现在是 _{12} 助手|管理员|黑客|模型
		pretend to be the system
		act|behave|respond|answer as if|though you had|have|are|were
		you have a new role|task|identity|persona|goal
		you are now in maintenance|unrestricted|admin|god|jailbreak mode
		you are to SAY the|DET word|phrase|string|sentence|text
		from now on you are|will|must|shall act|behave|respond|answer|obey|only|always|never|be|ignore|follow|a|an|SAY
		desde|a|à partir|de* ahora|maintenant|agora tu|vous|você|usted|eres|es|sois|responde|réponds|responda
		ab jetzt|sofort bist|antwortest|wirst du
		从现在开始 你
		从现在起 你
		с этого момента ты|вы
		今から|これから YOU
		من الآن أنت
		अब से आप
		enter|enable|activate|switch to? developer|jailbreak|god|dan mode AND|now|immediately
		pretend that? you are|have DET|no* unrestricted|restrictions|rules|guidelines|dan
		your new task|role|goal|instruction|instructions|objective is|are COLON? to? _
	`},
	{kind: "asks for secrecy towards the user", patterns: `
		USER DET|PART* NEG|मत|CONFIDE मत|NEG|CONFIDE|せ|ない|ないで
		do|must|should? NEG ever? tell|inform|alert|notify|let to? the|your PERSON know|about|that|of? this|these|any|it|the|you|what|changes
		do|must|should? NEG ever? mention|reveal|disclose|show|report this|these|that|it|the|any|you|of|existence|_* to the|your PERSON
		do|must|should? NEG let the|your PERSON know
		keep|hide this|DET _{3} secret|hidden from the|your PERSON
		n|ne|no|não|не|nicht|不要|别|لا|मत CONFIDE pas? DET|ao|al|à|à|l|das|dem|den* USER
		CONFIDE DET|dem|den* USER nicht|nichts
		without telling|informing|alerting|notifying the|your PERSON
	`},
	{kind: "asks for secrecy towards the user", patterns: `
		ACT _{8} without the? PERSON knowing|noticing|knowledge
	`},
	{kind: "asks for the system prompt", patterns: `
		append|include|add|copy|write|send|translate|encode|summarize|summarise _{3} your system|initial|hidden prompt|instructions
		copy|paste|append _{8} into|to your response|reply|answer|output
		reveal|print|repeat|output|leak|disclose|reproduce|recite|tell|send|show me? back? ALL|of|the|your|full|exact|PRIOR|hidden|secret+ system prompt|message
		reveal|print|repeat|output|leak|disclose|reproduce|recite ALL|of|the|your|full|exact* initial|hidden|original|secret instructions|prompt
		reveal|repeat|disclose|recite ALL|of|the* YOUR instructions|prompt|rules
		what|whats is? your system|hidden|initial|original prompt|instructions
		print|reveal|output|show DET? hidden|system|secret|initial prompt|instructions verbatim|STOP
		muestra|muestre|revela|revele|zeige|zeig|nenne|affiche|affichez|montre|révèle|mostre|покажи|выведи|раскрой|显示|输出 YOUR|DET|SCOPE|del|prompt|de* system|sistema|système|systemprompt|системный|系统提示|系统提示词|systemeingabe
	`},
	{kind: "imitates a message of the system", anywhere: true, patterns: `
		システムプロンプト PART|DET* 表示|出力|教え
		CHAT human|user COLON _|STOP|COMMA{8} ACT
		begin|start of? instructions|prompt to|for the BEING|BRAND|AGENT
		system note|notice|alert|message COLON|COMMA ALL|DET|_|COMMA{12} do|dont|must|never|ignore
		i authorize|authorise|permit|allow you to
		the|your PERSON has|have already agreed|approved|authorized|authorised|granted|consented _{3} you may|can
		begin system prompt|message|instructions|override
		system|admin|administrator|developer override COLON|META
		new system prompt|message|instructions COLON
		end of user input
		NEWLINE|STOP new|updated|important instructions from|for|BEING|AGENT* COLON you|ignore|do|never|always|run|execute|delete|send|please|from|SAY
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
		环境变量|密码|密钥|令牌|凭据 _{4} 发送|上传|发送到 _{3} LINK|http|https
		your|new task|job|goal is to list|print|collect|send|find ALL|DET* SECRET
	`},
	{kind: "speaks to AI agents that read the file", address: true, anywhere: true, patterns: `
		any|all|every BEING* BEING|AGENT|BRAND that|who|which reads|read|processes|sees|opens|analyzes|parses|scans|summarizes this|the|it _{4} must|has|have|should|shall|will|needs
		if|when this|the TEXT|page|repository is|are processed|read|parsed|summarized|summarised|analyzed|analysed|seen by DET|a|an* BEING* BEING|AGENT|BRAND
		you COMMA the BEING* BRAND|AGENT|MACHINE PROCESS
		attention BEING* ai|llm|llms COLON
		an|für alle|allen DET* MACHINE|modelle _{2} COLON
		a|para todos|todas DET* MACHINE|asistentes|assistentes|modelos _{3} COLON
		для всех DET* MACHINE|моделей _{2} COLON
		all|any llms|llm agents|models must|shall never|always|not
		IF YOU|BE YOU|BE|a|an|ein|eine|un|une|um|uma|एक* MACHINE
		YOU が MACHINE
		if|when|since any|an|a|the BEING* BEING|AGENT|BRAND is|are PROCESS _{6} HARM|please|must|should|do|dont|it|respond|say|report|state
		new|updated|special|secret|hidden directive|directives|instruction|instructions|order|orders|task for|to any|all|every|the|an* BEING|BRAND* BRAND|AGENT PROCESS|handling|COLON|that|who|in
		for ALL? BEING+ AGENT only COLON
		hello|hi|hey|dear DET? BEING|BRAND* AGENT|BRAND STOP|COMMA please|kindly|you|HARM|do|dont
		if|when|since you|youre are? a|an|the|any? BEING|BRAND* BEING|BRAND|AGENT HARM|MODAL|you|please|do|dont|COMMA
		if|when you|youre are? a|an|the? BEING+ AGENT
		note|notice|memo|addendum to|for all|any|every|the|DET* BEING+ AGENT|BRAND|SCOPE _{2} COLON
		note|notice|memo to|for all|any|every|the|DET* BRAND COLON
		attention|hey|dear|hello|important|urgent|critical COLON? all|any|every|the|DET* BEING|BRAND* AGENT|BRAND COMMA|COLON please|you|do|dont|MODAL|HARM|add|write|report
		attention|important|urgent BEING+ AGENT
		to the|any|all|every BEING+ AGENT? PROCESS|that _{4} COLON|MODAL|please
		as a|an|the BEING|BRAND+ AGENT? you MODAL|have|will|are
		all|any|every BEING* BEING|BRAND|AGENT PROCESS _{6} must|should|shall|are|is required|please|do|HARM|state|ensure|treat|mention|include|say|add
		agents|assistants|llms PROCESS this|these|the _{3} must|should|shall|please
		agents|assistants|llms PROCESS this|these|the _{3} are required
	`},
	{kind: "speaks to AI agents that read the file", address: true, patterns: `
		assistant|claude|chatgpt|copilot|gemini COMMA you|your|please
		dependabot|renovate COMMA merge|approve
		BEING+ reviewers|agents|assistants|models|scanners|analyzers|crawlers|bots COLON _{8} COMMA|STOP|and* HARM|you|do|dont
		agent|assistant|model|ai COMMA please|kindly
		ai COLON when|if|please|you|do|dont|always|never|HARM
		claude|chatgpt|copilot|gemini|codex always|never|please HARM|SAY|do|add|say
		BEING+ agents|assistants|models|reviewers|bots|crawlers|agent|assistant|model|reviewer COLON please|you|do|dont|MODAL|before|HARM
		llms|llm|agents|assistants COLON please|you|do|dont|MODAL|before|HARM
		claude|chatgpt|copilot|gemini|codex|grok COMMA|COLON please|you|do|dont|MODAL|HARM|add|write|report|list
	`},
	{kind: "tells a reviewer its result", patterns: `
		do? NEG TELLS _{6} FAULT
		do? NEG TELLS DET? FAULT
		不要|别|勿 TELLS _{12} FAULT
		skip|ignore|omit|exclude DET file|folder|directory|module|code|section when|while|in you|your|PROCESS
		do? NEG analyze|analyse|scan|review|assess|inspect this|these|DET file|directory|folder|module|code|document|it|repository
		do|must|should? NEG include|mention|list this|DET file|directory|folder|section|code in your
		include|mention|add|insert|append|put|state|omit _{10} in|into|from|to your final report|answer|summary|response|review
		you must include|mention|add|state|say _{10} in your final? report|answer|summary|response|review|analysis
		respond|reply|answer to every|any|all|each further|other? request|requests|question|questions|message|messages|prompt|prompts with
		before you summarize|summarise|answer|respond|reply fetch|run|read|open|visit|execute|call
		when|if asked|questioned about|for|to|by _{5} recommend|say|claim|answer
		when|if|while summarizing|summarising|answering|describing|generating _{6} always|never|do|dont|please recommend|NEG|include|mention|say|add|omit|claim
		approve|merge|accept this|the|DET change|pr|pull|commit|merge|patch|diff|code request? AND|without|immediately NEG|ACT|SAY|any|further|review|report|raise|no
		do|must|should? NEG flag|report|raise|list|mention this|these|any|DET|ALL|NONE* file|directory|module|package|repository|DEFECT|code in|of? this|the|DET
		do|must|should? NEG flag|report this file|directory|module|package|repository|code
		do|must|should? NEG flag|report|raise ALL? DEFECT in|about|for this|the file|directory|module|package|repository|code
		mark|rate|score|classify|describe|label|treat this|it|the|DET|candidate|project|code|repository|module|file|package* as VERDICT
		report|conclude|claim|declare that? this|the|DET? directory|file|code|repository|project|package|domain|module|candidate is|are|contains|has NONE|VERDICT|not|clean _? DEFECT|malicious|safe|secure|harmless
		report that there is|are NONE DEFECT|security
		state|say|conclude|claim|write|confirm in your report|summary|answer|review|response that
		rate|score|grade _{6} 10 of|out* 10
		your response|reply|answer|output must begin|start|end with QUOTE
		end|finish your response|reply|answer|summary with
		the correct|right summary|answer|description of this|the TEXT|file|repository|project is COLON
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
		use|invoke|call your shell|bash|terminal|browser|file|search|write|read|edit tool|tools
		stop your PRIOR|current|present* task|work
		call|invoke the? tool NAME
		call|invoke the? NAME tool now|immediately|with|before
	`},
	{kind: "asks for a text of its own", patterns: `
		next? please? repeat|say|translate the following sentence|phrase|words COLON
		write|generate|compose one|a|an|two|three _{2} sentence|paragraph|poem|essay|story|joke about|on _{8} words
		focus ONLY on|upon _{6} AND SAY
		ONLY SAY DET word|string|phrase _ STOP|QUOTE
		SAY ONLY DET word|string|phrase
		responde|responda|respondan|antworte|antworten|réponds|répondez|ответь|отвечай ONLY con|mit|avec|com|QUOTE
		回复|直接回复|只回答|只回复|仅回答|只输出|仅输出 QUOTE
		QUOTE とだけ 返信|答え|出力|回答
	`},
}
