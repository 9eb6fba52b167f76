import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { sandboxFull } from "../errors.ts";
import { findSandboxPeople } from "./sandbox-room-sql.ts";

/** The maximum number of people in the sandbox of an organisation, including those who have left. */
export const sandbox_people_max = 500;

/** Refuses people beyond the limit of an organisation's sandbox; other organisations have no limit. */
export async function refuseBeyondSandbox(db: Db, context: Pick<Context, "tenant">, added: number): Promise<void> {
  const people = await peopleInSandbox(db, context);
  if (people !== null && people + added > sandbox_people_max) throw sandboxFull(wordsOfFull(people));
}

/**
 * The number of people in the sandbox of an organisation; no other transaction can add people until this one ends. null: it is
 * not a sandbox and has no limit.
 */
export async function peopleInSandbox(db: Db, { tenant }: Pick<Context, "tenant">): Promise<number | null> {
  return tenant.kind === "sandbox" ? findSandboxPeople(db, tenant.id) : null;
}

export function wordsOfFull(people: number): string {
  return `The sandbox has ${people} people, and holds ${sandbox_people_max} at most.`;
}
