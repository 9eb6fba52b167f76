import { queue } from "../../platform/jobs/queue.ts";

type PackJob = { tenant_id: string; pack_id: string };

/** One pack at a time in a process: its people are held by nothing, its memory is. */
export const pack_queue = queue<PackJob>("evidence_packs.make", { run_max_s: 1_800, at_once_max: 1, retries_max: 3 });

/** Comes when the file's end of life has come. */
export const pack_end_queue = queue<PackJob>("evidence_packs.end");
