// Bringing an organisation about from its file, in one transaction:
//
//   read     the file's shape; what is wrong is noted with its place (draft.ts)
//   load     what the organisation has already, all but its people and clients (known.ts)
//   plan     each record as it stands and as the file wants it; what cannot be is noted (plan-*.ts, people.ts)
//   refuse   with everything that was noted, before anything is written
//   write    what is missing and what differs, with an audit row each (bring-about.ts)
//
// Locks are taken late and in the order of writing: the server goes on serving while a large file is applied, and people,
// who take the time, hold up neither seats (licences come after them) nor the revocation of a client (they come last).
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

/** What an application of a file did; the last line of `muster org apply --json`. */
export type Applied = {
  organisation: { id: string; code: string };
  changes: { created: number; updated: number; unchanged: number };
  /** The file's clients; a secret only where this run created the client. */
  clients: { name: string; client_id: string; secret?: string; created: boolean }[];
  /** The file's administrators; a link to sign in with where this run created and invited the administrator. */
  admins: { email: string; created: boolean; sign_in_url?: string }[];
};

export type ApplyOptions = {
  pool: Pool;
  keyring: Keyring;
  /** Hears how many people are done. */
  onProgress?: (done: number, total: number) => void;
  /** Invites an administrator who is new, in the same transaction; returns the link to sign in with. Left out: no invitations. */
  invite?: (db: Db, context: Context, administrator: AdministratorRow) => Promise<string>;
  /** What the law asks for; left out: nothing. */
  minimums?: LegalMinimums;
  /** The instant that is recorded for the changes. Default: now. */
  at?: Temporal.Instant;
  /** Who does it; default: the operator at the command line. */
  actor?: Actor;
  /** Makes a new organisation, the sandbox of this one; rejects with CodeTaken where there is one of the file's code. */
  sandbox_of?: string;
  /** Goes on in the same transaction, once everything is there. */
  beforeCommit?: (db: Db, context: Context) => Promise<void>;
};

/** An organisation that was to be new has a code that another one has. */
export class CodeTaken extends Error {
  constructor(code: string) {
    super(`There is an organisation ${code} already.`);
    this.name = "CodeTaken";
  }
}

/**
 * Makes an organisation what a file says: creates what is missing, changes what differs, removes nothing. A member that the
 * file leaves out gets its default in a new record and stays as it is in one that exists.
 * Throws OrganisationFileError with everything that is wrong with the file.
 */
export async function applyOrganisation(options: ApplyOptions, source: Source): Promise<Applied> {
  const draft = readDraft(source);
  await checkTimeZone(options.pool, draft);
  // Two runs, or a run and a request, may create the same record at once.
  return retryWhenTaken(() => attempt(options, source, draft));
}

/** Program and database each have a list of time zones; a zone must stand on both. */
async function checkTimeZone(pool: Pool, { file, findings }: Draft): Promise<void> {
  const { time_zone } = file.organisation;
  if (time_zone === undefined || (isTimeZone(time_zone) && (await findTimeZone(pool, time_zone)))) return;
  findings.value(["organisation", "time_zone"], "must be the IANA name of a time zone, such as Europe/Warsaw");
  // The rest of the file is judged as if the zone were not there.
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
    // A transaction that is tried again judges the file again.
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

/** Clients are planned once more under lock: what an administrator did to them in the meantime counts. */
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
