/** What each learner reads, watches or answers; docs/decisions/0081. */
export const item_kinds = ["text", "link", "video", "quiz", "package"] as const;
export type ItemKind = (typeof item_kinds)[number];
export const openings = ["at_once", "after_previous", "after_item"] as const;
export type Opening = (typeof openings)[number];

/** Right answers that pass a quiz where neither it nor its course says how many. */
export const pass_percent_usual = 80;

export type Draw = { category_id: string; count: number };

type Common = {
  id: string;
  title: string;
  required: boolean;
  opens: Opening;
  /** The place of the item that this one waits for. */
  after: number | null;
};

/** An item as a list keeps it. */
export type Item = Common &
  (
    | { kind: "text"; text: string }
    | { kind: "link" | "video"; url: string }
    | { kind: "package"; package_id: string }
    | { kind: "quiz"; draws: Draw[]; pass_percent: number | null }
  );

/** A question as a sitting keeps it: options in the order in which they were shown. */
export type Asked = { id: string; text: string; options: string[]; correct: number[] };
/** Places of the chosen options, by the id of the question. */
export type Answers = Record<string, number[]>;
