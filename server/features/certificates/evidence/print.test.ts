import assert from "node:assert/strict";
import test from "node:test";
import { readPdf } from "../../../../test/harness/pdf.ts";
import { openFaces, type Faces } from "./faces.ts";
import { printTogether } from "./print.ts";
import type { Printable } from "./print-sql.ts";

const certificate = (full_name: string, course_title: string, more: Partial<Printable> = {}): Printable => ({
  number: "SAFE-2026-000017",
  code: "7KQ2-9FXM-41TZ",
  source: "course",
  status: "valid",
  issuer: null,
  is_sandbox: false,
  full_name,
  course_title,
  course_code: "SAFE",
  organisation: "Acme Offshore",
  issued_on: "2026-01-31",
  valid_from: "2026-01-31",
  valid_until: "2027-01-30",
  color: null,
  certificate_orientation: "landscape",
  certificate_title: null,
  certificate_text: null,
  certificate_signatory: null,
  certificate_signatory_title: null,
  ...more,
});

async function said(certificates: readonly Printable[], faces: Faces): Promise<string> {
  const how = { verified_at: "https://works.example/c/", today: "2026-01-31", language: "pl" as const, logo: null, faces };
  return readPdf(await printTogether(certificates, "title", how)).text;
}

/** Words that share letters, parts of letters and ligatures; words that are broken into lines; and letters that are joined. */
const documents = [
  [certificate("Anna Nowak", "First aid")],
  [certificate("Łucja Żak-Źródło", "Pierwsza pomoc"), certificate("Łucja Żak-Źródło", "Office and traffic")],
  [certificate("Михайло Їжак", "Zażółć gęślą jaźń", { certificate_text: "{name} zna {course}. ".repeat(25) })],
  [certificate("Ana Ñuñez", "Crane", { source: "external", issuer: "مركز التدريب" }), certificate("Z", "")],
  [certificate("Anna Nowak", "First aid", { status: "revoked" })],
];

test("a document says the same whatever documents before it have used its faces", async () => {
  const faces = await openFaces();
  for (const certificates of [...documents, ...documents.toReversed()])
    assert.equal(await said(certificates, faces), await said(certificates, await openFaces()));
  const [polish] = documents.slice(1);
  assert.match(await said(polish!, faces), /Łucja Żak-Źródło[^]*Office and traffic[^]*SAFE-2026-000017[^]*7KQ2-9FXM-41TZ/);
});

test("a document is not larger for all the letters that faces are asked for: full ones are not used again", async () => {
  let faces = await openFaces();
  const first = faces;
  for (let from = 0x100; from < 0x500; from += 32) {
    faces = await openFaces(faces);
    const letters = String.fromCodePoint(...Array.from({ length: 32 }, (_, place) => from + place));
    assert.ok((await said([certificate(letters, "Crane")], faces)).includes("Crane"));
  }
  assert.notEqual(faces, first);
  assert.equal(await openFaces(faces), faces);
});
