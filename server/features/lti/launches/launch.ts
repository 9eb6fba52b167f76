// Theory of operation. The learner's click creates a launch: a hint of 256 random bits, whose hash is stored with tool, session,
// person, run and item. The browser takes the hint to the tool (OpenID Connect Core 1.0 §4), and the tool sends the browser back
// with it (authorize.ts). There the launch can be used once, within minutes, by the same tool, in the same session. Only then
// does the tool receive data about the learner, in a token that goes to an address which an administrator has registered. Scores
// come later and independently (grades/score.ts); they belong to the item of the run from which the tool was last launched.
import type { PanelCaller } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { newId } from "../../../platform/ids.ts";
import { itemNotOfKind, itemNotOpen } from "../../course-items/errors.ts";
import { hold, placeOf, refuseLocked, stateOf, underWay } from "../../course-items/runs/run.ts";
import { hashOfToken, newToken } from "../../sign-in/links/token.ts";
import { deployment_id, platformOf } from "../addresses.ts";
import { noSuchTool } from "../errors.ts";
import { findTool } from "../tools/sql.ts";
import { deleteLateLaunches, ensureSubject, insertLaunch, storeRunTool } from "./sql.ts";
import { targetOf } from "./target.ts";

/** How long the way to the tool and back may take; a slow tool may also ask for a sign-in. */
const launch_max_us = 600_000_000;
const late_batch_max = 100;

/** Opens the tool of an item in a learner's own course. Starts the course and a run if necessary. */
export async function launchTool(
  { pool, base_url }: { pool: Pool; base_url: string },
  caller: PanelCaller,
  { id: given_id, item_id: given_item }: { id: string; item_id: string },
): Promise<{ url: string; expires_at: string }> {
  const { tenant, account, session } = caller;
  return withTenant(pool, tenant.id, async (db) => {
    const own = await hold(db, caller, given_id);
    const run = await underWay(db, caller, own);
    const { item, place } = placeOf(run.items, given_item);
    if (item.kind !== "lti") throw itemNotOfKind(`"${item.title}" is no tool.`);
    refuseLocked(run, place);
    if (stateOf(run, item.id)?.state === "done") throw itemNotOpen("The tool has said that this is done already.");
    const tool = await findTool(db, tenant.id, item.tool_id);
    // Cannot happen: a tool that an open run needs is not removed.
    if (tool === undefined) throw noSuchTool();
    const subject = await ensureSubject(db, tenant.id, { tool_id: tool.id, person_id: account.id });
    await storeRunTool(db, tenant.id, { run_id: run.id, item_id: item.id, tool_id: tool.id, subject });
    await deleteLateLaunches(db, tenant.id, late_batch_max);
    const hint = newToken();
    const launch = {
      hint_hash: hashOfToken(hint)!,
      id: newId(),
      tool_id: tool.id,
      session_id: session.id,
      person_id: account.id,
      run_id: run.id,
      item_id: item.id,
    };
    const expires_ms = await insertLaunch(db, tenant.id, launch, launch_max_us);
    const url = new URL(tool.login_url);
    const said = {
      iss: platformOf(base_url, tenant.code).issuer,
      login_hint: hint,
      target_link_uri: targetOf(tool, item),
      lti_message_hint: launch.id,
      client_id: tool.id,
      lti_deployment_id: deployment_id,
    };
    for (const [name, value] of Object.entries(said)) url.searchParams.set(name, value);
    return { url: url.href, expires_at: new Date(expires_ms).toISOString() };
  });
}
