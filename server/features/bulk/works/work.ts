import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { Mailing } from "../../mail/write-mail.ts";
import type { LinkedAt } from "../../sign-in/links/links.ts";
import type { Asked, Outcome } from "../schema.ts";

export type WorkOptions = Mailing & LinkedAt;

/** The result for a person, and what undoing it would restore. */
export type Done = { outcome: Outcome; was?: object };

/** One kind of work. An order does its people in parts, each in one transaction. */
export type Work = {
  /** The result that each person would have now; neither locks nor writes. */
  look(db: Db, context: Context, asked: Asked, person_ids: readonly string[]): Promise<Map<string, Outcome>>;
  /** Does the work for the people to whom `look` gives a result of success; the caller has locked their rows. */
  carryOut(
    db: Db,
    context: Context,
    options: WorkOptions,
    order: { id: string; asked: Asked },
    person_ids: readonly string[],
  ): Promise<Map<string, Done>>;
};
