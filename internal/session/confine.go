package session

import (
	"net/url"
	"strings"

	"luminos/internal/sandbox"
)

// confine removes from the process the rights that the run does not need, as far as the request and the system permit.
func (r *run) confine() {
	if r.Confine == nil {
		return
	}
	rights := sandbox.Rights{
		Read: r.target.readable(), Network: r.Models != nil || r.Target.Server != nil,
		// A server that dies is started again.
		Programs: r.Target.Server != nil && len(r.Target.Server.Command) > 0,
	}
	if r.Models != nil {
		rights.Local = mdns(r.Models.Account.Base)
	}
	if r.Target.Server != nil {
		rights.Local = rights.Local || mdns(r.Target.Server.URL)
	}
	if r.cache != nil {
		rights.Write = []string{r.cache.Dir()}
	}
	r.held = r.Confine(rights).String()
}

// mdns reports whether the host of an address ends in .local. Such a name is resolved by a program on this machine.
func mdns(address string) bool {
	u, err := url.Parse(address)
	return err == nil && strings.HasSuffix(strings.TrimSuffix(strings.ToLower(u.Hostname()), "."), ".local")
}
