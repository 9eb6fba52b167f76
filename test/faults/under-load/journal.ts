// The clients of an installation, and a journal of their answers. Each client repeats a request with the same key until the
// result is certain, as the guides tell integrators to. A file without an answer is sent again, because the same rows lead to the
// same state.
import { setTimeout as sleep } from "node:timers/promises";
import { courses, type Installation } from "./installation.ts";

export type Kind = "person" | "change" | "enrollment" | "scim create" | "scim change" | "import";

/**
 * An acknowledged write. `key`: the person; `value`: the person's name from then on; `asked_ms`, of enrollments: when the request
 * was first sent.
 */
export type Acknowledged = { kind: Kind; key: string; value: string; at_ms: number; asked_ms?: number };

/** An answer, or a connection that broke (status 0). */
export type Answer = { at_ms: number; status: number; code: string; retry_after: boolean; api: number; what: string };

export type Journal = {
  acknowledged: Acknowledged[];
  answers: Answer[];
  /** Answers that no fault explains. */
  unexpected: string[];
};

const people_writers = 10;
const scim_writers = 5;
const import_rows = 100;
/** Longer than every deadline of the server for these calls. */
const answer_ms_max = 20_000;
/** Clients wait no longer than this, whatever Retry-After says, because the server is what is measured. */
const pause_ms_max = 1_000;
const broken_pause_ms = 100;

type Reply = { status: number; body: any };

/** Starts all clients; the returned function stops them after their present request. */
export function startClients(installation: Installation, journal: Journal): () => Promise<void> {
  const stopping = new AbortController();
  const clients = [
    ...Array.from({ length: people_writers }, (_, place) => writePeople(installation, journal, place, stopping.signal)),
    ...Array.from({ length: scim_writers }, (_, place) => writeByScim(installation, journal, place, stopping.signal)),
    sendImports(installation, journal, stopping.signal),
  ];
  for (const client of clients) client.catch((error: unknown) => journal.unexpected.push(String(error)));
  return async () => {
    stopping.abort();
    await Promise.all(clients);
  };
}

/**
 * Sends the calls of one client to the APIs in turn, and repeats each until it has a final answer; null: the clients were stopped
 * first.
 */
function callerOf({ apis }: Installation, journal: Journal, signal: AbortSignal) {
  let turn = 0;
  return async (what: string, path: string, init: RequestInit, certain: readonly number[]): Promise<Reply | null> => {
    while (!signal.aborted) {
      const api = turn++ % apis.length;
      let reply: Reply | null = null;
      let pause_ms = broken_pause_ms;
      try {
        const answer = await fetch(apis[api]!.url + path, { ...init, signal: AbortSignal.timeout(answer_ms_max) });
        const text = await answer.text();
        const retry_after = answer.headers.get("retry-after");
        const { status } = answer;
        const body = text === "" ? null : JSON.parse(text);
        const code = body?.code ?? body?.scimType ?? "";
        journal.answers.push({ at_ms: performance.now(), status, code, retry_after: retry_after !== null, api, what });
        reply = { status, body };
        if (retry_after !== null) pause_ms = Math.min(Number(retry_after) * 1_000, pause_ms_max);
      } catch {
        journal.answers.push({ at_ms: performance.now(), status: 0, code: "", retry_after: false, api, what });
      }
      if (reply !== null && certain.includes(reply.status)) return reply;
      const isRetriable = reply === null || reply.status === 503 || reply.status === 429 || isUnderWay(reply);
      if (!isRetriable) journal.unexpected.push(`${what}: ${reply!.status} ${JSON.stringify(reply!.body)}`);
      await sleep(pause_ms);
    }
    return null;
  };
}

/** An earlier try with the same key, or an earlier file, is still running. */
const isUnderWay = ({ status, body }: Reply) =>
  status === 409 && ["IDEMPOTENCY_KEY_IN_USE", "TOO_MANY_IMPORTS"].includes(body?.code);

async function writePeople(installation: Installation, journal: Journal, place: number, signal: AbortSignal): Promise<void> {
  const { organisation } = installation;
  const call = callerOf(installation, journal, signal);
  const headersOf = (key: string) => ({
    "content-type": "application/json",
    "x-tenant-code": organisation.code,
    "x-api-key": organisation.clients["HR sync"]!.secret,
    "idempotency-key": key,
  });
  for (let number = 0; !signal.aborted; number += 1) {
    const key = `R${place}-${number}`;
    const person = { employee_no: key, first_name: "Anna", last_name: "Created", email: `${key.toLowerCase()}@acme.example` };
    const created = await call(
      "POST /users",
      "/api/v1/users",
      { method: "POST", headers: headersOf(key), body: JSON.stringify(person) },
      [201],
    );
    if (created === null) return;
    journal.acknowledged.push({ kind: "person", key, value: "Created", at_ms: performance.now() });
    const changed = await call(
      "PATCH /users",
      `/api/v1/users/${created.body.id}`,
      { method: "PATCH", headers: headersOf(`${key}-changed`), body: JSON.stringify({ last_name: `Changed ${key}` }) },
      [200],
    );
    if (changed === null) return;
    journal.acknowledged.push({ kind: "change", key, value: `Changed ${key}`, at_ms: performance.now() });
    const course_code = `C${number % courses}`;
    const asked_ms = performance.now();
    const assigned = await call(
      "POST /enrollments",
      "/api/v1/enrollments",
      { method: "POST", headers: headersOf(`${key}-assigned`), body: JSON.stringify({ employee_no: key, course_code }) },
      [201],
    );
    if (assigned === null) return;
    journal.acknowledged.push({ kind: "enrollment", key, value: String(assigned.body.id), at_ms: performance.now(), asked_ms });
  }
}

/**
 * Writes as an identity provider: without idempotency keys. A create whose answer was lost is recognised by the 409 of its
 * repetition.
 */
async function writeByScim(installation: Installation, journal: Journal, place: number, signal: AbortSignal): Promise<void> {
  const { organisation } = installation;
  const call = callerOf(installation, journal, signal);
  const headers = {
    "content-type": "application/scim+json",
    authorization: `Bearer ${organisation.clients["IdP"]!.secret}`,
  };
  const users = `/scim/v2/${organisation.code}/Users`;
  for (let number = 0; !signal.aborted; number += 1) {
    const key = `s${place}-${number}@acme.example`;
    const user = {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
      userName: key,
      externalId: key,
      name: { givenName: "Anna", familyName: "Created" },
      emails: [{ value: key, primary: true }],
    };
    const created = await call("POST /Users", users, { method: "POST", headers, body: JSON.stringify(user) }, [201, 409]);
    if (created === null) return;
    let id = created.body.id as string | undefined;
    if (created.status === 409) {
      const found = await call("GET /Users", `${users}?filter=${encodeURIComponent(`userName eq "${key}"`)}`, { headers }, [200]);
      if (found === null) return;
      id = found.body.Resources[0]?.id;
    }
    if (id === undefined) journal.unexpected.push(`POST /Users: 409 for ${key}, but there is no such user`);
    journal.acknowledged.push({ kind: "scim create", key, value: "Created", at_ms: performance.now() });
    const body = JSON.stringify({
      schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
      Operations: [{ op: "replace", path: "name.familyName", value: `Changed ${key}` }],
    });
    const changed = await call("PATCH /Users", `${users}/${id}`, { method: "PATCH", headers, body }, [200, 204]);
    if (changed === null) return;
    journal.acknowledged.push({ kind: "scim change", key, value: `Changed ${key}`, at_ms: performance.now() });
  }
}

/** Sends one file after the other. Its rows count as acknowledged once its import has finished. */
async function sendImports(installation: Installation, journal: Journal, signal: AbortSignal): Promise<void> {
  const { organisation } = installation;
  const call = callerOf(installation, journal, signal);
  const headers = { "x-tenant-code": organisation.code, "x-api-key": organisation.clients["HR sync"]!.secret };
  for (let number = 0; !signal.aborted; number += 1) {
    const keys = Array.from({ length: import_rows }, (_, row) => `I${number}-${row}`);
    const lines = keys.map((key) => `${key},Anna,Imported,${key.toLowerCase()}@acme.example`);
    const sent = await call(
      "POST /imports",
      "/api/v1/imports/users",
      {
        method: "POST",
        headers: { ...headers, "content-type": "text/csv" },
        body: ["employee_no,first_name,last_name,email", ...lines].join("\n"),
      },
      [202],
    );
    if (sent === null) return;
    for (;;) {
      const asked = await call("GET /imports", `/api/v1/imports/${sent.body.id}`, { headers }, [200]);
      if (asked === null) return;
      const { status, counts } = asked.body;
      if (status === "finished") {
        if (counts.invalid !== 0) journal.unexpected.push(`import ${number}: ${JSON.stringify(counts)}`);
        break;
      }
      if (status === "failed") journal.unexpected.push(`import ${number} failed: ${JSON.stringify(asked.body)}`);
      if (status === "failed") break;
      await sleep(200);
    }
    const at_ms = performance.now();
    for (const key of keys) journal.acknowledged.push({ kind: "import", key, value: "Imported", at_ms });
  }
}
