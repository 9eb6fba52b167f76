// The statement resource (xAPI 1.0.3, Communication 2.1).
import type { SentAttachment } from "../../features/learning-records/attachments.ts";
import { recordRefused } from "../../features/learning-records/errors.ts";
import {
  consistentThrough,
  findStatements,
  readAsked,
  type Asked,
  type Found,
  type Parameters,
} from "../../features/learning-records/find.ts";
import { statements_max } from "../../features/learning-records/limits.ts";
import type { Speaker } from "../../features/learning-records/speaker.ts";
import type { Cursor } from "../../features/learning-records/sql.ts";
import { checkStatement, type Statement } from "../../features/learning-records/statement/check.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { isUuid } from "../../platform/ids.ts";
import { languagesOf, type Answer, type Asking } from "./exchange.ts";
import { isMultipart, readParts, writeParts } from "./multipart.ts";

export type Sent = { statements: Statement[]; attachments: SentAttachment[] };

/** Reads and checks the statements of a PUT or POST. */
export function readStatements({ method, parameters, content_type, body }: Asking): Sent {
  const allowed = method === "PUT" ? ["statementId"] : [];
  const unknown = Object.keys(parameters).find((name) => !allowed.includes(name));
  if (unknown !== undefined) throw recordRefused(`The parameter ${unknown} is not known here.`);
  const { json, attachments } = isMultipart(content_type) ? readParts(content_type, body) : { json: body, attachments: [] };
  if (!isMultipart(content_type) && !/^application\/json *(?:;|$)/i.test(content_type))
    throw recordRefused("Statements are sent as application/json, or with attachments as multipart/mixed.");
  const value = jsonOf(json);
  if (method === "PUT") return { statements: [named(parameters["statementId"], value)], attachments };
  const list = Array.isArray(value) ? value : [value];
  if (list.length > statements_max)
    throw recordRefused(`The request has ${list.length} statements; at most ${statements_max} are taken.`);
  return {
    statements: list.map((one, index) => checkStatement(one, Array.isArray(value) ? `statements[${index}]` : "statement")),
    attachments,
  };
}

function named(id: string | undefined, value: unknown): Statement {
  if (id === undefined || !isUuid(id)) throw recordRefused("The parameter statementId must be a UUID.");
  if (Array.isArray(value)) throw recordRefused("With PUT one statement is sent.");
  const statement = checkStatement(value, "statement");
  if (statement.id !== undefined && statement.id.toLowerCase() !== id.toLowerCase())
    throw recordRefused("The statement's id is not the one of the parameter statementId.");
  return { ...statement, id };
}

function jsonOf(bytes: Buffer): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // PostgreSQL cannot store U+0000, or half of a surrogate pair.
    if (/\\u0000|\\ud[89a-f][0-9a-f]{2}/i.test(text)) refuseUnkept(JSON.parse(text));
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof TypeError)) throw error;
    throw recordRefused("The statements are not JSON in UTF-8.");
  }
}

function refuseUnkept(value: unknown): void {
  const text = typeof value === "string" ? value : "";
  if (text.includes("\u0000") || !text.isWellFormed())
    throw recordRefused("A text has U+0000 or half of a letter, which cannot be kept.");
  if (typeof value === "object" && value !== null) for (const one of Object.entries(value).flat()) refuseUnkept(one);
}

/** One statement, or a page of statements. `path`: the path of the statement resource. */
export async function answerStatements(
  db: Db,
  speaker: Speaker,
  asking: Asking,
  { path, onThrough }: { path: string; onThrough: (instant: string) => void },
): Promise<Answer> {
  // Refusals also carry this header (Communication 2.1.3).
  onThrough(await consistentThrough(db));
  const { more, ...parameters } = asking.parameters;
  const asked = more === undefined ? readAsked(parameters) : readMore(more, parameters);
  const found = await findStatements(db, speaker, asked, languagesOf(asking));
  const json = JSON.stringify(
    asked.id === null
      ? {
          statements: found.statements,
          more: found.next === null ? "" : moreOf(path, more === undefined ? parameters : pagesOf(more), found.next),
        }
      : found.statements[0],
  );
  const headers: Record<string, string> = {};
  const latest = latestOf(found);
  if (latest !== null) headers["last-modified"] = new Date(latest).toUTCString();
  if (!asked.attachments) return { status: 200, headers: { ...headers, "content-type": "application/json" }, body: json };
  const { content_type, body } = writeParts(json, found.files);
  return { status: 200, headers: { ...headers, "content-type": content_type }, body };
}

function latestOf({ statements }: Found): string | null {
  return statements.reduce<string | null>((last, { stored = "" }) => (last === null || stored > last ? stored : last), null);
}

type More = { parameters: Parameters; after: Cursor };

/** The link to the next page: the parameters of this page, and the position to continue from. */
function moreOf(path: string, parameters: Parameters, after: Cursor): string {
  const more: More = { parameters, after };
  return `${path}?more=${Buffer.from(JSON.stringify(more)).toString("base64url")}`;
}

function decoded(more: string): More {
  try {
    const { parameters, after } = JSON.parse(Buffer.from(more, "base64url").toString()) as More;
    const { stored_ms, place, id } = after;
    const is_cursor = Number.isSafeInteger(stored_ms) && Number.isInteger(place) && place >= 0 && place < 32_768 && isUuid(id);
    if (is_cursor && Object.values(parameters).every((one) => typeof one === "string")) return { parameters, after };
  } catch {
    // A malformed value is refused below.
  }
  throw recordRefused("The parameter more is not as an answer has given it.");
}

function readMore(more: string, beside: Parameters): Asked {
  if (Object.keys(beside).length > 0) throw recordRefused("The parameter more stands alone.");
  const { parameters, after } = decoded(more);
  return { ...readAsked(parameters), after };
}

function pagesOf(more: string): Parameters {
  return decoded(more).parameters;
}
