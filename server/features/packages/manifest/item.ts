export const standards = ["scorm_1.2", "scorm_2004", "cmi5"] as const;
export type Standard = (typeof standards)[number];

export const move_ons = ["Passed", "Completed", "CompletedAndPassed", "CompletedOrPassed", "NotApplicable"] as const;
export type MoveOn = (typeof move_ons)[number];

/** The course, or a block of it. */
export type Part = { id: string; title: string };

/** What cmi5 says of an item in addition. */
export type Au = {
  /** As the package calls it. */
  publisher_id: string;
  move_on: MoveOn;
  /** From 0 to 1. */
  mastery_score: number | null;
  launch_parameters: string | null;
  entitlement_key: string | null;
  /** The course first, then the blocks that it is in, the outermost first. */
  parts: readonly Part[];
};

/** What a package's table of contents offers. */
export type PackageItem = {
  /** As the manifest calls it. */
  id: string;
  title: string;
  /** Path in the archive, with query and fragment. */
  href: string;
  /** Speaks with the runtime; otherwise it is done when it was opened. */
  speaks: boolean;
  /** Percentage from which on it is passed; null: the item says so itself. */
  passing_score: number | null;
  /** What the manifest gives to the item. */
  launch_data: string | null;
  time_limit_action: string | null;
  max_time_allowed: string | null;
  completion_threshold: string | null;
  /** Only in cmi5 packages. */
  au?: Au;
};

export type Manifest = { standard: Standard; title: string | null; items: PackageItem[] };
