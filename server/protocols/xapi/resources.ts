// The resources below /xapi/ and their answers (xAPI 1.0.3, Communication 2).
import { agentIn, describeActivity } from "../../features/learning-records/find.ts";
import {
  addressOf,
  readDocument,
  removeDocument,
  writeDocument,
  type DocumentAddress,
} from "../../features/learning-records/documents.ts";
import type { DocumentKind } from "../../features/learning-records/documents-sql.ts";
import { recordRefused } from "../../features/learning-records/errors.ts";
import { peopleOf, personOf, type Speaker } from "../../features/learning-records/speaker.ts";
import { storeStatements } from "../../features/learning-records/store.ts";
import { isIri } from "../../features/learning-records/statement/forms.ts";
import type { Statement } from "../../features/learning-records/statement/check.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { methodNotAllowed } from "../../platform/http/problem.ts";
import { version, type Answer, type Asking, type Method } from "./exchange.ts";
import { answerStatements, readStatements } from "./statements.ts";

/** Further checks within the transaction: the rules of a launched AU's session. */
export type Rules = {
  /** Called first, before the speaker is determined. */
  enter(db: Db): Promise<void>;
  before(db: Db, statements: readonly Statement[]): Promise<void>;
  after(db: Db, fresh: readonly Statement[]): Promise<void>;
  /** Called before a document is changed. */
  document(db: Db, address: DocumentAddress): Promise<void>;
};

export type Exchange = {
  pool: Pool;
  tenant_id: string;
  speaker: () => Speaker;
  asking: Asking;
  rules: Rules | null;
  /** Called with the instant up to which every stored statement is visible. */
  onThrough: (instant: string) => void;
};
type Resource = { methods: readonly Method[]; answer: (exchange: Exchange, path: string) => Promise<Answer> };

const documents = (kind: DocumentKind): Resource => ({
  methods: ["GET", "PUT", "POST", "DELETE"],
  answer: (exchange) => answerDocument(exchange, kind),
});

export const resources: Readonly<Record<string, Resource>> = {
  statements: { methods: ["GET", "PUT", "POST"], answer: answerStatementResource },
  "activities/state": documents("state"),
  "activities/profile": documents("activity_profile"),
  "agents/profile": documents("agent_profile"),
  activities: { methods: ["GET"], answer: answerActivity },
  agents: { methods: ["GET"], answer: answerAgent },
};

export const about: Answer = {
  status: 200,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ version: ["1.0.0", "1.0.1", "1.0.2", version], extensions: {} }),
};

/** Runs work in one transaction of the organisation, with the speaker determined. */
function within<T>({ pool, tenant_id, speaker, rules }: Exchange, work: (db: Db, who: Speaker) => Promise<T>): Promise<T> {
  return withTenant(pool, tenant_id, async (db) => {
    await rules?.enter(db);
    return work(db, speaker());
  });
}

/** `path`: the path of the resource. */
export async function answer(exchange: Exchange, name: string, path: string): Promise<Answer> {
  const { methods, answer: answerIt } = resources[name]!;
  const { method } = exchange.asking;
  if (!methods.includes(method))
    throw methodNotAllowed(`${method} is not possible here.`, { headers: { allow: methods.join(", ") } });
  return answerIt(exchange, path);
}

async function answerStatementResource(exchange: Exchange, path: string): Promise<Answer> {
  const { asking, rules } = exchange;
  if (asking.method === "GET")
    return within(exchange, (db, speaker) => answerStatements(db, speaker, asking, { path, onThrough: exchange.onThrough }));
  const { statements, attachments } = readStatements(asking);
  const ids = await within(exchange, async (db, speaker) => {
    await rules?.before(db, statements);
    const stored = await storeStatements(db, speaker, statements, attachments);
    await rules?.after(db, stored.fresh);
    return stored.ids;
  });
  if (asking.method === "PUT") return { status: 204 };
  return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(ids) };
}

async function answerDocument(exchange: Exchange, kind: DocumentKind): Promise<Answer> {
  const { asking, rules } = exchange;
  const { method, parameters, headers, body, content_type } = asking;
  const conditions = { if_match: headers["if-match"], if_none_match: headers["if-none-match"] };
  return within(exchange, async (db, speaker): Promise<Answer> => {
    const address = await addressOf(db, speaker, kind, parameters);
    if (method !== "GET") await rules?.document(db, address);
    if (method === "DELETE") {
      await removeDocument(db, speaker, address, conditions);
      return { status: 204 };
    }
    if (method !== "GET") {
      const sent = { content_type: content_type || "application/octet-stream", bytes: body };
      await writeDocument(db, speaker, address, sent, { ...conditions, merges: method === "POST" });
      return { status: 204 };
    }
    const found = await readDocument(db, speaker, address);
    if (Array.isArray(found))
      return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(found) };
    return {
      status: 200,
      headers: {
        "content-type": found.content_type,
        etag: `"${found.etag}"`,
        "last-modified": new Date(found.updated_ms).toUTCString(),
        // An uploaded file must not act as a page of this service.
        "content-security-policy": "sandbox; default-src 'none'",
      },
      body: found.bytes,
    };
  });
}

async function answerActivity(exchange: Exchange): Promise<Answer> {
  const { activityId, ...others } = exchange.asking.parameters;
  refuseUnknown(others);
  if (!isIri(activityId)) throw recordRefused("The parameter activityId must be an IRI.");
  const activity = await within(exchange, (db, { tenant_id }) => describeActivity(db, tenant_id, activityId));
  return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(activity) };
}

/** Communication 2.4: the Person object for an agent. */
async function answerAgent(exchange: Exchange): Promise<Answer> {
  const { agent: text, ...others } = exchange.asking.parameters;
  refuseUnknown(others);
  if (text === undefined) throw recordRefused("The parameter agent is missing.");
  const agent = agentIn(text);
  await within(exchange, async (db, speaker) => personOf(await peopleOf(db, speaker, [agent]), speaker, agent, "agent"));
  const { name, mbox, mbox_sha1sum, openid, account } = agent;
  const lists = Object.entries({ name, mbox, mbox_sha1sum, openid, account }).filter(([, one]) => one !== undefined);
  const person = { objectType: "Person", ...Object.fromEntries(lists.map(([key, one]) => [key, [one]])) };
  return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(person) };
}

function refuseUnknown(parameters: Readonly<Record<string, string>>): void {
  const [unknown] = Object.keys(parameters);
  if (unknown !== undefined) throw recordRefused(`The parameter ${unknown} is not known here.`);
}
