import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { first_instant, openTraining, type TrainingOrganisation } from "../../../test/harness/organisation/enrollments.ts";
import { learnersOf, type Learners } from "../../../test/harness/panel/learners.ts";
import { openSandbox } from "../../../test/harness/organisation/sandbox.ts";
import { pngOf } from "../../../test/harness/png.ts";
import { languages, type Language } from "../../platform/languages.ts";
import { administratorOf, operatorPoolOf } from "../../../test/harness/organisation/organisation.ts";
import { newVerificationCode, readVerificationCode } from "./code.ts";
import { readPdf } from "../../../test/harness/pdf.ts";
import { printCertificate, printExample } from "./evidence/print.ts";
import { recordExternal } from "./record-external.ts";
import { revokeCertificate } from "./revoke.ts";

let training: TrainingOrganisation;
let learners: Learners;

before(async () => {
  training = await openTraining(
    {
      courses: [{ code: "YEAR", title: "Load <b>& safety", validity: { value: 12, unit: "month" }, expiring_soon_days: 30 }],
    },
    7,
  );
  learners = learnersOf(training, first_instant);
});
after(() => training.close());

const look = async (path: string, language = "en") => {
  const reply = await fetch(new URL(path, training.server.url), { headers: { "accept-language": language } });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
};

test("a holder of the code sees the certificate's status today and its owner's name, and nothing else of the person", async () => {
  const { id } = await learners.assign("P1", "YEAR");
  const { certificate } = await learners.pass(id, 91);
  const { verification_url } = (await training.api.get(`/api/v1/certificates/${certificate.id}`)).body;
  const path = new URL(verification_url).pathname;
  const page = await look(path);
  assert.equal(page.status, 200);
  assert.match(page.headers.get("content-type")!, /^text\/html/);
  assert.equal(page.headers.get("cache-control"), "no-store");
  assert.equal(page.headers.get("referrer-policy"), "no-referrer");
  for (const shown of [
    "Valid",
    certificate.number,
    "Load &#60;b&#62;&#38; safety",
    "ACME Logistics",
    "Anna Number 1",
    "2026-02-02",
    "2027-02-01",
  ]) {
    assert.ok(page.text.includes(shown), shown);
  }
  const { rows } = await training.database.superuser.query("select id, employee_no, email from person");
  for (const hidden of Object.values(rows.find(({ employee_no }) => employee_no === "P1"))) {
    assert.ok(!page.text.includes(hidden as string), hidden as string);
  }
  assert.ok(!page.text.includes("91"));

  assert.equal((await look(path.toLowerCase().replaceAll("-", ""))).status, 200);
  await learners.at("2027-02-02T07:00:00Z");
  assert.match((await look(path)).text, /its period is over/);
});

test("what a sandbox organisation issues to itself is shown as a trial, never as valid", async () => {
  const sandbox = await openSandbox(first_instant, {
    courses: [{ code: "YEAR", title: "Year", validity: { value: 12, unit: "month" } }],
  });
  try {
    const { certificate } = await sandbox.complete((await sandbox.assign("P1", "YEAR")).id);
    const { verification_url } = (await sandbox.api.get(`/api/v1/certificates/${certificate.id}`)).body;
    const page = await (await fetch(new URL(new URL(verification_url).pathname, sandbox.server.url))).text();
    assert.match(page, /A trial: it proves nothing/);
    assert.doesNotMatch(page, />Valid</);
  } finally {
    await sandbox.close();
  }
});

test("the page looks like us in both languages, with no script, and switches between them without one", async () => {
  const { verification_url } = await certificateOf("P2");
  const path = new URL(verification_url).pathname;
  const polish = await look(path, "pl-PL,pl;q=0.9");
  assert.match(polish.text, /<html lang="pl">/);
  for (const shown of ["Ważny", "Posiadacz", "Anna Number 2", "Certyfikat", '<a href="?language=en"', "<svg"]) {
    assert.ok(polish.text.includes(shown), shown);
  }
  assert.match((await look(`${path}?language=en`, "pl")).text, /<html lang="en">/);
  assert.match((await look("/c/0000-0000-0000", "pl")).text, /Nie ma takiego certyfikatu/);
  assert.doesNotMatch(polish.text, /<script|<img|\son\w+=|\sstyle=/);
  const policy = polish.headers.get("content-security-policy")!;
  assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+';/);
  assert.doesNotMatch(policy, /script|unsafe/);
});

test("a person whose data were erased is not named", async () => {
  const { verification_url } = await certificateOf("P3");
  await training.database.superuser.query(
    "update person set state = 'anonymized', first_name = null, last_name = null, managed_by = 'scim' where employee_no = 'P3'",
  );
  const { text } = await look(new URL(verification_url).pathname);
  assert.match(text, /The holder's data have been erased/);
});

test("external evidence is shown and printed as such, and what no longer counts is marked as that", async () => {
  await learners.at("2026-02-02T07:00:00Z");
  const [person_id, course_id] = await Promise.all([learners.person("P4"), learners.course("YEAR")]);
  const input = { person_id, course_id, issuer: "UDT <Kraków>", valid_from: "2026-01-10", valid_until: "2026-06-30" };
  const id = await learners.run((db, context) => recordExternal(db, context, input));
  const { verification_url } = (await training.api.get(`/api/v1/certificates/${id}`)).body;
  const page = async () => (await look(new URL(verification_url).pathname)).text;
  const valid = await page();
  for (const shown of [
    "Record of training elsewhere",
    "UDT &#60;Kraków&#62;",
    "This is no certificate of ACME Logistics",
    ">Valid<",
  ]) {
    assert.ok(valid.includes(shown), shown);
  }
  assert.deepEqual(await printed(id), { title: "Record of training elsewhere", subject: "Valid (as of 2026-02-02)" });
  const own = (await certificateOf("P5")).id;
  assert.deepEqual(await printed(own), { title: "Certificate", subject: "Valid (as of 2026-02-02)" });
  await learners.at("2026-07-01T07:00:00Z");
  assert.match(await page(), />Expired</);
  assert.equal((await printed(id)).subject, "EXPIRED (as of 2026-07-01)");
  const renewed = await learners.certify("P5", "YEAR", { cycle_year: 2027 });
  await learners.at("2027-02-02T07:00:00Z");
  assert.equal((await printed(own)).subject, "REPLACED BY A NEWER ONE (as of 2027-02-02)");
  await learners.run((db, context) => revokeCertificate(db, context, renewed.id, "By mistake"));
  assert.equal((await printed(renewed.id)).subject, "REVOKED (as of 2027-02-02)");
  assert.equal((await printed(renewed.id, "pl")).subject, "UNIEWAŻNIONY (stan na 2027-02-02)");
});

test("a certificate says the words that its organisation had when it was issued, evidence from elsewhere never does, and the page stays ours", async () => {
  const looks = (...values: (string | null)[]) =>
    training.database.superuser.query(
      "update tenant set color = $1, certificate_title = $2, certificate_text = $3, certificate_signatory = $4",
      values,
    );
  const earlier = await certificateOf("P6");
  await looks("#ffd400", "Diploma", "{name} has mastered {course} at {organisation}", "Maria Lis, head of training");
  const { id, verification_url } = await certificateOf("P7");
  const page = async () => (await look(new URL(verification_url).pathname)).text;
  const before = await page();
  assert.equal((await printed(id)).title, "Diploma");
  assert.equal((await printed(earlier.id)).title, "Certificate");
  for (const language of languages) assert.equal((await printed(id, language)).title, "Diploma", language);
  assert.equal(await page(), before);
  const hasPicture = async (certificate_id: string) => (await pdfOf(certificate_id)).includes("/Subtype /Image");
  assert.equal(await hasPicture(id), false);
  await training.database.superuser.query(
    "insert into organisation_logo (tenant_id, bytes, sha256, updated_at) values ($1, $2, sha256($2), now())",
    [training.organisation.tenant_id, pngOf(40, 20, [15, 118, 110, 128])],
  );
  assert.equal(await hasPicture(id), true);
  const [person_id, course_id] = await Promise.all([learners.person("P6"), learners.course("YEAR")]);
  const elsewhere = { person_id, course_id, issuer: "UDT", valid_from: "2026-01-10", valid_until: "2036-06-30" };
  const external = await learners.run((db, context) => recordExternal(db, context, elsewhere));
  assert.equal(await hasPicture(external), false);
  assert.equal((await printed(external)).title, "Record of training elsewhere");
  await training.database.superuser.query("delete from organisation_logo");
  await looks(null, null, null, null);
  assert.equal((await printed(id)).title, "Diploma");
});

const certificateOf = async (employee_no: string) => {
  const { certificate } = await learners.pass((await learners.assign(employee_no, "YEAR")).id, 91);
  return (await training.api.get(`/api/v1/certificates/${certificate.id}`)).body;
};

/** Title and subject of the printed form, which PDF readers show. */
async function printed(id: string, language: Language = "en"): Promise<{ title: string; subject: string }> {
  const file = await pdfOf(id, language);
  const said = (name: string) => {
    const place = new RegExp(`/${name} (\\d+) 0 R`).exec(file)![1]!;
    const text = new RegExp(`\\n${place} 0 obj\\n\\(((?:\\\\[^]|[^\\\\)])*)\\)`).exec(file)![1]!;
    const raw = Buffer.from(text.replace(/\\([^])/g, "$1"), "latin1");
    return raw[0] === 0xfe ? raw.subarray(2).swap16().toString("utf16le") : raw.toString("latin1");
  };
  return { title: said("Title").replace(/ \S+$/, ""), subject: said("Subject") };
}

/** An example with the longest texts that are possible. */
const example = {
  organisation: "Ö".repeat(200),
  full_name: "Wielkoimienna-Długonazwiskowa ".repeat(6).trim(),
  course_title: "Bezpieczeństwo i higiena pracy ".repeat(6).trim(),
  course_code: "C".repeat(64),
  number: "C-2026-000001",
  code: "0000-0000-0000",
  issued_on: "2026-01-31",
  valid_from: "2026-01-31",
  valid_until: "2027-01-30",
  color: "#ffff00",
  certificate_title: "W".repeat(60),
  certificate_text: `${"{name} has mastered {course} ".repeat(20)}\n`.repeat(8).slice(0, 600),
  certificate_signatory: "M".repeat(120),
  certificate_signatory_title: "M".repeat(120),
  certificate_orientation: "landscape",
} as const;
/** Longer than one line of a page in portrait format. */
const address = `https://${"training-".repeat(7)}works.example/c/0000-0000-0000`;
const drawing = (language: Language) => ({ url: address, today: "2026-01-31", language });

test("a printed certificate can be searched and copied letter by letter, also after one with the same letters under accents", async () => {
  const said = async (title: string) => {
    const stream = await printExample({ ...example, certificate_title: title }, drawing("en"), null);
    return readPdf(Buffer.concat(await Array.fromAsync(stream, (piece: Uint8Array) => Buffer.from(piece)))).text;
  };
  const accented = "ńżśźćółąęéñüöäґїйё";
  assert.ok((await said(accented)).includes(accented));
  const plain = "nzszcolaeenuoarie, и";
  assert.ok((await said(plain)).includes(plain));
});

test("whatever the words, a certificate is one page, upright or across, in a colour that can be read", async () => {
  for (const certificate_orientation of ["landscape", "portrait"] as const)
    for (const language of languages) {
      const stream = await printExample({ ...example, certificate_orientation }, drawing(language), null);
      const { pages, text } = readPdf(Buffer.concat(await Array.fromAsync(stream, (piece: Uint8Array) => Buffer.from(piece))));
      assert.deepEqual([pages.length, pages[0]!.width < pages[0]!.height], [1, certificate_orientation === "portrait"], language);
      assert.ok(text.includes(address));
    }
});

async function pdfOf(id: string, language: Language = "en"): Promise<string> {
  const context = { ...administratorOf(training.organisation), now: learners.now() };
  const { stream } = await printCertificate(operatorPoolOf(training.database), context, id, {
    verified_at: "https://x/c/",
    language,
  });
  const bytes = Buffer.concat(await Array.fromAsync(stream, (piece: Uint8Array) => Buffer.from(piece)));
  return bytes.toString("latin1");
}

test("an unknown code is not found, whatever it is", async () => {
  for (const code of ["0000-0000-0000", "x", "%00", "U".repeat(12), "%F0%9F%98%80", "a".repeat(2_000)]) {
    assert.equal((await look(`/c/${code}`)).status === 200, false, code);
  }
  assert.equal((await look("/c/0000-0000-0000")).status, 404);
});

test("a code is read as people type it, and every new one is read as itself", () => {
  assert.equal(readVerificationCode(" 7kq2 9fxm-41tz"), "7KQ2-9FXM-41TZ");
  assert.equal(readVerificationCode("oO0i-Il1L-0000"), "0001-1111-0000");
  for (const none of ["", "7KQ2", "7KQ2-9FXM-41TU", "7KQ2-9FXM-41TZ-0"]) assert.equal(readVerificationCode(none), null);
  const codes = Array.from({ length: 1_000 }, newVerificationCode);
  assert.equal(new Set(codes).size, codes.length);
  for (const code of codes) assert.equal(readVerificationCode(code), code);
});
