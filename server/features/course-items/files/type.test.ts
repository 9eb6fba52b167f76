import assert from "node:assert/strict";
import { test } from "node:test";
import { typeOf } from "./type.ts";

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))));
const ftyp = (...brands: [string, ...string[]]) =>
  bytes([0, 0, 0, 12 + brands.length * 4], "ftyp", brands[0], [0, 0, 2, 0], ...brands.slice(1), [0, 0, 0, 8], "free");
const ebml = (doc_type: string) =>
  bytes([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 1, 0x42, 0x82, 0x80 + doc_type.length], doc_type, [0x42, 0x87, 0x81, 4]);

test("a file is what its bytes say, whatever it is called: HTML, SVG, archives and other films are none", () => {
  const vectors: [string, Buffer, ReturnType<typeof typeOf>][] = [
    ["a PDF", bytes("%PDF-1.7\n"), "application/pdf"],
    ["a PDF with a script behind it", bytes("%PDF-1.7\n%%EOF\n<script>alert(1)</script>"), "application/pdf"],
    ["a PNG", bytes([0x89], "PNG\r\n", [0x1a], "\n"), "image/png"],
    ["a JPEG", bytes([0xff, 0xd8, 0xff, 0xe0]), "image/jpeg"],
    ["an MP4", ftyp("isom", "iso2", "avc1", "mp41"), "video/mp4"],
    ["an MP4 of a phone", ftyp("qt  ", "mp42"), "video/mp4"],
    ["a WebM", ebml("webm"), "video/webm"],
    ["captions", bytes("WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n"), "text/vtt"],
    ["captions with a mark of their order of bytes", bytes([0xef, 0xbb, 0xbf], "WEBVTT - rules\n"), "text/vtt"],
    ["HTML", bytes("<!doctype html><script>alert(1)</script>"), null],
    ["HTML before a PDF", bytes("<html>%PDF-1.7"), null],
    ["SVG", bytes("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"), null],
    ["an archive", bytes("PK", [3, 4], "ftypisom"), null],
    ["QuickTime alone", ftyp("qt  "), null],
    ["a picture in a film's box", ftyp("heic", "mif1"), null],
    ["Matroska", ebml("matroska"), null],
    ["captions in Latin-1", bytes("WEBVTT\n\n", [0xe9]), null],
    ["a word that begins like captions", bytes("WEBVTTX"), null],
    ["a GIF", bytes("GIF89a"), null],
    ["a program", bytes("MZ"), null],
    ["nothing", Buffer.alloc(0), null],
  ];
  for (const [name, first, expected] of vectors) assert.equal(typeOf(first), expected, name);
});
