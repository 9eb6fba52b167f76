// The content of an organisation's sandbox: the demo's catalogue with few people, so that it is created within seconds.
import type { Keyring } from "../../../platform/crypto/keyring.ts";
import type { Actor } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { scopes } from "../../../platform/context.ts";
import { applyOrganisation, type Applied } from "../apply/apply.ts";
import { sourceOf } from "../file/document.ts";
import type { OrganisationFile } from "../file/schema.ts";
import type { TenantRow } from "../sql.ts";
import { demoOrganisation, founded_days_ago, type Size } from "./demo.ts";
import { liveOn, type Enrolled } from "./lives.ts";

const size: Size = { employees: 26, contractor_people: 4 };

/** Enough enrollments for all flags, and for licences without free seats. */
const enrolled: Enrolled = [
  ["FORKLIFT-01", 10],
  ["HEIGHT-01", 6],
  ["GDPR-01", 4],
  ["PATH-FIRE", 2],
  ["BHP-01", 10],
  ["COLD-01", 10],
];

export type SandboxOptions = {
  pool: Pool;
  keyring: Keyring;
  /** The instant at which the sandbox is created. */
  now: Temporal.Instant;
  actor: Actor;
};

/**
 * Creates and fills the sandbox of an organisation, with the organisation's limits, language and time zone, generated people and
 * one client.
 */
export async function fillSandbox(
  { pool, keyring, now, actor }: SandboxOptions,
  parent: TenantRow,
  { code, name }: { code: string; name: string },
): Promise<Applied> {
  const today = now.toZonedDateTimeISO(parent.time_zone).toPlainDate().toString();
  const file = sandboxFile(today, parent, { code, name });
  return applyOrganisation(
    {
      pool,
      keyring,
      actor,
      sandbox_of: parent.id,
      at: now.subtract({ hours: 24 * founded_days_ago }),
      beforeCommit: (db, context) => liveOn(db, { ...context, now }, file.people!, enrolled),
    },
    sourceOf(file),
  );
}

function sandboxFile(today: string, parent: TenantRow, { code, name }: { code: string; name: string }): OrganisationFile {
  const { rate_per_minute: per_minute, rate_burst: burst, rate_per_day: per_day } = parent;
  return {
    ...demoOrganisation(today, size),
    organisation: { code, name, kind: "sandbox", time_zone: parent.time_zone, language: parent.language },
    contract: { rate: { per_minute, burst, per_day }, webhook_subscriptions: parent.webhook_subscriptions_max },
    settings: { fiscal_month: parent.fiscal_month },
    admins: [],
    clients: [
      {
        name: "Sandbox client",
        scopes: scopes.filter((scope) => scope !== "scim"),
        methods: ["api_key", "oauth2"],
        webhook_hosts: ["hooks.sandbox.example"],
      },
    ],
  };
}
