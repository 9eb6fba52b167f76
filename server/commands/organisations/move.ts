import type { Config } from "../../config.ts";
import { lockMove } from "../../features/organisations/move/move-sql.ts";
import type { Step } from "../../features/organisations/move/course.ts";
import { clean, goOn, move, takeIn, type Moved, type MoveOptions } from "../../features/organisations/move/move.ts";
import { session_name, type Moving, type Place } from "../../features/organisations/move/place.ts";
import { NotMoved } from "../../features/organisations/move/refuse.ts";
import { survey, type Survey } from "../../features/organisations/move/survey.ts";
import { findSandbox } from "../../features/sandbox/own/own-sql.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import { createPool } from "../../platform/db/pool.ts";
import { openSession } from "../../platform/db/moving/session.ts";
import type { NodeEntry } from "../../platform/nodes.ts";
import { holdAgainst } from "../check-keys.ts";
import { nodesOf } from "../nodes/nodes-of.ts";
import { UsageError } from "../usage.ts";

const usage = "usage: muster org move CODE (--to NODE | --abort | --status) [--json]";

type Arguments = { code: string; json: boolean; wanted: { to: string } | "abort" | "status" };

/** `muster org move CODE`: moves an organisation to another node while it is in use, cancels a move, or shows its state. */
export async function orgMove(config: Readonly<Config>, args: string[]): Promise<void> {
  const { code, json, wanted } = readArguments(args);
  const nodes = nodesOf(config);
  const say = (line: object, words: string) => console.log(json ? JSON.stringify(line) : words);
  const found = await survey(nodes, code);
  if (wanted === "status") return sayStatus(found, code, say);
  const { keyring } = config;
  if (keyring === null) throw new UsageError("Set SECRET_KEY as the processes of the nodes have it.");
  if (wanted === "abort") return abort(found, code, say);
  const target = nodes.find(({ name }) => name === wanted.to);
  if (target === undefined)
    throw new UsageError(`NODES_FILE has no node ${wanted.to}; it lists ${nodes.map(({ name }) => name).join(", ")}.`);
  const holder = requireHolder(found, code);
  if (holder.node.name === target.name && found.is_taken_in) throw new UsageError(`${code} is on ${target.name} already.`);
  if (!found.is_taken_in && holder.node.name !== target.name)
    throw new UsageError(
      `${code} is on ${holder.node.name}, which has yet to take it in: run "muster org move ${code} --to ${holder.node.name}" first.`,
    );
  refuseSilent(found, target);
  const { tenant_id } = holder.known!;
  const report = (step: Step) => (json ? console.log(JSON.stringify(step)) : console.error(wordsFor(step)));
  if (!found.is_taken_in)
    return withPlaces([target], async ([place]) => {
      report({ step: "take_in" });
      const { epoch } = await takeIn({ code, tenant_id, target: place! });
      say({ step: "moved", node: target.name, epoch }, `${code} is on ${target.name}. It goes on in epoch ${epoch}.`);
    });
  const { state, node: other } = holder.known!;
  if (state !== null && other !== target.name)
    throw new UsageError(`A move of ${code} to ${other} was begun: "muster org move ${code} --abort" ends it.`);
  await withPlaces([holder.node, target], async ([source, place]) => {
    await lock(source!, code);
    const moving = { code, tenant_id, source: source!, target: place! };
    const sandbox = await findSandbox(source!.pool, tenant_id);
    if (sandbox !== undefined)
      console.error(
        `Its sandbox ${sandbox.code} stays on ${source!.name} until it is moved by its own code: muster org move ${sandbox.code} --to ${target.name}.`,
      );
    const { rows, tables, paused_ms, epoch } = await moveUnlessStopped(moving, keyring, report);
    const seconds = (paused_ms / 1_000).toFixed(2);
    say(
      { step: "moved", node: target.name, rows, tables, paused_ms: Math.round(paused_ms), epoch },
      `${code} is on ${target.name}: ${rows} rows of ${tables} tables with equal checksums. It was paused for ${seconds} s, and goes on in epoch ${epoch}. ${source!.name} keeps the old rows, and refuses requests for them, until "muster org delete ${code}" there.`,
    );
  });
}

/** Ctrl-C cancels the move; a committed move is completed. */
async function moveUnlessStopped(moving: Moving, keyring: Keyring, report: MoveOptions["onStep"]): Promise<Moved> {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new NotMoved("the move was stopped."));
  process.on("SIGINT", stop).on("SIGTERM", stop);
  try {
    for (const { name, pool } of [moving.source, moving.target])
      await holdAgainst(pool, keyring, "nothing").catch((error: unknown) => {
        throw error instanceof UsageError ? new UsageError(`${name}: ${error.message}`) : error;
      });
    return await move(moving, { keyring, signal: stopping.signal, ...(report ? { onStep: report } : {}) });
  } catch (error) {
    if (!(error instanceof NotMoved)) throw error;
    throw new UsageError(`${moving.code} stays on ${moving.source.name}: ${error.message}`);
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
  }
}

type Say = (line: object, words: string) => void;

async function abort(found: Survey, code: string, say: Say): Promise<void> {
  const { node, known } = requireHolder(found, code);
  if (!found.is_taken_in)
    throw new UsageError(
      `${code} is on ${node.name} already, which has yet to take it in: run "muster org move ${code} --to ${node.name}".`,
    );
  const coming = found.said.find((one) => one.known?.state === "moving_in" && one.known.node === node.name);
  const target = coming?.node ?? [...found.said, ...found.silent].find((one) => one.node.name === known!.node)?.node;
  if (target === undefined)
    return say({ step: "none", node: node.name }, `No move of ${code} is under way. It is on ${node.name}.`);
  const is_silent = found.silent.some((one) => one.node.name === target.name);
  if (is_silent) {
    await withPlaces([node], async ([source]) => {
      await lock(source!, code);
      await goOn({ code, tenant_id: known!.tenant_id, source: source! });
    });
    refuseSilent(
      found,
      target,
      `${code} goes on on ${node.name}, and no slot fills its disk; what was copied to ${target.name} is left. `,
    );
  }
  await withPlaces([node, target], async ([source, place]) => {
    await lock(source!, code);
    await clean({ code, tenant_id: known!.tenant_id, source: source!, target: place! });
  });
  say({ step: "given_up", node: node.name }, `${code} stays on ${node.name}; nothing of it is left on ${target.name}.`);
}

function sayStatus(found: Survey, code: string, say: Say): void {
  const nodes = found.said.map(({ node, known }) => ({
    node: node.name,
    state: known?.state ?? (known ? "here" : null),
    since: known?.since ?? null,
  }));
  const silent = found.silent.map(({ node, why }) => ({ node: node.name, why }));
  const node = found.holder?.node.name ?? null;
  const lines = [
    node === null
      ? `${code} is on none of the nodes that answer.`
      : `${code} is on ${node}${found.is_taken_in ? "" : `, which has yet to take it in: run "muster org move ${code} --to ${node}"`}.`,
    ...found.said.flatMap(({ node: { name }, known }) =>
      known ? [`${name}: ${stateWords[known.state ?? "here"](known.node ?? "")}`] : [],
    ),
    ...silent.map((one) => `${one.node} does not answer: ${one.why}`),
  ];
  say({ step: "status", code, node, is_taken_in: found.is_taken_in, nodes, silent }, lines.join("\n"));
}

const stateWords = {
  here: () => "has it",
  copying: (node: string) => `has it, and it is being copied to ${node}`,
  closing: (node: string) => `has it, and it is about to be paused for its move to ${node}`,
  paused: (node: string) => `has it, paused for its move to ${node}`,
  moved: (node: string) => `it has moved from here to ${node}`,
  moving_in: (node: string) => `it is coming here from ${node}`,
} as const;

function requireHolder({ holder, said, silent }: Survey, code: string): NonNullable<Survey["holder"]> {
  if (holder !== null) return holder;
  const others = silent.map(({ node, why }) => ` ${node.name} does not answer: ${why}.`);
  throw new UsageError(
    `There is no organisation ${code} on ${said.map(({ node }) => node.name).join(", ") || "any node"}.${others.join("")}`,
  );
}

function refuseSilent({ silent }: Survey, target: NodeEntry, done = ""): void {
  const one = silent.find(({ node }) => node.name === target.name);
  if (one) throw new UsageError(`${done}${target.name} does not answer: ${one.why}.`);
}

async function lock({ session, name }: Place, code: string): Promise<void> {
  if (!(await lockMove(session, code))) throw new UsageError(`Another move of ${code} is under way at ${name}.`);
}

async function withPlaces(nodes: readonly NodeEntry[], work: (places: readonly Place[]) => Promise<void>): Promise<void> {
  const places: Place[] = [];
  try {
    for (const { name, url, database_url } of nodes) {
      const pool = createPool({
        connection: { kind: "server", url: database_url },
        role: "muster_owner",
        connections_max: 2,
        statement_timeout_ms: 0,
        enters_moved: true,
        onIdleError: () => undefined,
      });
      places.push({ name, url, database_url, pool, session: await openSession(database_url, session_name) });
    }
    await work(places);
  } finally {
    await Promise.all(places.flatMap(({ pool, session }) => [pool.close(), session.close().catch(() => undefined)]));
  }
}

function wordsFor(step: Step): string {
  if (step.step === "copied") return `copied ${step.ready} of ${step.tables} tables`;
  if (step.step === "compared") return `equal: ${step.rows} rows of ${step.tables} tables`;
  return words[step.step];
}

const words = {
  check: "checking both nodes",
  clean: "removing what an earlier try has left",
  copy: "copying, while everybody works",
  follow: "following what is written meanwhile",
  sum: "summing up both sides",
  close: "letting background work end",
  pause: "pausing",
  compare: "comparing",
  detach: "ending the replication",
  commit: "handing over",
  take_in: "taking in",
} as const;

function readArguments(args: string[]): Arguments {
  const [code, ...rest] = args;
  const json = rest.includes("--json");
  const [flag, value, ...others] = rest.filter((word) => word !== "--json");
  if (code === undefined || code.startsWith("--") || others.length > 0) throw new UsageError(usage);
  if (flag === "--to" && value !== undefined && !value.startsWith("--")) return { code, json, wanted: { to: value } };
  if ((flag === "--abort" || flag === "--status") && value === undefined)
    return { code, json, wanted: flag === "--abort" ? "abort" : "status" };
  throw new UsageError(usage);
}
