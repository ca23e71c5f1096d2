package cmdline

// Parts returns the commands in a line of shell as words, each without the programs and assignments before it and with
// the usual name of its program: "mvn clean verify" of "CI=1 ./mvnw clean verify". It returns nil if the line is too
// long.
func Parts(line string) [][]string {
	if len(line) > maxLine {
		return nil
	}
	var all [][]string
	for _, words := range commands(line) {
		if words = unwrap(words); len(words) > 0 {
			words[0] = program(words[0])
			all = append(all, words)
		}
	}
	return all
}
