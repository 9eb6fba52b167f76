// The files of a pack, in order: first the people, some at a time; then tables over all people, which grow meanwhile; last the
// files that prove the pack's authenticity.
import type { Context } from "../../platform/context.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import { signingKeyOf } from "../../platform/crypto/signing.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { onWhite } from "../../platform/files/png.ts";
import type { Packed } from "../../platform/files/zip.ts";
import { instantText } from "../../platform/instants.ts";
import { findChainEnd } from "../audit/seal-sql.ts";
import { openFaces, type Faces } from "../certificates/evidence/faces.ts";
import { printTogether } from "../certificates/evidence/print.ts";
import { findPrintedLogo } from "../certificates/evidence/print-sql.ts";
import {
  listAuditEntries,
  listCertificates,
  listCourses,
  listEnrollments,
  listLines,
  listPeople,
  readEvidence,
  readHandedIn,
  type Asked,
  type PackCourse,
} from "./content-sql.ts";
import { recordOf, type PersonRecord, type Read } from "./person.ts";
import { createSums } from "./sums.ts";
import { createTables, type Tables } from "./tables.ts";
import type { Pack } from "./sql.ts";
import { verificationText } from "./verify-page.ts";

/** A pack that is being made, with its progress. */
export type Making = {
  pool: Pool;
  keyring: Keyring;
  pack: Pack;
  context: Context;
  /** The beginning of the addresses of verification pages. */
  verified_at: string;
  people_done: number;
};

/** Settings for printing that are the same for all certificates. */
type Printing = { as_of_day: string; logo: Buffer | null; faces: Faces };

/** People who are read together. */
const part_max = 25;
const evidence_chunks_at_once = 16;
/** Longer names are not useful, and some systems refuse them. */
const name_letters_max = 60;

export async function* filesOf(making: Making): AsyncGenerator<Packed> {
  const sums = createSums();
  for await (const file of contentsOf(making)) yield sums.of(file);
  const key = signingKeyOf(making.keyring, making.context.tenant.id);
  const text = sums.text();
  yield { name: "SHA256SUMS", parts: [text] };
  yield { name: "SHA256SUMS.sig", parts: [key.sign(Buffer.from(text), "der")] };
  yield { name: "public-key.pem", parts: [key.pem] };
}

async function* contentsOf(making: Making): AsyncGenerator<Packed> {
  const { pool, pack, context } = making;
  const tenant_id = context.tenant.id;
  const courses = await withTenant(pool, tenant_id, (db) => listCourses(db, tenant_id, pack.course_ids));
  const days = daysOf(making);
  const logo = await findPrintedLogo(pool, tenant_id);
  const printing = { as_of_day: days.as_of_day, logo: logo && onWhite(logo), faces: await openFaces() };
  const tables = createTables(courses, { ...days, language: pack.language, organisation: pack.organisation });
  const counts = { people: 0, certificates: 0, attempts: 0, audit_entries: 0, evidence_files: 0 };
  for await (const read of readParts(making, days)) {
    for (const person of read.people) {
      const record = recordOf(person, read, courses);
      counts.people += 1;
      counts.certificates += record.certificates.length;
      counts.attempts += record.attempts;
      const folder = `people/${String(counts.people).padStart(4, "0")}-${safe(person.employee_no ?? "")}`;
      tables.addPerson(record, folder);
      yield* filesOfPerson(making, record, folder, printing, counts);
    }
    tables.addAudit(read.audit);
    counts.audit_entries += read.audit.length;
    making.people_done = Math.min(making.people_done + part_max, pack.person_ids.length);
  }
  yield* overviewOf(making, tables, { courses, days, counts });
}

/** The period as days of the organisation and as instants. */
function daysOf({ pack, context }: Making) {
  const { time_zone } = context.tenant;
  const as_of_day = Temporal.Instant.from(pack.as_of).toZonedDateTimeISO(time_zone).toPlainDate().toString();
  const begin = pack.period_from === null ? null : Temporal.PlainDate.from(pack.period_from).toZonedDateTime(time_zone);
  return { as_of_day, as_of: pack.as_of, from_day: pack.period_from, from_instant: begin?.toInstant().toString() ?? null };
}

/** All parts of the people. The next part is read ahead while the present one is written. */
async function* readParts(making: Making, days: ReturnType<typeof daysOf>): AsyncGenerator<Awaited<ReturnType<typeof readPart>>> {
  const { person_ids, course_ids, as_of: until } = making.pack;
  const begin = (at: number) => {
    if (at >= person_ids.length) return null;
    const asked = { person_ids: person_ids.slice(at, at + part_max), course_ids, from: days.from_instant, until };
    const reading = readPart(making, asked, days);
    // An error is reported when the part is awaited.
    reading.catch(() => undefined);
    return reading;
  };
  let next = begin(0);
  try {
    for (let at = part_max; next !== null; at += part_max) {
      const read: Awaited<typeof next> = await next;
      next = begin(at);
      yield read;
    }
  } finally {
    await next?.catch(() => undefined);
  }
}

async function readPart({ pool, context }: Making, asked: Asked, { as_of_day, from_day }: ReturnType<typeof daysOf>) {
  const tenant_id = context.tenant.id;
  return withTenant(pool, tenant_id, async (db) => {
    const [people, lines, enrollments, certificates] = await Promise.all([
      listPeople(db, tenant_id, asked),
      listLines(db, tenant_id, asked),
      listEnrollments(db, tenant_id, asked, from_day),
      listCertificates(db, tenant_id, asked, { today: as_of_day, from_day }),
    ]);
    const audit = await listAuditEntries(db, tenant_id, targetsOf(asked, enrollments, certificates), asked);
    return { people, lines, enrollments, certificates, audit };
  });
}

function targetsOf({ person_ids }: Asked, enrollments: Read["enrollments"], certificates: Read["certificates"]) {
  return [
    ...person_ids.map((id) => ({ type: "person", id })),
    ...enrollments.map(({ enrollment_id: id }) => ({ type: "enrollment", id })),
    ...certificates.map(({ id }) => ({ type: "certificate", id })),
  ];
}

async function* filesOfPerson(
  { pool, context, pack, verified_at }: Making,
  record: PersonRecord,
  folder: string,
  printing: Printing,
  counts: { evidence_files: number },
): AsyncGenerator<Packed> {
  yield { name: `${folder}/record.json`, parts: [`${JSON.stringify(record.json, null, 1)}\n`] };
  const { certificates, enrollments, full_name } = record;
  if (certificates.length > 0) {
    const { as_of_day: today, logo } = printing;
    printing.faces = await openFaces(printing.faces);
    const how = { verified_at, today, language: pack.language, logo, faces: printing.faces };
    yield { name: `${folder}/certificates.pdf`, parts: [await printTogether(certificates, full_name, how)], as_is: true };
  }
  const { id: tenant_id } = context.tenant;
  const kept = certificates.flatMap(({ id, file }) => (file === null ? [] : [{ id, ...file, read: readEvidence }]));
  const handed_in = enrollments.flatMap((one) => one.handed_in.map((file) => ({ ...file, read: readHandedIn })));
  for (const { id, name, chunks, read } of [...kept, ...handed_in]) {
    counts.evidence_files += 1;
    const part = (from: number) => withTenant(pool, tenant_id, (db) => read(db, tenant_id, id, from, evidence_chunks_at_once));
    yield { name: `${folder}/evidence/${id}-${safe(name)}`, parts: partsOf(chunks, part), as_is: true };
  }
}

async function* partsOf(chunks: number, read: (from: number) => Promise<Buffer[]>): AsyncGenerator<Buffer> {
  for (let from = 0; from < chunks; from += evidence_chunks_at_once) yield* await read(from);
}

type Whole = { courses: readonly PackCourse[]; days: ReturnType<typeof daysOf>; counts: Record<string, number> };

async function* overviewOf(making: Making, tables: Tables, { courses, days, counts }: Whole): AsyncGenerator<Packed> {
  const { pool, keyring, pack, context } = making;
  const tenant_id = context.tenant.id;
  yield* tables.files();
  const end = await withTenant(pool, tenant_id, (db) => findChainEnd(db, tenant_id));
  const chain = end ? { seq: end.seq, hash: end.hash.toString("hex"), audit_id: end.audit_id } : null;
  yield { name: "audit-chain.json", parts: [`${JSON.stringify({ end: chain }, null, 2)}\n`] };
  const { id: key_id, fingerprint } = signingKeyOf(keyring, tenant_id);
  const manifest = {
    format: "muster-evidence-pack/1",
    pack_id: pack.id,
    organisation: { code: context.tenant.code, name: pack.organisation, is_sandbox: pack.is_sandbox },
    timezone: context.tenant.time_zone,
    from: pack.period_from,
    as_of: pack.as_of,
    as_of_day: days.as_of_day,
    ordered_by: pack.ordered_by_name,
    ordered_at: pack.ordered_at,
    made_at: instantText(context.now),
    counts: { ...counts, courses: courses.length },
    courses: courses.map(({ code, title }) => ({ course_code: code, course_title: title })),
    audit_chain_end: chain,
    key: { id: key_id, algorithm: "ES256", fingerprint_sha256: fingerprint },
    sums: "SHA256SUMS",
    signature: "SHA256SUMS.sig",
  };
  yield { name: "manifest.json", parts: [`${JSON.stringify(manifest, null, 2)}\n`] };
  yield { name: "VERIFY.html", parts: [verificationText({ manifest, fingerprint, language: pack.language })] };
}

/** A part of a file name that every system accepts and that cannot leave its folder. */
function safe(name: string): string {
  const letters = name.replaceAll(/[^A-Za-z0-9._-]/g, "_").replaceAll(/^[.]+/g, "_");
  return letters === "" ? "_" : letters.slice(-name_letters_max);
}
