package encoded

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestHeader(t *testing.T) {
	for in, want := range map[string]string{
		"plain":                                 "plain",
		"=?utf-8?Q?Gr=C3=BC=C3=9Fe_an?= all":    "Grüße an all",
		"=?utf-8?B?4oKs?= =?UTF-8?B?IDU=?=":     "€ 5",
		"=?utf-8?B?4g==?=\r\n =?utf-8?B?gqw=?=": "€", // a character in two words
		"=?iso-8859-1*de?q?=FC?=":               "ü",
		"a =?x?y?z?= =?broken":                  "a =?x?y?z?= =?broken",
		"caf\xe9":                               "café",
		"folded\r\n line":                       "folded line",
		"=?ISO-2022-JP?B?GyRCRnxLXBsoQg==?=":    "日本",
	} {
		if got := Header(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestParams(t *testing.T) {
	for in, want := range map[string]map[string]string{
		`Multipart/Mixed; boundary="a;b\"c"`:                 {"": "multipart/mixed", "boundary": `a;b"c`},
		`text/plain charset=us-ascii`:                        {"": "text/plain"},
		`attachment; filename*=utf-8''%e2%82%ac%20rates.txt`: {"": "attachment", "filename": "€ rates.txt"},
		`x/y; name*1="b.txt"; name*0="a"`:                    {"": "x/y", "name": "ab.txt"},
		`text/html; charset=a; charset=b`:                    {"": "text/html", "charset": "a"},
		``:                                                   {"": ""},
	} {
		value, got := Params(in)
		got[""] = value
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", in, d)
		}
	}
}

func TestTransfer(t *testing.T) {
	for _, c := range []struct{ encoding, in, want string }{
		{"base64", "aGVs\r\nbG8=\r\n", "hello"},
		{"base64", "aGVsbG8", "hello"},
		{"base64", "aGVsbG8=aGVsbG8=", "hello"},
		{"base64", "a", ""},
		{"quoted-printable", "a=\r\nb=3D  \r\nc=zz", "ab=\r\nc=zz"},
		{"quoted-printable", "=e4=E4", "\xe4\xe4"},
		{"7bit", "a=3D", "a=3D"},
	} {
		if got := string(Transfer([]byte(c.in), c.encoding)); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.encoding, c.in, got, c.want)
		}
		s := NewSize(c.encoding)
		for line := range strings.Lines(c.in) {
			s.Add([]byte(line))
		}
		if n := s.Total(); n != int64(len(strings.TrimRight(c.want, "\r\n"))) {
			t.Errorf("%s %q: size %d, want that of %q", c.encoding, c.in, n, c.want)
		}
	}
}

func TestCharset(t *testing.T) {
	for _, c := range []struct{ label, in, want string }{
		{"", "gr\xfcn", "grün"},
		{"us-ascii", "grün", "grün"},
		{"ISO-8859-15", "\xa4", "€"},
		{"x-nonsense", "\xe9", "é"},
		{"utf-7", "a+IKw-b+-", "a€b+"},
		{"cp-1251", "\xcf", "П"},
		{"hz-gb-2312", "~{VP~}", "中"},
		{"replacement", "abc", "abc"},
	} {
		if got := Charset([]byte(c.in), c.label); got != c.want {
			t.Errorf("%s: %q, want %q", c.label, got, c.want)
		}
	}
}

func TestHTML(t *testing.T) {
	const page = "<html><head><title>T</title><style>p{}</style></head><body><p>One <b>t</b>wo&amp;\n three</p>" +
		"<script>x()</script><table><tr><td>a</td><td>b</td></tr></table>4<br>5 <img src=http://x.example/p alt=six></body>"
	if got, want := HTML(page), "One two& three\na b\n4\n5 six"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// FuzzEncoded checks that no text makes the decoders panic, or grow without a bound.
func FuzzEncoded(f *testing.F) {
	f.Add("=?utf-8?Q?=C3=BC?= =?x?b?AAAA?=", "utf-7")
	f.Add("a; b*0*=utf-8''%41; b*1=\"x\\\"\"", "iso-2022-jp")
	f.Add("<p>a<script>b", "big5")
	f.Fuzz(func(t *testing.T, in, label string) {
		for name, got := range map[string]string{"header": Header(in), "charset": Charset([]byte(in), label), "page": HTML(in)} {
			if len(got) > 8*len(in)+8 {
				t.Errorf("%s: %d bytes from %d", name, len(got), len(in))
			}
			if name == "charset" && !utf8.ValidString(got) {
				t.Errorf("charset %s: %q", label, got)
			}
		}
		Params(in)
		for _, e := range []string{"base64", "quoted-printable", "x-uuencode", ""} {
			s := NewSize(e)
			s.Add([]byte(in))
			if got := Transfer([]byte(in), e); len(got) > len(in) || s.Total() < 0 {
				t.Errorf("%s: %d bytes from %d, size %d", e, len(got), len(in), s.Total())
			}
		}
	})
}
