package mcpclient

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos/internal/mcpext"
)

// Pins stores digests of the definitions of tools as they were at their first use, by name
// of the tool. They reveal a server that shows a harmless tool to be admitted, and another
// one later.
type Pins interface {
	Load(ctx context.Context, server string) (map[string]string, error)
	Save(ctx context.Context, server string, pins map[string]string) error
}

// Refusal is a tool that a model may not use, and why.
type Refusal struct {
	Tool   string // without control characters
	Reason string
}

// policy decides which tools of one server may be called.
type policy struct {
	server, id string
	opts       Options
	ours       bool // the built-in server, which is not pinned

	mu      sync.Mutex // guards the fields below
	pins    map[string]string
	offered []*mcp.Tool          // all tools, as first offered
	tools   map[string]*mcp.Tool // the admitted tools, even if they were refused later
	refused map[string]string
}

func newPolicy(server, id string, o Options, ours bool) *policy {
	return &policy{server: server, id: id, opts: o, ours: ours, tools: map[string]*mcp.Tool{}, refused: map[string]string{}}
}

// use describes how the tree of a server depends on a tool.
type use struct {
	vital bool // without it there is no tree
	// bare permits a tool without the annotation that it only reads, because a profile
	// knows the tool.
	bare bool
}

// admit decides for each offered tool whether it may be called, and stores the digest (pin) of the definition of each
// new permitted tool. It fails if a tool that the tree needs is refused, or if the pins cannot be loaded or saved.
func (p *policy) admit(ctx context.Context, offered []*mcp.Tool, uses map[string]use) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.opts.Pins != nil {
		var err error
		if p.pins, err = p.opts.Pins.Load(ctx, p.id); err != nil {
			return fmt.Errorf("loading the digests of the tools of the server %q: %w", p.server, err)
		}
	}
	if p.pins == nil {
		p.pins = map[string]string{}
	}
	known := len(p.pins)
	p.offered = offered
	for _, t := range offered {
		if _, twice := p.tools[t.Name]; twice || p.refused[t.Name] != "" {
			delete(p.tools, t.Name)
			p.refused[t.Name] = "the server has two tools of this name"
			continue
		}
		reason := p.judge(t, uses)
		if reason == "" && !p.ours {
			print := fingerprint(t)
			if pin, ok := p.pins[t.Name]; ok && pin != print {
				reason = changedText
			} else if !ok {
				p.pins[t.Name] = print
			}
		}
		if reason != "" {
			p.refused[t.Name] = reason
			continue
		}
		p.tools[t.Name] = t
	}
	for _, name := range slices.Sorted(maps.Keys(uses)) {
		if reason := p.refused[name]; uses[name].vital && reason == changedText {
			return fmt.Errorf("using the tool %q of the server %q: %w", name, p.server, ErrChanged)
		} else if uses[name].vital && reason != "" {
			return fmt.Errorf("the content of the server %q cannot be read without its tool %q, which is refused: %s", p.server, name, reason)
		}
	}
	if p.opts.Pins != nil && len(p.pins) != known {
		if err := p.opts.Pins.Save(ctx, p.id, p.pins); err != nil {
			return fmt.Errorf("storing the digests of the tools of the server %q: %w", p.server, err)
		}
	}
	return nil
}

const changedText = "its definition is not what it was when it was first used; " +
	"if you trust what it is now, remove what is remembered of this server"

// judge returns the reason why the tool t may not be called, or "". A tool that the user allows may be called. Any
// other tool must be in uses, the tools that read the tree of files, and be annotated as only reading, not as
// destroying. A tool that is marked as bare in uses needs no annotation.
func (p *policy) judge(t *mcp.Tool, uses map[string]use) string {
	allowed := slices.Contains(p.opts.Allow, t.Name)
	u, used := uses[t.Name]
	a := t.Annotations
	switch {
	case allowed:
		return ""
	case a != nil && !a.ReadOnlyHint && a.DestructiveHint != nil && *a.DestructiveHint:
		return "it says that it destroys; you can allow it by name"
	case used && u.bare:
		return ""
	case a == nil || !a.ReadOnlyHint:
		return "it does not say that it only reads; you can allow it by name"
	case a.DestructiveHint != nil && *a.DestructiveHint:
		return "it says both that it only reads and that it destroys; you can allow it by name"
	case !used:
		return "that it only reads is its own word, and nothing else here knows it; you can allow it by name"
	}
	return ""
}

// again compares the tools that a server offers now with the admitted tools. A tool whose
// definition has changed is refused for the rest of the run, even if it changes back. New tools are
// ignored.
func (p *policy) again(offered []*mcp.Tool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := map[string]string{}
	for _, t := range offered {
		print := fingerprint(t)
		if _, twice := now[t.Name]; twice {
			print = ""
		}
		now[t.Name] = print
	}
	for name, t := range p.tools {
		if print, ok := now[name]; ok && print != fingerprint(t) && p.refused[name] == "" {
			p.refused[name] = changedText
			p.opts.Notify(Notice{p.server, fmt.Sprintf("changed the definition of its tool %q, which is no longer used", clean(name, 100))})
		}
	}
}

// usable returns nil if the policy permits calls of the tool called name, else an error with the
// reason.
func (p *policy) usable(name string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch reason := p.refused[name]; {
	case reason == changedText:
		return refusal{fmt.Errorf("the tool %q of the server %q: %w since it was first used; if you trust the new definition, remove the record of this server", clean(name, 100), p.server, ErrChanged)}
	case reason != "":
		return refusal{fmt.Errorf("the tool %q of the server %q is refused: %s", clean(name, 100), p.server, reason)}
	case p.tools[name] == nil:
		return refusal{fmt.Errorf("the server %q has no tool %q that may be used", p.server, clean(name, 100))}
	}
	return nil
}

// admitted returns the tools that admit permitted, sorted by name.
func (p *policy) admitted() []*mcp.Tool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.SortedFunc(maps.Values(p.tools), func(a, b *mcp.Tool) int { return cmp.Compare(a.Name, b.Name) })
}

func (p *policy) refuse(name, reason string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refused[name] = reason
}

func (p *policy) refusals() []Refusal {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := []Refusal{}
	for _, name := range slices.Sorted(maps.Keys(p.refused)) {
		list = append(list, Refusal{Tool: clean(name, 100), Reason: p.refused[name]})
	}
	return list
}

// fingerprint returns a digest of the definition of a tool. A changed definition has another
// digest.
func fingerprint(t *mcp.Tool) string {
	b, err := json.Marshal(map[string]any{"name": t.Name, "title": t.Title, "description": t.Description,
		"inputSchema": t.InputSchema, "outputSchema": t.OutputSchema, "annotations": t.Annotations, "tree": t.Meta[mcpext.TreeKey]})
	if err != nil { // it came as JSON
		return "unreadable"
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

const (
	maxPages     = 3_000
	maxTools     = 2_000
	maxToolPages = 200
	// maxDefinitions is the maximal length of all definitions in bytes.
	maxDefinitions = 8 << 20
)

// listTools lists the tools of the server. If the list exceeds a limit or a cursor repeats, it
// returns the tools read so far and the reason as a note.
func (l *link) listTools(ctx context.Context) ([]*mcp.Tool, []string, error) {
	var tools []*mcp.Tool
	var notes []string
	err := l.do(ctx, ask{what: "its tools"}, func(ctx context.Context, s *session) (err error) {
		tools, notes, err = toolsOf(ctx, s)
		return err
	})
	return tools, notes, err
}

func toolsOf(ctx context.Context, s *session) (tools []*mcp.Tool, notes []string, err error) {
	if c := s.InitializeResult().Capabilities; c == nil || c.Tools == nil {
		return nil, nil, nil
	}
	cursors := cursors{limit: maxToolPages}
	size := 0
	for cursor := ""; ; {
		page, err := s.ListTools(ctx, &mcp.ListToolsParams{Cursor: cursor})
		if err != nil {
			return nil, nil, err
		}
		reason := ""
		for _, t := range page.Tools {
			if t == nil || t.Name == "" {
				continue
			}
			if size += sizeOfTool(t); size > maxDefinitions {
				reason = fmt.Sprintf("their definitions take more than %d MiB", maxDefinitions>>20)
				break
			}
			tools = append(tools, t)
		}
		if cursor = page.NextCursor; cursor == "" && reason == "" {
			return tools, notes, nil
		}
		if reason == "" {
			reason = cursors.next(time.Now(), cursor)
		}
		if len(tools) > maxTools {
			tools, reason = tools[:maxTools], fmt.Sprintf("it has more than %d tools", maxTools)
		}
		if reason != "" {
			return tools, append(notes, "the list of tools is cut off: "+reason), nil
		}
	}
}

// sizeOfTool returns the length of the definition of a tool as JSON.
func sizeOfTool(t *mcp.Tool) int {
	b, err := json.Marshal(t)
	if err != nil { // it came as JSON
		return maxDefinitions
	}
	return len(b)
}

// check compares the tools of a server with the admitted ones again before a call, if the server has announced a change
// or was started again. A tool with another definition is then refused.
func (l *link) check(ctx context.Context, s *session) error {
	select {
	case <-s.checking:
		defer func() { s.checking <- struct{}{} }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if l.policy == nil || !s.changed.Swap(false) {
		return nil
	}
	tools, _, err := toolsOf(ctx, s)
	if err != nil {
		s.changed.Store(true)
		return err
	}
	l.policy.again(tools)
	return nil
}

// cursors detects a server whose pages of a list repeat or never end.
type cursors struct {
	limit int
	until time.Time // zero means no limit
	seen  map[string]bool
}

// cursorsOf returns the limits on pages and time for reading a list page by page. The first page is always requested:
// its call has a time limit of its own, and may have to wait until the server has started.
func cursorsOf(now time.Time, o Options) cursors {
	return cursors{limit: maxPages, until: now.Add(listingCalls * o.Call)}
}

// listingCalls, times the longest time of a call, is the longest time of a listing with all
// its pages.
const listingCalls = 4

// next records the cursor of the next page of a list. If the page must not be requested, it returns
// the reason, else "".
func (c *cursors) next(now time.Time, cursor string) string {
	if c.seen == nil {
		c.seen = map[string]bool{}
	}
	switch {
	case len(cursor) > 64<<10:
		return "the server gave a cursor of more than 64 KiB"
	case c.seen[cursor]:
		return "the server gave the same cursor twice, and would go on for ever"
	case !c.until.IsZero() && now.After(c.until):
		return "the server takes too long over its pages"
	case len(c.seen) >= c.limit:
		return fmt.Sprintf("there are more than %d pages", c.limit)
	}
	c.seen[cursor] = true
	return ""
}
