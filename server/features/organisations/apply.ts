import { newId } from "../../platform/ids.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { applyClients, type AppliedClient } from "./apply-clients.ts";
import { applyCourses, applyLearningPaths, applyLicenses } from "./apply-courses.ts";
import { applyPeople } from "./apply-people.ts";
import {
  applyAdministrators,
  applyAttributes,
  applyContractors,
  applyDepartments,
  type AppliedAdministrator,
} from "./apply-structure.ts";
import { applyTenant, contextOf, loadTenant } from "./apply-tenant.ts";
import type { Run } from "./bring-about.ts";
import { loadKnown } from "./known.ts";
import type { OrganisationFile } from "./schema.ts";
import { findTenantByCode } from "./sql.ts";

/** What an application of a file did; the last line of `muster org apply --json`. */
export type Applied = {
  organisation: { id: string; code: string };
  changes: { created: number; updated: number; unchanged: number };
  clients: AppliedClient[];
  admins: AppliedAdministrator[];
};

export type ApplyOptions = {
  pool: Pool;
  keyring: Keyring;
  /** Hears how many people are done. */
  onProgress?(done: number, total: number): void;
};

/**
 * Makes an organisation what a file says, in one transaction: creates what is missing, changes what differs, removes
 * nothing. A member that the file leaves out gets its default in a new record and stays as it is in one that exists.
 */
export async function applyOrganisation({ pool, keyring, onProgress }: ApplyOptions, file: OrganisationFile): Promise<Applied> {
  const tenant_id = (await findTenantByCode(pool, file.organisation.code)) ?? newId();
  return withTenant(pool, tenant_id, async (db) => {
    const tenant = await loadTenant(db, tenant_id, file);
    const known = await loadKnown(db, tenant_id);
    const run: Run = {
      db,
      keyring,
      context: contextOf(tenant),
      batch_id: newId(),
      changes: { created: 0, updated: 0, unchanged: 0 },
    };
    const people = file.people ?? [];
    await applyTenant(run, tenant);
    await applyAttributes(run, known, file.attributes ?? []);
    await applyDepartments(run, known, file.departments ?? []);
    await applyContractors(run, known, file.contractors ?? []);
    await applyCourses(run, known, file.courses ?? []);
    await applyLearningPaths(run, known, file.learning_paths ?? []);
    await applyLicenses(run, known, file.licenses ?? []);
    await applyPeople(run, known, people, (done) => onProgress?.(done, people.length));
    const admins = await applyAdministrators(run, known, file.admins ?? []);
    const clients = await applyClients(run, known, file.clients ?? []);
    return { organisation: { id: tenant_id, code: tenant.wanted.code }, changes: run.changes, clients, admins };
  });
}
