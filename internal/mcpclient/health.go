package mcpclient

import (
	"context"
	"sync"

	"luminos"
)

// lifetime ends all sessions of a link when the link is closed.
type lifetime struct {
	life  context.Context // of processes; ends with close
	end   context.CancelFunc
	stray sync.WaitGroup // sessions that were starting when the link was closed, while they stop
}

// health counts the deaths and timeouts of a server and holds the error after which the server
// is given up.
type health struct {
	deaths   int // since the last answer
	timeouts int
	strikes  map[luminos.Path]int
	lost     error // why the server is given up
}
