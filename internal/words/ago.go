package words

import (
	"time"

	"github.com/dustin/go-humanize"
)

// Ago returns the time from then to now in words: "3 minutes ago", "3 minutes from now", "now".
func Ago(then, now time.Time) string { return humanize.RelTime(then, now, "ago", "from now") }
