export const standards = ["scorm_1.2", "scorm_2004", "cmi5"] as const;
export type Standard = (typeof standards)[number];

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
};

export type Manifest = { standard: Standard; title: string | null; items: PackageItem[] };
