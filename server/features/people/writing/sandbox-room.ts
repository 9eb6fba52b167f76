import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { sandboxFull } from "../errors.ts";
import { findSandboxPeople } from "./sandbox-room-sql.ts";

/** People that the sandbox of an organisation holds, those who have left included. */
export const sandbox_people_max = 500;

/** Refuses people for whom the sandbox of an organisation has no room; other organisations have no such bound. */
export async function refuseBeyondSandbox(db: Db, context: Pick<Context, "tenant">, added: number): Promise<void> {
  const people = await peopleInSandbox(db, context);
  if (people !== null && people + added > sandbox_people_max) throw sandboxFull(wordsOfFull(people));
}

/** People of the sandbox of an organisation, to which nobody else adds any until the transaction ends; null: it is not a sandbox, and has no such bound. */
export async function peopleInSandbox(db: Db, { tenant }: Pick<Context, "tenant">): Promise<number | null> {
  return tenant.kind === "sandbox" ? findSandboxPeople(db, tenant.id) : null;
}

export function wordsOfFull(people: number): string {
  return `The sandbox has ${people} people, and holds ${sandbox_people_max} at most.`;
}
