import type { Answers, Asked, Item } from "./item.ts";

/** A fault in a list of items, and its path. */
export type ItemFault = { path: readonly (string | number)[]; detail: string };

type Conditions = Pick<Item, "required" | "opens" | "after">;

/** Faults in the conditions of a list. */
export function faultsOfConditions(items: readonly Conditions[]): ItemFault[] {
  const faults = items.flatMap((item, place): ItemFault[] => {
    const detail = faultOfCondition(item, place, items.length);
    return detail === null ? [] : [{ path: ["items", place, "after"], detail }];
  });
  if (!items.some(({ required }) => required)) faults.push({ path: ["items"], detail: "must have one item that is required" });
  if (faults.length > 0) return faults;
  const circle = items.findIndex((_, place) => isInCircle(items, place));
  return circle < 0 ? [] : [{ path: ["items", circle, "after"], detail: "waits for an item that waits for this one" }];
}

function faultOfCondition({ opens, after }: Conditions, place: number, length: number): string | null {
  if (opens !== "after_item") return after === null ? null : 'belongs to "after_item" only';
  if (after === null) return "is required";
  if (after >= length) return `must be a place from 0 to ${length - 1}`;
  return after === place ? "must be another item" : null;
}

/** Whether an item waits for itself. Each item waits for at most one other, so following them either returns to it or ends. */
function isInCircle(items: readonly Conditions[], place: number): boolean {
  let at = waitsFor(items, place);
  for (let steps = 0; at !== null && steps < items.length; steps += 1) {
    if (at === place) return true;
    at = waitsFor(items, at);
  }
  return false;
}

/** The position of the item that must be done before this one; null: it is open at once. */
export function waitsFor(items: readonly Conditions[], place: number): number | null {
  const { opens, after } = items[place]!;
  if (opens === "after_item") return after;
  return opens === "after_previous" && place > 0 ? place - 1 : null;
}

/** The result of an item in a run. */
export type ItemState = { item_id: string; state: "done" | "failed"; score: number | null };
export type Verdict = { result: "passed" | "failed" | null; score: number | null };

/** The result of a run; `result` null: it is not finished. */
export function verdictOf(
  items: readonly Pick<Item, "id" | "required">[],
  states: readonly ItemState[],
  pass_score: number | null,
): Verdict {
  const needed = new Set(items.filter(({ required }) => required).map(({ id }) => id));
  const ended = states.filter(({ item_id }) => needed.has(item_id));
  const scores = ended.flatMap(({ score }) => score ?? []);
  const score = scores.length === 0 ? null : Math.floor(scores.reduce((sum, one) => sum + one, 0) / scores.length);
  if (ended.some(({ state }) => state === "failed")) return { result: "failed", score };
  if (ended.length < needed.size) return { result: null, score: null };
  return { result: score === null || pass_score === null || score >= pass_score ? "passed" : "failed", score };
}

/** The percentage of questions whose chosen options are exactly the right ones, rounded down. */
export function scoreOf(asked: readonly Pick<Asked, "id" | "correct">[], answers: Answers): number {
  const right = asked.filter(({ id, correct }) => {
    const chosen = answers[id] ?? [];
    return chosen.length === correct.length && correct.every((place) => chosen.includes(place));
  });
  return Math.floor((right.length * 100) / asked.length);
}

/** The list in random order; `below(n)` is a random number from 0 to n - 1. */
export function shuffled<T>(list: readonly T[], below: (n: number) => number): T[] {
  const left = [...list];
  const order: T[] = [];
  while (left.length > 0) order.push(...left.splice(below(left.length), 1));
  return order;
}

/** A question of the bank as a sitting asks it. */
export function askedOf(question: Asked, below: (n: number) => number): Asked {
  const order = shuffled([...question.options.keys()], below);
  return {
    ...question,
    options: order.map((place) => question.options[place]!),
    correct: question.correct.map((place) => order.indexOf(place)),
  };
}

/** The states of an earlier run that count in a new one: items without questions whose content has not changed. */
export function carriedOver(
  items: readonly Item[],
  before: { items: readonly Item[]; states: readonly ItemState[] },
): ItemState[] {
  const done = new Set(before.states.filter(({ state }) => state === "done").map(({ item_id }) => item_id));
  return items.flatMap((item) => {
    if (contentOf(item) === null || !done.has(item.id)) return [];
    const same = before.items.some((earlier) => earlier.id === item.id && contentOf(earlier) === contentOf(item));
    return same ? [{ item_id: item.id, state: "done" as const, score: null }] : [];
  });
}

/** The content to read or watch, as text that is compared; null: the item needs a result, so it is not carried over. */
function contentOf(item: Item): string | null {
  if (item.kind === "quiz" || item.kind === "package" || item.kind === "lti") return null;
  if (item.kind === "text") return `text ${item.text}`;
  return `${item.kind} ${"file_id" in item ? item.file_id : item.url}`;
}
