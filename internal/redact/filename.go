package redact

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

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
	last := map[string]int{} // the last number that was tried, by masked name
	for _, i := range changed {
		m := shown[i]
		for taken[shown[i]] { // behind the last mark, before an extension
			last[m] = max(last[m], 1) + 1
			at := strings.LastIndex(m, Mark) + len(Mark)
			shown[i] = fmt.Sprintf("%s~%d%s", m[:at], last[m], m[at:])
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
		case !s.kept.clean(part):
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

// behind returns the true name of the file or directory in dir that is shown as name, or name without such a file. It
// lists dir if the kept names are of an earlier state of dir or do not lead to a file or directory.
func (s source) behind(ctx context.Context, dir luminos.Path, name string) string {
	d, _ := s.inner.Stat(ctx, dir) // before the listing, so that a later change is noticed
	if real, ok := s.kept.of(dir, d.ModTime)[name]; ok {
		if _, err := s.inner.Stat(ctx, join(dir, real)); !errors.Is(err, fs.ErrNotExist) {
			return real
		}
	}
	nodes, err := s.inner.List(ctx, dir)
	names := make([]string, len(nodes))
	for i, n := range nodes {
		names[i] = n.Path.Base()
	}
	k := keptDir{dir: dir, mtime: d.ModTime, real: map[string]string{}}
	for i, shown := range Names(names) {
		if strings.Contains(shown, Mark) { // a clone, because the name is a part of a long path
			k.real[shown] = strings.Clone(names[i])
			k.size += len(shown) + len(names[i])
		}
	}
	if err == nil {
		s.kept.add(k)
	}
	if real, ok := k.real[name]; ok {
		return real
	}
	return name
}

// keptNames holds the names of entries of the directories that were used last, so that not each access to an entry
// lists its directory. It is safe for concurrent use.
type keptNames struct {
	mu   sync.Mutex
	dirs []keptDir // the last used at the end
	// names holds names without a secret, at most keptClean of at most keptName bytes.
	names map[string]bool
}

// clean reports whether a name holds no secret. It keeps the clean names, which most paths share.
func (k *keptNames) clean(name string) bool {
	k.mu.Lock()
	known := k.names[name]
	k.mu.Unlock()
	if known || fileName(name) != name {
		return known
	}
	if len(name) > keptName {
		return true
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.names == nil || len(k.names) == keptClean {
		k.names = map[string]bool{}
	}
	k.names[strings.Clone(name)] = true
	return true
}

// keptDir holds the names of the entries of one directory that are shown with a [Mark].
type keptDir struct {
	dir   luminos.Path
	mtime time.Time         // zero if unknown
	real  map[string]string // by shown name; read only
	size  int               // bytes of the names
}

// The directory that was used last is kept even if it is larger.
const (
	keptDirs  = 64
	keptBytes = 16 << 20
	keptClean = 1 << 12
	keptName  = 128
)

// of returns the names of dir by shown name, or nil if they are not kept or dir had another modification time.
func (k *keptNames) of(dir luminos.Path, mtime time.Time) map[string]string {
	k.mu.Lock()
	defer k.mu.Unlock()
	for i, d := range k.dirs {
		if d.dir == dir && d.mtime.Equal(mtime) {
			k.dirs = append(slices.Delete(k.dirs, i, i+1), d)
			return d.real
		}
	}
	return nil
}

// add keeps d in the place of an earlier state of the same directory.
func (k *keptNames) add(d keptDir) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.drop(d.dir)
	if len(d.real) == 0 {
		return
	}
	k.dirs = append(k.dirs, d)
	size := 0
	for _, d := range k.dirs {
		size += d.size
	}
	for len(k.dirs) > 1 && (len(k.dirs) > keptDirs || size > keptBytes) {
		size -= k.dirs[0].size
		k.dirs = slices.Delete(k.dirs, 0, 1)
	}
}

// forget removes the names of dir: it was listed, and the numbers of its names may differ.
func (k *keptNames) forget(dir luminos.Path) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.drop(dir)
}

func (k *keptNames) drop(dir luminos.Path) {
	k.dirs = slices.DeleteFunc(k.dirs, func(d keptDir) bool { return d.dir == dir })
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
	if p.Ext() == ".env" && hide(v, nil) != v {
		return "", false // a variable, whose name stays
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
	environment := name == "env" && !compiled[ext] || ext == ".env" || strings.HasPrefix(p.Base(), ".env")
	if environment {
		c, ext = classSecret, ""
	}
	if strings.HasPrefix(text, "#!") {
		return text // git-secrets is a program
	}
	if c < classSecret && !strings.HasPrefix(name, "credentials") || len(ext) > 1 && !listExtensions[ext[1:]] || strings.Contains(string(p), "example") {
		return text
	}
	if ext == "" && !environment {
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
		variable := ""
		if n := run(text, i, nameSet, k-i); environment && n < k && text[n] == '=' {
			variable, i = text[i:n], n+1 // NAME=value
		}
		if v := strings.TrimRight(text[i:k], ".,;="); strong(c, v) &&
			(c == classPassword || len(v) >= 16) && !isMask(v) && (scrambled(v) || !strings.ContainsAny(v, "/@")) &&
			!(all(v, hex) && namesVersion(variable)) {
			spans = append(spans, span{piece: piece{i, i + len(v)}, kind: "secret"})
		}
		i = max(k, i+1)
	}
	if found != nil {
		*found = append(*found, secrets(text, spans)...)
	}
	return apply(text, spans)
}

// namesVersion reports whether a name says that its value is the identifier of a version or the digest of a file.
func namesVersion(name string) bool {
	parts := split(name)
	return len(parts) > 0 && versionWords[parts[len(parts)-1]]
}

var versionWords = words("commit commitish rev revision ref sha digest checksum")

// compiled are the extensions of programs that are compiled: env.go reads the environment.
var compiled = words(".go .rs .java .kt .swift .scala .cs .c .cc .cpp .h .hpp")

// listedSet are the bytes of a word in a file of secrets.
var listedSet = except(" \t\r\n<>\"'`(){}[]|\\&:,;")

// listExtensions are the extensions of files of settings and lists.
var listExtensions = words("txt yml yaml json ini cfg conf properties csv env bak old toml")
