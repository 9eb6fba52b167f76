import { Type } from "typebox";
import { Closed, Id, Instant, Nullable, OneOf } from "../../platform/http/schema.ts";

/** `refused` and `given_up` come from sending; `quiet_hours`: the mail waits for their end; the others are about the receiver. */
export const mail_reasons = [
  "refused",
  "given_up",
  "reason_gone",
  "left",
  "suspended",
  "exempt",
  "refused_by_receiver",
  "no_address",
  "bouncing",
  "quiet_hours",
] as const;

export const MailSettings = Closed(
  {
    sent: Type.Boolean({ description: "Whether there is a mail server; false: mails are kept until there is one." }),
    from: Type.String({ description: "The sender that mails name.", example: "training@acme.example" }),
    readable: Type.Boolean({ description: "Whether the mailbox shows what they say." }),
  },
  { $id: "MailSettings" },
);

export const Mailbox = Closed(
  {
    readable: Type.Boolean({ description: "Whether texts are shown: in a trial that only this machine can reach." }),
    mails: Type.Array(
      Closed({
        id: Id,
        kind: Type.String({ example: "account.invited" }),
        recipient: Type.String(),
        subject: Type.String(),
        created_at: Instant,
        state: OneOf(["queued", "sent", "failed", "kept", "needless"], {
          description:
            "failed: the mail server refused it, or never took it; kept: it is never sent, because the organisation is the sandbox of another; needless: before it could leave, nothing was left to be told.",
        }),
        reason: Nullable(OneOf(mail_reasons), { description: "Why it was not sent, or waits; null: there is nothing to say." }),
        attempts: Type.Integer({ minimum: 0 }),
        text: Nullable(Type.String(), { description: "null: not shown, or sealed with a key that is gone." }),
      }),
      { description: "The newest 200, the newest first." },
    ),
  },
  { $id: "Mailbox" },
);
