import { Resolver } from "node:dns/promises";

/** What DNS says in the TXT records of a name; null: it does not answer. No such name, and no such record, is an answer: none. */
export type TxtRecords = (name: string) => Promise<readonly string[] | null>;

const try_ms = 1_500;
const tries = 2;
/** What a name may say of many things besides. */
const records_max = 100;

/** Asks name servers with c-ares, as platform/net/resolve.ts does and for the same reason; nothing is kept. */
export function createTxtRecords(servers?: readonly string[]): TxtRecords {
  const resolver = new Resolver({ timeout: try_ms, tries });
  if (servers) resolver.setServers(servers);
  return async (name) => {
    try {
      const records = await resolver.resolveTxt(name);
      // RFC 7208 §3.3: the strings of one record belong together, without blanks between them.
      return records.slice(0, records_max).map((parts) => parts.join(""));
    } catch (error) {
      return none.has((error as NodeJS.ErrnoException).code ?? "") ? [] : null;
    }
  };
}

const none = new Set(["ENOTFOUND", "ENODATA"]);
