package mcpclient

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"luminos"
)

func (a *filesystem) remember(nodes []luminos.Node) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, n := range nodes {
		if len(a.known) < knownMax {
			a.known[n.Path] = n
		}
	}
}

func (a *filesystem) recall(p luminos.Path) (luminos.Node, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	n, ok := a.known[p]
	return n, ok
}

func (a *filesystem) read(ctx context.Context, p luminos.Path, offset int64, n int) ([]byte, error) {
	abs, err := a.abs(ctx, p)
	if err != nil {
		return nil, err
	}
	about, ok := a.recall(p)
	if !ok || about.Size < 0 {
		if about, err = a.stat(ctx, p); err != nil {
			return nil, err
		}
	}
	if about.Kind != luminos.KindFile { // a FIFO would never end
		return nil, luminos.ErrNotRegular
	}
	_, media := a.tools["read_media_file"]
	if media && about.Size >= 0 && about.Size <= wholeMax {
		return a.last.window(string(p), offset, n, func() ([]byte, error) { return a.whole(ctx, p, abs) })
	}
	want := min(offset+int64(n), about.Size)
	if want > headMax {
		return nil, fmt.Errorf("the tools of the server %q return at most the first %d MiB of a file, and only text if it is over %d MiB", a.l.name, headMax>>20, wholeMax>>20)
	}
	text, err := a.head(ctx, p, abs, about.Size, want)
	if err != nil {
		return nil, err
	}
	return window([]byte(text), offset, n), nil
}

// whole returns all bytes of the file p, which the server calls abs, by the tool read_media_file.
func (a *filesystem) whole(ctx context.Context, p luminos.Path, abs string) ([]byte, error) {
	r, err := a.l.callTool(ctx, "read_media_file", p, map[string]any{"path": abs})
	if err != nil {
		return nil, fsError(err)
	}
	if len(r.Content) != 1 {
		return nil, errors.New("the server answered the request for the bytes of a file with other content than one file")
	}
	switch c := r.Content[0].(type) {
	case *mcp.ImageContent:
		return c.Data, nil
	case *mcp.AudioContent:
		return c.Data, nil
	case *mcp.EmbeddedResource:
		if c.Resource == nil {
			return nil, errors.New("the server answered the request for the bytes of a file with an empty resource")
		}
		if c.Resource.Blob == nil {
			return []byte(c.Resource.Text), nil
		}
		return c.Resource.Blob, nil
	}
	return nil, errors.New("the server answered the request for the bytes of a file with content that is no file")
}

// head returns the beginning of a text file: at least want bytes, or the whole text if it is
// shorter. The tool takes a number of lines and not of bytes, so head asks for more and more lines.
func (a *filesystem) head(ctx context.Context, p luminos.Path, abs string, size, want int64) (string, error) {
	for lines := int64(64); ; lines *= 4 {
		text, err := a.text(ctx, "read_text_file", p, map[string]any{"path": abs, "head": lines})
		if err != nil {
			return "", err
		}
		if strings.ContainsAny(text, "\x00\uFFFD") {
			return "", fmt.Errorf("%w, and the tools of the server %q give no bytes of such a file", luminos.ErrNotText, a.l.name)
		}
		whole := int64(strings.Count(text, "\n"))+1 < lines
		if !whole || int64(len(text)) < size { // the end of the last line is left out
			text += "\n"
		}
		if whole || int64(len(text)) >= want || lines > headMax {
			return text, nil
		}
	}
}
