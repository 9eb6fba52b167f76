// The answers to a model: one sentence that contains nothing written by people, and the data as JSON. The data are sent as
// structured content and also as a text of their own, for clients that show a model only text.
//
//   success    the body of the API; a page larger than `answer_bytes_max` is read again with fewer entries
//   refused    the problem, with its remedy and the URL of its page
//   no answer  what was tried, and for how long
import type { CallToolResult } from "@modelcontextprotocol/server";
import { ConnectionError, ProblemError } from "../../../sdk/typescript/src/index.ts";
import { entries_default, type Tool } from "./contract.ts";
import { call_deadline_ms, refusals_max, RefusedTooOften, type Service, type ServiceRequest } from "./service.ts";

/** The arguments of a call, validated by the tool's schema. */
export type Arguments = Record<string, unknown>;

/** Maximum number of bytes of an answer's data as JSON: some 8,000 tokens. */
export const answer_bytes_max = 24_000;
/** Maximum number of requests for one answer: the page, and smaller pages. */
const reads_max = 4;

export async function answerTo(tool: Tool, given: Arguments, service: Service, signal: AbortSignal): Promise<CallToolResult> {
  try {
    return await bounded(requestOf(tool, given), service, signal);
  } catch (error) {
    if (error instanceof ProblemError) return await refused(error, service);
    if (error instanceof RefusedTooOften) return failed(refused_too_often);
    if (error instanceof ConnectionError) return failed(no_answer);
    throw error;
  }
}

const refused_too_often = `The service has refused this client's credentials ${refusals_max} times in a row, so nothing more is sent. Tell the user to check MUSTER_TENANT_CODE and MUSTER_API_KEY and to start this server again.`;
const no_answer = `No whole answer came from the service within ${call_deadline_ms / 1_000} seconds. A reading call may be tried again later; of a writing one, read first whether it was carried out.`;

function requestOf(tool: Tool, given: Arguments): ServiceRequest {
  const { method, path, id, takes_key, has_body } = tool;
  const query: Arguments = {};
  const body: Arguments = {};
  for (const [name, value] of Object.entries(given)) {
    if (tool.query.has(name)) query[name] = value;
    else if (name !== id) body[name] = value;
  }
  if (tool.query.has("limit")) query["limit"] ??= entries_default;
  const place = id === null ? path : path.replace(/\{[^}]+\}/, encodeURIComponent(String(given[id])));
  return { method, path: place, query, body: has_body ? body : null, takes_key };
}

async function bounded(request: ServiceRequest, service: Service, signal: AbortSignal): Promise<CallToolResult> {
  let limit = request.query["limit"];
  for (let reads = 1; ; reads += 1) {
    const query = limit === undefined ? request.query : { ...request.query, limit };
    const body = await service.call({ ...request, query }, signal);
    const bytes = Buffer.byteLength(JSON.stringify(body));
    // Only a page is read again: a write must not be repeated, and its record is small.
    if (bytes <= answer_bytes_max || request.method !== "GET") return answered(body);
    const count = entriesOf(body)?.length ?? 0;
    if (limit === undefined || count <= 1 || reads >= reads_max) return failed(too_large);
    const fitting = Math.floor((count * answer_bytes_max * 0.9) / bytes);
    limit = reads + 1 === reads_max ? 1 : Math.max(1, Math.min(count - 1, fitting));
  }
}

const too_large = `The answer has more than ${answer_bytes_max} bytes, even with one entry. Ask for less: name one course (course_code), one person (employee_no), or a narrower filter.`;

function answered(body: Record<string, unknown>): CallToolResult {
  return {
    content: [
      { type: "text", text: sentenceOf(body) },
      { type: "text", text: JSON.stringify(body) },
    ],
    structuredContent: body,
  };
}

type Pagination = { total?: number; limit: number; offset?: number; next_cursor?: string | null; resume_cursor?: string };

/** A sentence about how many entries there are, and how to get more. */
function sentenceOf(body: Record<string, unknown>): string {
  const entries = entriesOf(body);
  if (entries === null) return "The record follows as JSON.";
  const { total, offset, next_cursor, resume_cursor } = body["pagination"] as Pagination;
  const shown =
    total === undefined ? `${entries.length} entries follow as JSON.` : `${entries.length} of ${total} entries follow as JSON.`;
  if (next_cursor) return `${shown} There are more: repeat the call with cursor=${next_cursor}.`;
  if (resume_cursor) return `${shown} These are the last so far; what comes later is read with cursor=${resume_cursor}.`;
  const end = (offset ?? 0) + entries.length;
  if (next_cursor === undefined && total !== undefined && end < total)
    return `${shown} There are more: repeat the call with offset=${end}.`;
  return `${shown} There are no more.`;
}

/** The entries of a page; null if the answer is no page. */
function entriesOf(body: Record<string, unknown>): unknown[] | null {
  if (typeof body["pagination"] !== "object" || body["pagination"] === null) return null;
  return Object.values(body).find((value) => Array.isArray(value)) ?? null;
}

async function refused(error: ProblemError, service: Service): Promise<CallToolResult> {
  const { status, code, title, page, retryAfterS, body } = error;
  const explained = await explanationOf(page, service);
  const sentences = [
    `The service refused: ${status}${/^\w+$/.test(code) ? ` ${code}` : ""}${title === "" ? "" : ` (${title})`}.`,
    explained === null ? "" : `What to do: ${explained}`,
    retryAfterS === null ? "" : `Not before ${retryAfterS} seconds from now.`,
    page === null ? "" : `Page: ${page}`,
  ];
  const text = sentences.filter((sentence) => sentence !== "").join(" ");
  const problem = JSON.stringify(body);
  if (Buffer.byteLength(problem) > answer_bytes_max) return failed(text);
  return {
    isError: true,
    content: [
      { type: "text", text },
      { type: "text", text: problem },
    ],
    structuredContent: { problem: body },
  };
}

/** The remedy from the problem's page, which is a text of the service; null if the page cannot be read. */
async function explanationOf(page: string | null, service: Service): Promise<string | null> {
  // Through the configured URL: the URL in the problem is the public one.
  const slug = /\/problems\/([a-z0-9-]+)$/.exec(page ?? "")?.[1];
  const remedy = slug === undefined ? undefined : (await service.readPublic(`/problems/${slug}`))?.["remedy"];
  return typeof remedy === "string" ? remedy : null;
}

function failed(text: string): CallToolResult {
  return { isError: true, content: [{ type: "text", text }] };
}
