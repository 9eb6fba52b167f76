import pino from "pino";
import { workOffDue } from "../../server/platform/jobs/due/due.ts";
import { listDueWork } from "../../server/worker.ts";
import type { TestDatabase } from "./database.ts";
import { test_mailing } from "./server.ts";
import { settled } from "./settled.ts";

/** Sends the due bulk mails to a mail server, with all the checks that a worker makes first. */
export async function sendMailsToMany(database: TestDatabase, smtp_url: string): Promise<void> {
  const pool = database.pool("muster_worker", 3);
  const delivery_pool = database.pool("muster_delivery", 1);
  const log = pino({ level: "silent" });
  const options = { pool, delivery_pool, ...test_mailing, smtp_url, mail_from: "Muster <muster@muster.example>", log };
  const sending = listDueWork(options, () => undefined).find(({ kind }) => kind === "mails.bulk")!;
  await settled(database);
  await workOffDue(pool, sending, new AbortController().signal);
}
