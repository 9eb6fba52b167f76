import { buffer } from "node:stream/consumers";
import type { Config } from "../../config.ts";
import { bounce_door } from "../../features/mail/bounces/door.routes.ts";
import { UsageError } from "../usage.ts";

const usage = "usage: muster mail bounce [--recipient ADDRESS] < MESSAGE";
const answer_max_ms = 20_000;
/** EX_TEMPFAIL of sysexits.h: the mail server keeps the message and runs the command again later. */
const try_again = 75;

/**
 * `muster mail bounce`: forwards a bounce report that a mail server pipes in. Needs BASE_URL and BOUNCE_SECRET, but neither
 * database nor SECRET_KEY. A message that is no report about our mails is dropped. If the service does not answer, the mail
 * server tries again.
 */
export async function mailBounce({ base_url, bounce_secret }: Readonly<Config>, args: string[]): Promise<void> {
  const recipient = recipientIn(args);
  if (bounce_secret === null) throw new UsageError("BOUNCE_SECRET is needed: the service asks for it");
  const target = new URL(`${base_url}${bounce_door}`);
  if (recipient !== null) target.searchParams.set("recipient", recipient);
  try {
    const answer = await fetch(target, {
      method: "POST",
      headers: { authorization: `Bearer ${bounce_secret}`, "content-type": "message/rfc822" },
      body: await buffer(process.stdin),
      signal: AbortSignal.timeout(answer_max_ms),
    });
    if (answer.ok) console.log(((await answer.json()) as { outcome: string }).outcome);
    else later(`${target.origin} answered ${answer.status}`);
  } catch (error) {
    later(`${target.origin} is not there: ${(error as Error).message}`);
  }
}

function later(why: string): void {
  console.error(`${why}; the message is to be passed on again later.`);
  process.exitCode = try_again;
}

function recipientIn(args: readonly string[]): string | null {
  if (args.length === 0) return null;
  const [option, address, ...rest] = args;
  if (option !== "--recipient" || address === undefined || rest.length > 0) throw new UsageError(usage);
  return address;
}
