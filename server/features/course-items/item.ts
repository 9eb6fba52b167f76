/** What each learner reads, watches or answers; docs/decisions/0081. */
export const item_kinds = ["text", "document", "link", "video", "quiz", "package", "lti"] as const;
export type ItemKind = (typeof item_kinds)[number];
export const openings = ["at_once", "after_previous", "after_item"] as const;
export type Opening = (typeof openings)[number];

/** Right answers that pass a quiz where neither it nor its course says how many. */
export const pass_percent_usual = 80;

/** How much of a video has to be seen where its item does not say. */
export const seen_percent_usual = 90;

export type Draw = { category_id: string; count: number };

/** What a tool is told with each launch of an item. */
export type Custom = { name: string; value: string };

type Common = {
  id: string;
  title: string;
  required: boolean;
  opens: Opening;
  /** The place of the item that this one waits for. */
  after: number | null;
};

/** A video that is shown here; `seen_percent` of it completes the item. */
export type ShownVideo = { kind: "video"; file_id: string; captions_id: string | null; seen_percent: number };

/** An item as a list keeps it. */
export type Item = Common &
  (
    | { kind: "text"; text: string }
    | { kind: "document"; file_id: string }
    | { kind: "link" | "video"; url: string }
    | ShownVideo
    | { kind: "package"; package_id: string }
    /** A tool of LTI; `url`: what of it is launched, null: what the tool has for all. */
    | { kind: "lti"; tool_id: string; url: string | null; custom: Custom[] }
    | { kind: "quiz"; draws: Draw[]; pass_percent: number | null }
  );

/** The file that an item shows; null: it has none. */
export function fileIdOf(item: Item): string | null {
  return "file_id" in item ? item.file_id : null;
}

/** A question as a sitting keeps it: options in the order in which they were shown. */
export type Asked = { id: string; text: string; options: string[]; correct: number[] };
/** Places of the chosen options, by the id of the question. */
export type Answers = Record<string, number[]>;
