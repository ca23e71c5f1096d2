package delivery

import (
	"luminos"
	"luminos/internal/facts/decode"
)

// composeTotal is the maximum number of bytes of all compositions together:
// parsing takes milliseconds per kilobyte.
const composeTotal = 1 << 20

// readCompose adds the services of a Docker Compose file to c, with their images and ports.
func readCompose(t luminos.Text, c *luminos.Container) error {
	docs, err := decode.YAML(t.Content, decode.ConfigYAML)
	if err != nil || len(docs) == 0 {
		return err
	}
	for _, top := range docs[0].Entries() {
		if top.Key != "services" {
			continue
		}
		for i, s := range top.Value.Entries() {
			c.Services = add(c.Services, s.Key)
			if i < maxCited {
				c.Evidence = append(c.Evidence, t.Cite(s.Line, s.Line))
			}
			for _, field := range s.Value.Entries() {
				switch field.Key {
				case "image":
					c.Bases = add(c.Bases, substitute(field.Value.Text(), nil))
				case "ports":
					addPorts(c, field.Value)
				case "restart":
					c.Restarts = c.Restarts || field.Value.Text() != "no"
				}
			}
		}
	}
	return nil
}

// addPorts adds the ports of a Docker Compose service to c. It reads both forms: "8080:80", and a
// mapping with "published" and "target".
func addPorts(c *luminos.Container, ports decode.Node) {
	items := ports.Items()
	for _, item := range items[:min(len(items), maxItems)] {
		var published, target string
		for _, field := range item.Entries() {
			switch field.Key {
			case "published":
				published = field.Value.Text()
			case "target":
				target = field.Value.Text()
			}
		}
		switch {
		case published != "" && target != "":
			c.Ports = add(c.Ports, published+":"+target)
		case target != "":
			c.Ports = add(c.Ports, target)
		default:
			c.Ports = add(c.Ports, substitute(item.Text(), nil))
		}
	}
}
