package redact

import "strings"

// foreign are names of passwords and of other secrets in languages other than English.
var foreign = []rule{
	{words: foreignPasswords, look: func(f *finder, start, end int) { f.named(classPassword, start, end) }},
	{words: foreignSecrets, look: func(f *finder, start, end int) { f.named(classSecret, start, end) }},
}

var foreignPasswords = []string{
	"contraseña", "CONTRASEÑA", "contraseñas", "contrasena", "contrasenya", "clave", // Spanish, Catalan
	"mot_de_passe", "mot-de-passe", "mot de passe", "motdepasse", "mdp", // French
	"kennwort", "losung", "senha", "parola", "parole", // German, Portuguese, Italian and others
	"пароль", "Пароль", "ПАРОЛЬ", // Russian
	"密码", "密碼", "口令", "パスワード", "暗証番号", "비밀번호", "암호", // Chinese, Japanese, Korean
	"كلمة المرور", "كلمة_المرور", "كلمة السر", "كلمة_السر", "पासवर्ड", "कूटशब्द", // Arabic, Hindi
	"wachtwoord", "hasło", "haslo", "lösenord", "losenord", "salasana", "heslo", "jelszó", "jelszo", "şifre", "Şifre", "ŞİFRE", "sifre", "adgangskode", "passord",
}

var foreignSecrets = []string{
	"clave_api", "clave_secreta", "secreto", "secreta", "segredo", "chave", "geheimnis", "geheim", "schlüssel", "clé_api", "cle_api", "clé_secrète", "cle_secrete", "jeton",
	"chiave", "секрет", "Секрет", "СЕКРЕТ", "токен", "Токен", "ТОКЕН", "ключ", "密钥", "密鑰", "秘钥", "令牌", "秘密鍵", "トークン", "비밀키", "토큰", "مفتاح", "رمز", "टोकन", "कुंजी",
}

// nameHigh are the bytes of a name in any language.
var nameHigh = newSet("0-9A-Za-z_.\x80-\xff-")

// named masks the value of class c that is assigned to a name in another language than English. s[start:end] is the
// known word in that name, such as "Passwort".
func (f *finder) named(c class, start, end int) {
	s := f.s
	if start < f.foreign {
		return
	}
	from, to := f.back(start, nameHigh, maxName), f.run(end, nameHigh, maxName)
	if start-from >= maxName || to-end >= maxName {
		return
	}
	if n := strings.Index(s[end:to], "："); n >= 0 { // the colon of Chinese
		to = end + n
	}
	if end-start < 8 && start > from && letters[s[start]] && letters[s[start-1]] && (s[start] < 'A' || s[start] > 'Z') || end < to && letters[s[end-1]] && s[end] >= 'a' && s[end] <= 'z' {
		return // inside of another word
	}
	f.foreign = to
	v, ok := f.settings.value(c, from, to)
	if !ok {
		titles(f, from, to)
		if v, ok = f.after(c, from, to); !ok && end < to {
			v, ok = f.after(c, start, end)
		}
	}
	if ok {
		f.mark(v, c)
		f.foreign = max(f.foreign, v.end)
	}
}
