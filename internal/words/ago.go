package words

import (
	"time"

	"github.com/dustin/go-humanize"
)

// Ago writes how long before now something was: "3 minutes ago", "now".
func Ago(then, now time.Time) string { return humanize.RelTime(then, now, "ago", "from now") }
