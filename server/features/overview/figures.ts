import type { Static } from "typebox";
import type { PanelCaller } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { readFigures } from "./figures-sql.ts";
import type { IntegrationFigures } from "./schema.ts";
import { hour_us, instantText } from "../../platform/instants.ts";
import { firstIdAt } from "../../platform/ids.ts";

const hours_shown = 24;

/** The figures of integrations in this hour and the 23 before it. */
export async function integrationFigures(pool: Pool, caller: PanelCaller): Promise<Static<typeof IntegrationFigures>> {
  const { now_us } = caller.session;
  const this_hour = Math.floor(now_us / hour_us);
  const begins_us = Array.from({ length: hours_shown }, (_, index) => (this_hour - hours_shown + 1 + index) * hour_us);
  const { hours, ...figures } = await readFigures(
    pool,
    caller.tenant.id,
    begins_us.map(firstIdAt),
    firstIdAt(now_us - hours_shown * hour_us),
  );
  // How far the organisation's clock is ahead; a sandbox shows its own clock.
  const ahead_ms = caller.now.epochMilliseconds - Math.floor(now_us / 1_000);
  const hourAt = (begin_us: number, index: number) => {
    const { hour: _, ...counts } = hours.find(({ hour }) => hour === index + 1) ?? { hour: 0, ...nothing };
    const at = Temporal.Instant.fromEpochMilliseconds(begin_us / 1_000 + ahead_ms);
    return { at: instantText(at), ...counts };
  };
  return { ...figures, hours: begins_us.map(hourAt) };
}

const nothing = { succeeded: 0, refused: 0, limited: 0, failed: 0 };
