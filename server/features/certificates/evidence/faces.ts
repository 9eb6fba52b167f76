// The two faces of certificates, shared by documents. pdfkit lays out and encodes each text again in each document, and embeds
// the letters of each document as a font. Documents that share faces give the same numbers to glyphs (ISO 32000-1, 9.7.4): a text
// is set once for all of them, and a font is built again only after a new letter was added.
import type { Font, Glyph, Subset } from "fontkit";
import { fileURLToPath } from "node:url";

// The standard fonts of PDF readers have no Polish letters.
const files = { plain: "dejavu-fonts-ttf/ttf/DejaVuSans.ttf", strong: "dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf" } as const;

export type FaceName = keyof typeof files;
export type Faces = Readonly<Record<FaceName, Face>>;

/** What pdfkit stores of a font's glyphs, by their numbers. */
type Numbered = { widths: number[]; unicode: (readonly number[])[] };

export type Face = {
  /** A fontkit font whose subset all documents share. */
  source: PDFKit.Mixins.PDFFontSource;
  font: Font;
  subset: Subset;
  numbered: Numbered;
  texts: Map<string, SetText>;
};

/** A text that was set. `shown`: the operand of TJ; `width`: at size 1,000. Null: pdfkit has to set it. */
export type SetText = { shown: string; width: number } | null;

/**
 * The end of the Latin, Greek and Cyrillic letters. Ligatures come later in Unicode; they must stand for two letters, so they are
 * left out.
 */
const letters_end = 0x530;
/** With this many glyphs, the next document begins new faces, because each document embeds all glyphs of its faces. */
const glyphs_max = 400;
/** Texts that a face caches; then the cache is emptied. */
const texts_max = 2_000;
/** Characters at which pdfkit breaks a line, or that it leaves out. */
const breaking = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
/** Letters whose shape does not depend on the letters beside them. */
const simple = /^[\u0020-\u007e\u00a0-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027]*$/;

const words = /[^ \t]*[ \t]|[^ \t]+/g;

let opened: Promise<Readonly<Record<FaceName, Font>>> | undefined;

/** The faces that other documents have used, while they have few glyphs; otherwise new ones. */
export async function openFaces(used?: Faces): Promise<Faces> {
  if (used !== undefined && [used.plain, used.strong].every((face) => glyphsOf(face).length < glyphs_max)) return used;
  opened ??= openFonts();
  const { plain, strong } = await opened;
  return { plain: faceOf(plain), strong: faceOf(strong) };
}

/** Reads and parses the fonts once for all documents: parsing takes longer than drawing thirty pages. */
async function openFonts(): Promise<Readonly<Record<FaceName, Font>>> {
  const { open } = await import("fontkit");
  const read = (file: string) => open(fileURLToPath(import.meta.resolve(file))) as Promise<Font>;
  const [plain, strong] = await Promise.all([read(files.plain), read(files.strong)]);
  // A glyph remembers the letter for which it is first requested. ń requests its n by number, without a letter; the text of the
  // PDF would then lack the n. So each letter is requested first.
  for (const font of [plain, strong])
    for (const letter of font.characterSet) if (letter < letters_end) font.glyphForCodePoint(letter);
  return { plain, strong };
}

function glyphsOf({ subset }: Pick<Face, "subset">): readonly number[] {
  // fontkit's types omit this property: the numbers of the subset's glyphs.
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
      // Encoding also numbers the glyphs that letters are composed of.
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

/** Sets a text, with the kerning of the face. */
export function set(face: Face, text: string): SetText {
  const known = face.texts.get(text);
  if (known !== undefined) return known;
  const made = breaking.test(text) ? null : setAsLaidOut(face, text);
  if (face.texts.size >= texts_max) face.texts.clear();
  face.texts.set(text, made);
  return made;
}

/**
 * Sets a text that occurs once, such as a number. It is set letter by letter, because its layout would take longer than the rest
 * of the page.
 */
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

/** Sets the text word by word, as pdfkit does, because a word of another script has its own direction. */
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
