import type { components } from "../../api/schema.d.ts";

type CourseItems = components["schemas"]["CourseItems"];
type Shown = CourseItems["items"][number];

export const item_kinds = ["text", "link", "video", "package", "quiz"] as const;
export type ItemKind = (typeof item_kinds)[number];
export const openings = ["at_once", "after_previous", "after_item"] as const;

/** An item as the form has it; `key` names it among those of the form, wherever it stands. */
export type ItemValues = {
  key: string;
  id: string | null;
  kind: ItemKind;
  title: string;
  required: boolean;
  opens: (typeof openings)[number];
  /** The key of the item for which it waits. */
  after: string;
  text: string;
  url: string;
  package_id: string;
  draws: { category_id: string; count: number | "" }[];
  pass_percent: number | "";
};
export type ListValues = { items: ItemValues[] };

export function newItem(kind: ItemKind, is_first: boolean): ItemValues {
  return {
    key: crypto.randomUUID(),
    id: null,
    kind,
    title: "",
    required: true,
    opens: is_first ? "at_once" : "after_previous",
    after: "",
    text: "",
    url: "",
    package_id: "",
    draws: [newDraw()],
    pass_percent: "",
  };
}

export const newDraw = () => ({ category_id: "", count: 5 as number | "" });

/** What the form begins with; the questions of a course that is one quiz are no item. */
export function valuesOf({ items }: CourseItems): ListValues {
  const kept = items.flatMap((item) => (isKept(item) ? [item] : []));
  const keys = kept.map(() => crypto.randomUUID());
  return {
    items: kept.map((item, place) => ({
      ...newItem(item.kind, true),
      key: keys[place]!,
      id: item.id,
      title: item.title,
      required: item.required,
      opens: item.opens,
      after: item.after === null ? "" : (keys[item.after] ?? ""),
      text: item.text ?? "",
      url: item.url ?? "",
      package_id: item.package_id ?? "",
      draws: item.draws ?? [newDraw()],
      pass_percent: item.pass_percent ?? "",
    })),
  };
}

export function isKept({ id, kind }: Shown): boolean {
  return id !== null || kind !== "quiz";
}

/** What the form says to the server. */
export function bodyOf({ items }: ListValues) {
  const places = new Map(items.map(({ key }, place) => [key, place]));
  return {
    items: items.map(({ id, kind, title, required, opens, after, text, url, package_id, draws, pass_percent }) => ({
      ...(id === null ? {} : { id }),
      kind,
      title,
      required,
      opens,
      ...(opens === "after_item" ? { after: places.get(after) ?? null } : {}),
      ...(kind === "text" ? { text } : {}),
      ...(kind === "link" || kind === "video" ? { url } : {}),
      ...(kind === "package" ? { package_id } : {}),
      ...(kind === "quiz"
        ? {
            draws: draws.map(({ category_id, count }) => ({ category_id, count: count === "" ? 0 : count })),
            pass_percent: pass_percent === "" ? null : pass_percent,
          }
        : {}),
    })),
  };
}
