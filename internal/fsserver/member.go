package fsserver

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"luminos"
	"luminos/internal/content"
	"luminos/internal/mcpext"
	"luminos/internal/readable"
	"luminos/internal/tool"
	"luminos/internal/words"
)

// Files in archives have paths such as "a.zip!/dir/file". They exist only as their extractions: readable.Of returns the
// extraction of one.

// nearMost is the number of entries of an archive that an error names.
const nearMost = 5

// readMember reads lines of a file in an archive. ok is false if n is no such file.
func (t target) readMember(
	ctx context.Context, in readInput, n luminos.Node,
) (r tool.Result, ok bool, err error) {
	if _, member := readable.Archive(ctx, t.root, n.Path); !member {
		return r, false, nil
	}
	id := content.Identify(n.Path, false, nil)
	r, err = t.readExtracted(ctx, in, mcpext.FileText{Path: string(n.Path), Size: n.Size, MIME: id.MIME})
	return r, true, err
}

// statMember describes a file in an archive.
func (t target) statMember(ctx context.Context, n luminos.Node) (tool.Result, error) {
	_, x, err := readable.Of(ctx, t.readable, n.Path)
	if err != nil || x == nil {
		return t.cannot(ctx, "looking at", string(n.Path), err)
	}
	var b strings.Builder
	size := words.Plural(n.Size, "byte")
	fmt.Fprintf(&b, "%s\nkind: file in an archive\ntext: %s\nread by: %s\n", show(n.Path), size, x.Reader)
	lines := *x
	lines.Outline, lines.Tables, lines.Columns, lines.Entries = nil, nil, nil, nil
	b.WriteString(visibleText(cutText(lines.Overview(), maxText)))
	d := Stat{Entry: entry(n), Path: string(n.Path), Description: visibleText(x.Format)}
	return tool.Result{Text: b.String(), Data: d}, nil
}

// sourceMember returns a file in an archive as a source file, or to be outlined by its reader.
func (t target) sourceMember(ctx context.Context, p luminos.Path) (source, error) {
	text, x, err := readable.Of(ctx, t.readable, p)
	if err != nil || x == nil {
		return source{}, err
	}
	head := []byte(text[:min(len(text), content.EncodingHead)])
	id := content.Identify(p, false, head)
	isCode := id.Language != "" && content.LanguageType(id.Language) != "prose"
	if !isCode || !strings.HasSuffix(x.Reader, " > text") {
		return source{nature: "file in an archive", extract: true}, nil
	}
	whole := cutText(text, sourceMax)
	return source{text: []byte(whole), language: id.Language, cut: len(whole) < len(text), id: id}, nil
}

// noMember returns the reason why an archive has no file for the path p, with the names of near entries.
func (t target) noMember(ctx context.Context, archive, p luminos.Path) string {
	_, x, err := readable.Of(ctx, t.readable, archive)
	if err != nil || x == nil || len(x.Entries) == 0 {
		return show(archive) + " has no files that can be read by a path; parse_structure shows what is known of it"
	}
	member := strings.TrimPrefix(string(p), string(archive)+"!/")
	if strings.Contains(member, "!/") {
		return "a file in an archive in an archive cannot be read"
	}
	near := entriesNear(x.Entries, member)
	text := show(archive) + " has no file of that name, or it cannot be unpacked"
	for i, name := range near {
		near[i] = show(archive + "!/" + luminos.Path(name))
	}
	if len(near) > 0 {
		return text + ". There is " + strings.Join(near, ", ")
	}
	return text + "; read_file of the archive lists its entries"
}

// entriesNear returns the files among the entries of an archive that a name may mean: with the same last element, in
// any case, then in the same directory.
func entriesNear(entries []luminos.ArchiveEntry, name string) []string {
	var same, beside []string
	for _, e := range entries {
		at := strings.TrimPrefix(path.Clean("/"+e.Name), "/")
		switch {
		case e.Dir || at == "":
		case strings.EqualFold(path.Base(at), path.Base(name)):
			same = append(same, at)
		case path.Dir(at) == path.Dir(name):
			beside = append(beside, at)
		}
	}
	all := slices.Concat(same, beside)
	return all[:min(len(all), nearMost)]
}
