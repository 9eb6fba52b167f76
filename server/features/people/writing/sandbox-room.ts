import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { sandboxFull } from "../errors.ts";
import { findSandboxPeople } from "./sandbox-room-sql.ts";

/** People that the sandbox of an organisation holds, those who have left included. */
export const sandbox_people_max = 500;

/** Refuses people for whom the sandbox of an organisation has no room; other organisations have no such bound. */
export async function refuseBeyondSandbox(db: Db, { tenant }: Pick<Context, "tenant">, added: number): Promise<void> {
  if (tenant.kind !== "sandbox") return;
  const people = await findSandboxPeople(db, tenant.id);
  if (people !== null && people + added > sandbox_people_max)
    throw sandboxFull(`The sandbox has ${people} people, and holds ${sandbox_people_max} at most.`);
}
