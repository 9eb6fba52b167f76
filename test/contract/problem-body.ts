import assert from "node:assert/strict";

/** An answer that is not a success, reduced to what IN8 checks. */
export type Failure = { status: number; content_type: string | null; text: string };

/** What no caller may see: our file names, stack traces, statements, versions, and messages of the database. */
const forbidden: readonly RegExp[] = [
  /\bat .+:\d+:\d+/,
  /node_modules|node:internal|file:\/\/|\.ts\b|\/server\/|\\u0000/,
  /\b(select|insert into|update|delete from)\b .+\b(from|values|set|where)\b/i,
  /violates|constraint|relation "|column "|syntax error|postgres|pglite|\bpg_|sqlstate/i,
  /fastify|\bajv\b|\bnode(\.js)?[ /]v?\d|\bFST_/i,
  /undefined|\[object |\bNaN\b|TypeError|ReferenceError/,
];

/** Problem pages that have already been visited, by server. */
const visited = new Map<string, Promise<number>>();

/** IN8: the body of every failure is a problem of RFC 9457, whose `type` is a page of this server. */
export async function checkProblem(url: string, failure: Failure): Promise<void> {
  const context = `${failure.status} ${failure.text}`;
  assert.match(failure.content_type ?? "no content type", /^application\/problem\+json(; charset=utf-8)?$/, context);
  const body = JSON.parse(failure.text) as Record<string, unknown>;
  assert.equal(body["status"], failure.status, context);
  for (const member of ["type", "title", "detail", "instance", "code", "request_id"]) {
    assert.equal(typeof body[member], "string", `${member} of ${context}`);
  }
  assert.match(body["code"] as string, /^[A-Z][A-Z0-9_]+$/, context);
  assert.match(body["request_id"] as string, /^req_[0-9A-Z]{26}$/, context);
  for (const item of (body["errors"] ?? []) as Record<string, unknown>[]) checkItem(item, context);
  checkWords(failure.text, context);
  const { pathname } = new URL(body["type"] as string);
  assert.match(pathname, /^\/problems\/[a-z0-9-]+$/, context);
  assert.equal(await visit(url + pathname), 200, `${pathname} leads nowhere`);
}

/** An entry of `errors` names exactly one place, and says what is wrong there. */
function checkItem(item: Record<string, unknown>, context: string): void {
  const places = ["pointer", "parameter", "header"].filter((place) => place in item);
  assert.equal(places.length, 1, `${JSON.stringify(item)} names ${places.length} places in ${context}`);
  if ("pointer" in item) assert.match(String(item["pointer"]), /^#(\/|$)/, context);
  assert.match(String(item["code"]), /^[A-Z][A-Z0-9_]+$/, context);
  assert.equal(typeof item["detail"], "string", context);
}

/** Checks a text for internal details. Parts that the caller has sent are removed first, because a sentence may repeat them. */
export function checkWords(text: string, context: string, sent: readonly string[] = []): void {
  const ours = sent.reduce((rest, part) => (part.length > 0 ? rest.replaceAll(part, "") : rest), text);
  for (const pattern of forbidden) assert.doesNotMatch(ours, pattern, context);
}

function visit(page: string): Promise<number> {
  let status = visited.get(page);
  if (status === undefined) {
    status = fetch(page).then(async (response) => {
      const text = await response.text();
      assert.match(response.headers.get("content-type") ?? "", /text\/html/, page);
      assert.ok(text.length > 200, `${page} says nothing`);
      return response.status;
    });
    visited.set(page, status);
  }
  return status;
}
