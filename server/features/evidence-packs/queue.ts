import { queue } from "../../platform/jobs/queue.ts";

type PackJob = { tenant_id: string; pack_id: string };

/** One pack at a time in a process, because of its memory. */
export const pack_queue = queue<PackJob>("evidence_packs.make", { run_max_s: 1_800, at_once_max: 1, retries_max: 3 });

/** Runs when the file expires. */
export const pack_end_queue = queue<PackJob>("evidence_packs.end");
