import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { readTenant } from "../../../platform/db/transaction.ts";
import { everybody_signed_in, panelRoute } from "../../../platform/http/panel-route.ts";
import { json } from "../../../platform/http/route.ts";
import { Closed, Instant, Nullable } from "../../../platform/http/schema.ts";
import { noSecondFactor } from "../errors.ts";
import type { SignInOptions } from "../session-record.ts";
import { recovery_codes_made } from "./code.ts";
import { makeRecoveryCodes } from "./make-codes.ts";
import { codesStatement } from "./recovery-codes-sql.ts";

const tag = "Session";

const RecoveryCodes = Closed(
  { codes: Type.Array(Type.String({ example: "4092-8813-0027-5561-9304-1178" }), { description: "Shown this once." }) },
  { $id: "RecoveryCodes" },
);
const RecoveryCodesLeft = Closed(
  {
    left: Type.Integer({ description: "Codes that were not used yet.", example: 9 }),
    created_at: Nullable(Instant, { description: "When they were made; null: there are none." }),
  },
  { $id: "RecoveryCodesLeft" },
);

/** Recovery codes: each replaces the second factor once. */
export function recoveryCodeRoutes(panel: FastifyInstance, options: SignInOptions): void {
  panelRoute(panel, {
    method: "GET",
    url: "/recovery-codes",
    roles: everybody_signed_in,
    operation: {
      id: "countRecoveryCodes",
      tag,
      summary: "See how many recovery codes are left",
      answers: { 200: { description: "What is left.", schema: RecoveryCodesLeft } },
    },
    async handle({ caller: { tenant, account } }) {
      const [row] = await readTenant<{ json: string }>(options.pool, tenant.id, codesStatement(tenant.id, account.id));
      return { body: json(row!.json) };
    },
  });
  panelRoute(panel, {
    method: "POST",
    url: "/recovery-codes",
    roles: everybody_signed_in,
    step_up: true,
    operation: {
      id: "makeRecoveryCodes",
      tag,
      summary: "Make recovery codes",
      description: `${recovery_codes_made} codes, in place of those before. Each is good once, as \`recovery_code\` where a second factor is asked for.`,
      answers: { 200: { description: "The codes; only digests of them are stored.", schema: RecoveryCodes } },
      problems: [noSecondFactor],
    },
    handle: async ({ caller }) => ({ body: { codes: await makeRecoveryCodes(options, caller) } }),
  });
}
