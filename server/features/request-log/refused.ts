// What the log stores about a refused request besides its row: enough to see the mistake, without personal data
// (docs/decisions/0020). It is only used for refused requests whose rows are written.
import type { FastifyRequest } from "fastify";
import type { ErrorItem } from "../../platform/http/problem.ts";
import { holdsSecret } from "./secrets.ts";

/** `value` null: the reader must not see it; `masked`: the number of characters that are left out. */
export type KeptHeader = { name: string; value: string | null; masked: number };
export type KeptError = { place: string | null; code: string; detail: string };
export type Refused = { headers: KeptHeader[]; detail: string | null; errors: KeptError[]; errors_left_out: number };

const headers_max = 40;
const name_max = 64;
const value_max = 200;
const errors_max = 10;
const sentence_max = 300;
const place_max = 200;
/** The most texts of body and query that are searched for in sentences. With more of them, all quoted parts are masked. */
const texts_max = 1_000;
/** Shorter texts occur in every sentence. */
const text_min = 3;
const json_max = 8_192;
const mask = "…";

/** Headers that describe how a request was made. All others may contain secrets or personal data. */
const open_headers = new Set([
  "accept",
  "accept-charset",
  "accept-encoding",
  "accept-language",
  "cache-control",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "date",
  "expect",
  "host",
  "if-match",
  "if-modified-since",
  "if-none-match",
  "if-unmodified-since",
  "keep-alive",
  "te",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "x-tenant-code",
]);

export function refusedOf(request: FastifyRequest): Refused {
  const { refusal, raw } = request;
  const { detail = null, errors = [] } = refusal?.problem ?? {};
  const hide = maskOf(request);
  const kept: Refused = {
    headers: headersOf(raw.rawHeaders),
    detail: detail === null ? null : hide(detail),
    errors: errors.slice(0, errors_max).map((item) => errorOf(item, hide)),
    errors_left_out: Math.max(0, errors.length - errors_max),
  };
  return JSON.stringify(kept).length > json_max ? { ...kept, headers: [] } : kept;
}

function headersOf(raw: readonly string[]): KeptHeader[] {
  const headers: KeptHeader[] = [];
  for (let at = 0; at + 1 < raw.length && headers.length < headers_max; at += 2) {
    const name = tidyText(raw[at]!.toLowerCase(), name_max);
    const value = raw[at + 1]!;
    if (open_headers.has(name) && !holdsSecret(value)) headers.push({ name, value: tidyText(value, value_max), masked: 0 });
    else {
      const [, scheme = null] = name === "authorization" ? (/^([A-Za-z]{1,20}) /.exec(value) ?? []) : [];
      headers.push({ name, value: scheme, masked: value.length - (scheme === null ? 0 : scheme.length + 1) });
    }
  }
  return headers;
}

function errorOf({ pointer, parameter, header, code, detail }: ErrorItem, hide: (sentence: string) => string): KeptError {
  const place = pointer ?? parameter ?? header ?? null;
  return { place: place === null ? null : tidyText(place, place_max), code: tidyText(code, name_max), detail: hide(detail) };
}

/** Returns a function that masks, in a sentence, all values that came with the request. */
function maskOf(request: FastifyRequest): (sentence: string) => string {
  const texts = new Set<string>();
  const complete = collect([request.body, request.query], texts);
  const quoted = [...texts].flatMap((text) => [...text.matchAll(/"([^"]+)"/g)].map(([, inner]) => inner!));
  const hidden = [...texts, ...quoted]
    .filter((text) => text.length >= text_min)
    .toSorted((one, other) => other.length - one.length);
  return (sentence) => {
    let left = sentence.replaceAll(/[^\s"'<>]+/g, (word) => (word.lastIndexOf("@", word.length - 2) > 0 ? mask : word));
    if (!complete) left = left.replaceAll(/"[^"]*"/g, `"${mask}"`);
    for (const text of hidden) left = withoutText(left, text);
    return tidyText(left, sentence_max);
  };
}

/** Matches whole words in any case, because some sentences repeat a normalised value. */
function withoutText(sentence: string, text: string): string {
  if (!sentence.toLowerCase().includes(text.toLowerCase())) return sentence;
  return sentence.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}_])${RegExp.escape(text)}(?![\\p{L}\\p{N}_])`, "giu"), mask);
}

/** Gathers the texts and numbers in a value; false: there are more than `texts_max`. */
function collect(value: unknown, into: Set<string>): boolean {
  const waiting = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (into.size > texts_max) return false;
    if (typeof one === "string") into.add(one.trim());
    else if (typeof one === "number") into.add(String(one));
    else if (typeof one === "object" && one !== null && !Buffer.isBuffer(one)) {
      const values: unknown[] = Object.values(one);
      if (values.length + waiting.length > texts_max) return false;
      waiting.push(...values);
    }
  }
  return true;
}

/** A text that the database accepts: without control characters and halves of surrogate pairs. */
function tidyText(text: string, length_max: number): string {
  // oxlint-disable-next-line no-control-regex -- those are what is looked for
  return text
    .slice(0, length_max)
    .toWellFormed()
    .replaceAll(/[\u0000-\u001f\u007f]/g, " ");
}
