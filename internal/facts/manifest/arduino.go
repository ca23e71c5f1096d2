package manifest

import "strings"

// arduinoField matches the fields of a library.properties file.
var arduinoField = lazyOf(`(?m)^%s=[ \t]*(.+)`, "name", "version", "sentence", "depends")

// readArduino reads the properties of a library for Arduino: https://docs.arduino.cc/arduino-cli/library-specification
func readArduino(_ *reader, p *pkg) {
	field := func(name string) string { return strings.TrimSpace(firstGroup(arduinoField[name], p.text.Content)) }
	p.describe(field("name"), field("version"), field("sentence"), "")
	p.citeHead("sentence=", "name=", p.Name)
	for item := range strings.SplitSeq(field("depends"), ",") {
		name, version, _ := strings.Cut(strings.TrimSpace(item), " (")
		p.depend(name, strings.Trim(version, "()"), "")
	}
}
