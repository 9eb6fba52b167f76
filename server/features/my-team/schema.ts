import { Type } from "typebox";
import { Closed, OneOf, pageParameters } from "../../platform/http/schema.ts";
import { MatrixRow } from "../compliance/schema.ts";
import { Flag } from "../compliance/flag/status-schema.ts";
import { by_hand_outcomes } from "../reminders/schema.ts";

export const MyTeamQuery = Type.Object({
  include_indirect_reports: Type.Optional(
    Type.Boolean({ default: false, description: "Also the people of one's people, down to the last." }),
  ),
  compliance_flag: Type.Optional({
    ...Flag,
    description: "Only people whose worst flag is this one. The summary does not heed it.",
  }),
  ...pageParameters(200, 50),
});

export const MyTeamMember = Closed(
  {
    person: MatrixRow,
    courses: Type.Array(Closed({ code: Type.String(), title: Type.String() }), {
      description: "The courses of the person's entries, in the order of their titles.",
    }),
  },
  { $id: "MyTeamMember" },
);

export const MyTeamParams = Type.Object({ id: Type.String({ description: "The person's id." }) });

/** What came of a reminder by hand, for one person. */
export const TeamReminder = Closed(
  {
    outcome: OneOf(by_hand_outcomes, { description: "done: a mail leaves in the hours of mails. Else: why none does." }),
  },
  { $id: "TeamReminder" },
);
