package words

import (
	"time"

	"github.com/dustin/go-humanize"
)

// Ago returns the time between then and now in words: "3 minutes ago", "now".
func Ago(then, now time.Time) string { return humanize.RelTime(then, now, "ago", "from now") }
