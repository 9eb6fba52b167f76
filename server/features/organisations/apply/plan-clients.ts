import { mentioned } from "../../../platform/mentioned.ts";
import { nameNorm } from "../../../platform/text.ts";
import { readHost, readNetwork } from "../../clients/admission/allow-lists.ts";
import { newClient } from "../../clients/create.ts";
import type { ClientRow, StandingClient } from "../../clients/manage-sql.ts";
import { columnsOf, limitsAbove } from "../../clients/settings.ts";
import type { Draft } from "../file/draft.ts";
import { onlyOnce } from "./plan-structure.ts";
import type { Findings, Path } from "../file/problems.ts";
import type { Entry } from "../file/schema.ts";
import type { TenantRow } from "../sql.ts";
import type { Target } from "./target.ts";

/** Plans the clients of the file; `standing` contains the organisation's clients by the normal form of their name. */
export function planClients(draft: Draft, standing: ReadonlyMap<string, StandingClient>, tenant: TenantRow): Target<ClientRow>[] {
  const once = onlyOnce(draft.findings, (row: ClientRow) => nameNorm(row.name), "name");
  const targets: Target<ClientRow>[] = [];
  for (const { entry, path, sound } of draft.entries("clients")) {
    if (!sound || !readsAll(entry, path, draft.findings)) continue;
    const { revoked_at, ...stands } = standing.get(nameNorm(entry.name)) ?? { revoked_at: null };
    const { name, scim_profile, disabled } = entry;
    const base = "id" in stands ? stands : newClient(name);
    const wanted = { ...base, ...mentioned({ name, scim_profile, disabled }), ...columnsOf(entry, tenant.time_zone, tenant) };
    if (!once(wanted, path)) continue;
    if (revoked_at !== null)
      draft.findings.value([...path, "name"], "is that of a client that was revoked, which is for good; choose another");
    checkLimits(entry, path, tenant, draft.findings);
    targets.push({ stands: "id" in stands ? stands : undefined, wanted });
  }
  return targets;
}

/** Whether networks and hosts are valid; notes each invalid one. */
function readsAll({ ip_allowlist = [], webhook_hosts = [] }: Entry<"clients">, path: Path, findings: Findings): boolean {
  const networks = ip_allowlist.map((network, index) =>
    reads(findings, [...path, "ip_allowlist", index], () => readNetwork(network)),
  );
  const hosts = webhook_hosts.map((host, index) => reads(findings, [...path, "webhook_hosts", index], () => readHost(host)));
  return [...networks, ...hosts].every(Boolean);
}

function reads(findings: Findings, path: Path, read: () => string): boolean {
  try {
    read();
    return true;
  } catch (error) {
    findings.value(path, (error as Error).message);
    return false;
  }
}

function checkLimits({ rate = {} }: Entry<"clients">, path: Path, tenant: TenantRow, findings: Findings): void {
  for (const { limit, contract } of limitsAbove(rate, tenant)) {
    findings.value([...path, "rate", limit], `must be at most ${contract}, the limit of the organisation's contract`);
  }
}
