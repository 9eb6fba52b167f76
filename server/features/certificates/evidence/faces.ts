// The two faces that certificates are set in. pdfkit lays out and encodes each text anew in each document, and embeds each document's letters
// as a font of its own. Documents that share faces number their glyphs alike instead (ISO 32000-1, 9.7.4): a text is set once for all of
// them, and a font is made anew only when a letter has come to it.
import type { Font, Glyph, Subset } from "fontkit";
import { fileURLToPath } from "node:url";

// The fonts that every PDF reader has know no Polish letters.
const files = { plain: "dejavu-fonts-ttf/ttf/DejaVuSans.ttf", strong: "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf" } as const;

export type FaceName = keyof typeof files;
export type Faces = Readonly<Record<FaceName, Face>>;

/** What pdfkit keeps of a font's glyphs, by their numbers. */
type Numbered = { widths: number[]; unicode: (readonly number[])[] };

export type Face = {
  /** A fontkit font of which each document takes the same glyphs. */
  source: PDFKit.Mixins.PDFFontSource;
  font: Font;
  subset: Subset;
  numbered: Numbered;
  texts: Map<string, SetText>;
};

/** A text as it is shown. `shown`: the operand of TJ; `width`: at a size of 1,000. Null: it is left to pdfkit. */
export type SetText = { shown: string; width: number } | null;

/** Behind the Latin, Greek and Cyrillic letters. Ligatures come later in Unicode: they are two letters, and not a sign of their own. */
const letters_end = 0x530;
/** Glyphs after which the next document begins with new faces: each document has all those of its faces. */
const glyphs_max = 400;
/** Texts that a face remembers; then all of them are forgotten. */
const texts_max = 2_000;
/** What pdfkit breaks a line at, or leaves out. */
const breaking = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** Letters that stand beside each other as they are, whatever the others are. */
const simple = /^[\u0020-\u007e\u00a0-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027]*$/;

const words = /[^ \t]*[ \t]|[^ \t]+/g;

let opened: Promise<Readonly<Record<FaceName, Font>>> | undefined;

/** The faces that other documents have used, while they have room; else faces in which nothing is set yet. */
export async function openFaces(used?: Faces): Promise<Faces> {
  if (used !== undefined && [used.plain, used.strong].every((face) => glyphsOf(face).length < glyphs_max)) return used;
  opened ??= openFonts();
  const { plain, strong } = await opened;
  return { plain: faceOf(plain), strong: faceOf(strong) };
}

/** Read and taken apart once for all documents: that takes longer than to draw thirty pages. */
async function openFonts(): Promise<Readonly<Record<FaceName, Font>>> {
  const { open } = await import("fontkit");
  const read = (file: string) => open(fileURLToPath(import.meta.resolve(file))) as Promise<Font>;
  const [plain, strong] = await Promise.all([read(files.plain), read(files.strong)]);
  // A glyph knows its letter from when it is first asked for. The n of an ń is asked for by its number: documents would no longer say n.
  for (const font of [plain, strong])
    for (const letter of font.characterSet) if (letter < letters_end) font.glyphForCodePoint(letter);
  return { plain, strong };
}

function glyphsOf({ subset }: Pick<Face, "subset">): readonly number[] {
  // fontkit's types do not know that a subset tells its glyphs, by their numbers.
  return (subset as Subset & { glyphs: readonly number[] }).glyphs;
}

function faceOf(font: Font): Face {
  const subset = font.createSubset();
  const numbered: Numbered = { widths: [], unicode: [] };
  let made: Uint8Array = new Uint8Array();
  let made_of = 0;
  const shared = {
    includeGlyph: (glyph: Glyph) => subset.includeGlyph(glyph),
    encode() {
      const glyphs = glyphsOf({ subset });
      if (made_of === glyphs.length) return made;
      // It numbers what letters consist of, too.
      made = subset.encode();
      made_of = glyphs.length;
      for (const [number, id] of glyphs.entries()) {
        const { advanceWidth, codePoints } = font.getGlyph(id);
        numbered.widths[number] = scaled(font, advanceWidth);
        numbered.unicode[number] = number === 0 ? [0] : codePoints;
      }
      return made;
    },
  };
  const source = Object.assign(Object.create(font) as object, { createSubset: () => shared });
  return { source: source as unknown as Face["source"], font, subset, numbered, texts: new Map() };
}

function scaled(font: Font, units: number): number {
  return (units * 1_000) / font.unitsPerEm;
}

/** Sets a text, with the space between letters that the face has for some pairs of them. */
export function set(face: Face, text: string): SetText {
  const known = face.texts.get(text);
  if (known !== undefined) return known;
  const made = breaking.test(text) ? null : setAsLaidOut(face, text);
  if (face.texts.size >= texts_max) face.texts.clear();
  face.texts.set(text, made);
  return made;
}

/** Sets a text that is no other's, such as a number: letter by letter, because laying it out takes longer than all the rest of a page. */
export function setOnce(face: Face, text: string): SetText {
  if (!simple.test(text)) return breaking.test(text) ? null : setAsLaidOut(face, text);
  const { font } = face;
  let [digits, width] = ["", 0];
  for (const letter of text) {
    const glyph = font.glyphForCodePoint(letter.codePointAt(0)!);
    digits += numberOf(face, glyph);
    width += glyph.advanceWidth;
  }
  return { shown: `<${digits}>`, width: scaled(font, width) };
}

/** Word by word, as pdfkit does: a word of another script has its own direction. */
function setAsLaidOut(face: Face, text: string): SetText {
  const { font } = face;
  let [shown, width] = ["<", 0];
  for (const word of text.match(words) ?? []) {
    const { glyphs, positions } = font.layout(word);
    for (const [place, glyph] of glyphs.entries()) {
      const { xAdvance, xOffset, yOffset } = positions[place]!;
      if (xOffset !== 0 || yOffset !== 0) return null;
      shown += numberOf(face, glyph);
      const nearer = glyph.advanceWidth - xAdvance;
      if (nearer !== 0) shown += `> ${Math.round(scaled(font, nearer))} <`;
      width += xAdvance;
    }
  }
  return { shown: `${shown}>`, width: scaled(font, width) };
}

const numbers: string[] = [];

/** The number of a glyph as four hexadecimal digits. */
function numberOf({ subset }: Face, glyph: Glyph): string {
  const number = subset.includeGlyph(glyph) as unknown as number;
  return (numbers[number] ??= number.toString(16).padStart(4, "0"));
}
