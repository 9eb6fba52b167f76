import { Type, type Static } from "typebox";
import { Closed, Id } from "../../platform/http/schema.ts";

/** A course as events show it. */
export const EventCourse = Closed({ id: Id, code: Type.String(), title: Type.String() });
export type EventCourse = Static<typeof EventCourse>;
