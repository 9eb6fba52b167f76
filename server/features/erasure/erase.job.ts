import type { Logger } from "pino";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import { unseal } from "../../platform/crypto/seal.ts";
import { readClock } from "../../platform/db/clock.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { forEach } from "../../platform/jobs/each.ts";
import type { Eraser, Subject, Terms } from "../../platform/jobs/erase.ts";
import { inParts } from "../../platform/jobs/in-parts.ts";
import { isUnderWay, queue, send } from "../../platform/jobs/queue.ts";
import { every, work, type Job } from "../../platform/jobs/run.ts";
import { eraseFromAudit } from "../audit/erase.ts";
import { eraseSearches } from "../bulk/erase-sql.ts";
import { erasePacks } from "../evidence-packs/erase.ts";
import { eraseFromEvents } from "../events/erase.ts";
import { eraseAnswers } from "../idempotency/erase-sql.ts";
import { eraseFailures, eraseReports } from "../imports/erase-sql.ts";
import { eraseBounces } from "../mail/bounces/sql.ts";
import { eraseMails } from "../mail/erase-sql.ts";
import { eraseRecords } from "../learning-records/erase-sql.ts";
import { eraseSittings } from "../course-items/runs/erase.ts";
import { eraseToolSubjects } from "../lti/erase-sql.ts";
import { eraseContent } from "../packages/erase-sql.ts";
import { eraseManager } from "../people/managers/erase.ts";
import { eraseRequests } from "../request-log/erase-sql.ts";
import { eraseSavedReports } from "../reports/erase-sql.ts";
import { eraseViews } from "../saved-views/erase-sql.ts";
import type { CleanUpOptions } from "../retention/clean-up.ts";
import { tokenOf } from "./erase-person.ts";
import { leaverJobs } from "./leavers.job.ts";
import { erasure_queue } from "./queue.ts";
import {
  findProgressForChange,
  listTenantsWithUnfinished,
  listUnfinished,
  updateCompleted,
  updateProgress,
  type Progress,
} from "./sql.ts";

/** In this order. Erasers of the request log come late, because the log is written up to a second after the responses. */
const own_erasers: readonly Eraser[] = [
  { name: "reports", erasePart: eraseManager },
  { name: "mails", erasePart: eraseMails },
  { name: "addresses_that_bounce", erasePart: eraseBounces },
  { name: "audit_entries", erasePart: eraseFromAudit },
  { name: "events", erasePart: eraseFromEvents },
  { name: "kept_answers", erasePart: eraseAnswers },
  { name: "saved_views", erasePart: eraseViews },
  { name: "saved_reports", erasePart: eraseSavedReports },
  { name: "searches", erasePart: eraseSearches },
  { name: "evidence_packs", erasePart: erasePacks },
  { name: "content", erasePart: eraseContent },
  { name: "tools", erasePart: eraseToolSubjects },
  { name: "sittings", erasePart: eraseSittings },
  { name: "learning_records", erasePart: eraseRecords },
  { name: "import_lines", erasePart: eraseReports },
  { name: "import_failures", erasePart: eraseFailures },
  { name: "request_log", erasePart: eraseRequests },
];

/** A younger erasure still has its job. */
const unfinished_after_us = 600_000_000;

export type ErasureOptions = CleanUpOptions & {
  keyring: Keyring;
  log: Logger;
  /** Erasers of the protocols, which also store data of people. */
  further: readonly Eraser[];
};

type Person = { tenant_id: string; person_id: string };

export function erasureJobs(options: ErasureOptions): Job[] {
  return [
    work(erasure_queue, (person, signal) => searchFor(options, person, signal)),
    every("27 * * * *", queue("people.erase-unfinished", { retries_max: 0 }), (signal) => takeUp(options.pool, signal)),
    ...leaverJobs(options),
  ];
}

async function searchFor(options: ErasureOptions, person: Person, signal: AbortSignal): Promise<void> {
  await inParts(options.pool, person, signal, async (_, timeIsUp) => {
    const has_more = await erasePart(options, person);
    if (!has_more) return null;
    if (!timeIsUp()) return person;
    await withTenant(options.pool, person.tenant_id, (db) => send(db, erasure_queue, person));
    return null;
  });
}

/** Does one part. Returns false when nothing is left, or when another job continues. */
async function erasePart({ pool, keyring, log, further }: ErasureOptions, { tenant_id, person_id }: Person): Promise<boolean> {
  const erasers = [...own_erasers, ...further];
  return withTenant(pool, tenant_id, async (db) => {
    const progress = await findProgressForChange(db, tenant_id, person_id);
    if (progress === undefined) return false;
    // An unknown step, of another version, starts again from the first eraser; what is erased already is not found again.
    const index = Math.max(
      0,
      erasers.findIndex(({ name }) => name === progress.step),
    );
    const eraser = erasers[index]!;
    const subject = subjectOf(keyring, { tenant_id, person_id }, progress);
    const { erased: count, place, wait_s } = await eraser.erasePart(db, subject, progress.place);
    const erased = { ...progress.erased, [eraser.name]: (progress.erased[eraser.name] ?? 0) + count };
    const next = place === null && wait_s === undefined ? erasers[index + 1] : eraser;
    await updateProgress(db, tenant_id, person_id, { step: next?.name ?? null, place, erased });
    if (wait_s !== undefined) await send(db, erasure_queue, { tenant_id, person_id }, { after_s: wait_s });
    if (next !== undefined) return wait_s === undefined;
    await updateCompleted(db, tenant_id, person_id);
    // Logged so that the erasure can be repeated after an older backup is restored.
    db.afterCommit(() => log.info({ tenant_id, person_id, erased }, "the data of a person were erased"));
    return false;
  });
}

function subjectOf(keyring: Keyring, { tenant_id, person_id }: Person, { terms, requested_us }: Progress): Subject {
  const known = JSON.parse(unseal(keyring, "erasure", person_id, terms)) as Terms;
  return { ...known, tenant_id, person_id, token: tokenOf(person_id), requested_us, keyring };
}

/** Sends new jobs for unfinished erasures without one: its tries were used up, or a copy of the database was restored. */
async function takeUp(pool: Pool, signal: AbortSignal): Promise<void> {
  const before_us = (await readClock(pool)) - unfinished_after_us;
  await forEach(await listTenantsWithUnfinished(pool, before_us), signal, (tenant_id) =>
    withTenant(pool, tenant_id, async (db) => {
      for (const person_id of await listUnfinished(db, tenant_id, before_us)) {
        if (!(await isUnderWay(db, erasure_queue, { tenant_id, person_id })))
          await send(db, erasure_queue, { tenant_id, person_id });
      }
    }),
  );
}
