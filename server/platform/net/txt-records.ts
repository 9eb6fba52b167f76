import { Resolver } from "node:dns/promises";

/** The TXT records of a name; null: DNS does not answer. An unknown name, or a name without TXT records, gives an empty list. */
export type TxtRecords = (name: string) => Promise<readonly string[] | null>;

const try_ms = 1_500;
const tries = 2;
/** Other services may have many TXT records at the same name. */
const records_max = 100;

/** Queries name servers with c-ares, for the reason given in platform/net/resolve.ts; nothing is cached. */
export function createTxtRecords(servers?: readonly string[]): TxtRecords {
  const resolver = new Resolver({ timeout: try_ms, tries });
  if (servers) resolver.setServers(servers);
  return async (name) => {
    try {
      const records = await resolver.resolveTxt(name);
      // RFC 7208 §3.3: the strings of one record are joined without spaces.
      return records.slice(0, records_max).map((parts) => parts.join(""));
    } catch (error) {
      return none.has((error as NodeJS.ErrnoException).code ?? "") ? [] : null;
    }
  };
}

const none = new Set(["ENOTFOUND", "ENODATA"]);
