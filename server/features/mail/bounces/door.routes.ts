import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { equalBytes, type Keyring } from "../../../platform/crypto/keyring.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { open } from "../../../platform/http/access.ts";
import { unauthorized } from "../../../platform/http/problem.ts";
import { answerFailures, renderProblem } from "../../../platform/http/server.ts";
import { takeReport } from "./take.ts";

export type BounceDoorOptions = {
  pool: Pool;
  keyring: Keyring;
  base_url: string;
  log: Logger;
  /** BOUNCE_SECRET; null: the endpoint does not exist. */
  secret: string | null;
};

/** A report may contain the whole letter. */
export const report_bytes_max = 1_048_576;
const recipient_max = 320;

export const bounce_door = "/mail/bounces";

/** `POST /mail/bounces`: the operator's mail server sends reports about undelivered letters here (docs/operating/mail.md). */
export function bounceDoor(app: FastifyInstance, { secret, base_url, log, ...options }: BounceDoorOptions): void {
  if (secret === null) return;
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const wanted = digest(`Bearer ${secret}`);
  void app.register(async (door) => {
    answerFailures(door, renderProblem(base_url), log);
    door.removeAllContentTypeParsers();
    door.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: report_bytes_max }, (_request, body, done) =>
      done(null, body),
    );
    door.post<{ Body: Buffer | undefined; Querystring: { recipient?: string } }>(
      bounce_door,
      {
        config: { access: open() },
        bodyLimit: report_bytes_max,
        async onRequest({ headers }) {
          if (!equalBytes(digest(headers.authorization ?? ""), wanted)) throw unauthorized("The secret is missing or wrong.");
        },
      },
      async ({ body, query }) => {
        const { recipient } = query;
        const named = typeof recipient === "string" ? recipient.slice(0, recipient_max) : null;
        const outcome = await takeReport(options, body ?? Buffer.alloc(0), named);
        log.info({ outcome }, "took a report of a mail server");
        return { outcome };
      },
    );
  });
}
