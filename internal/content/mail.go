package content

import (
	"bytes"

	"luminos/internal/lazyregexp"
)

// mailbox is the MIME type of a file with several messages of mail.
const mailbox = "application/mbox"

var (
	// postmark matches the line before each message of a mailbox, but not the one that git writes into patches.
	postmark = lazyregexp.Lazy(`^From \S+ .*\b\d\d:\d\d`)
	// patchmark matches the first line of a patch of git.
	patchmark = lazyregexp.Lazy(`^From [0-9a-f]{40} `)
	// headerField matches a field of the header of a message, and mailField the fields that most messages have.
	headerField = lazyregexp.Lazy(`^[A-Za-z][\w-]*:`)
	mailField   = lazyregexp.Lazy(`^(?i:From|To|Subject|Date|Received|Return-Path|Delivered-To|Message-ID|` +
		`MIME-Version|Reply-To):`)
	// party matches a field with the address of a sender or, as bounces and advertisements can lack it, of a receiver.
	party = lazyregexp.Lazy(`^(?i:From|Return-Path|Delivered-To):.*@`)
)

// damagedFields is the number of fields of a message from which on a line that is no field ends the header.
const damagedFields = 5

// isMail reports whether a text begins with the header of a message of mail: with at least three of its fields, one of
// them an address, and nothing except fields before the first empty line, or before a line that a program damaged
// (">Received: …") if that is behind damagedFields.
func isMail(head []byte) bool {
	fields, sent := 0, false
	for i := 0; len(head) > 0; i++ {
		var line []byte
		line, head, _ = bytes.Cut(head, []byte("\n"))
		line = bytes.TrimSuffix(line, []byte("\r"))
		switch {
		case i == 0 && postmark().Match(line) && !patchmark().Match(line):
		case len(line) == 0:
			return fields >= 3 && sent
		case i > 0 && (line[0] == ' ' || line[0] == '\t'): // goes on
		case !headerField().Match(line) && len(head) > 0: // the last line can be cut
			return fields >= damagedFields && sent
		case mailField().Match(line):
			fields++
			sent = sent || party().Match(line)
		}
	}
	return fields >= 3 && sent
}

// isMailbox reports whether a text that is mail holds several messages: it begins with the mark that is before each,
// and there is another one.
func isMailbox(head []byte) bool {
	_, after, found := bytes.Cut(head, []byte("\n\nFrom "))
	return found && postmark().Match(head) && postmark().Match(append([]byte("From "), after...))
}
