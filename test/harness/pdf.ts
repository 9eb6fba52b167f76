import { inflateSync } from "node:zlib";

/** The texts of one of our PDFs, piece by piece as drawn, and the size of its pages. */
export type PdfText = { text: string; pages: { width: number; height: number }[] };

/** Reads a PDF as pdfkit writes it: its fonts map each glyph to its characters (ToUnicode). */
export function readPdf(bytes: Buffer): PdfText {
  const file = bytes.toString("latin1");
  const objects = new Map([...file.matchAll(/(\d+) 0 obj\n([^]*?)\nendobj/g)].map(([, id, body]) => [id!, body!]));
  const streamOf = (id: string) => {
    const [, raw] = /stream\n([^]*)\nendstream/.exec(objects.get(id)!)!;
    const packed = Buffer.from(raw!, "latin1");
    return (objects.get(id)!.includes("/FlateDecode") ? inflateSync(packed) : packed).toString("latin1");
  };
  const names = new Map([...file.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [name!, id!]));
  const letters = new Map(
    [...names].map(([name, id]) => [name, lettersOf(streamOf(/\/ToUnicode (\d+) 0 R/.exec(objects.get(id)!)![1]!))]),
  );
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b(?!s)/.test(body));
  const text = pages.flatMap((page) => saidIn(streamOf(/\/Contents (\d+) 0 R/.exec(page)![1]!), letters)).join("\n");
  const sizes = pages.map((page) => /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(page)!);
  return { text, pages: sizes.map(([, width, height]) => ({ width: Number(width), height: Number(height) })) };
}

function saidIn(content: string, letters: ReadonlyMap<string, readonly string[]>): string[] {
  let font: readonly string[] = [];
  const said: string[] = [];
  for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g))
    if (name !== undefined) font = letters.get(name)!;
    else said.push([...shown!.matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => wordOf(hex!, font)).join(""));
  return said;
}

const wordOf = (hex: string, font: readonly string[]) =>
  [...hex.matchAll(/.{4}/g)].map(([glyph]) => font[Number.parseInt(glyph, 16)] ?? "?").join("");

/** The characters of a font by glyph number. */
function lettersOf(map: string): string[] {
  const letters: string[] = [];
  for (const [, first, list] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g))
    for (const [place, [, hex]] of [...list!.matchAll(/<([0-9a-f ]*)>/g)].entries())
      letters[Number.parseInt(first!, 16) + place] = Buffer.from(hex!.replaceAll(" ", ""), "hex").swap16().toString("utf16le");
  return letters;
}
