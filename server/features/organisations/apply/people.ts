// The people of a file, possibly a hundred thousand: they are read, validated and written in batches with a few statements each.
// All are validated before anything is written, so existing people are read twice.
import { isDeepStrictEqual } from "node:util";
import type { Db } from "../../../platform/db/transaction.ts";
import { caseNorm } from "../../../platform/text.ts";
import { writePeople } from "../../employment/bring-people.ts";
import { analyzePeople, listPersonRows, lockPeople, parkKeys, type StandingPerson } from "../../people/apply-sql.ts";
import type { PersonRow } from "../../people/definition.ts";
import { listHolders, type Holder } from "../../people/holders.ts";
import type { Run } from "./bring-about.ts";
import type { Draft, DraftEntry } from "../file/draft.ts";
import type { Known } from "./known.ts";
import { checkPerson, checkReferences, isRelinked, planPerson } from "./plan-people.ts";
import { pathText, type Findings, type Path } from "../file/problems.ts";
import type { Entry } from "../file/schema.ts";
import type { TenantRow } from "../sql.ts";
import type { Target } from "./target.ts";

/** People in one statement. */
const batch_size = 1_000;

/**
 * Validates the people of the file against each other and against those in the database. Returns the ids of stored people whose
 * address or login the file gives to another person.
 */
export async function checkPeople(db: Db, draft: Draft, known: Known, tenant: TenantRow): Promise<string[]> {
  const seen = new Seen(draft.findings);
  const holders: Holder[] = [];
  for (const batch of batches(draft)) {
    const standing = await load(db, tenant.id, batch);
    const wanted: PersonRow[] = [];
    for (const { entry, path } of batch) {
      if (!seen.isFirst(entry.employee_no, path)) continue;
      const stands = standing.get(caseNorm(entry.employee_no));
      const target = planPerson(known, entry, stands);
      checkReferences(known, entry, path, draft.findings);
      checkPerson(tenant, entry, stands, target, path, draft.findings);
      seen.noteKeys(target.wanted, entry, path);
      wanted.push(target.wanted);
    }
    holders.push(...(await listHolders(db, tenant.id, wanted)));
  }
  return holders.filter((holder) => !seen.blame(holder)).map((holder) => holder.holder_id);
}

/** Numbers, addresses and logins that people of the file already use: each may belong to one person only. */
class Seen {
  readonly #findings: Findings;
  readonly #numbers = new Map<string, Path>();
  readonly #emails = new Map<string, Path>();
  readonly #logins = new Map<string, Path>();

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  isFirst(employee_no: string, path: Path): boolean {
    return this.#claim(this.#numbers, employee_no, path, [...path, "employee_no"]);
  }

  noteKeys({ email, login }: PersonRow, entry: Entry<"people">, path: Path): void {
    const at = (member: "email" | "login") => (entry[member] === undefined ? path : [...path, member]);
    const free = email === null || this.#claim(this.#emails, email, path, at("email"));
    // If the login is the same as a duplicate address, the fault was already noted for the address.
    if (free) this.#claim(this.#logins, login, path, at("login"), "has the login of");
  }

  /**
   * Notes that a person outside the file has the address or login of a person in the file. Returns false if the file takes it
   * away from that person.
   */
  blame({ employee_no, field, holder_employee_no }: Holder): boolean {
    if (holder_employee_no !== null && this.#numbers.has(caseNorm(holder_employee_no))) return false;
    const path = this.#numbers.get(caseNorm(employee_no))!;
    const holder = holder_employee_no === null ? "someone of the identity provider" : `employee ${holder_employee_no}`;
    this.#findings.value([...path, field], `is that of ${holder} already`);
    return true;
  }

  #claim(claimed: Map<string, Path>, key: string, path: Path, at: Path, says = "is that of"): boolean {
    const before = claimed.get(caseNorm(key));
    if (before) this.#findings.value(at, `${says} ${pathText(before)} already`);
    else claimed.set(caseNorm(key), path);
    return before === undefined;
  }
}

/** Writes the people in batches; `onProgress` gets the number of people that are done. */
export async function applyPeople(
  run: Run,
  draft: Draft,
  known: Known,
  parked: string[],
  onProgress: (done: number) => void,
): Promise<void> {
  const tenant_id = run.context.tenant.id;
  if (parked.length > 0) await parkKeys(run.db, tenant_id, parked);
  // Statistics are updated each time the number of people has doubled. For a table that seems empty, the planner would find any
  // index of the organisation as good as that of employee numbers.
  let analyze_at = run.changes.created + batch_size;
  let done = 0;
  for (const batch of batches(draft)) {
    const { targets, relinked } = await planBatch(run, known, batch);
    const { created, changed } = await writePeople(run.db, run.context, run.batch_id, targets);
    const updated = new Set([...changed.map(({ wanted }) => wanted.id), ...relinked]).size;
    run.changes.created += created.length;
    run.changes.updated += updated;
    run.changes.unchanged += targets.length - created.length - updated;
    done += batch.length;
    onProgress(done);
    if (run.changes.created < analyze_at) continue;
    await analyzePeople(run.db);
    analyze_at += Math.max(batch_size, done);
  }
}

/**
 * Plans a batch and returns whose manager changes later. Changed people are locked and read again, so that concurrent changes are
 * not undone.
 */
async function planBatch(
  run: Run,
  known: Known,
  batch: readonly DraftEntry<"people">[],
): Promise<{ targets: Target<PersonRow>[]; relinked: string[] }> {
  const tenant_id = run.context.tenant.id;
  const plan = (standing: Map<string, StandingPerson>) =>
    batch.map(({ entry }) => planPerson(known, entry, standing.get(caseNorm(entry.employee_no))));
  const standing = await load(run.db, tenant_id, batch);
  const changed = plan(standing).flatMap(({ stands, wanted }) => (stands && !isDeepStrictEqual(stands, wanted) ? [stands] : []));
  if (changed.length > 0) {
    await lockPeople(
      run.db,
      tenant_id,
      changed.map((person) => person.id),
    );
    for (const person of await listPersonRows(
      run.db,
      tenant_id,
      changed.map(({ employee_no }) => employee_no),
    )) {
      standing.set(caseNorm(person.employee_no), person);
    }
  }
  const relinked = batch.flatMap(({ entry }) => {
    const stands = standing.get(caseNorm(entry.employee_no));
    return stands && isRelinked(entry, stands) ? [stands.id] : [];
  });
  return { targets: plan(standing), relinked };
}

async function load(db: Db, tenant_id: string, batch: readonly DraftEntry<"people">[]): Promise<Map<string, StandingPerson>> {
  const rows = await listPersonRows(
    db,
    tenant_id,
    batch.map(({ entry }) => entry.employee_no),
  );
  return new Map(rows.map((row) => [caseNorm(row.employee_no), row]));
}

function* batches(draft: Draft): Iterable<DraftEntry<"people">[]> {
  let batch: DraftEntry<"people">[] = [];
  for (const person of draft.entries("people")) {
    if (person.sound) batch.push(person);
    if (batch.length < batch_size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
