// Documents of xAPI: state, and profiles of activities and agents (xAPI 1.0.3, Communication 2.2 to 2.7 and 3.1).
import { createHash } from "node:crypto";
import type { Db } from "../../platform/db/transaction.ts";
import { notFound, payloadTooLarge, preconditionFailed } from "../../platform/http/problem.ts";
import { isUuid } from "../../platform/ids.ts";
import {
  countDocuments,
  deleteDocument,
  deleteDocuments,
  findDocument,
  listDocumentIds,
  lockDocument,
  storeDocument,
  type DocumentKind,
  type DocumentRow,
} from "./documents-sql.ts";
import { recordConflict, recordNotAllowed, recordRefused } from "./errors.ts";
import { agentIn, instantIn, type Parameters } from "./find.ts";
import { document_id_max_letters, document_max_bytes, documents_max } from "./limits.ts";
import { peopleOf, personOf, type Speaker } from "./speaker.ts";
import { identifierOf } from "./statement/agent.ts";
import { isIri, isObject } from "./statement/forms.ts";

/** The parameters that identify a document, by its kind. */
const names: Readonly<Record<DocumentKind, { id: string; needs: readonly string[] }>> = {
  state: { id: "stateId", needs: ["activityId", "agent"] },
  activity_profile: { id: "profileId", needs: ["activityId"] },
  agent_profile: { id: "profileId", needs: ["agent"] },
};

export type DocumentAddress = {
  kind: DocumentKind;
  /** Null: all documents of the list. */
  document_id: string | null;
  activity: string | null;
  person_id: string | null;
  registration: string | null;
  since_ms: number | null;
  key: Buffer;
  list_key: Buffer;
};

/**
 * The address in the parameters. Throws 400 where one is missing, unknown or wrong, and 403 where the speaker may not speak for
 * the agent.
 */
export async function addressOf(db: Db, speaker: Speaker, kind: DocumentKind, parameters: Parameters): Promise<DocumentAddress> {
  const { id, needs } = names[kind];
  const known = new Set([id, ...needs, "since", ...(kind === "state" ? ["registration"] : [])]);
  const unknown = Object.keys(parameters).find((name) => !known.has(name));
  if (unknown !== undefined) throw recordRefused(`The parameter ${unknown} is not known here.`);
  const missing = needs.find((name) => parameters[name] === undefined);
  if (missing !== undefined) throw recordRefused(`The parameter ${missing} is missing.`);
  const { activityId: activity = null, agent, registration = null } = parameters;
  if (activity !== null && !isIri(activity)) throw recordRefused("activityId must be an IRI.");
  if (registration !== null && !isUuid(registration)) throw recordRefused("registration must be a UUID.");
  const document_id = parameters[id] ?? null;
  if (
    document_id !== null &&
    (document_id === "" || document_id.length > document_id_max_letters || document_id.includes("\u0000"))
  )
    throw recordRefused(`${id} has from 1 to ${document_id_max_letters} characters.`);
  const { person_id, identifier } = agent === undefined ? { person_id: null, identifier: null } : await whose(db, speaker, agent);
  const hash = (...parts: (string | null)[]) =>
    createHash("sha256")
      .update(JSON.stringify([kind, ...parts]))
      .digest();
  return {
    kind,
    document_id,
    activity,
    person_id,
    registration: registration?.toLowerCase() ?? null,
    since_ms: instantIn(parameters, "since"),
    list_key: hash(activity, identifier),
    key: hash(activity, identifier, registration?.toLowerCase() ?? null, document_id),
  };
}

async function whose(db: Db, speaker: Speaker, text: string): Promise<{ person_id: string; identifier: string }> {
  const agent = agentIn(text);
  const people = await peopleOf(db, speaker, [agent]);
  return { person_id: personOf(people, speaker, agent, "agent"), identifier: identifierOf(agent)! };
}

export async function readDocument(db: Db, speaker: Speaker, address: DocumentAddress): Promise<DocumentRow | string[]> {
  const { document_id, list_key, registration, since_ms, key } = address;
  if (document_id === null) return listDocumentIds(db, speaker.tenant_id, list_key, { registration, since_ms });
  const found = await findDocument(db, speaker.tenant_id, key, false);
  if (found === undefined) throw notFound("No such document.");
  return found;
}

/** The headers If-Match and If-None-Match. */
export type Preconditions = { if_match: string | undefined; if_none_match: string | undefined };
export type Sent = { content_type: string; bytes: Buffer };

/** Replaces a document or, with POST, merges into it. */
export async function writeDocument(
  db: Db,
  speaker: Speaker,
  address: DocumentAddress,
  sent: Sent,
  { merges, ...conditions }: Preconditions & { merges: boolean },
): Promise<void> {
  const { document_id, key, list_key, kind, activity, person_id, registration } = address;
  const { tenant_id } = speaker;
  if (document_id === null) throw recordRefused(`The parameter ${names[kind].id} is missing.`);
  if (sent.content_type.length > 255) throw recordRefused("Content-Type has at most 255 characters.");
  await lockDocument(db, tenant_id, key);
  const stands = await findDocument(db, tenant_id, key, true);
  judge(stands, conditions, kind !== "state" && !merges);
  if (stands === undefined && (await countDocuments(db, tenant_id, list_key)) >= documents_max)
    throw recordNotAllowed(`There are ${documents_max} documents of this list, which is the most that are kept.`);
  const written = merges ? mergedWith(stands, sent) : checked(sent);
  if (written.bytes.length > document_max_bytes)
    throw payloadTooLarge(`A document may have at most ${document_max_bytes} bytes.`, {
      members: { limit_bytes: document_max_bytes },
    });
  const etag = createHash("sha1").update(written.bytes).digest("hex");
  await storeDocument(db, tenant_id, { key, list_key, kind, document_id, activity, person_id, registration, ...written, etag });
}

export async function removeDocument(
  db: Db,
  speaker: Speaker,
  address: DocumentAddress,
  conditions: Preconditions,
): Promise<void> {
  const { document_id, kind, key, list_key, registration } = address;
  if (document_id === null) {
    if (kind !== "state") throw recordRefused(`The parameter ${names[kind].id} is missing.`);
    return deleteDocuments(db, speaker.tenant_id, list_key, registration);
  }
  await lockDocument(db, speaker.tenant_id, key);
  judge(await findDocument(db, speaker.tenant_id, key, true), conditions, false);
  await deleteDocument(db, speaker.tenant_id, key);
}

/** Checks the preconditions of Communication 3.1. `needs_one`: an existing document must be named before it is overwritten. */
function judge(stands: DocumentRow | undefined, { if_match, if_none_match }: Preconditions, needs_one: boolean): void {
  if (if_match !== undefined && !matches(if_match, stands)) throw preconditionFailed("The document is not as If-Match says.");
  if (if_none_match !== undefined && matches(if_none_match, stands)) throw preconditionFailed("The document is there already.");
  if (!needs_one || if_match !== undefined || if_none_match !== undefined) return;
  if (stands === undefined) throw recordRefused("Say with If-None-Match: * that the document is new.");
  throw recordConflict("The document is there; send its ETag in If-Match to replace it, or If-None-Match: * to make a new one.");
}

function matches(header: string, stands: DocumentRow | undefined): boolean {
  if (stands === undefined) return false;
  if (header.trim() === "*") return true;
  const tags = header.split(",").map((one) => one.trim().replace(/^W\//, "").replaceAll('"', "").toLowerCase());
  return tags.includes(stands.etag);
}

const isJson = (content_type: string) => /^application\/json *(?:;|$)/i.test(content_type);

function checked(sent: Sent): Sent {
  if (isJson(sent.content_type)) jsonOf(sent.bytes, "The document");
  return sent;
}

/** Communication 2.2.7: members of the sent object replace those of the stored one. Both must be JSON objects. */
function mergedWith(stands: DocumentRow | undefined, sent: Sent): Sent {
  const says = isJson(sent.content_type) ? jsonOf(sent.bytes, "The document") : undefined;
  if (stands === undefined) return sent;
  const stood = isJson(stands.content_type) ? jsonOf(stands.bytes, "The document that is there") : undefined;
  if (!isObject(says) || !isObject(stood))
    throw recordRefused("Only documents that are objects of JSON, application/json, can be merged.");
  return { content_type: sent.content_type, bytes: Buffer.from(JSON.stringify({ ...stood, ...says })) };
}

function jsonOf(bytes: Buffer, what: string): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw recordRefused(`${what} is said to be JSON and is not.`);
  }
}
