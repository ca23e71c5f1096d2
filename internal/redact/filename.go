package redact

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"luminos"
)

// Names returns the names of the entries of one directory as they may be shown, in the same order: each secret is
// replaced by [Mark], so that its length is not shown. Names that would become equal get a number.
func Names(names []string) []string {
	shown := names
	var changed []int
	for i, n := range names {
		if m := fileName(n); m != n {
			if len(changed) == 0 {
				shown = slices.Clone(names)
			}
			shown[i] = m
			changed = append(changed, i)
		}
	}
	if len(changed) == 0 {
		return names
	}
	taken := map[string]bool{}
	for i, n := range shown {
		if n == names[i] {
			taken[n] = true
		}
	}
	slices.SortFunc(changed, func(a, b int) int { return strings.Compare(names[a], names[b]) })
	for _, i := range changed {
		m := shown[i]
		for k := 2; taken[shown[i]]; k++ { // behind the last mark, before an extension
			at := strings.LastIndex(m, Mark) + len(Mark)
			shown[i] = fmt.Sprintf("%s~%d%s", m[:at], k, m[at:])
		}
		taken[shown[i]] = true
	}
	return shown
}

// fileName returns the name of an entry without its secrets. The extension is not part of a secret.
func fileName(n string) string {
	n = marked(n)
	if i := strings.LastIndexByte(n, '.'); i > 0 && len(n)-i <= 6 {
		n = marked(n[:i]) + n[i:]
	}
	return n
}

// marked returns s with Mark in the place of each secret.
func marked(s string) string {
	for range rounds {
		spans := find(s)
		if len(spans) == 0 {
			break
		}
		var b strings.Builder
		at := 0
		for _, p := range spans {
			b.WriteString(s[at:p.start] + Mark)
			at = p.end
		}
		s = b.String() + s[at:]
	}
	return s
}

// Target returns the target of a link without its secrets.
func Target(t string) string {
	if t == "" {
		return t
	}
	parts := strings.Split(marked(t), "/")
	for i, p := range parts {
		parts[i] = fileName(p)
	}
	return strings.Join(parts, "/")
}

// real returns the true path of the file or directory that is shown under the masked path p. It returns an error if p
// contains a secret itself: otherwise a client could try guesses.
func (s source) real(ctx context.Context, p luminos.Path) (luminos.Path, error) {
	at, masked := luminos.Root, false
	for part := range strings.SplitSeq(string(p), "/") {
		switch {
		case fileName(part) != part:
			return "", fmt.Errorf("finding the file or directory %q of the target: %w", Target(string(p)), fs.ErrNotExist)
		case strings.Contains(part, Mark):
			part = s.behind(ctx, at, part)
			masked = true
		}
		at = join(at, part)
	}
	if !masked {
		return p, nil
	}
	return at, nil
}

// behind returns the true name of the file or directory in dir that is shown as name, or name without such a file.
func (s source) behind(ctx context.Context, dir luminos.Path, name string) string {
	nodes, _ := s.inner.List(ctx, dir)
	names := make([]string, len(nodes))
	for i, n := range nodes {
		names[i] = n.Path.Base()
	}
	if i := slices.Index(Names(names), name); i >= 0 {
		return names[i]
	}
	return name
}

// join returns the path of the entry name in dir. Names are not cleaned.
func join(dir luminos.Path, name string) luminos.Path {
	if dir == luminos.Root {
		return luminos.Path(name)
	}
	return dir + "/" + luminos.Path(name)
}

// unnamed is an error whose text holds no secret of a path.
type unnamed struct {
	text string
	err  error
}

func (e unnamed) Error() string { return e.text }
func (e unnamed) Unwrap() error { return e.err }

// failure returns the error err with the shown path p in place of the real path in its text. It returns err itself if
// the paths are equal.
func failure(err error, p, real luminos.Path) error {
	if err == nil || p == real {
		return err
	}
	return unnamed{strings.ReplaceAll(err.Error(), string(real), string(p)), err}
}

// wholeSecret returns text masked, and true, if it is one word and the name of its file says that it is a secret, as of
// "master.key" and "db_password.txt".
func wholeSecret(p luminos.Path, text string) (masked string, ok bool) {
	v := strings.TrimSpace(text)
	if len(v) < 4 || len(v) > maxBare || !all(v, visible) || placeholder(v) || isMask(v) {
		return "", false
	}
	name := strings.TrimLeft(p.Base(), ".")
	stem := name
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		stem = name[:i]
	}
	c := max(classify(name), classify(stem))
	if p.Ext() == ".key" {
		c = max(c, classToken)
	}
	if c <= classPin || !judge(c, v) {
		return "", false
	}
	at := strings.Index(text, v)
	return text[:at] + mask(v) + text[at+len(v):], true
}

// namedFile returns the text of a file. It masks the random words if the file has the name of a file of secrets, such
// as "secrets.yaml", "chap-secrets" and ".env", but not of an example or of a source of a program. It adds the words to
// found, if not nil.
func namedFile(p luminos.Path, text string, found *[]Secret) string {
	ext := strings.ToLower(p.Ext())
	name := strings.TrimSuffix(strings.ToLower(strings.TrimLeft(p.Base(), ".")), ext)
	c := classify(name)
	if name == "env" || ext == ".env" || strings.HasPrefix(p.Base(), ".env") {
		c, ext = classSecret, ""
	}
	if c < classSecret && !strings.HasPrefix(name, "credentials") || len(ext) > 1 && !listExtensions[ext[1:]] || strings.Contains(string(p), "example") {
		return text
	}
	if ext == "" && !strings.HasPrefix(p.Base(), ".env") {
		c = classPassword // lines of a password file have no names
	} else {
		c = classToken
	}
	var spans []span
	for i := 0; i < len(text); {
		if !itemSet[text[i]] || text[i] == ':' || text[i] == '=' {
			i++
			continue
		}
		k := run(text, i, listedSet, len(text))
		if v := strings.TrimRight(text[i:k], ".,;="); strong(c, v) && (c == classPassword || len(v) >= 16) && !isMask(v) && (scrambled(v) || !strings.ContainsAny(v, "/@")) {
			spans = append(spans, span{piece: piece{i, i + len(v)}, kind: "secret"})
		}
		i = max(k, i+1)
	}
	if found != nil {
		*found = append(*found, secrets(text, spans)...)
	}
	return apply(text, spans)
}

// listedSet are the bytes of a word in a file of secrets.
var listedSet = except(" \t\r\n<>\"'`(){}[]|\\&:,;")

// listExtensions are the extensions of files of settings and lists.
var listExtensions = words("txt yml yaml json ini cfg conf properties csv env bak old toml")
