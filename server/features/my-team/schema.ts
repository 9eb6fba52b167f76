import { Type } from "typebox";
import { Closed, Id, Nullable, OneOf, pageParameters } from "../../platform/http/schema.ts";
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
    courses: Type.Array(
      Closed({
        code: Type.String(),
        title: Type.String(),
        pass_score: Nullable(Type.Integer({ minimum: 0, maximum: 100 })),
        result_enrollment_id: Nullable(Id, {
          description:
            "The open enrollment that takes a result from the manager; null: none is open, or the course does not allow it.",
        }),
      }),
      { description: "The courses of the person's entries, in the order of their titles." },
    ),
  },
  { $id: "MyTeamMember" },
);

export const MyTeamParams = Type.Object({ id: Type.String({ description: "The person's id." }) });

export const TeamResultParams = Type.Object({
  ...MyTeamParams.properties,
  enrollment_id: Type.String({ description: "The enrollment's id." }),
});

/** The result of a manual reminder, for one person. */
export const TeamReminder = Closed(
  {
    outcome: OneOf(by_hand_outcomes, { description: "done: a mail leaves in the hours of mails. Else: why none does." }),
  },
  { $id: "TeamReminder" },
);
