import { Resolver } from "node:dns/promises";

/**
 * All A and AAAA records of a name. Rejects with an error whose `code` is one of c-ares, such as ENOTFOUND, ESERVFAIL and
 * ETIMEOUT, or ECONNREFUSED when our own resolver cannot be reached.
 */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

const answer_ms_max = 1_000;
/** The timeout of the first of two tries, as a part of `answer_ms_max`, so that a lost packet leaves time for the second. */
const first_try = 0.3;
/** The resolver counts as unreachable if it answers nothing at all within this part of `answer_ms_max`. */
const control_try = 0.5;
const cached_names_max = 1_000;
const cached_ms_max = 10_000;

/**
 * Resolves names with c-ares instead of the system's `getaddrinfo`. That function has four threads for the whole process, so slow
 * name servers of one tenant would block all others. Names in /etc/hosts are not known here. Answers are cached as long as their
 * records allow, for at most ten seconds; concurrent calls share one query. `wait_ms`: how long an answer may take.
 */
export function createResolve(servers?: readonly string[], wait_ms = answer_ms_max): Resolve {
  const resolver = new Resolver({ timeout: Math.round(wait_ms * first_try), tries: 2 });
  if (servers) resolver.setServers(servers);
  const kept = new Map<string, { answer: Promise<readonly string[]>; until_ms: number }>();

  return (hostname) => {
    const known = kept.get(hostname);
    if (known && known.until_ms > performance.now()) return known.answer;
    const entry = { answer: ask(resolver, hostname, wait_ms, keep), until_ms: Number.POSITIVE_INFINITY };
    function keep(seconds: number) {
      entry.until_ms = performance.now() + Math.min(seconds * 1_000, cached_ms_max);
    }
    kept.delete(hostname);
    kept.set(hostname, entry);
    if (kept.size > cached_names_max) kept.delete(kept.keys().next().value as string);
    return entry.answer;
  };
}

/**
 * Queries both families at once. A missing answer or failure of one family does not hide the other's answer; after a second a
 * missing answer counts as none.
 */
async function ask(
  resolver: Resolver,
  hostname: string,
  wait_ms: number,
  keep: (seconds: number) => void,
): Promise<readonly string[]> {
  const answers = await Promise.allSettled([
    inTime(resolver.resolve4(hostname, { ttl: true }), wait_ms),
    inTime(resolver.resolve6(hostname, { ttl: true }), wait_ms),
  ]);
  const records = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  keep(records.length === 0 ? 0 : Math.min(...records.map(({ ttl }) => ttl)));
  if (records.length > 0) return records.map(({ address }) => address);
  const reason = (answers.find((answer) => answer.status === "rejected")?.reason ?? noAnswer("ENODATA")) as NodeJS.ErrnoException;
  throw reason.code === "ETIMEOUT" && !(await answersAnything(resolver, wait_ms * control_try))
    ? noAnswer("ECONNREFUSED")
    : reason;
}

/**
 * Every resolver knows the root. If it answers this query but not the name, the name's own server is silent; otherwise the
 * resolver is down.
 */
async function answersAnything(resolver: Resolver, wait_ms: number): Promise<boolean> {
  try {
    await inTime(resolver.resolveNs("."), wait_ms);
    return true;
  } catch (error) {
    return !["ETIMEOUT", "ECONNREFUSED"].includes((error as NodeJS.ErrnoException).code ?? "");
  }
}

async function inTime<Answer>(question: Promise<Answer>, wait_ms: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(noAnswer("ETIMEOUT")), wait_ms);
  });
  try {
    return await Promise.race([question, silence]);
  } finally {
    clearTimeout(timer);
  }
}

function noAnswer(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`no address (${code})`), { code });
}
