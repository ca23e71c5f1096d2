package session

import "luminos/internal/sandbox"

// confine removes from the process the rights that the run does not need, as far as the request and the system permit.
func (r *run) confine() {
	if r.Confine == nil {
		return
	}
	rights := sandbox.Rights{
		Read: r.target.readable(), Replace: r.Outputs, Network: r.Models != nil || r.Target.Server != nil,
		// A server that dies is started again.
		Programs: r.Target.Server != nil && len(r.Target.Server.Command) > 0,
	}
	if r.cache != nil {
		rights.Write = []string{r.cache.Dir()}
	}
	r.held = r.Confine(rights).String()
}
