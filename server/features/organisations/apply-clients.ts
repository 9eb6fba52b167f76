import { newId } from "../../platform/ids.ts";
import { nameNorm } from "../../platform/text.ts";
import { addSecret } from "../clients/add-secret.ts";
import { insertClients, updateClients, type ClientRow } from "../clients/manage-sql.ts";
import { columnsOf } from "../clients/settings.ts";
import { bringAbout, mentioned, type Kind, type Run } from "./bring-about.ts";
import type { Known } from "./known.ts";
import type { Entry } from "./schema.ts";

/** A client of the file; its secret is there only where this run created it. */
export type AppliedClient = { name: string; client_id: string; secret?: string; created: boolean };

const clients: Kind<ClientRow> = {
  target_type: "client",
  personal: [],
  insert: insertClients,
  update: updateClients,
};

export async function applyClients(run: Run, known: Known, entries: readonly Entry<"clients">[]): Promise<AppliedClient[]> {
  const { tenant } = run.context;
  const wishes = entries.map((entry) => {
    const stands = known.clients.get(nameNorm(entry.name));
    const { name, scim_profile, disabled } = entry;
    const base = stands ?? newClient(name);
    return { stands, wanted: { ...base, ...mentioned({ name, scim_profile, disabled }), ...columnsOf(entry, tenant.time_zone) } };
  });
  await bringAbout<ClientRow>(run, clients, wishes);
  const applied: AppliedClient[] = [];
  for (const { stands, wanted } of wishes) {
    const client = { name: wanted.name, client_id: wanted.id };
    if (stands) applied.push({ ...client, created: false });
    else applied.push({ ...client, secret: await addSecret(run.db, run.keyring, tenant, wanted.id), created: true });
  }
  return applied;
}

function newClient(name: string): ClientRow {
  return {
    id: newId(),
    name,
    scopes: [],
    methods: ["api_key", "oauth2"],
    ip_allowlist: [],
    webhook_hosts: [],
    scim_profile: "generic",
    rate_per_minute: null,
    rate_burst: null,
    rate_per_day: null,
    expires_at: null,
    disabled: false,
  };
}
