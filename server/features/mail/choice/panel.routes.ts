import type { FastifyInstance } from "fastify";
import type { Pool } from "../../../platform/db/pool.ts";
import { everybody_signed_in, panelRoute } from "../../../platform/http/panel-route.ts";
import { chooseMails, readMailChoice } from "./choose.ts";
import { ChooseMailsRequest, MailChoice } from "./schema.ts";

const tag = "Session";
const answers = { 200: { description: "Which of them the own account gets.", schema: MailChoice } };

/** Which of the optional mails the caller's account gets. */
export function mailChoicePanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/my/mails",
    roles: everybody_signed_in,
    departments: "own",
    operation: { id: "readMailChoice", tag, summary: "See which mails one has chosen", answers, problems: [] },
    handle: async ({ caller }) => ({ body: await readMailChoice(pool, caller) }),
  });
  panelRoute(panel, {
    method: "PATCH",
    url: "/my/mails",
    roles: everybody_signed_in,
    departments: "own",
    operation: {
      id: "chooseMails",
      tag,
      summary: "Choose mails that one may do without",
      description: "It holds at once, also for what waits to be sent.",
      answers,
    },
    body: ChooseMailsRequest,
    handle: async ({ caller, body }) => ({ body: await chooseMails(pool, caller, body) }),
  });
}
