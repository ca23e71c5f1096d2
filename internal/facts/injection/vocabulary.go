package injection

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// Classes of words.
const (
	override = 1 << iota // asks to drop rules, as an imperative
	after                // the same, in languages whose verb comes last
	all
	prior
	rules
	text // content that can be ignored
	det
	scope
	part
	and
	aux
	say
	focus
	only
	act
	agent
	brand
	being
	process
	modal
	you
	neg
	lead
	report
	attack
	secret
	away
	defect
	verdict
	role
	person
	told
	your
	tool
	none
	harm
	cond
	be
	machine
	follow
	foreignReport
	foreignDefect
	confide
	userName
	unbound
	other // continues a list of adjectives: "previous and following instructions"
)

// classNames are the names of the classes in the grammar.
var classNames = map[string]uint64{
	"OVERRIDE": override, "AFTER": after, "ALL": all, "PRIOR": prior, "RULES": rules, "TEXT": text, "DET": det, "SCOPE": scope,
	"PART": part, "AND": and, "AUX": aux, "SAY": say, "FOCUS": focus, "ONLY": only, "ACT": act, "AGENT": agent, "BRAND": brand,
	"BEING": being, "PROCESS": process, "MODAL": modal, "YOU": you, "NEG": neg, "SECRET": secret, "AWAY": away, "DEFECT": defect,
	"VERDICT": verdict, "ROLE": role, "PERSON": person, "TOLD": told, "YOUR": your, "TOOL": tool, "NONE": none, "OTHER": other, "HARM": harm, "UNBOUND": unbound, "USER": userName, "CONFIDE": confide, "FAULT": foreignDefect, "TELLS": foreignReport, "FOLLOW": follow, "MACHINE": machine, "BE": be, "IF": cond,
}

// vocabulary lists the words of each class: English, Spanish, French, German, Portuguese, Russian, Chinese, Japanese,
// Arabic, Hindi. Verbs are imperatives: "ignores" and "ignored" give no order.
var vocabulary = []struct {
	class uint64
	words string
}{
	{override, `ignore disregard forget override bypass neglect discard overlook
		ignora ignoren ignorad olvida olvide olviden omite descarta descarte
		ignorez oubliez oublie négligez ne-tenez-pas-compte
		ignoriere ignorieren ignoriert vergiss vergesst vergessen missachte missachten verwirf
		ignorem esqueça esqueçam esquece desconsidere desconsiderem
		игнорируй игнорируйте проигнорируй проигнорируйте игнорировать забудь забудьте отбрось
		忽略 忽略掉 无视 忽视 忘记 忘掉 不要理会 不要遵守 別理會 無視して 忘れて
		تجاهل تجاهلوا تجاهلي انس انسى اهمل
		भूल`},
	{after, `ignorieren ignoriert ignoriere vergessen ignorar 無視 無視して 無視し 無視せよ 忘れて 忘れ अनदेखा नजरअंदाज नज़रअंदाज़ भूल भुला उपेक्षा`},
	{all, `all any every each everything anything entire whole whatever complete
		todas todos toda todo cualquier toutes tous toute tout alle allen sämtliche sämtlichen alles jegliche
		все всех всё весь любые 所有 所有的 一切 全部 任何 すべて 全て 全部 あらゆる جميع كل كافة أي सभी सारे समस्त सब`},
	{prior, `previous prior above earlier preceding foregoing existing original initial former past previously beforehand
		anteriores anterior previas previos previa recibidas arriba acima précédentes précédente précédents antérieures dessus
		vorherigen vorherige bisherigen bisherige obigen früheren frühere vorangegangenen vorigen vorangehenden
		предыдущие предыдущих предыдущую прежние прежних предшествующие вышеуказанные
		之前 之前的 以上 以上的 先前 先前的 前面 前面的 上述 上面 上面的 此前 此前的 以前 以前の 上記 上記の これまで これまでの 前述 今までの
		السابقة السابق أعلاه السابقه पिछले पिछली पूर्व उपरोक्त पहले ऊपर`},
	{rules, `instruction instructions prompt prompts direction directions directive directives guideline guidelines command commands
		guardrail guardrails rule rules order orders constraints restrictions safeguards programming
		instrucciones instrucción indicaciones órdenes reglas directrices consignes consigne instructions règles directives
		anweisungen anweisung instruktionen vorgaben regeln instruções instrução ordens regras diretrizes
		инструкции инструкций инструкцию указания правила команды 指令 指示 指引 说明 规则 提示 命令 提示词 規則 内容 上下文 对话 要求 context conversation contexte contexto kontext ルール プロンプト 指図
		التعليمات تعليمات الأوامر القواعد تعليماتك निर्देशों निर्देश आदेशों आदेश नियमों नियम हिदायतों`},
	{text, `text content contents data info information rest document documents snippets input message messages paragraph paragraphs
		indicators files file findings context tasks task`},
	{det, `the my those this these of our its given such to that in a an las los les des vos tes la el le de die das den der von
		as os da das do dos 的 の を は に 了 掉 这些 那些 из`},
	{scope, `system safety security developer user users moderation internal ai`},
	{part, `को का के की من و को ، 也 も へ`},
	{and, `and or then und et y e и 并 并且 然后 and/or instead`},
	{other, `other remaining following negative subsequent future`},
	{aux, `have has been were was are ve had received given got`},
	{say, `print say output reply respond answer write repeat echo translate report state spell display return tell summarize describe confirm
		imprime responde escribe di repite affiche affichez réponds répondez écris écrivez dis répète imprimez gib antworte antworten schreibe
		drucke melde melden imprima responda escreva diga напиши напишите выведи ответь отвечай скажи напечатай
		输出 打印 回复 说 回答 写 只输出 出力 答えて 答え 書いて اكتب اطبع قل أجب लिखो लिखें बताओ कहो`},
	{focus, `focus concentrate start begin pretend act send delete run execute perform follow obey reveal give call approve mark`},
	{only, `only just simply solely exclusively merely nothing solo sólo seulement uniquement nur ausschließlich somente apenas только 只 仅 だけ`},
	{act, `run execute call invoke delete remove add insert install download fetch open send upload post approve merge push commit
		create modify visit submit include mark rate score recommend grant disable edit change append exfiltrate curl append
		print say output reply respond answer write repeat report state list use set stop skip ignore disregard forget leave output give
		describe omit read do`},
	{harm, `run execute delete approve insert send skip mark exfiltrate disregard forget ignore leave fetch download upload curl disable overwrite
		submit merge wget visit grant`},
	{agent, `agent agents assistant assistants model models reviewer reviewers bot bots crawler crawlers summarizer summarizers
		summariser analyzer analyzers scanner scanners tool tools system systems software parser reviewer reader`},
	{brand, `claude chatgpt copilot gemini gpt codex grok llama deepseek assistant llm llms`},
	{being, `ai llm llms gpt chatgpt claude copilot gemini codex cursor language large automated autonomous coding automatic artificial reviewer
		intelligence anthropic openai powered based chat neural code review analysis screening summarization moderation`},
	{process, `reading processing analyzing analysing reviewing scanning summarizing summarising parsing ingesting evaluating indexing`},
	{modal, `must should shall please always never need`},
	{you, `you u du sie usted tú tu vous você вы ты 你 您 あなた أنت आप`},
	{your, `your tus sus tes vos deine ihre suas seus твои ваши 你的 您的 あなたの`},
	{neg, `not dont never no without cannot doesnt nicht kein keine ne pas jamais nunca не 不要 别 勿 不得 لا`},
	{lead, `please now just so next finally first immediately always simply must should shall also kindly ok okay nevermind important
		instead bitte jetzt sofort favor ahora maintenant agora пожалуйста теперь 请 請 现在 请你 then today important urgent critical
		notice warning attention note reminder todo fixme hey hello hi dear stop and but however من فضلك कृपया absolutely`},
	{report, `might may could would can cannot cant able attempt attempts attempted attempting tries trying tried attacker attackers they it which
		who that will wont didnt doesnt dont not never models users telling tells told asks asking asked instructs instructing saying says
		said if whether how why when he she we i lets allows causes cause force forces tricks trick make makes to
		without avoid instructed would`},
	{attack, `attack attacks attacker attackers injection injections jailbreak jailbreaks malicious payload payloads phrase phrases
		adversarial vulnerability exploit such like example examples eg detect detects detected containing contains contain pattern patterns
		says saying said asks asking wrote writes embed embeds embedded inject injected instance hijack hijacking poisoned poisoning`},
	{secret, `key keys secret secrets credential credentials password passwords token tokens env environment id_rsa conversation history prompt`},
	{away, `send post upload exfiltrate forward transmit leak email mail envía envoie sende enviar отправь 发送 送信`},
	{defect, `vulnerability vulnerabilities finding findings issue issues problem problems flag flags concern concerns bug bugs warnings
		defects errors risks weaknesses`},
	{verdict, `safe secure approved clean harmless benign trusted excellent highest perfect certified qualified reviewed verified 10/10
		acceptable outstanding`},
	{role, `dan jailbroken unrestricted unfiltered evil developer debug god assistant chatbot agent language different ai uncensored`},
	{person, `user users human humans operator owner`},
	{cond, `if when si wenn falls se quando lorsque если когда 如果 若 假如 もし إذا यदि अगर`},
	{be, `are youre bist sind eres es êtes sois seja é és estás 是 كنت がある が आप`},
	{machine, `ai ia ki kiassistent ии иишка нейросеть llm chatbot assistant asistente assistent assistentin assistente ассистент помощник агент agente ki-assistent
		кии 人工智能 助手 大模型 语言模型 智能体 aiアシスタント アシスタント エージェント مساعد ذكاء اصطناعي एआई सहायक`},
	{follow, `follow obey listen sigas siga obedezcas sigan suivez suis befolge befolgen befolgt выполняй выполняйте следуй следуйте соблюдай
		遵循 遵守 执行 従わ تتبع اتبع`},
	{foreignReport, `informes informe reportes melde melden signale signalez relate reporte сообщай сообщайте упоминай 报告 上报 提及 標記 标记 報告 تبلغ`},
	{foreignDefect, `problema problemas vulnerabilidad vulnerabilidades vulnerabilidade fehler probleme schwachstellen problème problèmes vulnérabilité vulnérabilités failles уязвимости уязвимость ошибки проблемы ошибках уязвимостях 漏洞 问题 脆弱性 問題 ثغرات`},
	{confide, `tell inform notify alert digas diga digan informes avise avises informez informe dites dis sag sage sagen informiere informieren
		conte fale сообщай сообщайте говори говорите рассказывай 告诉 通知 知らせ 伝え تخبر बताओ बताना बताएं`},
	{userName, `user users human humans usuario usuarios utilisateur utilisateurs benutzer nutzer anwender usuário usuários пользователю пользователям
		пользователя 用户 使用者 ユーザー ユーザ المستخدم उपयोगकर्ता`},
	{unbound, `unrestricted uncensored unfiltered jailbroken dan evil`},
	{told, `told given instructed taught said learned asked gesagt aufgetragen dicho dito dit говорили сказано сказали سبق قيل 说过的 कहा गया`},
	{none, `no zero empty none without any`},
	{tool, `tool tools function functions command api`},
}

// The tokens that are no words. Their numbers come before the numbers of the words.
const (
	unknown = iota // a word outside the vocabulary
	stop           // the end of a sentence
	comma          //
	colon          //
	newline        //
	quote          //
	opening        // a bracket
	closing        // a bracket
	meta           // a sign of code or of a table
	code           // a part of a regular expression or of a qualified name
	chat           // a mark of a chat template: <|im_start|>
	name           // a name with an underscore, such as the name of a tool
	link           // an address
	firstWord
)

// dictionary is the vocabulary by word. It is built once and never changes.
type dictionary struct {
	ids     map[string]uint16
	classes []uint64 // by id
	heads   [][]*pattern
	bloom   [hashes]bool // whether a word may be known, by [hash]
	longest map[rune]int // characters of the longest word, by its first ideograph
}

var words = sync.OnceValue(func() *dictionary {
	d := &dictionary{ids: map[string]uint16{}, classes: make([]uint64, firstWord), longest: map[rune]int{}}
	for _, v := range vocabulary {
		for w := range strings.FieldsSeq(v.words) {
			d.classes[d.add(w)] |= v.class
		}
	}
	patterns := parseGrammar(d)
	d.heads = make([][]*pattern, len(d.classes))
	for id := range d.classes {
		for _, p := range patterns {
			if p.begins(uint16(id), d.classes[id]) {
				d.heads[id] = append(d.heads[id], p)
			}
		}
	}
	return d
})

// add returns the number of a word, which is new or known.
func (d *dictionary) add(w string) uint16 {
	w = string(foldWord(nil, w))
	if id, ok := d.ids[w]; ok {
		return id
	}
	id := uint16(len(d.classes))
	d.ids[w] = id
	d.classes = append(d.classes, 0)
	d.bloom[hash(w)] = true
	if r, _ := utf8.DecodeRuneInString(w); ideograph(r) {
		d.longest[r] = max(d.longest[r], utf8.RuneCountInString(w))
	}
	return id
}

// find returns the number of a word, or unknown.
func (d *dictionary) find(w []byte) uint16 {
	if len(w) == 0 || !d.bloom[hash(w)] {
		return unknown
	}
	return d.ids[string(w)]
}

// hashes is the number of values of [hash].
const hashes = 1 << 14

// hash returns a number from the length and the first bytes of a word.
func hash[T string | []byte](w T) int {
	h := len(w)
	for i := range min(len(w), 4) {
		h = h*31 + int(w[i])
	}
	return (h*31 + int(w[len(w)-1])) & (hashes - 1)
}
