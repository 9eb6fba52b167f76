import { Type, type Static } from "typebox";
import { Closed } from "../../../platform/http/schema.ts";

const members = {
  due_soon: Type.Boolean({
    description: "Reminders of training that is due soon. Those of what is assigned or overdue cannot be done without.",
  }),
  digests: Type.Boolean({ description: "Weekly digests, to managers and administrators." }),
  reports: Type.Boolean({ description: "Reports that administrators have mailed to each other." }),
};

export const MailChoice = Closed(members, { $id: "MailChoice" });
export type MailChoice = Static<typeof MailChoice>;

/** Members that are left out do not change. */
export const ChooseMailsRequest = Type.Partial(Closed(members), { additionalProperties: false });
export type ChooseMails = Static<typeof ChooseMailsRequest>;
