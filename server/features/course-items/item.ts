/** The items that learners read, watch or answer; docs/decisions/0081. */
export const item_kinds = ["text", "document", "link", "video", "quiz", "package", "lti"] as const;
export type ItemKind = (typeof item_kinds)[number];
export const openings = ["at_once", "after_previous", "after_item"] as const;
export type Opening = (typeof openings)[number];

/** The percentage of right answers that passes a quiz, unless the quiz or its course sets one. */
export const pass_percent_usual = 80;

/** The percentage of a video that must be seen, unless its item sets one. */
export const seen_percent_usual = 90;

export type Draw = { category_id: string; count: number };

/** A custom parameter that a tool receives with each launch of an item. */
export type Custom = { name: string; value: string };

type Common = {
  id: string;
  title: string;
  required: boolean;
  opens: Opening;
  /** The position of the item that must be done before this one. */
  after: number | null;
};

/** A video that is stored here. The item is done when `seen_percent` of it was seen. */
export type ShownVideo = { kind: "video"; file_id: string; captions_id: string | null; seen_percent: number };

/** An item as a list stores it. */
export type Item = Common &
  (
    | { kind: "text"; text: string }
    | { kind: "document"; file_id: string }
    | { kind: "link" | "video"; url: string }
    | ShownVideo
    | { kind: "package"; package_id: string }
    /** An item of an LTI tool. `url`: the target to launch; null: the tool's default. */
    | { kind: "lti"; tool_id: string; url: string | null; custom: Custom[] }
    | { kind: "quiz"; draws: Draw[]; pass_percent: number | null }
  );

/** The file that an item shows; null: it has none. */
export function fileIdOf(item: Item): string | null {
  return "file_id" in item ? item.file_id : null;
}

/** A question as a sitting stores it, with options in the order in which they were shown. */
export type Asked = { id: string; text: string; options: string[]; correct: number[] };
/** Positions of the chosen options, by the id of the question. */
export type Answers = Record<string, number[]>;
