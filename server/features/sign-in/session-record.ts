import type { Static } from "typebox";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import type { Pool } from "../../platform/db/pool.ts";
import type { Node } from "../../platform/in-front.ts";
import { isSteppedUp, step_up_us } from "./guard.ts";
import { shared_lifetimes } from "./kiosk/kiosk.ts";
import type { Session } from "./schema.ts";
import { readLooks, type FoundSession } from "./sessions-sql.ts";
import { shadesOf } from "../../platform/shades.ts";
import { instantText } from "../../platform/instants.ts";

export type SignInOptions = { pool: Pool; keyring: Keyring; base_url: string; node?: Node | undefined; version: string };

/** The record of a session for the panel. */
export async function sessionRecord(
  { pool, base_url, version }: Pick<SignInOptions, "pool" | "base_url" | "version">,
  session: FoundSession,
  shared: boolean,
): Promise<Static<typeof Session>> {
  const { color, logo } = await readLooks(pool, session.tenant_id);
  const { account_id: id, account_kind: kind, name, email, login, role, locale, second_factor, departments } = session;
  return {
    account: { id, kind, name, email, login, role, locale, second_factor, departments },
    organisation: {
      code: session.tenant_code,
      name: session.tenant_name,
      time_zone: session.time_zone,
      kind: session.tenant_kind,
      now: instantOf(session.now_us + session.clock_offset_us),
      shades: color === null ? null : shadesOf(color),
      logo,
    },
    stepped_up_until: isSteppedUp(session) ? instantOf(session.stepped_up_us! + step_up_us) : null,
    must_set_password: session.may_set_password,
    shared_browser: shared ? { idle_s: shared_lifetimes.idle_us / 1_000_000 } : null,
    base_url,
    version,
  };
}

export function instantOf(at_us: number): string {
  return instantText(Temporal.Instant.fromEpochMilliseconds(Math.floor(at_us / 1000)));
}
