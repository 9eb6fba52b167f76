// Applies an organisation file, in one transaction:
//
//   read     validates the form of the file; faults are noted with their position (draft.ts)
//   load     reads what the organisation has already, except people and clients (known.ts)
//   plan     pairs each stored record with the wanted one; faults are noted (plan-*.ts, people.ts)
//   refuse   throws with all noted faults, before anything is written
//   write    creates missing records and changes different ones, with an audit row each (bring-about.ts)
//
// Locks are taken late and in the order of writing, so that the server continues to serve while a large file is applied. Writing
// people takes longest; licences are written after them, so that seats are not locked meanwhile, and clients last, so that they
// can be revoked meanwhile.
import type { Actor, Context } from "../../../platform/context.ts";
import type { Keyring } from "../../../platform/crypto/keyring.ts";
import { refuseElsewhere } from "../../../platform/db/moving/placement.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { retryWhenTaken } from "../../../platform/db/unique.ts";
import { newId } from "../../../platform/ids.ts";
import type { LegalMinimums } from "../../../platform/retention.ts";
import { nameNorm } from "../../../platform/text.ts";
import type { AdministratorRow } from "../../administrators/sql.ts";
import { addSecret } from "../../clients/add-secret.ts";
import { listClientRows, lockClients, type StandingClient } from "../../clients/manage-sql.ts";
import { listAttributesInUse } from "../../people/apply-sql.ts";
import { faultsByLaw, setDays } from "../../retention/settings.ts";
import { queueEvaluation } from "../../rules/queue-batch.ts";
import { bringAbout, type Run } from "./bring-about.ts";
import { problemsOf, type Source } from "../file/document.ts";
import { readDraft, type Draft } from "../file/draft.ts";
import {
  administrators,
  attributes,
  clients,
  contractors,
  courses,
  departments,
  groups,
  licenses,
  organisationsOf,
  rules,
} from "../file/kinds.ts";
import { loadKnown, type Known } from "./known.ts";
import { applyMembers, checkMembers } from "../file/members.ts";
import { applyManagers, checkManagers } from "./managers.ts";
import { applyPeople, checkPeople } from "./people.ts";
import { planClients } from "./plan-clients.ts";
import { planCourses } from "./plan-courses.ts";
import { planLicenses } from "./plan-licenses.ts";
import { planGroups, planRules } from "./plan-rules.ts";
import { attributesOfOtherType, planAdministrators, planAttributes, planContractors, planDepartments } from "./plan-structure.ts";
import { isTimeZone, planTenant } from "./plan-tenant.ts";
import { recomputeFlags } from "./recompute.ts";
import { actAt, findNow, findTenant, findTenantByCode, findTimeZone, planAnew, type TenantRow } from "../sql.ts";
import type { Target } from "./target.ts";

/** The result of applying a file; the last line of `muster org apply --json`. */
export type Applied = {
  organisation: { id: string; code: string };
  changes: { created: number; updated: number; unchanged: number };
  /** The file's clients; `secret` only if this run created the client. */
  clients: { name: string; client_id: string; secret?: string; created: boolean }[];
  /** The file's administrators; `sign_in_url` only if this run created and invited the administrator. */
  admins: { email: string; created: boolean; sign_in_url?: string }[];
};

export type ApplyOptions = {
  pool: Pool;
  keyring: Keyring;
  /** Called with the number of people that are done. */
  onProgress?: (done: number, total: number) => void;
  /** Invites a new administrator in the same transaction and returns the sign-in link. Left out: no invitations. */
  invite?: (db: Db, context: Context, administrator: AdministratorRow) => Promise<string>;
  /** The minimum retention periods of the law; left out: none. */
  minimums?: LegalMinimums;
  /** The instant that the changes record; by default now. */
  at?: Temporal.Instant;
  /** The actor in the audit log; by default the operator at the command line. */
  actor?: Actor;
  /** The id of an organisation whose sandbox is to be created. Throws CodeTaken if the file's code is taken. */
  sandbox_of?: string;
  /** Called in the same transaction after all changes. */
  beforeCommit?: (db: Db, context: Context) => Promise<void>;
};

/** A new organisation's code belongs to another organisation. */
export class CodeTaken extends Error {
  constructor(code: string) {
    super(`There is an organisation ${code} already.`);
    this.name = "CodeTaken";
  }
}

/**
 * Makes an organisation equal to a file: creates missing records, changes different ones and removes nothing. A member that the
 * file leaves out gets its default in a new record and does not change in an existing one. Throws OrganisationFileError with all
 * faults of the file.
 */
export async function applyOrganisation(options: ApplyOptions, source: Source): Promise<Applied> {
  const draft = readDraft(source);
  await checkTimeZone(options.pool, draft);
  // A concurrent run or request may create the same record; then the transaction is repeated.
  return retryWhenTaken(() => attempt(options, source, draft));
}

/** The program and the database each have a list of time zones; a zone must be on both. */
async function checkTimeZone(pool: Pool, { file, findings }: Draft): Promise<void> {
  const { time_zone } = file.organisation;
  if (time_zone === undefined || (isTimeZone(time_zone) && (await findTimeZone(pool, time_zone)))) return;
  findings.value(["organisation", "time_zone"], "must be the IANA name of a time zone, such as Europe/Warsaw");
  // The rest of the file is validated without the zone.
  delete file.organisation.time_zone;
}

async function attempt(options: ApplyOptions, source: Source, read: Draft): Promise<Applied> {
  const { pool, keyring, onProgress } = options;
  const { code } = read.file.organisation;
  const known_id = await findTenantByCode(pool, code);
  if (known_id !== null && options.sandbox_of !== undefined) throw new CodeTaken(code);
  if (known_id === null) await refuseElsewhere(pool, code);
  const tenant_id = known_id ?? newId();
  return withTenant(pool, tenant_id, async (db) => {
    await planAnew(db, true);
    if (options.at) await actAt(db, options.at);
    // A copy, because a repeated transaction validates the file again.
    const draft = { ...read, findings: read.findings.copy() };
    const { clock_offset_us = 0, ...found } = (await findTenant(db, tenant_id)) ?? {};
    const tenant = planTenant(draft, tenant_id, "id" in found ? found : undefined);
    const known = await loadKnown(db, tenant_id);
    const plan = await planAll(db, draft, known, tenant.wanted);
    const parked = await checkPeople(db, draft, known, tenant.wanted);
    const links = await checkManagers(db, draft, tenant_id);
    await checkMembers(db, draft, tenant_id);
    checkRetention(draft, options.minimums ?? {});
    if (draft.findings.all.length > 0) throw problemsOf(source, draft.findings);

    const now = options.at ?? instantOf((await findNow(db)) + clock_offset_us);
    const context = contextOf(tenant.wanted, now, options.actor ?? operator);
    const run: Run = { db, context, batch_id: newId(), changes: { created: 0, updated: 0, unchanged: 0 } };
    const total = draft.file.people?.length ?? 0;
    await bringAbout(run, organisationsOf(options.sandbox_of ?? null), [tenant]);
    await applyRetention(run, draft);
    await bringAbout(run, attributes, plan.attributes);
    await bringAbout(run, contractors, plan.contractors);
    await bringAbout(run, courses, plan.courses);
    const before = changesOf(run);
    await bringAbout(run, departments, plan.departments);
    await bringAbout(run, groups, plan.groups);
    await bringAbout(run, rules, plan.rules);
    await applyPeople(run, draft, known, parked, (done) => onProgress?.(done, total));
    await applyManagers(run, links);
    await applyMembers(run, draft, known);
    const concerns_rules = changesOf(run) > before && known.rules.size + plan.rules.length + known.groups.size > 0;
    if (concerns_rules) await queueEvaluation(db, context, run.batch_id);
    await recomputeFlags(db, tenant, plan.courses);
    await planAnew(db, false);
    await bringAbout(run, licenses, plan.licenses);
    await bringAbout(run, administrators, plan.administrators);
    const admins = await inviteNew(options, run, plan.administrators);
    const applied_clients = await applyClients(run, source, draft, tenant.wanted, keyring);
    await options.beforeCommit?.(db, context);
    return {
      organisation: { id: tenant_id, code: tenant.wanted.code },
      changes: run.changes,
      clients: applied_clients,
      admins,
    };
  });
}

function checkRetention({ file, findings }: Draft, minimums: LegalMinimums): void {
  const faults = faultsByLaw(file.settings?.retention ?? {}, minimums);
  for (const { kind, detail } of faults) findings.value(["settings", "retention", kind], detail);
}

async function applyRetention({ db, context, batch_id, changes }: Run, { file }: Draft): Promise<void> {
  if (file.settings?.retention === undefined) return;
  const { changed } = await setDays(db, context, file.settings.retention, batch_id);
  if (changed) changes.updated += 1;
  else changes.unchanged += 1;
}

async function planAll(db: Db, draft: Draft, known: Known, tenant: TenantRow) {
  const retyped = attributesOfOtherType(draft, known);
  const in_use = retyped.length > 0 ? await listAttributesInUse(db, tenant.id, retyped) : [];
  const plan = {
    attributes: planAttributes(draft, known, new Set(in_use)),
    departments: planDepartments(draft, known),
    contractors: planContractors(draft, known),
    courses: planCourses(draft, known),
    licenses: planLicenses(draft, known),
    groups: planGroups(draft, known),
    rules: planRules(draft, known),
    administrators: planAdministrators(draft, known),
  };
  planClients(draft, await loadClients(db, tenant.id), tenant);
  return plan;
}

function changesOf({ changes }: Run): number {
  return changes.created + changes.updated;
}

async function inviteNew(
  { invite }: ApplyOptions,
  { db, context }: Run,
  targets: readonly Target<AdministratorRow>[],
): Promise<Applied["admins"]> {
  const admins: Applied["admins"] = [];
  for (const { stands, wanted } of targets) {
    const created = stands === undefined;
    const link = created && invite ? { sign_in_url: await invite(db, context, wanted) } : {};
    admins.push({ email: wanted.email, created, ...link });
  }
  return admins;
}

/** Clients are planned again after they are locked, so that an administrator's changes in the meantime are respected. */
async function applyClients(
  run: Run,
  source: Source,
  draft: Draft,
  tenant: TenantRow,
  keyring: Keyring,
): Promise<Applied["clients"]> {
  await lockClients(run.db, tenant.id);
  const targets = planClients(draft, await loadClients(run.db, tenant.id), tenant);
  if (draft.findings.all.length > 0) throw problemsOf(source, draft.findings);
  await bringAbout(run, clients, targets);
  const applied: Applied["clients"] = [];
  for (const { stands, wanted } of targets) {
    const client = { name: wanted.name, client_id: wanted.id };
    if (stands) applied.push({ ...client, created: false });
    else {
      const { text } = await addSecret(run.db, keyring, run.context.tenant, wanted.id);
      applied.push({ ...client, secret: text, created: true });
    }
  }
  return applied;
}

async function loadClients(db: Db, tenant_id: string): Promise<Map<string, StandingClient>> {
  return new Map((await listClientRows(db, tenant_id)).map((row) => [nameNorm(row.name), row]));
}

const operator: Actor = { type: "operator", id: null, name: "muster org apply" };

function contextOf({ id, code, kind, time_zone, fiscal_month }: TenantRow, now: Temporal.Instant, actor: Actor): Context {
  return {
    tenant: { id, code, kind, time_zone, fiscal_month },
    actor,
    now,
    request_id: null,
  };
}

function instantOf(us: number): Temporal.Instant {
  return Temporal.Instant.fromEpochNanoseconds(BigInt(us) * 1_000n);
}
