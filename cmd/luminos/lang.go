package main

import (
	"errors"

	"golang.org/x/text/language"
)

// lang is the tag of a language as the value of a flag; "" means that it was not given.
type lang string

// longestTag is the most characters of a tag that is parsed. Tags of a language, a script and a region have at most 11.
const longestTag = 35

func (l *lang) String() string { return string(*l) }
func (*lang) Type() string     { return "TAG" }

// Set sets the language to the language, the script and the region of the tag s, in their usual letter case. Extensions
// and private parts, which can hold any words, are refused.
func (l *lang) Set(s string) error {
	bad := errors.New("the value must be a tag of a language, such as de, pt-BR or zh-Hant")
	if len(s) > longestTag {
		return bad
	}
	tag, err := language.Raw.Parse(s)
	if err != nil {
		return bad
	}
	base, script, region := tag.Raw()
	whole, err := language.Raw.Compose(base, script, region)
	if err != nil || base.String() == "und" || whole.String() != tag.String() {
		return bad
	}
	*l = lang(whole.String())
	return nil
}
