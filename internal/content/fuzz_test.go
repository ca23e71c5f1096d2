package content_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"luminos"
	"luminos/internal/content"
)

// FuzzContent passes any bytes under any name to every function that reads
// foreign bytes. The results must be printable.
func FuzzContent(f *testing.F) {
	for name, b := range samplesOfFormats(f) {
		f.Add(name, b)
	}
	for _, name := range []string{"a.h", "a.m", "a.pl", "a.t", "a.inc", "a.v", "a.d", "a.pro", "a.tpl", "hosts", "a.bas", "a.js", "a.css", "K\u0130.json", "a.onnx"} {
		f.Add(name, []byte("class x\n{$\n#include <a>\n-*- c -*-\n vim: ft=c\n"))
	}
	f.Fuzz(func(t *testing.T, name string, b []byte) {
		p := luminos.PathFromOS(name)
		head := b[:min(len(b), 16<<10)]
		id := content.Identify(p, true, head)
		if id.Category == "" || id.MIME == "" || !strings.Contains(id.MIME, "/") {
			t.Errorf("%q: %+v", p, id)
		}
		if id.Language != "" && content.LanguageType(id.Language) == "" {
			t.Errorf("%q: %q is none of linguist's languages", p, id.Language)
		}
		words := content.Describe(p, int64(len(b)), bytes.NewReader(b))
		if words == "" || strings.ContainsFunc(words, func(r rune) bool { return r < ' ' || r > '~' }) || len(words) > 2000 {
			t.Errorf("%q: description %q", p, words)
		}
		if w, h, ok := content.Dimensions(head); ok && (w <= 0 || h <= 0) {
			t.Errorf("%q: %d x %d", p, w, h)
		}
		if _, ok := content.TakenAt(head); ok && !bytes.Contains(head, []byte(":")) {
			t.Errorf("%q: a time from nowhere", p)
		}
		content.IsGenerated(p, head)
		content.NoticeOf(p, head)
		content.Contradicts(p, id.MIME)
		if text, enc, ok := content.DecodeText(b); ok && (!utf8.ValidString(text) || enc == content.Binary || strings.Contains(text, "\r")) {
			t.Errorf("%q: decoded as %q to what is no clean text", p, enc)
		}
	})
}
