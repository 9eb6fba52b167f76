import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { Mailing } from "../../mail/write-mail.ts";
import type { LinkedAt } from "../../sign-in/links/links.ts";
import type { Asked, Outcome } from "../schema.ts";

export type WorkOptions = Mailing & LinkedAt;

/** What has become of a person, and what undoing it would put back. */
export type Done = { outcome: Outcome; was?: object };

/** One kind of work: what would become of people, and doing it. An order does its people in parts, each in a transaction. */
export type Work = {
  /** What would become of people as things stand; nothing is held or written. */
  look(db: Db, context: Context, asked: Asked, person_ids: readonly string[]): Promise<Map<string, Outcome>>;
  /** Does it to the people for whom `look` says so; their rows are held. */
  carryOut(
    db: Db,
    context: Context,
    options: WorkOptions,
    order: { id: string; asked: Asked },
    person_ids: readonly string[],
  ): Promise<Map<string, Done>>;
};
