import { Type } from "typebox";
import { Closed, Id, Instant, Nullable, OneOf } from "../../../platform/http/schema.ts";

const members = {
  address: Type.String(),
  since: Instant,
  status: Nullable(Type.String({ example: "5.1.1" }), { description: "RFC 3463; null: the mail server gave none." }),
  said: Type.String({ description: "The mail server's words." }),
  told_by: OneOf(["reply", "report"], { description: "reply: when the mail was sent; report: later, by a message." }),
};

export const Bounce = Closed(members, { $id: "Bounce" });

export const BounceParams = Closed({ id: Type.String() });

export const PersonBounce = Closed(
  { bounce: Nullable(Bounce, { description: "Why mail to the person's address is not sent; null: it is." }) },
  { $id: "PersonBounce" },
);

/** People in one answer at most. */
export const bouncing_people_max = 200;

export const BouncingPeople = Closed(
  {
    people: Type.Array(Closed({ id: Id, name: Type.String(), employee_no: Type.String(), ...members }), {
      description: `The newest ${bouncing_people_max}, the newest first.`,
    }),
  },
  { $id: "BouncingPeople" },
);
