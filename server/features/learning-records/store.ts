// How statements are stored.
//
// Each is checked by itself. Then one transaction finds the people whom they are about, inserts new statements and marks those
// that they void. A statement that is stored already is ignored; a different one with the same id refuses the whole request.
// Statements of a launch must also keep the rules of its session, which the caller checks in the same transaction.
import { createHash } from "node:crypto";
import type { Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { checkAttachments, type SentAttachment } from "./attachments.ts";
import { recordConflict, recordNotAllowed, recordRefused } from "./errors.ts";
import { agentsAbout, agentsBeside, keysOf } from "./keys.ts";
import { peopleOf, personOf, type Speaker } from "./speaker.ts";
import { insertAttachments, insertStatements, listDigests, readNow, voidStatements, type StatementRow } from "./sql.ts";
import { canonical } from "./statement/canonical.ts";
import { voided_verb, type Statement } from "./statement/check.ts";

export type Stored = { ids: string[]; /** Those that were not stored before. */ fresh: Statement[] };

/** Stores checked statements, in their order. */
export async function storeStatements(
  db: Db,
  speaker: Speaker,
  given: readonly Statement[],
  attachments: readonly SentAttachment[] = [],
): Promise<Stored> {
  const statements = given.map((one) => ({ ...one, id: one.id?.toLowerCase() ?? newId() }));
  if (new Set(statements.map(({ id }) => id)).size < statements.length) throw recordRefused("Two statements have the same id.");
  const kept = checkAttachments(statements, attachments);
  const people = await peopleOf(
    db,
    speaker,
    statements.flatMap((one) => [...agentsAbout(one), ...agentsBeside(one)]),
  );
  const stored_ms = await readNow(db);
  const rows = statements.map((statement, place) => rowOf(speaker, people, statement, { stored_ms, place }));
  const inserted = new Set(await insertStatements(db, speaker.tenant_id, rows));
  const known = rows.filter(({ id }) => !inserted.has(id));
  if (known.length > 0) await refuseOthers(db, speaker.tenant_id, known);
  const voided = rows.filter(({ id, voids }) => voids && inserted.has(id)).map(({ ref }) => ref!);
  if (voided.length > 0) await voidStatements(db, speaker.tenant_id, voided);
  const files = kept.filter(({ statement_id }) => inserted.has(statement_id));
  if (files.length > 0) await insertAttachments(db, speaker.tenant_id, files);
  return { ids: rows.map(({ id }) => id), fresh: rows.filter(({ id }) => inserted.has(id)).map(({ statement }) => statement) };
}

function rowOf(
  speaker: Speaker,
  people: ReadonlyMap<string, string>,
  given: Statement & { id: string },
  { stored_ms, place }: { stored_ms: number; place: number },
): StatementRow {
  const person_id = aboutWhom(people, speaker, given, "actor");
  const voids = given.verb.id === voided_verb;
  const { only } = speaker;
  if (only !== null && voids) throw recordNotAllowed("A launched package voids nothing.");
  if (only !== null && given.context?.registration?.toLowerCase() !== only.registration)
    throw recordNotAllowed("context.registration is not the registration of this launch.");
  const stored = new Date(stored_ms).toISOString();
  const statement: Statement = {
    ...given,
    timestamp: given.timestamp ?? stored,
    stored,
    authority: speaker.authority,
    version: given.version ?? "1.0.0",
  };
  return {
    id: given.id,
    person_id,
    stored_ms,
    place,
    statement,
    digest: digestOf(given),
    keys: keysOf(statement, people),
    ref: given.object.objectType === "StatementRef" ? (given.object as { id: string }).id.toLowerCase() : null,
    registration: given.context?.registration?.toLowerCase() ?? null,
    voids,
  };
}

/**
 * Throws when the speaker may not speak for someone whom the statement names. Returns the person whom it is about; null: a group.
 */
function aboutWhom(people: ReadonlyMap<string, string>, speaker: Speaker, statement: Statement, at: string): string | null {
  const { actor, object } = statement;
  for (const [index, member] of (actor.member ?? []).entries()) personOf(people, speaker, member, `${at}.member[${index}]`);
  if (object.objectType === "Agent") personOf(people, speaker, object, "object");
  if (object.objectType === "Group")
    for (const [index, member] of ((object as Statement["actor"]).member ?? []).entries())
      personOf(people, speaker, member, `object.member[${index}]`);
  if (object.objectType === "SubStatement") aboutWhom(people, speaker, object, "object.actor");
  if (actor.objectType !== "Group") return personOf(people, speaker, actor, at);
  if (speaker.only !== null) throw recordNotAllowed(`${at} is not the learner of this launch.`);
  return null;
}

/** Those of the statements' ids that are stored already. */
export async function knownAmong(db: Db, tenant_id: string, statements: readonly Statement[]): Promise<Set<string>> {
  const ids = statements.flatMap(({ id }) => id?.toLowerCase() ?? []);
  return new Set((await listDigests(db, tenant_id, ids)).map(({ id }) => id));
}

async function refuseOthers(db: Db, tenant_id: string, rows: readonly StatementRow[]): Promise<void> {
  const stand = await listDigests(
    db,
    tenant_id,
    rows.map(({ id }) => id),
  );
  const digests = new Map(stand.map(({ id, digest }) => [id, digest]));
  const other = rows.find(({ id, digest }) => digests.get(id)?.equals(digest) === false);
  if (other !== undefined) throw recordConflict(`The statement ${other.id} is there already and says something else.`);
}

/** Data 2.3.1: a digest without the members in which equal statements may differ. */
function digestOf({ actor, verb, object, result, context }: Statement): Buffer {
  return createHash("sha256")
    .update(canonical({ actor, verb: verb.id, object, result, context }))
    .digest();
}
