import type { Caller } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import type { WebhookOptions } from "./check-settings.ts";
import { findAllowedHosts, ownerOf } from "./sql.ts";
import { checkTarget, resolvesPrivately } from "./target.ts";

export type TargetVerdict = {
  ok: boolean;
  fault: "invalid" | "host_not_allowed" | "private_address" | null;
  detail: string | null;
  host: string | null;
};

/** Whether a client may use a target URL, by the rules for saving it (check-settings.ts). */
export async function checkTargetOf(
  pool: Pool,
  { sender, resolve }: WebhookOptions,
  caller: Caller,
  target_url: string,
): Promise<TargetVerdict> {
  const target = checkTarget(target_url, await findAllowedHosts(pool, ownerOf(caller)), sender.trusted_origins);
  if (!target.ok && target.kind === "invalid") return { ok: false, fault: "invalid", detail: target.detail, host: null };
  if (!target.ok) return { ok: false, fault: "host_not_allowed", detail: null, host: target.host };
  const { hostname: host, origin } = target.url;
  const is_private = !sender.trusted_origins.has(origin) && (await resolvesPrivately(target.url, resolve));
  return { ok: !is_private, fault: is_private ? "private_address" : null, detail: null, host };
}
