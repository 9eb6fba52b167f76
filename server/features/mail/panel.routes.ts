import type { FastifyInstance } from "fastify";
import { it, panelRoute } from "../../platform/http/panel-route.ts";
import { Mailbox, MailSettings } from "./mailbox-schema.ts";
import { readMailbox, type MailboxOptions } from "./mailbox.ts";

/** The list of mails that the service has written for the organisation. */
export function mailboxPanelRoutes(panel: FastifyInstance, options: MailboxOptions): void {
  panelRoute(panel, {
    method: "GET",
    url: "/mailbox",
    roles: it,
    operation: {
      id: "readMailbox",
      tag: "Mailbox",
      summary: "Read what has become of mails",
      answers: { 200: { description: "The mails.", schema: Mailbox } },
    },
    handle: async ({ caller }) => ({ body: await readMailbox(options, caller) }),
  });
  panelRoute(panel, {
    method: "GET",
    url: "/mailbox/settings",
    roles: it,
    operation: {
      id: "readMailSettings",
      tag: "Mailbox",
      summary: "Read whether mails are sent, and from whom",
      answers: { 200: { description: "As the service was set up.", schema: MailSettings } },
    },
    handle: async () => ({ body: options.setting }),
  });
}
