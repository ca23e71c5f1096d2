// Package content identifies files from a name and a few bytes: category, MIME
// type, description, language, generated, vendored.
package content
