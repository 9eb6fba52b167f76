// `events tail` and `webhooks listen`: read the feed of events from where the last run ended. They need no tunnel or public
// address, because they poll.
import type { ListEventsQuery } from "../generated/operations.ts";
import { newWebhookSecret, signWebhook, type AnyEvent } from "../webhooks.ts";
import { systemClock } from "../clock.ts";
import { isSet, readArguments, textOf, type Given, type Task } from "./arguments.ts";
import { exit_codes, usageFault, type ExitCode } from "./exit.ts";
import { readState, writeState } from "./state.ts";

const eventsTailOptions = {
  type: { type: "string" },
  since: { type: "string" },
  state: { type: "string" },
  once: { type: "boolean", default: false },
} as const;

const webhooksListenOptions = {
  forward: { type: "string" },
  types: { type: "string" },
  since: { type: "string" },
  state: { type: "string" },
} as const;

const page_size = 100;
/** As long as the service waits for a receiver. */
const forward_timeout_ms = 5_000;
const refusals_max = 5;
const wait_ms_max = 10_000;

/** Prints events as JSON lines as they happen. */
export async function eventsTail(args: readonly string[], prepare: (given: Given) => Task): Promise<ExitCode> {
  const given = readArguments(args, eventsTailOptions);
  const task = prepare(given);
  const state_file = textOf(given, "state");
  const query = startOf(given, state_file === undefined ? null : readState(state_file));
  const type = textOf(given, "type");
  const typed = { ...query, ...(type === undefined ? {} : { type }) };
  if (isSet(given, "once")) {
    const walk = task.muster.events.each(typed, { signal: task.signal });
    for await (const event of walk) task.output.data(JSON.stringify(event));
    await task.output.flushed();
    if (state_file !== undefined) writeState(state_file, { cursor: walk.resumeFrom });
    return exit_codes.done;
  }
  for await (const { events, cursor } of task.muster.events.follow(typed, { signal: task.signal })) {
    for (const event of events) task.output.data(JSON.stringify(event));
    await task.output.flushed();
    if (state_file !== undefined && events.length > 0) writeState(state_file, { cursor });
  }
  return exit_codes.done;
}

type ListenState = { cursor?: string | undefined; since?: string | undefined; secret: string; done: string[] };

/** Sends each event to an address, signed like a delivery, until it answers 2xx. */
export async function webhooksListen(args: readonly string[], prepare: (given: Given) => Task): Promise<ExitCode> {
  const given = readArguments(args, webhooksListenOptions);
  const target = textOf(given, "forward");
  if (target === undefined || !/^https?:\/\/./.test(target) || !URL.canParse(target))
    throw usageFault("Say where to send events: --forward http://localhost:9999/hook");
  const types = textOf(given, "types")
    ?.split(",")
    .map((type) => type.trim());
  const task = prepare(given);
  const state_file = textOf(given, "state") ?? ".muster-sync-listen.json";
  const left = readState(state_file) as ListenState | null;
  const secret = process.env["MUSTER_WEBHOOK_SECRET"] ?? left?.secret ?? newWebhookSecret();
  const start = startOf(given, left);
  const state: ListenState = {
    cursor: start.cursor,
    since: start.since,
    secret,
    done: left?.cursor === start.cursor ? (left?.done ?? []) : [],
  };
  writeState(state_file, state);
  task.output.result(`Forwarding events to ${target}, signed with the secret ${secret}`, { forwarding: target, secret });
  for await (const { events, cursor } of task.muster.events.follow(start, { signal: task.signal })) {
    for (const event of events) {
      if (state.done.includes(event.id) || (types && !types.includes(event.type))) continue;
      await forward(task, target, event, secret);
      state.done.push(event.id);
      writeState(state_file, state);
    }
    if (cursor === state.cursor) continue;
    Object.assign(state, { cursor, since: undefined, done: [] });
    writeState(state_file, state);
  }
  return exit_codes.done;
}

/** The end of the last run; otherwise the given instant, or now. */
function startOf(given: Given, left: Record<string, unknown> | null): ListEventsQuery {
  const since = textOf(given, "since");
  if (since !== undefined) return { limit: page_size, since };
  if (typeof left?.["cursor"] === "string") return { limit: page_size, cursor: left["cursor"] };
  return { limit: page_size, since: typeof left?.["since"] === "string" ? left["since"] : new Date().toISOString() };
}

/** Waits for a receiver that cannot be reached. An event that it refuses five times is skipped. */
async function forward({ output, signal }: Task, target: string, event: AnyEvent, secret: string): Promise<void> {
  const body = JSON.stringify(event);
  for (let tries = 1, refusals = 0; ; tries += 1) {
    const status = await post(target, body, await signWebhook(event, body, secret), signal);
    const facts = { event: event.id, type: event.type, status };
    if (status !== null && status >= 200 && status < 300)
      return output.result(`${event.created_at} ${event.type} ${event.id} → ${status}`, facts);
    if (status !== null) refusals += 1;
    if (refusals === refusals_max)
      return output.result(`${event.created_at} ${event.type} ${event.id} → ${status}, given up after ${refusals} tries`, {
        ...facts,
        given_up: true,
      });
    if (tries === 1)
      output.note(
        `${event.type} ${event.id}: ${status === null ? `${target} does not answer` : `answered ${status}`}; trying again.`,
      );
    await systemClock.sleep(Math.min(wait_ms_max, 250 * 2 ** Math.min(tries - 1, 6)), signal);
  }
}

async function post(target: string, body: string, headers: Record<string, string>, signal: AbortSignal): Promise<number | null> {
  try {
    const timeout = AbortSignal.timeout(forward_timeout_ms);
    const response = await fetch(target, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal: AbortSignal.any([signal, timeout]),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    if (signal.aborted) throw signal.reason;
    return null;
  }
}
