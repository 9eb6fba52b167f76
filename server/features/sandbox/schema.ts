import { Type } from "typebox";
import { Closed, Instant, InstantInput, OneOf } from "../../platform/http/schema.ts";

export const SandboxClock = Closed(
  { now: { ...Instant, description: "What the organisation's clock shows." } },
  { $id: "SandboxClock", example: { now: "2026-03-04T07:00:00.000Z" } },
);

const duration_chars_max = 40;

/** Exactly one of the two members is needed; advance.ts checks it. */
export const ClockAdvance = Closed({
  advance: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: duration_chars_max,
      example: "P30D",
      description: "An ISO 8601 duration, counted on the calendar of the organisation's time zone; or send now.",
    }),
  ),
  now: Type.Optional({ ...InstantInput, description: "What the clock is to show, later than now; or send advance." }),
});

const progress_events = ["started", "completed", "failed"] as const;

export const LearnerProgress = Closed({
  event: OneOf(progress_events, { named: "ProgressEvent", example: "completed" }),
  score: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 100, example: 92, description: "In percent; not with started. Default: not scored." }),
  ),
});

export const ProgressParams = Type.Object({ id: Type.String() });
