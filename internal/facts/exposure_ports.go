package facts

import (
	"strconv"
	"strings"

	"luminos"
	"luminos/internal/lazyregexp"
	"luminos/internal/words"
)

var (
	// inbound matches the beginning of a block of Terraform about connections from outside. Azure and Google Cloud have
	// rules for both directions.
	inbound = lazyregexp.Lazy(`^\s*(?:ingress\s*\{|(?:security_rule|allow|inbound_rule)\s*\{|` +
		`resource\s+"(?:aws_security_group_rule|aws_vpc_security_group_ingress_rule|google_compute_firewall|` +
		`azurerm_network_security_rule|openstack_networking_secgroup_rule_v2)")`)
	fromPort = lazyregexp.Lazy(`^\s*(?:from_port|port_range_min)\s*[=:]\s*"?(\d+)`)
	toPort   = lazyregexp.Lazy(`^\s*(?:to_port|port_range_max)\s*[=:]\s*"?(\d+)`)
	somePort = lazyregexp.Lazy(`^\s*(?:ports|destination_port_ranges?|port_range)\s*=\s*\[?(?:\s*"\d+",)*\s*"(22|3389)"`)
	// addresses matches the beginning of the addresses that may connect, which can go on in the next lines.
	addresses = lazyregexp.Lazy(`^\s*(?:cidr_blocks|cidr_ipv4|source_ranges|source_address_prefix(?:es)?|` +
		`remote_ip_prefix|source_addresses)\s*=\s*(\[?)`)
	allOver  = lazyregexp.Lazy(`"(?:0\.0\.0\.0/0|\*|Internet|Any)"`)
	outbound = lazyregexp.Lazy(`(?i)^\s*(?:(?:type|direction|access)\s*=\s*"(?:egress|outbound|deny)"|deny\s*\{)`)
	// noSession matches a protocol without sessions of users.
	noSession = lazyregexp.Lazy(`(?i)^\s*(?:ip_)?protocol\s*=\s*"(?:udp|icmp\w*)"`)
)

// adminPorts are the ports by which people sign in to a machine.
var adminPorts = []struct {
	port int
	name string
}{{22, "port 22 (SSH)"}, {3389, "port 3389 (remote desktop)"}}

// openAdminPorts returns an exposure for each block of Terraform that lets all addresses reach a port by which people
// sign in to a machine. The line is the line of the addresses. A block of Google Cloud has its addresses outside of the
// block with its ports, so all lines of a resource count together there.
func openAdminPorts(text luminos.Text) []luminos.Exposure {
	if text.Path.Ext() != ".tf" {
		return nil
	}
	var found []luminos.Exposure
	lines := text.Lines()
	var b portBlock
	depth := 0
	for i, line := range lines {
		if len(line) > 1000 || words.Comment(line) {
			continue
		}
		if depth <= 1 && inbound().MatchString(line) && !b.resource {
			b = portBlock{depth: depth, resource: depth == 0, started: true}
		}
		b.read(line, i+1, depth)
		depth = max(0, depth+strings.Count(line, "{")-strings.Count(line, "}"))
		if b.started && depth <= b.depth {
			if name := b.opens(); name != "" && len(found) < exposuresMost {
				found = append(found, luminos.Exposure{Rule: luminos.RuleOpenAdminPort, Path: text.Path, Line: b.open,
					Name: name, Evidence: citeLine(text, lines, b.open)})
			}
			b = portBlock{}
		}
	}
	return found
}

// portBlock holds the settings of a block of Terraform about connections.
type portBlock struct {
	started, resource, out bool
	list                   bool // of addresses that goes on
	depth                  int  // of the braces around it
	from, to               int
	port                   string // that is named alone
	open                   int    // line that permits all addresses, or 0
}

// read reads line n, which is below some braces.
func (b *portBlock) read(line string, n, depth int) {
	if !b.started {
		return
	}
	if m := fromPort().FindStringSubmatch(line); m != nil {
		b.from, _ = strconv.Atoi(m[1])
	}
	if m := toPort().FindStringSubmatch(line); m != nil {
		b.to, _ = strconv.Atoi(m[1])
	}
	if m := somePort().FindStringSubmatch(line); m != nil {
		b.port = m[1]
	}
	m := addresses().FindStringSubmatch(line)
	if (m != nil || b.list) && allOver().MatchString(line) {
		b.open = n
	}
	b.list = (b.list || m != nil && m[1] != "") && !strings.Contains(line, "]")
	b.out = b.out || outbound().MatchString(line) || depth == b.depth+1 && noSession().MatchString(line)
}

// opens returns the name of the port for administrators that a block opens to all, or "".
func (b *portBlock) opens() string {
	if b.open == 0 || b.out {
		return ""
	}
	for _, p := range adminPorts {
		if b.port == strconv.Itoa(p.port) || b.from <= p.port && p.port <= b.to {
			return p.name
		}
	}
	return ""
}
