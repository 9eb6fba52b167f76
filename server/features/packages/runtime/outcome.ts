// The results of items and packages, from the elements that items have set: pure functions.
import type { PackageItem, Standard } from "../manifest/item.ts";
import type { Elements } from "./elements.ts";

export type ItemStatus = "passed" | "failed" | "completed" | "incomplete";
export type ItemOutcome = { status: ItemStatus; score: number | null };
/** The result of a whole package. */
export type Verdict = { state: "passed" | "failed" | "incomplete"; score: number | null };

type Judged = Pick<PackageItem, "id" | "speaks" | "passing_score" | "completion_threshold">;

/** The result of an item, from the elements that it has set. */
export function outcomeOf(standard: Standard, item: Judged, elements: Elements): ItemOutcome {
  if (!item.speaks) return { status: "completed", score: null };
  return standard === "scorm_1.2" ? outcomeOf12(item, elements) : outcomeOf2004(item, elements);
}

/** SCORM 1.2 RTE §3.4.5: a mastery score decides, if there is also a score. */
function outcomeOf12({ passing_score }: Judged, elements: Elements): ItemOutcome {
  const score = scoreOf(elements, "cmi.core.score");
  const said = elements["cmi.core.lesson_status"];
  if (said !== "passed" && said !== "failed" && said !== "completed") return { status: "incomplete", score };
  const raw = numberOf(elements["cmi.core.score.raw"]);
  if (passing_score === null || raw === null) return { status: said, score };
  return { status: raw >= passing_score ? "passed" : "failed", score };
}

/** SCORM 2004 4th Edition RTE §4.2.4.1 and §4.2.21.1: a threshold decides, if its measure is known. */
function outcomeOf2004({ passing_score, completion_threshold }: Judged, elements: Elements): ItemOutcome {
  const score = scoreOf(elements, "cmi.score");
  const scaled = numberOf(elements["cmi.score.scaled"]);
  const decides = passing_score !== null && scaled !== null;
  const success = decides ? (scaled * 100 >= passing_score ? "passed" : "failed") : elements["cmi.success_status"];
  if (success === "passed" || success === "failed") return { status: success, score };
  const [progress, threshold] = [numberOf(elements["cmi.progress_measure"]), numberOf(completion_threshold ?? undefined)];
  const completed =
    progress !== null && threshold !== null ? progress >= threshold : elements["cmi.completion_status"] === "completed";
  return { status: completed ? "completed" : "incomplete", score };
}

/** A percentage, rounded down. */
function scoreOf(elements: Elements, prefix: string): number | null {
  const valueOf = (name: string) => numberOf(elements[`${prefix}.${name}`]);
  const [scaled, raw, min, max] = [valueOf("scaled"), valueOf("raw"), valueOf("min"), valueOf("max")];
  if (scaled !== null) return percent(scaled * 100);
  if (raw === null) return null;
  const [least, most] = [min ?? 0, max ?? 100];
  return percent(most > least ? ((raw - least) * 100) / (most - least) : raw);
}

function percent(value: number): number {
  // 0.29 × 100 is slightly less than 29 in binary fractions, and must still be 29.
  return Math.min(100, Math.max(0, Math.floor(value + 1e-9)));
}

function numberOf(text: string | undefined): number | null {
  return text === undefined || text === "" || !Number.isFinite(Number(text)) ? null : Number(text);
}

/** An item that is done stays done: opened again for review, it begins as incomplete. */
export function achieved(before: ItemOutcome | null, now: ItemOutcome): ItemOutcome {
  if (before === null || isDone(now.status)) return now;
  return isDone(before.status) ? before : now;
}

export function isDone(status: ItemStatus): boolean {
  return status === "passed" || status === "completed";
}

export type ItemState = ItemOutcome & { item: string; ended: boolean; suspended: boolean };

/** `pass_score`: that of the course. A lower score fails, whatever the package reports. */
export function verdictOf(items: readonly Judged[], states: readonly ItemState[], pass_score: number | null): Verdict {
  const by_id = new Map(states.map((state) => [state.item, state]));
  const found = items.map(({ id }) => by_id.get(id));
  const scores = found.flatMap((state) => (state === undefined || state.score === null ? [] : [state.score]));
  const score = scores.length === 0 ? null : Math.floor(scores.reduce((sum, one) => sum + one, 0) / scores.length);
  const has_ended = (state: ItemState | undefined) => state !== undefined && state.ended && !state.suspended;
  if (found.every((state) => state !== undefined && isDone(state.status))) {
    if (pass_score === null || score === null || score >= pass_score) return { state: "passed", score };
    return { state: found.every(has_ended) ? "failed" : "incomplete", score };
  }
  const is_over = found.every(
    (state) => state !== undefined && (isDone(state.status) || (state.status === "failed" && has_ended(state))),
  );
  return { state: is_over ? "failed" : "incomplete", score };
}
