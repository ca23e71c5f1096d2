package mail

import (
	"path"
	"strings"

	"luminos/internal/extract/encoded"
)

// readable are the types of parts that are shown as text.
var readable = map[string]bool{
	"text/plain": true, "text/html": true, "text/enriched": true, "text/richtext": true, "text/markdown": true,
	"text/rfc822-headers": true, "message/delivery-status": true, "message/disposition-notification": true,
}

// open begins the content of a part after its header.
func (p *parser) open() {
	h := p.fields.header
	p.message.parts++
	if p.message.parts > partsMost {
		p.limit("of each message, only the first 10,000 parts are read")
		p.state = inNothing
		return
	}
	kind, params := p.kindOf(h)
	p.protection(kind, params)
	switch {
	case strings.HasPrefix(kind, "multipart/") && p.multipart(kind, params["boundary"]):
	case kind == "message/rfc822" || kind == "message/global" || kind == "message/news":
		p.attached(kind, h)
	default:
		p.content(kind, params, h)
	}
}

// kindOf returns the type of a part, in lower case, and its parameters. A type that breaks the rules is plain text.
func (p *parser) kindOf(h header) (string, map[string]string) {
	kind, params := encoded.Params(h["content-type"])
	if _, stated := h["content-type"]; !stated && len(p.levels) > 0 && p.levels[len(p.levels)-1].digest {
		return "message/rfc822", params
	}
	if strings.Count(kind, "/") != 1 {
		kind = "text/plain"
	}
	return kind, params
}

// protection notes signatures and encryption of the message itself.
func (p *parser) protection(kind string, params map[string]string) {
	if p.nested > 0 {
		return
	}
	switch kind {
	case "multipart/signed":
		p.message.kinds["signed"] = true
	case "multipart/encrypted":
		p.message.kinds["encrypted"] = true
	case "application/pkcs7-mime", "application/x-pkcs7-mime":
		switch strings.ToLower(params["smime-type"]) {
		case "signed-data":
			p.message.kinds["signed"] = true
		case "enveloped-data", "authenveloped-data":
			p.message.kinds["encrypted"] = true
		case "": // a certificate has the extension .p7c
			name := strings.ToLower(params["name"])
			p.message.kinds["encrypted"] = p.message.kinds["encrypted"] || name == "" || path.Ext(name) == ".p7m"
		}
	}
}

// multipart begins a multipart. It reports false if it has no boundary; then its content is text.
func (p *parser) multipart(kind, boundary string) bool {
	boundary = strings.TrimRight(boundary, " \t")
	if boundary == "" || len(boundary) > boundaryMost {
		return false
	}
	if len(p.levels) >= levelsMost {
		p.limit("of each message, only the first 100 levels are read")
		p.state = inNothing
		return true
	}
	l := level{boundary: boundary, digest: kind == "multipart/digest", group: p.group()}
	if l.group == 0 && kind == "multipart/alternative" {
		p.groups++
		l.group = p.groups
	}
	p.levels = append(p.levels, l)
	p.state = inPreamble
	return true
}

// group returns the alternative that the parts of the innermost level belong to.
func (p *parser) group() int {
	if n := len(p.levels); n > 0 {
		return p.levels[n-1].group
	}
	return 0
}

// attached begins an attached message.
func (p *parser) attached(kind string, h header) {
	name, _ := p.nameOf(h)
	p.message.attachments = append(p.message.attachments, attachment{name: name, kind: kind})
	if p.nested == nestedMost {
		p.limit("attached messages are read 8 levels deep")
		p.leaf, p.state = leaf{size: encoded.NewSize("")}, inAttachment
		return
	}
	p.nested++
	p.levels = append(p.levels, level{attachment: len(p.message.attachments) - 1, at: p.read})
	p.begin()
	p.add(body{head: p.fields.header})
}

// content begins a part that is a text or a file.
func (p *parser) content(kind string, params map[string]string, h header) {
	encoding, _ := encoded.Params(h["content-transfer-encoding"])
	name, attach := p.nameOf(h)
	root := len(p.levels) == 0 || p.levels[len(p.levels)-1].boundary == ""
	p.leaf = leaf{kind: kind, charset: params["charset"], encoding: encoding, group: p.group()}
	if text := readable[kind] || strings.HasPrefix(kind, "multipart/"); text && !attach && (root || name == "") {
		p.message.kinds["html"] = p.message.kinds["html"] || kind == "text/html"
		p.state = inText
		return
	}
	p.message.kinds["programs"] = p.message.kinds["programs"] || runs[strings.ToLower(path.Ext(name))]
	p.message.attachments = append(p.message.attachments, attachment{name: name, kind: kind})
	p.leaf.size = encoded.NewSize(encoding)
	p.state = inAttachment
}

// nameOf returns the name of a part, and reports whether it is meant as an attachment.
func (p *parser) nameOf(h header) (name string, attach bool) {
	disposition, params := encoded.Params(h["content-disposition"])
	name = params["filename"]
	if name == "" {
		_, params = encoded.Params(h["content-type"])
		name = params["name"]
	}
	return strings.TrimSpace(encoded.Header(name)), disposition == "attachment"
}

// runs are the extensions of files that run code when they are opened.
var runs = map[string]bool{
	".exe": true, ".scr": true, ".pif": true, ".bat": true, ".cmd": true, ".com": true, ".vbs": true, ".vbe": true,
	".js": true, ".jse": true, ".jar": true, ".lnk": true, ".hta": true, ".ps1": true, ".msi": true, ".cpl": true,
	".wsf": true, ".reg": true, ".chm": true, ".docm": true, ".xlsm": true, ".pptm": true,
}
