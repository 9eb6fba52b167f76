export const standards = ["scorm_1.2", "scorm_2004", "cmi5"] as const;
export type Standard = (typeof standards)[number];

export const move_ons = ["Passed", "Completed", "CompletedAndPassed", "CompletedOrPassed", "NotApplicable"] as const;
export type MoveOn = (typeof move_ons)[number];

/** The course of a cmi5 package, or one of its blocks. */
export type Part = { id: string; title: string };

/** Further data of an item in cmi5 packages. */
export type Au = {
  /** The id of the AU in the package. */
  publisher_id: string;
  move_on: MoveOn;
  /** From 0 to 1. */
  mastery_score: number | null;
  launch_parameters: string | null;
  entitlement_key: string | null;
  /** The course, followed by the blocks that contain the AU, the outermost first. */
  parts: readonly Part[];
};

/** An entry of a package's table of contents. */
export type PackageItem = {
  /** The id of the item in the manifest. */
  id: string;
  title: string;
  /** Path in the archive, with query and fragment. */
  href: string;
  /** Whether it uses the runtime; otherwise it is done when it was opened. */
  speaks: boolean;
  /** The percentage from which on it is passed; null: the item itself reports success. */
  passing_score: number | null;
  /** Data in the manifest that the item reads. */
  launch_data: string | null;
  time_limit_action: string | null;
  max_time_allowed: string | null;
  completion_threshold: string | null;
  /** Only in cmi5 packages. */
  au?: Au;
};

export type Manifest = { standard: Standard; title: string | null; items: PackageItem[] };
