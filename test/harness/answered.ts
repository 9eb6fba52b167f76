// Retries for a busy database, as clients and the queue do them: a machine under load is no defect of the product.
import { Unavailable } from "../../server/platform/db/failures.ts";
import type { Reply } from "./server.ts";

/** How often a request or a job is repeated that exceeded the service's wait limit. */
const tries_max = 20;

/** Repeats a request that was answered with 503, as clients do, because it was not carried out. */
export async function answered(send: () => Promise<Reply>): Promise<Reply> {
  for (let tries = 1; ; tries += 1) {
    const reply = await send();
    if (reply.status !== 503 || tries === tries_max) return reply;
  }
}

/** Repeats work that failed because the database was too busy, as the queue does. */
export async function finished(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return void (await work());
    } catch (error) {
      if (!(error instanceof Unavailable) || tries === tries_max) throw error;
    }
  }
}
