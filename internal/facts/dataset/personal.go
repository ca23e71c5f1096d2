package dataset

import (
	"regexp"
	"strings"
)

// personalName matches the names of columns that hold personal data, amounts of money or secrets.
var personalName = regexp.MustCompile(`(?i)(^|[^\pL])(e-?mail|mail|tel|telephone|phone|mobile|cell|fax|` +
	`address|addr|street|city|zip|zipcode|` +
	`postal|postcode|ssn|social|sin|tin|nino|birth|birthday|birthdate|dob|born|passport|` +
	`licen[cs]e_?(no|number|plate)|iban|bic|` +
	`account|card|cvv|salary|wage|income|password|passwd|pwd|secret|token|api_?key|login|user|ip|` +
	`lat|lon|long|lng|latitude|longitude|` +
	`patient|diagnosis|gender|sex|race|religion|person|employee|customer|contact|owner|author|` +
	`mother|father|spouse|signature|` +
	`teacher|doctor|physician|student|pupil|tutor|guardian|member|sender|recipient|payee|payer|holder|note|remark|` +
	`amount|payment|donation|` + inGerman + `|` + inFrench + `|` + inSpanish + `)s?([^\pL]|$)|` +
	`name|birth|phone|email|address|passw|geb(or|ur)|adresse|telefon|inhaber|strasse|straße|konto`)

// The same in other languages.
const (
	inGerman = `plz|(wohn)?ort|stadt|handy|geschlecht|beruf|ärzt(in)?|arzt|\pL*lehrer(in)?|schüler(in)?|kund(e|in)|` +
		`mitarbeiter(in)?|mitglied|ansprechpartner(in)?|absender|empfänger|verwendungszweck|betreff|` +
		`diagnose|gehalt|lohn|betrag|saldo|beitrag|spende|bemerkung`
	inFrench  = `nom|prénom|prenom|rue|ville|téléphone|naissance|sexe|salaire|montant|solde|médecin|élève|client`
	inSpanish = `nombre|apellido|dirección|direccion|calle|ciudad|teléfono|` +
		`nacimiento|sexo|salario|importe|saldo|médico|alumno`
)

var camel = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// personal reports whether the name of a column suggests that it holds personal data or secrets,
// whose values are not shown in the column's entry of the report.
func personal(name string) bool {
	return personalName.MatchString(camel.ReplaceAllString(name, "${1}_$2"))
}

// fullName matches values of two to four words as names of persons are written: "Dr. Uta Wieland", "WIELAND, Uta".
var fullName = regexp.MustCompile(`^(?:\p{Lu}[\pL.'’-]*,? ){1,3}\p{Lu}[\pL.'’-]*$`)

// private reports whether a value looks like personal data: it contains "@", or nine or more digits
// without ":" and ".".
func private(s string) bool {
	if strings.Contains(s, "@") {
		return true
	}
	digits := 0
	for i := range len(s) {
		if s[i] >= '0' && s[i] <= '9' {
			digits++
		}
	}
	return digits >= 9 && !strings.Contains(s, ":") && !strings.Contains(s, ".")
}
