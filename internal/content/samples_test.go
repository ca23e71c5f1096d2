package content_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
)

// samplesOfFormats returns small files of many formats, made by the standard
// library or from the description of the format.
func samplesOfFormats(t testing.TB) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	for name, text := range textSamples {
		all[name] = []byte(text)
	}
	for name, b := range binarySamples() {
		all[name] = b
	}
	for name, b := range pictures(t) {
		all[name] = b
	}
	for name, b := range archives(t) {
		all[name] = b
	}
	return all
}

var textSamples = map[string]string{
	"hello.py":         "#!/usr/bin/env python3\nimport os\n\ndef main():\n    print(os.getcwd())\n\nmain()\n",
	"run.sh":           "#!/bin/bash\nset -e\necho hello\n",
	"tool.pl":          "#!/usr/bin/perl\nuse strict;\nmy $x = 1;\nprint $x;\n",
	"tool.rb":          "#!/usr/bin/env ruby\nrequire 'json'\nputs JSON.dump({})\n",
	"main.c":           "#include <stdio.h>\n#include <stdlib.h>\n\nint main(void) {\n\treturn 0;\n}\n",
	"index.php":        "<?php\necho 'hello';\n",
	"page.html":        "<!DOCTYPE html>\n<html><head><title>x</title></head><body><p>y</p></body></html>\n",
	"items.json":       "{\"name\": \"x\", \"items\": [1, 2, 3]}\n",
	"table.csv":        "name,age,city\nAnna,31,Berlin\nBob,42,Paris\nCarla,28,Rome\n",
	"feed.xml":         "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed><item>1</item></feed>\n",
	"logo.svg":         "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20\" height=\"10\"><rect width=\"20\" height=\"10\"/></svg>\n",
	"paper.tex":        "\\documentclass{article}\n\\begin{document}\nHello.\n\\end{document}\n",
	"letter.rtf":       "{\\rtf1\\ansi Hello.}\n",
	"fix.patch":        "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
	"Makefile":         "CC = gcc\n\nall: main.o\n\t$(CC) -o main main.o\n\n.PHONY: all\n",
	"notes.txt":        "Remember the milk.\nAnd the bread.\n",
	"latin1.txt":       "Gr\xfc\xdfe aus M\xfcnchen, sch\xf6ne Zeit.\n",
	"utf16.txt":        string(utf16Text("Hello, wide world.\n")),
	"dos.bat":          "@echo off\r\nrem hello\r\necho hi\r\n",
	"manual.1":         ".TH TOOL 1 \"2024\"\n.SH NAME\ntool \\- does it\n",
	"cert.pem":         "-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUQ\n-----END CERTIFICATE-----\n",
	"key.asc":          "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQENBFi\n-----END PGP PUBLIC KEY BLOCK-----\n",
	"contact.vcf":      "BEGIN:VCARD\nVERSION:3.0\nFN:Anna\nEND:VCARD\n",
	"meeting.ics":      "BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR\n",
	"plot.ps":          "%!PS-Adobe-3.0\n%%Title: x\nshowpage\n",
	"film.srt":         "1\n00:00:01,000 --> 00:00:02,000\nHello.\n\n2\n00:00:03,000 --> 00:00:04,000\nBye.\n",
	"main.go":          "package main\n\nfunc main() {}\n",
	"lib.rs":           "pub fn add(a: u32, b: u32) -> u32 {\n    a + b\n}\n",
	"config.yaml":      "name: x\nitems:\n  - 1\n  - 2\n",
	"settings.toml":    "[package]\nname = \"x\"\n",
	"mail.eml":         "Received: from a by b\nFrom: anna@example.org\nTo: bob@example.org\nSubject: hi\n\nHello.\n",
	"events.jsonl":     "{\"a\": 1}\n{\"a\": 2}\n{\"a\": 3}\n",
	"App.java":         "package org.example;\n\nimport java.util.List;\n\npublic class App {\n}\n",
	"script.awk":       "#!/usr/bin/awk -f\n{ print $1 }\n",
	"tool.lua":         "#!/usr/bin/lua\nprint('x')\n",
	"de.po":            "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n",
	"README.md":        "# A project\n\nIt does things.\n",
	"lfs.bin":          "version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 12\n",
	"tool.tcl":         "#!/usr/bin/tclsh\nputs hello\n",
	"archive.txt.note": "plain\n",
}

func utf16Text(s string) []byte {
	b := []byte{0xFF, 0xFE}
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return b
}

// fill appends zero bytes up to a length.
func fill(s string, n int) []byte {
	return append([]byte(s), make([]byte, max(0, n-len(s)))...)
}

func binarySamples() map[string][]byte {
	wav := "RIFF\x24\x08\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x02\x00\x44\xac\x00\x00\x10\xb1\x02\x00\x04\x00\x10\x00data\x00\x08\x00\x00"
	frame := fill("\xff\xfb\x90\x00", 417) // MPEG 1, layer III, 128 kbit/s, 44.1 kHz
	sqlite := append([]byte("SQLite format 3\x00\x10\x00\x01\x01\x00\x40\x20\x20\x00\x00\x00\x05\x00\x00\x00\x07"), make([]byte, 4064)...)
	copy(sqlite[44:], "\x00\x00\x00\x04")
	copy(sqlite[56:], "\x00\x00\x00\x01")
	copy(sqlite[92:], "\x00\x00\x00\x05\x00\x2e\x63\x01")
	pe := fill("MZ", 64+24+240)
	binary.LittleEndian.PutUint32(pe[60:], 64)
	copy(pe[64:], "PE\x00\x00\x64\x86\x03\x00")
	copy(pe[64+20:], "\xf0\x00\x22\x00\x0b\x02")
	pe[64+24+68] = 3
	ole := fill("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 2048)
	copy(ole[0x18:], "\x3e\x00\x03\x00\xfe\xff\x09\x00")
	copy(ole[600:], "W\x00o\x00r\x00d\x00D\x00o\x00c\x00u\x00m\x00e\x00n\x00t\x00")
	flac := fill("fLaC\x00\x00\x00\x22\x10\x00\x10\x00\x00\x00\x00\x00\x00\x00\x0a\xc4\x42\xf0\x00\x01\xa8\x03", 64)
	ttf := fill("\x00\x01\x00\x00\x00\x02\x00\x20\x00\x01\x00\x00FFTM\x00\x00\x00\x00\x00\x00\x00\x2c\x00\x00\x00\x04"+
		"name\x00\x00\x00\x00\x00\x00\x00\x30\x00\x00\x00\x40\x00\x00\x00\x00"+
		"\x00\x00\x00\x01\x00\x12\x00\x01\x00\x00\x00\x00\x00\x01\x00\x04\x00\x00Mono", 256)
	return map[string][]byte{
		"sound.wav":           fill(wav, 2100),
		"sound.flac":          flac,
		"song.mp3":            bytes.Repeat(frame, 4),
		"tagged.mp3":          append(fill("ID3\x04\x00\x00\x00\x00\x00\x10", 26), bytes.Repeat(frame, 2)...),
		"sound.ogg":           fill("OggS\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x1e\x01vorbis\x00\x00\x00\x00\x02\x44\xac\x00\x00\x00\x00\x00\x00\x00\x77\x01\x00\x00\x00\x00\x00\xb8\x01", 128),
		"tune.mid":            fill("MThd\x00\x00\x00\x06\x00\x01\x00\x05\x00\x78MTrk", 64),
		"film.mp4":            fill("\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom", 128),
		"film.mov":            fill("\x00\x00\x00\x14ftypqt  \x00\x00\x00\x00qt  \x00\x00\x00\x08wide", 128),
		"song.m4a":            fill("\x00\x00\x00\x18ftypM4A \x00\x00\x00\x00M4A mp42", 128),
		"photo.heic":          fill("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic", 128),
		"photo.avif":          fill("\x00\x00\x00\x18ftypavif\x00\x00\x00\x00avifmif1", 128),
		"film.webm":           fill("\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82\x84webmB\x87\x81\x04", 128),
		"film.mkv":            fill("\x1aE\xdf\xa3\xa3B\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82\x88matroskaB\x87\x81\x04", 128),
		"film.avi":            fill("RIFF\x00\x10\x00\x00AVI LIST\xc0\x00\x00\x00hdrlavih\x38\x00\x00\x00\x40\x9c\x00\x00", 256),
		"film.flv":            fill("FLV\x01\x05\x00\x00\x00\x09\x00\x00\x00\x00", 64),
		"doc.pdf":             []byte("%PDF-1.4\n1 0 obj\n<< /Type /Pages /Kids [2 0 R] /Count 3 >>\nendobj\n\x00%%EOF\n"),
		"old.doc":             ole,
		"base.sqlite":         sqlite,
		"prog.exe":            pe,
		"Main.class":          fill("\xca\xfe\xba\xbe\x00\x00\x00\x34\x00\x1d", 64),
		"prog.wasm":           fill("\x00asm\x01\x00\x00\x00", 32),
		"macho":               fill("\xcf\xfa\xed\xfe\x07\x00\x00\x01\x03\x00\x00\x00\x02\x00\x00\x00\x10\x00\x00\x00\x00\x01\x00\x00\x85\x00\x20\x00", 256),
		"mod.pyc":             fill("\xcb\x0d\x0d\x0a\x00\x00\x00\x00\x00\x00\x00\x60\x2a\x00\x00\x00", 64),
		"font.ttf":            ttf,
		"font.otf":            fill("OTTO\x00\x02\x00\x20\x00\x01\x00\x00CFF \x00\x00\x00\x00\x00\x00\x00\x2c\x00\x00\x00\x04", 128),
		"font.woff":           fill("wOFF\x00\x01\x00\x00\x00\x00\x00\x80\x00\x02\x00\x00\x00\x00\x00\x00\x00\x01\x00\x05", 128),
		"font.woff2":          fill("wOF2\x00\x01\x00\x00\x00\x00\x00\x80\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x05", 128),
		"de.mo":               fill("\xde\x12\x04\x95\x00\x00\x00\x00\x02\x00\x00\x00\x1c\x00\x00\x00\x2c\x00\x00\x00", 128),
		"a.npy":               fill("\x93NUMPY\x01\x00\x46\x00{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }", 200),
		"a.pickle":            fill("\x80\x04\x95\x0b\x00\x00\x00\x00\x00\x00\x00]\x94(K\x01K\x02e.", 24),
		"dump.rdb":            fill("REDIS0009\xfa\x09redis-ver\x055.0.7\xff", 64),
		"data.h5":             fill("\x89HDF\r\n\x1a\n", 512),
		"data.xz":             fill("\xfd7zXZ\x00\x00\x04\xe6\xd6\xb4\x46", 64),
		"data.zst":            fill("(\xb5/\xfd\x24\x05", 32),
		"data.bz2":            []byte("BZh91AY&SY\x94$|\xf2\x00\x00\x01\x13\x80@\x00@\x04\x00\"!\x9ah3M\x07\x18\xbb\x92)\xc2\x84\x84\xa1#\xe7\x90\x00"),
		"data.7z":             fill("7z\xbc\xaf\x27\x1c\x00\x04", 64),
		"data.rar":            fill("Rar!\x1a\x07\x01\x00", 64),
		"data.lz4":            fill("\x04\"M\x18\x64\x40\xa7", 32),
		"lib.a":               []byte("!<arch>\nx.o/            0           0     0     644     4         `\n\x00\x01\x02\x03"),
		"pkg.cab":             fill("MSCF\x00\x00\x00\x00\x80\x00\x00\x00\x00\x00\x00\x00\x2c\x00\x00\x00\x00\x00\x00\x00\x03\x01\x01\x00\x01\x00", 128),
		"cap.pcap":            fill("\xd4\xc3\xb2\xa1\x02\x00\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\x00\x00\x01\x00\x00\x00", 48),
		"pack.pack":           fill("PACK\x00\x00\x00\x02\x00\x00\x00\x0a", 64),
		"photo.psd":           fill("8BPS\x00\x01\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x37\x00\x00\x00\x37\x00\x08\x00\x03", 64),
		"photo.bmp":           fill("BM\x46\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00\x04\x00\x00\x00\x02\x00\x00\x00\x01\x00\x18\x00", 70),
		"photo.webp":          fill("RIFF\x40\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x8f\x01\x00\x2b\x01\x00", 96),
		"icon.ico":            fill("\x00\x00\x01\x00\x01\x00\x10\x10\x00\x00\x01\x00\x20\x00\x68\x04\x00\x00\x16\x00\x00\x00", 256),
		"zone.tz":             fill("TZif2", 64),
		"model.gguf":          fill("GGUF\x03\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00", 64),
		"zeros.dat":           make([]byte, 256),
		"tables.parquet":      append([]byte("PAR1\x15\x04\x15\x10\x00\x00"), "\x00\x00\x04\x00\x00\x00PAR1"...),
		"weights.safetensors": append([]byte("\x3c\x00\x00\x00\x00\x00\x00\x00"), []byte(`{"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}      `+"\x00\x00\x80\x3f")...),
	}
}

func pictures(t testing.TB) map[string][]byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 30, 20))
	img.Set(3, 4, color.NRGBA{200, 10, 10, 128})
	var p, j, g bytes.Buffer
	for _, err := range []error{png.Encode(&p, img), jpeg.Encode(&j, img, nil), gif.Encode(&g, img, nil)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return map[string][]byte{
		"picture.png": p.Bytes(), "picture.jpg": j.Bytes(), "picture.gif": g.Bytes(),
		"picture.tiff": tiffOf(binary.LittleEndian, 0x100, 30, 0x101, 20),
		"damaged.tiff": tiffOf(binary.LittleEndian, 0x100, 30, 0x101, 20000, 0x111, 8, 0x116, 20),
		"big.tiff": []byte("II+\x00\x08\x00\x00\x00\x10\x00\x00\x00\x00\x00\x00\x00" + "\x02" + strings.Repeat("\x00", 7) +
			"\x00\x01\x03\x00\x01" + strings.Repeat("\x00", 7) + "\x1e" + strings.Repeat("\x00", 7) +
			"\x01\x01\x03\x00\x01" + strings.Repeat("\x00", 7) + "\x14" + strings.Repeat("\x00", 15)),
		"exif.jpg": withExif(j.Bytes(), "2021:05:03 10:11:12"),
	}
}

// tiffOf returns a TIFF header with a directory of short numbers.
func tiffOf(order binary.AppendByteOrder, pairs ...uint16) []byte {
	b := []byte("MM\x00*\x00\x00\x00\x08")
	if order.String() == binary.LittleEndian.String() {
		b = []byte("II*\x00\x08\x00\x00\x00")
	}
	b = order.AppendUint16(b, uint16(len(pairs)/2))
	for i := 0; i < len(pairs); i += 2 {
		b = order.AppendUint16(b, pairs[i])
		b = order.AppendUint16(b, 3)
		b = order.AppendUint32(b, 1)
		b = order.AppendUint16(b, pairs[i+1])
		b = order.AppendUint16(b, 0)
	}
	return order.AppendUint32(b, 0)
}

// withExif puts an EXIF segment with a time into a JPEG file.
func withExif(jpg []byte, when string) []byte {
	be := binary.BigEndian
	tiff := []byte("MM\x00*\x00\x00\x00\x08\x00\x01\x87\x69\x00\x04\x00\x00\x00\x01\x00\x00\x00\x1a\x00\x00\x00\x00")
	tiff = append(tiff, "\x00\x01\x90\x03\x00\x02\x00\x00\x00\x14\x00\x00\x00\x2c\x00\x00\x00\x00"...)
	tiff = append(append(tiff, when...), 0)
	segment := be.AppendUint16([]byte{0xFF, 0xE1}, uint16(2+6+len(tiff)))
	segment = append(append(segment, "Exif\x00\x00"...), tiff...)
	return append(append([]byte{0xFF, 0xD8}, segment...), jpg[2:]...)
}

func archives(t testing.TB) map[string][]byte {
	t.Helper()
	var gz, tb, zl bytes.Buffer
	w := gzip.NewWriter(&gz)
	w.Name, w.ModTime = "notes.txt", time.Unix(1600000000, 0)
	w.Write([]byte("some text"))
	w.Close()
	tw := tar.NewWriter(&tb)
	if err := tw.WriteHeader(&tar.Header{Name: "a/b.txt", Mode: 0o644, Size: 3, Format: tar.FormatUSTAR}); err != nil {
		t.Fatal(err)
	}
	tw.Write([]byte("abc"))
	tw.Close()
	z := zlib.NewWriter(&zl)
	z.Write([]byte(strings.Repeat("zlib ", 50)))
	z.Close()
	return map[string][]byte{
		"notes.gz": gz.Bytes(), "files.tar": tb.Bytes(), "stream.zlib": zl.Bytes(),
		"files.zip":   zipOf(t, "a.txt", "hello", "b.txt", "bye"),
		"report.odt":  zipOf(t, "mimetype", "application/vnd.oasis.opendocument.text", "content.xml", "<x/>"),
		"book.epub":   zipOf(t, "mimetype", "application/epub+zip", "META-INF/container.xml", "<x/>"),
		"report.docx": zipOf(t, "[Content_Types].xml", "<Types/>", "_rels/.rels", "<x/>", "word/document.xml", "<x/>"),
		"table.xlsx":  zipOf(t, "[Content_Types].xml", "<Types/>", "_rels/.rels", "<x/>", "xl/workbook.xml", "<x/>"),
		"talk.pptx":   zipOf(t, "[Content_Types].xml", "<Types/>", "_rels/.rels", "<x/>", "ppt/presentation.xml", "<x/>"),
		"model.pt":    zipOf(t, "model/data.pkl", "\x80\x02}q\x00.", "model/version", "3"),
	}
}

// zipOf stores names and contents in turn.
func zipOf(t testing.TB, pairs ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(pairs); i += 2 {
		content := []byte(pairs[i+1])
		h := &zip.FileHeader{Name: pairs[i], Method: zip.Store, CompressedSize64: uint64(len(content)), UncompressedSize64: uint64(len(content)), CRC32: crc32.ChecksumIEEE(content)}
		f, err := w.CreateRaw(h)
		if err != nil {
			t.Fatal(err)
		}
		f.Write(content)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
