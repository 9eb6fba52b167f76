import type { Keyring } from "../../platform/crypto/keyring.ts";
import { unseal } from "../../platform/crypto/seal.ts";
import { listMigrations } from "../../platform/db/migrate.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { verify } from "../audit/verify.ts";
import {
  findOpenTables,
  findOrder,
  findUnfinished,
  listApplied,
  listLastNumbers,
  listOrganisations,
  type Order,
} from "./installation-sql.ts";
import { agreements, findGreatestNumber, listPeppers, listSealed, look, type Sealed, type Seen } from "./organisation-sql.ts";

// Checks a restored copy before it is used; writes nothing. First come the checks of the whole copy: a copy of another version is
// refused without further checks. Then one organisation is checked after the other, so the largest one bounds the work.

/** One check, and its result over the whole copy. */
export type Check = Seen & {
  check: string;
  says: string;
  /** The first example of a fault in each organisation, with the organisation's code. */
  examples: string[];
};

export type Report = {
  usable: boolean;
  organisations: number;
  /** Which cluster wrote the copy, and which cluster continues with it. */
  order: Order | null;
  checks: Check[];
};

/** `owner` reads the catalogue, `delivery` the list of organisations, `worker` the rows of each organisation. */
export type VerifyOptions = { owner: Pool; delivery: Pool; worker: Pool; keyring: Keyring; onProgress: (code: string) => void };

export async function verifyBackup({ owner, delivery, worker, keyring, onProgress }: VerifyOptions): Promise<Report> {
  const checks = new Map<string, Check>();
  const note = (check: string, says: string, { looked_at, faults, first }: Seen, code?: string) => {
    const one = checks.get(check) ?? { check, says, looked_at: 0, faults: 0, first: null, examples: [] };
    one.looked_at += looked_at;
    one.faults += faults;
    one.first ??= first;
    if (faults > 0) one.examples.push(code === undefined ? `${first}` : `${code}: ${first}`);
    checks.set(check, one);
  };
  const reported = (organisations: number, order: Order | null): Report => {
    const found = [...checks.values()];
    return { usable: found.every(({ faults }) => faults === 0), organisations, order, checks: found };
  };

  note("schema", "the copy is of this version of the program", await lookAtSchema(worker));
  if (checks.get("schema")!.faults > 0) return reported(0, null);
  const order = await findOrder(owner);
  note("order", "rows will be written in the order that readers go by", lookAtOrder(order));
  const { looked_at, unfinished } = await findUnfinished(owner);
  note("indexes", "every index is complete", seen(looked_at, unfinished));
  const walls = await findOpenTables(owner);
  note("walls", "organisations are kept apart in every table", seen(walls.looked_at, walls.open));

  const last_numbers = await listLastNumbers(owner);
  const organisations = await listOrganisations(delivery);
  for (const { id, code } of organisations) {
    onProgress(code);
    note("audit", "the audit log is as it was sealed", await lookAtAudit(worker, keyring, id), code);
    for (const [check, { says, statement }] of Object.entries(agreements))
      note(check, says, await look(worker, id, statement(id)), code);
    note("numbers", "the next numbers are behind those that were given", await lookAtNumbers(worker, id, last_numbers), code);
    note("secrets", "SECRET_KEY opens what was sealed with it", await lookAtSecrets(worker, keyring, id), code);
  }
  return reported(organisations.length, order);
}

async function lookAtSchema(pool: Pool): Promise<Seen> {
  const applied = await listApplied(pool);
  if (applied === null) return seen(0, ["this is no database of Muster: it has had no migration"]);
  const known = listMigrations();
  const newest = applied.at(-1)?.number ?? 0;
  const faults: string[] = [];
  if (newest > known.at(-1)!.number)
    faults.push(
      `the copy is of a newer version: it has migration ${newest}, this program knows ${known.at(-1)!.number}; use that version`,
    );
  const by_number = new Map(applied.map((one) => [one.number, one]));
  const missing = known.find(({ number }) => !by_number.has(number));
  if (missing && faults.length === 0)
    faults.push(
      `the copy is of an older version: it lacks migration ${missing.name}; verify it with that version, or run "muster migrate" on it first`,
    );
  const edited = known.find(({ number, sha256 }) => by_number.has(number) && by_number.get(number)!.sha256 !== sha256);
  if (edited) faults.push(`the copy has had another text of migration ${edited.name}`);
  return seen(applied.length, faults);
}

/** Rows written in an epoch that has not begun would never be read. */
function lookAtOrder({ epoch, writes_with }: Order): Seen {
  const wrong = writes_with.filter((one) => one.epoch > epoch);
  return seen(
    writes_with.length,
    wrong.map((one) => `${one.table} is written in epoch ${one.epoch}, and the present one is ${epoch}`),
  );
}

async function lookAtAudit(pool: Pool, keyring: Keyring, tenant_id: string): Promise<Seen> {
  const { rows, unsealed, first_fault, intact } = await verify(pool, keyring, { tenant: { id: tenant_id } }, undefined);
  if (intact) return seen(rows + unsealed, []);
  const { kind, seq, audit_id } = first_fault!;
  const hint = kind === "ROW_DIFFERS" && seq === 1 ? "; is SECRET_KEY the one of this copy?" : "";
  return seen(rows + unsealed, [`${kind}${seq === null ? "" : ` at ${seq}`}, row ${audit_id}${hint}`]);
}

async function lookAtNumbers(pool: Pool, tenant_id: string, last_numbers: Record<string, number>): Promise<Seen> {
  const faults: string[] = [];
  for (const [table, last] of Object.entries(last_numbers)) {
    const greatest = await findGreatestNumber(pool, tenant_id, table);
    if (greatest > last) faults.push(`${table} has ${greatest}, and the next number would be ${last + 1}`);
  }
  return seen(Object.keys(last_numbers).length, faults);
}

async function lookAtSecrets(pool: Pool, keyring: Keyring, tenant_id: string): Promise<Seen> {
  const sealed = await listSealed(pool, tenant_id);
  const closed = sealed.filter((one) => !opens(keyring, one));
  const peppers = await listPeppers(pool, tenant_id);
  const lost = peppers.filter(({ version }) => !keyring.versions.includes(version));
  const faults: string[] = [];
  if (closed.length > 0) {
    const versions = [...new Set(closed.map(({ bytes }) => `v${bytes.readUInt16BE(0)}`))].join(", ");
    faults.push(
      `SECRET_KEY does not open ${closed.length} of ${sealed.length} values, sealed with ${versions}; it has ${versionsOf(keyring)}`,
    );
  }
  for (const { version, secrets } of lost)
    faults.push(`${secrets} secrets of clients need v${version} of SECRET_KEY; it has ${versionsOf(keyring)}`);
  const looked_at = sealed.length + peppers.reduce((sum, { secrets }) => sum + secrets, 0);
  return { ...seen(looked_at, faults), faults: closed.length + lost.reduce((sum, { secrets }) => sum + secrets, 0) };
}

function opens(keyring: Keyring, { purpose, about, bytes }: Sealed): boolean {
  try {
    unseal(keyring, purpose, about, bytes);
    return true;
  } catch {
    return false; // made with another key, or altered: in both cases it cannot be read
  }
}

function versionsOf(keyring: Keyring): string {
  return keyring.versions.map((version) => `v${version}`).join(", ");
}

function seen(looked_at: number, faults: readonly string[]): Seen {
  return { looked_at, faults: faults.length, first: faults.join("; ") || null };
}
