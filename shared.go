package luminos

// Shared returns a copy of the report that can be sent around: see [Inside.Shared].
func (r *Report) Shared() *Report {
	if r.Facts == nil {
		return r
	}
	shared, facts := *r, *r.Facts
	facts.Inside = facts.Inside.Shared()
	shared.Facts = &facts
	return &shared
}
