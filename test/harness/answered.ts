// What clients and the queue do where the database was too busy: a machine under load is no fault of the product.
import { Unavailable } from "../../server/platform/db/failures.ts";
import type { Reply } from "./server.ts";

/** How often a request or a job is tried again that waited longer than the service lets it. */
const tries_max = 20;

/** As clients do: what was answered with 503 was not carried out, and is sent again. */
export async function answered(send: () => Promise<Reply>): Promise<Reply> {
  for (let tries = 1; ; tries += 1) {
    const reply = await send();
    if (reply.status !== 503 || tries === tries_max) return reply;
  }
}

/** As the queue does: what the database was too busy for is run again. */
export async function finished(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return void (await work());
    } catch (error) {
      if (!(error instanceof Unavailable) || tries === tries_max) throw error;
    }
  }
}
