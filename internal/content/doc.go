// Package content says what a file is: category, MIME type, description,
// language, generated, vendored; from a name and a few bytes.
package content
