package render

import (
	"fmt"
	"time"
)

// paceUnits is the number of finished units from which the time of the rest is estimated. Before, it would be a guess.
const paceUnits = 10

// pace measures the speed of a pass of a model.
type pace struct {
	now, began time.Time
	first      int // the number of finished directories at the beginning
	units      int // that a model finished since
}

// begin begins the measurement at the first event of a model; done is the number of finished directories.
func (p *pace) begin(done int) {
	if p.began.IsZero() {
		p.began, p.first = p.now, done
	}
}

// describe returns the time since the beginning and the expected time of the rest, such as " · 1m20s, about 6m left".
// It returns "" before paceUnits units are finished.
func (p *pace) describe(done, total int) string {
	elapsed := p.now.Sub(p.began)
	if p.units < paceUnits || done <= p.first || total < done || elapsed < 0 {
		return ""
	}
	text := " · " + brief(elapsed)
	if left := time.Duration(float64(elapsed) / float64(done-p.first) * float64(total-done)); left >= time.Second {
		text += ", about " + brief(left) + " left"
	}
	return text
}

// brief returns a duration in few characters: "45s", "1m20s", "12m", "2h05m".
func brief(d time.Duration) string {
	switch d = d.Round(time.Second); {
	case d < time.Minute:
		return fmt.Sprintf("%ds", d/time.Second)
	case d < 10*time.Minute:
		return fmt.Sprintf("%dm%02ds", d/time.Minute, d%time.Minute/time.Second)
	case d < time.Hour:
		return fmt.Sprintf("%dm", d.Round(time.Minute)/time.Minute)
	}
	d = d.Round(time.Minute)
	return fmt.Sprintf("%dh%02dm", d/time.Hour, d%time.Hour/time.Minute)
}
