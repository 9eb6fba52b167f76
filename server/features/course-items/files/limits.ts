import { day_us } from "../../../platform/instants.ts";
import type { FileUse } from "./type.ts";

/** The largest file of each use. */
export const file_max_bytes = {
  document: 52_428_800,
  video: 524_288_000,
  captions: 1_048_576,
} as const satisfies Record<FileUse, number>;

/** Of all courses of an organisation together, with what is arriving. */
export const organisation_files_max_bytes = 21_474_836_480;
export const files_of_course_max = 200;
/** A file comes in parts of so many bytes, the last one with the rest: each arrives in its own time, and is sent again where it did not. 42 chunks. */
export const part_bytes = 2_064_384;
/** What no version of its course refers to after it is removed with the next change of its items, or the next file: a day. */
export const unused_max_us = day_us;
/** Chunks that one transaction deletes: 48 MiB. */
export const removed_chunks_max = 1_000;
