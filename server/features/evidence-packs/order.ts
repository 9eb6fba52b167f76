import { Readable } from "node:stream";
import type { Static } from "typebox";
import type { PanelCaller } from "../../platform/context.ts";
import { todayOf } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { idOf } from "../../platform/http/known.ts";
import { invalid, type ErrorItem } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import { send } from "../../platform/jobs/queue.ts";
import type { Language } from "../../platform/languages.ts";
import { record } from "../audit/record.ts";
import { listSelectedPeople } from "../bulk/selected-sql.ts";
import { endOf } from "../compliance/matrix/matrix-as-of.ts";
import { noSuchPack, packNotReady, tooManyPacks } from "./errors.ts";
import { pack_queue } from "./queue.ts";
import { people_max, pairs_max, type EvidencePackOrder } from "./schema.ts";
import {
  countUnderWay,
  endExpired,
  endPack,
  findFile,
  findPackRecord,
  insertPack,
  listChunks,
  listCourseIds,
  listInOrder,
} from "./sql.ts";

type Order = Static<typeof EvidencePackOrder>;

const under_way_max = 2;
const chunks_at_once = 16;
const missing = "No such evidence pack.";

/** Orders a pack. Its people and its instant are fixed from now on. Returns it as JSON text. */
export async function orderPack(pool: Pool, caller: PanelCaller, order: Order, language: Language): Promise<string> {
  const { tenant, account, now } = caller;
  return withTenant(pool, tenant.id, async (db) => {
    await endExpired(db, tenant.id);
    if ((await countUnderWay(db, tenant.id)) >= under_way_max)
      throw tooManyPacks(`${under_way_max} evidence packs are being made at present.`);
    const id = newId();
    const pack = {
      id,
      ...(await contentOf(db, caller, order)),
      language,
      ordered_by: account.id,
      ordered_by_name: account.name,
      ordered_at: now.toString(),
    };
    await insertPack(db, tenant.id, pack);
    await send(db, pack_queue, { tenant_id: tenant.id, pack_id: id });
    await record(db, caller, {
      operation: "evidence_pack.order",
      target_type: "evidence_pack",
      target_id: id,
      changes: {
        people: [null, pack.person_ids.length],
        courses: [null, pack.course_ids.length],
        from: [null, pack.period_from],
        as_of: [null, pack.as_of],
      },
    });
    return (await findPackRecord(db, tenant.id, id))!;
  });
}

/** The people, courses and period of an order. Throws 422 with all faults. */
async function contentOf(db: Db, caller: PanelCaller, { selection, course_ids, from = null, as_of = null }: Order) {
  const { tenant, now } = caller;
  const today = todayOf(caller);
  const faults: ErrorItem[] = [];
  if ((selection.person_ids === undefined) === (selection.filter === undefined))
    throw invalid([{ pointer: "#/selection", code: "ONE_OF_REQUIRED", detail: "names people by person_ids, or by a filter" }]);
  const last_day = as_of ?? today;
  if (last_day > today) faults.push({ pointer: "#/as_of", code: "OUT_OF_RANGE", detail: "must not be in the future" });
  if (from !== null && from > last_day)
    faults.push({ pointer: "#/from", code: "OUT_OF_RANGE", detail: "must not be after the last day" });
  const found = await listSelectedPeople(db, tenant.id, selection, {
    after_id: null,
    before_id: newId(),
    people_max: people_max + 1,
  });
  const courses = await listCourseIds(db, tenant.id, course_ids?.map((id) => id.toLowerCase()) ?? null);
  const asked = new Set((selection.person_ids ?? []).map((id) => id.toLowerCase()));
  if (asked.size > found.length)
    faults.push({ pointer: "#/selection/person_ids", code: "UNKNOWN_PERSON", detail: "names somebody who is not there" });
  else if (found.length === 0) faults.push({ pointer: "#/selection", code: "REQUIRED", detail: "nobody fits this filter" });
  if (found.length > people_max)
    faults.push({ pointer: "#/selection", code: "TOO_MANY", detail: `names more than the ${people_max} people of one pack` });
  if (courses.unknown > 0)
    faults.push({ pointer: "#/course_ids", code: "UNKNOWN_COURSE", detail: "names what is no course of this organisation" });
  if (found.length <= people_max && found.length * courses.ids.length > pairs_max)
    faults.push({ pointer: "#/course_ids", code: "TOO_MANY", detail: `people times courses are more than ${pairs_max}` });
  if (faults.length > 0) throw invalid(faults);
  return {
    person_ids: await listInOrder(db, tenant.id, found),
    course_ids: courses.ids,
    period_from: from,
    as_of: (last_day === today ? now : endOf(tenant, last_day)).toString(),
  };
}

/** Cancels a pack that is being made, or deletes its file; one that has ended stays as it is. Returns it as JSON text. */
export async function cancelPack(pool: Pool, caller: PanelCaller, given_id: string): Promise<string> {
  const { id: tenant_id } = caller.tenant;
  const id = idOf(given_id, missing);
  return withTenant(pool, tenant_id, async (db) => {
    if (await endPack(db, tenant_id, id))
      await record(db, caller, { operation: "evidence_pack.cancel", target_type: "evidence_pack", target_id: id });
    const pack = await findPackRecord(db, tenant_id, id);
    if (pack === undefined) throw noSuchPack();
    return pack;
  });
}

/** The archive of a pack. The download is recorded before any byte is sent. Throws 404, and 409 when there is no file. */
export async function openPack(pool: Pool, caller: PanelCaller, given_id: string): Promise<{ name: string; stream: Readable }> {
  const { id: tenant_id, code } = caller.tenant;
  const id = idOf(given_id, missing);
  const file = await withTenant(pool, tenant_id, async (db) => {
    if ((await findPackRecord(db, tenant_id, id)) === undefined) throw noSuchPack();
    const found = await findFile(db, tenant_id, id);
    if (found === undefined) throw packNotReady("There is no file to be taken along.");
    await record(db, caller, { operation: "evidence_pack.download", target_type: "evidence_pack", target_id: id });
    return found;
  });
  const name = `evidence-${code}-${file.as_of.slice(0, 10)}.zip`;
  return { name, stream: Readable.from(bytesOf(pool, tenant_id, id, file.size_bytes)) };
}

/** Throws when the file is deleted while it is sent, so that the download does not look complete. */
async function* bytesOf(pool: Pool, tenant_id: string, id: string, size_bytes: number): AsyncGenerator<Buffer> {
  let sent = 0;
  for (let from = 0; sent < size_bytes; from += chunks_at_once) {
    const chunks = await withTenant(pool, tenant_id, (db) => listChunks(db, tenant_id, id, from, chunks_at_once));
    if (chunks.length === 0) throw new Error("the evidence pack was removed while it was sent");
    for (const chunk of chunks) {
      sent += chunk.length;
      yield chunk;
    }
  }
}
