import { day_us } from "../../../platform/instants.ts";
import type { FileUse } from "./type.ts";

/** The largest file of each use. */
export const file_max_bytes = {
  document: 52_428_800,
  video: 524_288_000,
  captions: 1_048_576,
} as const satisfies Record<FileUse, number>;

/** Of all courses of an organisation together, including files that are arriving. */
export const organisation_files_max_bytes = 21_474_836_480;
export const files_of_course_max = 200;
/**
 * A file is sent in parts of this size; the last one is smaller. Each part is one request, which can be repeated alone. 42
 * chunks.
 */
export const part_bytes = 2_064_384;
/**
 * After a day, a file that no version of its course refers to is removed, with the next change of the course's items or the next
 * file.
 */
export const unused_max_us = day_us;
/** The most chunks that one transaction deletes: 48 MiB. */
export const removed_chunks_max = 1_000;
