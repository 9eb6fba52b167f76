import type { components } from "../../api/schema.d.ts";

type CourseItems = components["schemas"]["CourseItems"];
type Shown = CourseItems["items"][number];

export const item_kinds = ["text", "document", "link", "video", "package", "quiz", "lti"] as const;
export type ItemKind = (typeof item_kinds)[number];
export const openings = ["at_once", "after_previous", "after_item"] as const;

export const sources = ["file", "address"] as const;
const seen_percent_usual = 90;

/** An item as values of the form; `key` identifies it within the form, wherever it stands. */
export type ItemValues = {
  key: string;
  id: string | null;
  kind: ItemKind;
  title: string;
  required: boolean;
  opens: (typeof openings)[number];
  /** The key of the item that must be finished first. */
  after: string;
  text: string;
  url: string;
  package_id: string;
  file_id: string;
  /** The source of a video: an uploaded file, or an address elsewhere. */
  source: (typeof sources)[number];
  captions_id: string;
  seen_percent: number | "";
  draws: { category_id: string; count: number | "" }[];
  pass_percent: number | "";
  tool_id: string;
  /** One `name=value` on each line. */
  custom: string;
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
    file_id: "",
    source: "file",
    captions_id: "",
    seen_percent: seen_percent_usual,
    draws: [newDraw()],
    pass_percent: "",
    tool_id: "",
    custom: "",
  };
}

export const newDraw = () => ({ category_id: "", count: 5 as number | "" });

/** The initial values of the form. The questions of a course that is a single quiz are not an item. */
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
      file_id: item.file_id ?? "",
      source: item.url === null ? "file" : "address",
      captions_id: item.captions_id ?? "",
      seen_percent: item.seen_percent ?? seen_percent_usual,
      draws: item.draws ?? [newDraw()],
      pass_percent: item.pass_percent ?? "",
      tool_id: item.tool_id ?? "",
      custom: (item.custom ?? []).map(({ name, value }) => `${name}=${value}`).join("\n"),
    })),
  };
}

export function isKept({ id, kind }: Shown): boolean {
  return id !== null || kind !== "quiz";
}

/** The request's body for the form's values. */
export function bodyOf({ items }: ListValues) {
  const places = new Map(items.map(({ key }, place) => [key, place]));
  return {
    items: items.map((item) => ({
      ...(item.id === null ? {} : { id: item.id }),
      kind: item.kind,
      title: item.title,
      required: item.required,
      opens: item.opens,
      ...(item.opens === "after_item" ? { after: places.get(item.after) ?? null } : {}),
      ...ownOf(item),
    })),
  };
}

/** The fields of the item's kind. A file that is not chosen yet is left out, so that the server's fault appears at its field. */
function ownOf({ kind, text, url, package_id, file_id, source, captions_id, seen_percent, ...rest }: ItemValues) {
  const { draws, pass_percent, tool_id, custom } = rest;
  const file = file_id === "" ? {} : { file_id };
  if (kind === "text") return { text };
  if (kind === "document") return file;
  if (kind === "package") return { package_id };
  if (kind === "lti") return { tool_id, custom: customOf(custom), ...(url === "" ? {} : { url }) };
  if (kind === "link" || (kind === "video" && source === "address")) return { url };
  if (kind === "video")
    return {
      ...file,
      captions_id: captions_id === "" ? null : captions_id,
      ...(seen_percent === "" ? {} : { seen_percent }),
    };
  return {
    draws: draws.map(({ category_id, count }) => ({ category_id, count: count === "" ? 0 : count })),
    pass_percent: pass_percent === "" ? null : pass_percent,
  };
}

/** The text before the first equals sign of each line, and the text after it. */
function customOf(text: string): { name: string; value: string }[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const [name = "", ...value] = line.split("=");
      return { name: name.trim(), value: value.join("=").trim() };
    });
}
