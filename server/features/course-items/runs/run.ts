// Theory of operation. Each write of a learner happens under the lock of the person, which recordResult also takes, so that two
// devices write one after the other. The first step creates a run of the newest version, with the items that stay done from the
// run before. Each further step stores the state of an item. The step that ends the run also records an attempt, in the same
// transaction. A process that dies before its commit has written nothing, and the learner repeats that one step.
import type { Static } from "typebox";
import type { Context, PanelCaller } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { findKnown, known } from "../../../platform/http/known.ts";
import { newId } from "../../../platform/ids.ts";
import { instantText } from "../../../platform/instants.ts";
import { enrollmentNotOpen, noSuchEnrollment } from "../../enrollments/errors.ts";
import { recordResult } from "../../enrollments/lifecycle/record-attempt.ts";
import { startEnrollment } from "../../enrollments/lifecycle/start.ts";
import { lockPersonOf } from "../../enrollments/sql.ts";
import { itemNotOfKind, itemNotOpen, noItems, noSuchItem } from "../errors.ts";
import { noSuchCourseFile } from "../files/errors.ts";
import { readable } from "../files/serve.ts";
import { findFile, type FileRow } from "../files/sql.ts";
import { fileIdOf, pass_percent_usual, type Item, type ShownVideo } from "../item.ts";
import { carriedOver, verdictOf, waitsFor, type ItemState } from "../rules.ts";
import type { MyItemContent, MyItems } from "../schema.ts";
import { percentSeen } from "./seen.ts";
import {
  findOwn,
  findToolShown,
  findWatched,
  holdList,
  insertRun,
  storeItemStates,
  updateRunEnded,
  type Own,
  type Run,
} from "./sql.ts";

type View = Static<typeof MyItems>;

/** A learner's course: its items, their states, and the items that they wait for. */
export async function readMyItems(pool: Pool, caller: PanelCaller, given_id: string): Promise<View> {
  return withTenant(pool, caller.tenant.id, async (db) => viewOf(await find(db, caller, given_id)));
}

/** Begins a run unless one is under way; also starts the enrollment. */
export async function beginRun(pool: Pool, caller: PanelCaller, given_id: string): Promise<View> {
  return withTenant(pool, caller.tenant.id, async (db) => {
    const own = await hold(db, caller, given_id);
    await underWay(db, caller, own);
    return readAgain(db, caller, own);
  });
}

/** One item with its content to read or watch. */
export async function openItem(
  pool: Pool,
  caller: PanelCaller,
  given_id: string,
  item_id: string,
): Promise<Static<typeof MyItemContent>> {
  return withTenant(pool, caller.tenant.id, async (db) => {
    const own = await find(db, caller, given_id);
    const shown = itemsOf(own);
    const { item, place } = placeOf(shown, item_id);
    const view = viewOf(own).items[place]!;
    if (view.state === "locked") throw itemNotOpen(`It waits for "${view.waits_for}".`);
    const is_quiz = item.kind === "quiz";
    const tool = item.kind === "lti" ? await toolOf(db, caller, item) : null;
    const file_id = fileIdOf(item);
    return {
      item: view,
      text: item.kind === "text" ? item.text : null,
      url: item.kind !== "lti" && "url" in item ? item.url : null,
      file: file_id === null ? null : await fileOf(db, caller, own, file_id),
      video: item.kind === "video" && "file_id" in item ? await watchedOf(db, caller, own, item) : null,
      questions: is_quiz ? item.draws.reduce((sum, { count }) => sum + count, 0) : null,
      pass_percent: is_quiz ? passPercentOf(item, own) : null,
      tool,
    };
  });
}

async function toolOf(db: Db, { tenant }: PanelCaller, { tool_id, custom }: Extract<Item, { kind: "lti" }>) {
  const tool = await findToolShown(db, tenant.id, tool_id);
  return tool === undefined ? null : { ...tool, sends_parameters: custom.length > 0 };
}

/** The file of an open item, or its captions. Throws 404 when it has none. */
export async function openItemFile(
  pool: Pool,
  caller: PanelCaller,
  { id: given_id, item_id }: { id: string; item_id: string },
  part: "file" | "captions",
): Promise<FileRow> {
  return withTenant(pool, caller.tenant.id, async (db) => {
    const own = await find(db, caller, given_id);
    const { item, place } = placeOf(itemsOf(own), item_id);
    const { state, waits_for } = viewOf(own).items[place]!;
    if (state === "locked") throw itemNotOpen(`It waits for "${waits_for}".`);
    const captions_id = "captions_id" in item ? item.captions_id : null;
    const file_id = part === "file" ? fileIdOf(item) : captions_id;
    if (file_id === null) throw noSuchCourseFile();
    return fileRowOf(db, caller, own, file_id);
  });
}

/** Marks an item as read or watched. Repeating this changes nothing. */
export async function finishItem(pool: Pool, caller: PanelCaller, given_id: string, item_id: string): Promise<View> {
  return withTenant(pool, caller.tenant.id, async (db) => {
    const own = await hold(db, caller, given_id);
    const run = await underWay(db, caller, own);
    const { item, place } = placeOf(run.items, item_id);
    if (item.kind === "quiz" || item.kind === "package" || item.kind === "lti")
      throw itemNotOfKind(`"${item.title}" ends by its own result.`);
    refuseLocked(run, place);
    const is_done = stateOf(run, item.id)?.state === "done";
    if (!is_done && "seen_percent" in item)
      throw itemNotOfKind(`"${item.title}" is done when ${item.seen_percent} % of it were seen.`);
    if (!is_done) await endItem(db, caller, own, run, { item_id: item.id, state: "done", score: null });
    return readAgain(db, caller, own);
  });
}

/** Stores the result of an item and, when that ends the run, records an attempt. */
export async function endItem(db: Db, caller: Context, own: Own, run: Run, ended: ItemState): Promise<void> {
  const { id: tenant_id } = caller.tenant;
  const at = instantText(caller.now);
  await storeItemStates(db, tenant_id, run.id, [ended], at);
  const states = [...run.states.filter(({ item_id }) => item_id !== ended.item_id), ended];
  const { result, score } = verdictOf(run.items, states, own.pass_score);
  if (result === null) return;
  await updateRunEnded(db, tenant_id, run.id, { result, score, at });
  await recordResult(db, caller, own.id, { passed: result === "passed", score });
}

/** An item of a run that is done outside the list: in a package or a tool. */
export type OutsidePlace = { person_id: string; enrollment_id: string; run_id: string; item_id: string };

/**
 * Stores the result of an item that is done outside the list. Returns whether it counts: meanwhile the item, the run or its
 * enrollment may have ended, or the course may have other content. Lock order: a package's registration, then the person.
 */
export async function endOutside(
  db: Db,
  context: Context,
  { person_id, enrollment_id, run_id, item_id }: OutsidePlace,
  { passed, score }: { passed: boolean; score: number | null },
): Promise<boolean> {
  const person = await lockPersonOf(db, context.tenant.id, enrollment_id);
  if (person?.state !== "invited" && person?.state !== "active") return false;
  const own = await findOwn(db, context.tenant.id, person_id, enrollment_id);
  // A course that no longer consists of items ignores results of its old items.
  if (own?.status !== "in_progress" || own.items === null || own.run?.id !== run_id || own.run.result !== null) return false;
  if (stateOf(own.run, item_id)?.state === "done") return false;
  await endItem(db, context, own, own.run, { item_id, state: passed ? "done" : "failed", score });
  return true;
}

/** Locks the person and reads the enrollment. Throws when it is not open, or when the course does not consist of items. */
export async function hold(db: Db, caller: PanelCaller, given_id: string): Promise<Own> {
  const own = await findKnown(given_id, noSuchEnrollment, async (id) => {
    await lockPersonOf(db, caller.tenant.id, id);
    return findOwn(db, caller.tenant.id, caller.account.id, id);
  });
  itemsOf(own);
  if (own.status !== "assigned" && own.status !== "in_progress")
    throw enrollmentNotOpen(`The enrollment is ${own.status}.`, { members: { enrollment_status: own.status } });
  return own;
}

/** The run that is under way; begins one where there is none. */
export async function underWay(db: Db, caller: PanelCaller, own: Own): Promise<Run> {
  const { run: latest } = own;
  if (own.status === "assigned") await startEnrollment(db, caller, own.id);
  if (latest !== null && latest.result === null) return latest;
  const { id: tenant_id } = caller.tenant;
  const list = await holdList(db, tenant_id, own.course_id);
  if (list === undefined) throw notOfItems();
  const { version, items } = list;
  const at = instantText(caller.now);
  const id = newId();
  const number = (latest?.number ?? 0) + 1;
  await insertRun(db, tenant_id, { id, enrollment_id: own.id, number, course_id: own.course_id, version, at });
  const states = latest === null ? [] : carriedOver(items, latest);
  await storeItemStates(db, tenant_id, id, states, at);
  return { id, number, result: null, score: null, items, states, sittings: [], opened: [] };
}

async function fileRowOf(db: Db, { tenant }: PanelCaller, { course_id }: Own, id: string): Promise<FileRow> {
  return known(readable(await findFile(db, tenant.id, course_id, id)), noSuchCourseFile);
}

/** How much of the video was watched in the run. */
async function watchedOf(db: Db, { tenant }: PanelCaller, { run }: Own, item: ShownVideo & { id: string }) {
  const watched = run === null ? undefined : await findWatched(db, tenant.id, run.id, item.id);
  return {
    seen_percent: watched === undefined ? 0 : percentSeen(watched.seen, watched.duration_s),
    needed_percent: item.seen_percent,
    position_s: watched?.position_s ?? 0,
    captions: item.captions_id !== null,
  };
}

/** The data of a file that a learner sees. */
async function fileOf(db: Db, caller: PanelCaller, own: Own, id: string) {
  const { name, media_type, size_bytes } = await fileRowOf(db, caller, own, id);
  return { name, media_type: media_type!, size_bytes };
}

export function placeOf(items: readonly Item[], item_id: string): { item: Item; place: number } {
  const place = items.findIndex(({ id }) => id === item_id.toLowerCase());
  if (place < 0) throw noSuchItem();
  return { item: items[place]!, place };
}

export function stateOf({ states }: { states: readonly ItemState[] }, id: string): ItemState | undefined {
  return states.find(({ item_id }) => item_id === id);
}

export function refuseLocked(run: Run, place: number): void {
  const waits_for = blockerOf(run.items, run.states, place);
  if (waits_for !== null) throw itemNotOpen(`It waits for "${waits_for.title}".`);
}

export function passPercentOf(item: Item & { kind: "quiz" }, { pass_score }: Own): number {
  return item.pass_percent ?? pass_score ?? pass_percent_usual;
}

export async function readAgain(db: Db, caller: PanelCaller, { id }: Own): Promise<View> {
  return viewOf(await find(db, caller, id));
}

function find(db: Db, caller: PanelCaller, given_id: string): Promise<Own> {
  return findKnown(given_id, noSuchEnrollment, (id) => findOwn(db, caller.tenant.id, caller.account.id, id));
}

/** The items that a learner sees: those of the run or, before the first run, of the newest version. */
function itemsOf({ items, run }: Own): readonly Item[] {
  if (items === null) throw notOfItems();
  return run?.items ?? items;
}

function notOfItems() {
  return noItems("The course does not consist of items.");
}

/** The item that must be done before this one; null: it is open. */
function blockerOf(items: readonly Item[], states: readonly ItemState[], place: number): Item | null {
  const blocker = waitsFor(items, place);
  if (blocker === null || stateOf({ states }, items[blocker]!.id)?.state === "done") return null;
  return items[blocker]!;
}

function viewOf(own: Own): View {
  const { status, attempts_used, attempts_allowed, run } = own;
  const items = itemsOf(own);
  const { states = [], sittings = [], opened = [] } = run ?? {};
  const begun = new Set([...opened, ...sittings.map(({ item_id }) => item_id)]);
  return {
    status,
    attempts_left: Math.max(0, attempts_allowed - attempts_used),
    run: run && { number: run.number, result: run.result, score: run.score },
    items: items.map(({ id, kind, title, required }, place) => {
      const ended = stateOf({ states }, id);
      const blocker = blockerOf(items, states, place);
      const is_under_way = run?.result === null && begun.has(id);
      const open = is_under_way ? "under_way" : "open";
      const state = ended?.state === "done" ? "done" : blocker !== null ? "locked" : is_under_way ? open : (ended?.state ?? open);
      return {
        id,
        kind,
        title,
        required,
        state,
        waits_for: state === "locked" ? blocker!.title : null,
        score: ended?.score ?? null,
      };
    }),
  };
}
