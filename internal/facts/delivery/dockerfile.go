package delivery

import (
	"cmp"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

// instruction is a logical line of a Dockerfile.
type instruction struct {
	name, args  string
	first, last int // physical lines, from 1
}

// instructions returns the instructions of a Dockerfile. It joins continued lines,
// and skips comments and the bodies of here-documents.
func instructions(t luminos.Text) []instruction {
	var out []instruction
	var open *instruction // continued on the next line
	var heredocs []string // expected end marks
	n := 0
	for line := range strings.Lines(t.Content) {
		n++
		line = strings.TrimSpace(line)
		if len(heredocs) > 0 {
			if line == heredocs[0] {
				heredocs = heredocs[1:]
			}
			continue
		}
		if strings.HasPrefix(line, "#") {
			continue
		}
		if line == "" {
			continue
		}
		more := line[len(line)-1] == '\\'
		if more {
			line = strings.TrimSpace(line[:len(line)-1])
		}
		if open != nil {
			if len(open.args) < headLimit/16 { // longer arguments are not used
				open.args += " " + line
			}
			open.last = n
		} else {
			name, args, _ := strings.Cut(line, " ")
			out = append(out, instruction{name: strings.ToUpper(name), args: strings.TrimSpace(args), first: n, last: n})
			open = &out[len(out)-1]
		}
		if !more {
			if open.name == "RUN" || open.name == "COPY" || open.name == "ADD" {
				heredocs = endMarks(open.args)
			}
			open = nil
		}
	}
	return out
}

// endMarks returns the words that end the here-documents in the arguments of an instruction: "EOF" for "cat <<EOF".
func endMarks(args string) []string {
	var marks []string
	for {
		_, rest, ok := strings.Cut(args, "<<")
		if !ok || len(marks) == 8 {
			return marks
		}
		args = strings.TrimPrefix(rest, "-")
		end := strings.IndexAny(args, " \t;|&><)")
		if end < 0 {
			end = len(args)
		}
		word := strings.Trim(args[:end], `"'`)
		if word != "" && (word[0] == '_' || word[0] >= 'A' && word[0] <= 'Z' || word[0] >= 'a' && word[0] <= 'z') {
			marks = append(marks, word)
		}
	}
}

// readDockerfile adds the base images and exposed ports of a Dockerfile to c, with evidence of the
// first images, the last EXPOSE and the command that the image runs.
func readDockerfile(t luminos.Text, c *luminos.Container) {
	args := map[string]string{}
	stages := map[string]bool{}
	var from, exposed, entry *instruction
	list := instructions(t)
	for i := range list {
		in := &list[i]
		switch in.name {
		case "ARG":
			if from == nil && len(args) < maxItems {
				name, value, _ := strings.Cut(in.args, "=")
				value = strings.Trim(value, `"' `)
				args[strings.TrimSpace(name)] = value[:min(len(value), maxItem)]
			}
		case "FROM":
			from = in
			image, stage := fromImage(in.args)
			image = substitute(image, args)
			if n := len(c.Bases); image != "" && !stages[strings.ToLower(image)] {
				if c.Bases = add(c.Bases, image); len(c.Bases) > n && n < maxCited {
					c.Evidence = append(c.Evidence, t.Cite(in.first, in.first))
				}
			}
			if stage != "" && len(stages) < 1000 {
				stages[strings.ToLower(stage)] = true
			}
		case "EXPOSE":
			for _, port := range strings.Fields(in.args) {
				c.Ports = add(c.Ports, substitute(port, args))
			}
			exposed = in
		case "ENTRYPOINT", "CMD":
			if entry == nil || in.name == "ENTRYPOINT" || entry.name == "CMD" {
				entry = in
			}
		}
	}
	// The last stage makes the image, so the last port and command are cited.
	if exposed != nil {
		c.Evidence = append(c.Evidence, t.Cite(exposed.first, exposed.first))
	}
	if entry != nil {
		c.Evidence = append(c.Evidence, t.Cite(entry.first, min(entry.last, entry.first+2)))
	}
}

// fromImage splits the arguments of FROM into the image and the name of the stage.
func fromImage(args string) (image, stage string) {
	fields := strings.Fields(args)
	for len(fields) > 0 && strings.HasPrefix(fields[0], "--") {
		fields = fields[1:]
	}
	if len(fields) == 0 {
		return "", ""
	}
	image = fields[0]
	if len(fields) >= 3 && strings.EqualFold(fields[1], "as") {
		stage = fields[2]
	}
	return image, stage
}

// argument matches the use of a build argument: ${X}, ${X:-default} or $X.
var argument = lazyregexp.Lazy(`\$\{([^}:]*)(?::-([^}]*))?[^}]*\}|\$([A-Za-z_]\w*)`)

// substitute returns at most maxItem bytes of s, with build arguments such as ${X} replaced by
// their values in args or by the defaults in s. An argument with neither stays as it is.
func substitute(s string, args map[string]string) string {
	s = s[:min(len(s), maxItem)]
	return argument().ReplaceAllStringFunc(s, func(use string) string {
		m := argument().FindStringSubmatch(use)
		return cmp.Or(args[m[1]], args[m[3]], m[2], use)
	})
}
