package delivery

import (
	"slices"
	"strings"

	"luminos"
	"luminos/internal/facts/pipeline"
)

// workloads are the kinds of cluster objects that run or expose a service.
var workloads = []string{"Deployment", "StatefulSet", "DaemonSet", "Job", "CronJob", "Pod", "ReplicaSet", "Service", "Ingress"}

// readCluster adds the names of [workloads], the images and the container ports of a Kubernetes
// manifest to c, and reports whether it found a workload. It reads lines, because manifests are
// often templates that a YAML parser refuses.
func readCluster(t luminos.Text, c *luminos.Container) bool {
	var object string // kind of the current document
	var at int
	versioned, metadata, found := false, false, false
	n := 0
	for line := range strings.Lines(t.Content) {
		n++
		trimmed := strings.TrimSpace(line)
		indented := len(line) > 0 && (line[0] == ' ' || line[0] == '\t')
		switch {
		case strings.HasPrefix(line, "---"):
			object, versioned, metadata = "", false, false
		case strings.HasPrefix(line, "apiVersion:"):
			versioned = true
		case strings.HasPrefix(line, "kind:"):
			object, at = pipeline.Scalar(line[len("kind:"):]), n
		case strings.HasPrefix(line, "metadata:"):
			metadata = true
		case !indented && trimmed != "" && line[0] != '#' && line[0] != '-':
			metadata = false
		case !versioned || object == "":
		case metadata && strings.HasPrefix(trimmed, "name:") && slices.Contains(workloads, object):
			found, metadata = true, false
			c.Services = add(c.Services, object+"/"+pipeline.Scalar(trimmed[len("name:"):]))
			if len(c.Evidence) < maxCited {
				c.Evidence = append(c.Evidence, t.Cite(at, at))
			}
		default:
			field := strings.TrimSpace(strings.TrimPrefix(trimmed, "- "))
			if strings.Contains(field, "{{") {
				continue // a placeholder of a template
			}
			if v, ok := strings.CutPrefix(field, "image:"); ok {
				c.Bases = add(c.Bases, pipeline.Scalar(v))
			} else if v, ok := strings.CutPrefix(field, "containerPort:"); ok {
				c.Ports = add(c.Ports, pipeline.Scalar(v))
			}
		}
	}
	return found
}

// readChart adds the name in t, the Chart.yaml of a Helm chart, to the services of the container
// file c, and cites its line.
func readChart(t luminos.Text, c *luminos.Container) {
	if name, line := topLevelName(t); name != "" {
		c.Services = add(c.Services, name)
		c.Evidence = []luminos.Evidence{t.Cite(line, line)}
	}
}
