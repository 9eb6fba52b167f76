import type { FastifyInstance } from "fastify";
import type { Caller } from "../../platform/context.ts";
import { needs } from "../../platform/http/access.ts";
import { notFound } from "../../platform/http/problem.ts";
import { json, route } from "../../platform/http/route.ts";
import { enrollmentNotOpen, pathFollowsCourses, personNotActive } from "../enrollments/errors.ts";
import { Enrollment } from "../enrollments/schema.ts";
import { advanceClock, advance_deadline_ms, type AdvanceOptions } from "./advance.ts";
import { progress } from "./progress.ts";
import { ClockAdvance, LearnerProgress, ProgressParams, SandboxClock } from "./schema.ts";
import { instantText } from "../../platform/instants.ts";

const tag = "Sandbox";

/** In a live organisation these routes answer 404 to any request. */
export function sandboxRoutes(app: FastifyInstance, options: AdvanceOptions): void {
  void app.register(async (sandbox) => {
    sandbox.addHook("onRequest", async ({ caller }) => refuseUnlessSandbox(caller!));
    mount(sandbox, options);
  });
}

function mount(app: FastifyInstance, options: AdvanceOptions): void {
  route(app, {
    method: "GET",
    url: "/api/v1/sandbox/clock",
    access: needs("enrollments:write"),
    operation: {
      id: "getSandboxClock",
      tag,
      summary: "Read the clock of a sandbox organisation",
      answers: { 200: { description: "What the clock shows.", schema: SandboxClock } },
      problems: [notFound],
    },
    handle: async ({ caller }) => ({ body: shown(caller.now) }),
  });

  route(app, {
    method: "POST",
    url: "/api/v1/sandbox/clock",
    access: needs("enrollments:write"),
    deadline_ms: advance_deadline_ms,
    operation: {
      id: "advanceSandboxClock",
      tag,
      summary: "Move the clock of a sandbox organisation forward",
      description:
        "By a duration or to an instant; forward only, at most ten years at once, and not beyond the year 2199. The clock then runs on with real time. The answer comes when everything that time alone does up to then has been done, in its order: at each midnight accounts whose employment or contract has ended, flags, expiries, renewals, and what was blocked and is tried again; and the attempts at webhook deliveries, each when it becomes due. Should that take longer than 290 seconds, the answer gives the instant reached; the same request with `now` goes on from there.",
      answers: { 200: { description: "What the clock shows now.", schema: SandboxClock } },
      problems: [notFound],
      request_example: { advance: "P30D" },
    },
    body: ClockAdvance,
    handle: async ({ caller, body, request }) => ({
      body: shown(await advanceClock(options, caller, body, () => request.raw.socket.destroyed)),
    }),
  });

  route(app, {
    method: "POST",
    url: "/api/v1/sandbox/enrollments/:id/progress",
    access: needs("enrollments:write"),
    operation: {
      id: "reportLearnerProgress",
      tag,
      summary: "Do what a learner would do, in a sandbox organisation",
      description:
        "Starts an enrollment, or ends an attempt at it: a completed one completes the enrollment, a failed one uses up one of `attempts_allowed`. Events and certificates follow as if a learner had done it.",
      answers: { 200: { description: "The enrollment.", schema: Enrollment } },
      headers: { ETag: "For If-Match and If-None-Match." },
      problems: [enrollmentNotOpen, personNotActive, pathFollowsCourses],
      request_example: { event: "completed", score: 92 },
    },
    params: ProgressParams,
    body: LearnerProgress,
    handle: async ({ caller, params, body }) => ({
      body: json(await progress(options.pool, caller, params.id, body)),
      etag: true,
    }),
  });
}

function refuseUnlessSandbox({ tenant }: Caller): void {
  if (tenant.kind !== "sandbox") throw notFound("No such address.");
}

function shown(now: Temporal.Instant) {
  return { now: instantText(now) };
}
