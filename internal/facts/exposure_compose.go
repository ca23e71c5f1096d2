package facts

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
)

var (
	composition = lazyregexp.Lazy(`^(docker-)?compose(\.[\w-]+)*\.ya?ml$`)
	database    = lazyregexp.Lazy(`^\s+image:\s*['"]?(?:[\w.:-]+/)*(?:postg\w*|pgautoupgrade|` +
		`mysql|mariadb|mongo|mssql/server|redis|valkey|couchdb|pgvector|timescaledb|clickhouse-server)\b`)
	publishedPort = lazyregexp.Lazy(`^\s+(?:-\s*|ports:\s*\[(?:[^\]]*,)?\s*)['"]?(?:0\.0\.0\.0:)?\d+:\d+(?:/tcp)?['"]?` +
		`\s*(?:[,\]][^#]*)?(?:\s#.*)?$`)
	passwordSwitch = lazyregexp.Lazy(`(?i)PASSWORD['"]?\s*[=:]\s*['"]?(?:true|false|yes|no|on|off|0|1)['"]?\s*$`)
	restarts       = lazyregexp.Lazy(`(?m)^\s+restart:\s*['"]?(?:always|unless-stopped|on-failure)`)
	// a value, also one that counts if a variable is not set
	fixedPassword = lazyregexp.Lazy(`^\s+-?\s*['"]?\w*PASSWORD['"]?\s*[=:]\s*['"]?(?:[^'"$\s{]|\$\{\w+:?-[^}\s$])|` +
		`\s--requirepass['"]?[\s,]+['"]?(?:[^'"$\s{-]|\$\{\w+:?-[^}\s$])`)
)

// service holds the settings of a service of a composition that count together.
type service struct {
	name               string
	database, password bool
	container          bool // it has an image
	port, longPort     int  // the line that publishes a port in the short and the long form, or 0
	itemPort           int  // the line that publishes a port in the long form in the item that goes on, or 0
	local, hostNetwork bool // the port of this item is for the same machine, all ports are ports of the host
	socket, privileged int  // the line that gives it the socket of the engine, or the rights of the host, or 0
}

// read reads the line n of the settings.
func (s *service) read(line string, n int) {
	s.database = s.database || database().MatchString(line)
	s.container = s.container || container().MatchString(line)
	s.password = s.password || fixedPassword().MatchString(line) && !passwordSwitch().MatchString(line)
	if s.port == 0 && publishedPort().MatchString(line) {
		s.port = n
	}
	if strings.HasPrefix(strings.TrimSpace(line), "-") {
		s.endItem()
	}
	if longPort().MatchString(line) {
		s.itemPort = n
	}
	s.local = s.local || localPort().MatchString(line)
	s.hostNetwork = s.hostNetwork || hostNetwork().MatchString(line)
	if s.socket == 0 && engineSocket().MatchString(line) {
		s.socket = n
	}
	if s.privileged == 0 && privileged().MatchString(line) {
		s.privileged = n
	}
}

// endItem counts the port of an item that ends, unless it is for the same machine.
func (s *service) endItem() {
	if s.longPort == 0 && !s.local {
		s.longPort = s.itemPort
	}
	s.itemPort, s.local = 0, false
}

// exposed returns the rules of the exposures of a service, with their lines. A service of a composition for the machine
// of a developer is reached by no one else, but controls its host.
func (s *service) exposed(developers bool) map[luminos.Rule]int {
	s.endItem()
	all, port := map[luminos.Rule]int{}, cmp.Or(s.port, s.longPort)
	if s.database && s.password && port > 0 && !developers {
		all[luminos.RulePublishedDatabase] = port
	}
	switch control := cmp.Or(s.socket, s.privileged); {
	case control > 0 && (port > 0 || s.hostNetwork) && !developers:
		all[luminos.RuleHostControl] = control
	case control > 0:
		all[luminos.RulePrivileged] = control
	}
	return all
}

// servicesExposed returns an exposure for each service of a composition of containers that is a database, publishes a
// port on all interfaces and has a fixed password (the line is the line of the port), or that controls its host. A
// composition whose services do not restart is made for the machine of a developer, and one of databases only, three of
// them published, for tests of their drivers.
func servicesExposed(text luminos.Text) []luminos.Exposure {
	if !composition().MatchString(text.Path.Base()) {
		return nil
	}
	developers := !restarts().MatchString(text.Content)
	var found []luminos.Exposure
	lines := text.Lines()
	indent, s := -1, service{}
	other := false // a service is no database
	flush := func() {
		other = other || s.container && !s.database
		exposed := s.exposed(developers)
		for _, rule := range slices.Sorted(maps.Keys(exposed)) {
			if n := exposed[rule]; len(found) < exposuresMost {
				found = append(found, luminos.Exposure{Rule: rule, Path: text.Path, Line: n, Name: s.name,
					Evidence: citeLine(text, lines, n)})
			}
		}
		s = service{name: s.name}
	}
	for i, line := range lines {
		trimmed := strings.TrimSpace(line)
		if trimmed == "" || trimmed[0] == '#' || len(line) > 1000 {
			continue
		}
		depth := len(line) - len(strings.TrimLeft(line, " "))
		if key, ok := strings.CutSuffix(trimmed, ":"); ok && depth > 0 && (indent < 0 || depth <= indent) {
			flush()
			s.name, indent = key, depth
			continue
		}
		if depth == 0 {
			flush()
			indent = -1
		}
		s.read(line, i+1)
	}
	flush()
	ofDatabase := func(e luminos.Exposure) bool { return e.Rule == luminos.RulePublishedDatabase }
	if all := slices.DeleteFunc(slices.Clone(found), ofDatabase); !other && len(found)-len(all) >= driversLeast {
		return all
	}
	return found
}

// driversLeast is the number of published databases from which on a composition of databases is for tests of drivers.
const driversLeast = 3

var (
	container    = lazyregexp.Lazy(`^\s+(?:image|build|extends):`)
	longPort     = lazyregexp.Lazy(`^\s+(?:-\s*)?published:\s*['"]?\d+`)
	localPort    = lazyregexp.Lazy(`^\s+(?:-\s*)?host_ip:\s*['"]?(?:127\.|::1)`)
	hostNetwork  = lazyregexp.Lazy(`^\s+network_mode:\s*['"]?host\b`)
	engineSocket = lazyregexp.Lazy(`^\s+(?:-|source:|path:)\s*['"]?(?:/var)?/run/` +
		`(?:docker|podman/podman|containerd/containerd)\.sock\b`)
	privileged = lazyregexp.Lazy(`^\s+privileged:\s*['"]?true\b`)
	// pod matches a manifest of Kubernetes.
	pod = lazyregexp.Lazy(`(?m)^\s*kind:\s*(?:Pod|Deployment|DaemonSet|StatefulSet|Job|CronJob|ReplicaSet)\b`)
	// hostRoot matches the path of all files of the host.
	hostRoot = lazyregexp.Lazy(`^\s+path:\s*['"]?/['"]?\s*$`)
)

// privilegedPods returns an exposure for each line of a manifest of Kubernetes that gives a container the rights of its
// host: all of them, the socket of the engine, or all files.
func privilegedPods(text luminos.Text) []luminos.Exposure {
	if ext := text.Path.Ext(); ext != ".yaml" && ext != ".yml" || !pod().MatchString(text.Content) {
		return nil
	}
	var found []luminos.Exposure
	lines := text.Lines()
	for i, line := range lines {
		name := ""
		switch {
		case len(line) > 1000:
		case privileged().MatchString(line):
			name = "privileged"
		case i > 0 && strings.HasSuffix(strings.TrimSpace(lines[i-1]), "hostPath:") &&
			(hostRoot().MatchString(line) || engineSocket().MatchString(line)):
			name = "hostPath"
		}
		if name != "" && len(found) < exposuresMost {
			found = append(found, luminos.Exposure{Rule: luminos.RulePrivileged, Path: text.Path, Line: i + 1, Name: name,
				Evidence: citeLine(text, lines, i+1)})
		}
	}
	return found
}

// onlyDevelopment matches a comment that says for whom a composition is.
var onlyDevelopment = lazyregexp.Lazy(`(?i)\b(?:for|only) (?:local |your )?(?:development|dev|testing|local use)\b|` +
	`\b(?:not|n't) (?:be )?(?:use|used|meant|intended|suitable)(?: it| this)?(?: for| in) production\b`)

// otherFile matches a comment that names another file for developers, or production for this one.
var otherFile = lazyregexp.Lazy(`(?i)\bfor production\b|\b(?:see|use) \S+\.ya?ml\b`)

// ofDevelopers matches the variable by which a program learns that it runs for developers. It can refuse the values of
// the same file elsewhere.
var ofDevelopers = lazyregexp.Lazy(`(?m)^(?:[A-Z]+_)*(?:ENV|ENVIRONMENT)=['"]?(?:local|dev|development|test)\b`)

// saysDevelopment reports whether the comments above the settings of a composition say that it is for developers.
func saysDevelopment(text luminos.Text) bool {
	for _, line := range text.Lines() {
		switch trimmed := strings.TrimSpace(line); {
		case trimmed == "":
		case trimmed[0] != '#':
			return false
		case len(line) <= 1000 && onlyDevelopment().MatchString(line) && !otherFile().MatchString(line):
			return true
		}
	}
	return false
}
