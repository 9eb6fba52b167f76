// How a file arrives.
//
// It begins with its name and length, which count against the limits from then on. Its parts follow in any order, each in a
// request and a transaction of its own, so that a broken connection loses only one part. The first part decides the file's type.
// When all bytes have arrived, the file is finished in an audited transaction; before that, no item can refer to it. A file that
// is not finished, or that no item refers to, is removed after a day, with the next file or change of its course's items
// (remove.job.ts).
import type { Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { fileNameOf } from "../../../platform/files/file-name.ts";
import { chunk_max_bytes, chunksOf } from "../../../platform/files/stored.ts";
import { idOf, known } from "../../../platform/http/known.ts";
import { invalid, notFound, payloadTooLarge, type Problem } from "../../../platform/http/problem.ts";
import { newId } from "../../../platform/ids.ts";
import { instantText } from "../../../platform/instants.ts";
import { record } from "../../audit/record.ts";
import { findCourseForChange, lockCourse } from "../../courses/apply-sql.ts";
import { courseFileIncomplete, courseFileRefused, noSuchCourseFile, tooManyCourseFiles } from "./errors.ts";
import { file_max_bytes, files_of_course_max, organisation_files_max_bytes, part_bytes, unused_max_us } from "./limits.ts";
import { removeUnusedFiles } from "./remove.job.ts";
import {
  countFiles,
  deleteFile,
  findFile,
  insertFile,
  lockBeginnings,
  lockFile,
  storeChunks,
  updateType,
  updateUploaded,
  type FileRow,
} from "./sql.ts";
import { typeOf, useOf, type FileUse } from "./type.ts";

const mib_bytes = 1_048_576;

/** The ids that identify a file. */
export type FilePlace = { course_id: string; file_id: string };

/** Begins a file; its length counts against the limits from now on. */
export async function beginFile(
  pool: Pool,
  context: Context,
  given_id: string,
  { name, size_bytes }: { name: string; size_bytes: number },
): Promise<FileRow> {
  const { id: tenant_id } = context.tenant;
  const course_id = idOf(given_id, missing);
  if (size_bytes > file_max_bytes.video) throw tooLarge("video");
  return withTenant(pool, tenant_id, async (db) => {
    await lockBeginnings(db, tenant_id);
    await lockCourse(db, tenant_id, course_id);
    if ((await findCourseForChange(db, tenant_id, course_id))?.type !== "course") throw missing();
    await removeUnusedFiles(db, tenant_id, course_id);
    const { of_course, bytes } = await countFiles(db, tenant_id, course_id, unused_max_us);
    if (of_course >= files_of_course_max)
      throw tooManyCourseFiles(`The course has ${of_course} files; it may have ${files_of_course_max}.`);
    if (bytes + size_bytes > organisation_files_max_bytes)
      throw tooManyCourseFiles(
        `The files of all courses have ${bytes} bytes, and ${organisation_files_max_bytes} together at most: ${size_bytes} more are too many.`,
      );
    const id = newId();
    await insertFile(db, tenant_id, { id, course_id, name, size_bytes, uploaded_by_name: context.actor.name });
    return (await findFile(db, tenant_id, course_id, id))!;
  });
}

/** Stores a part. A part that is sent again replaces the first one. */
export async function keepPart(
  pool: Pool,
  context: Context,
  place: FilePlace,
  given_number: string,
  bytes: Buffer,
): Promise<void> {
  const { id: tenant_id } = context.tenant;
  const number = /^\d{1,4}$/.test(given_number) ? Number(given_number) : Infinity;
  const refusal = await withTenant(pool, tenant_id, async (db): Promise<Problem | null> => {
    const file = await held(db, tenant_id, place);
    if (file.uploaded_at !== null) throw courseFileIncomplete("The file is complete.");
    const length = Math.min(part_bytes, file.size_bytes - number * part_bytes);
    if (bytes.length !== length) throw wrongPart(file, length);
    const refused = number === 0 ? await judge(db, tenant_id, file, bytes) : null;
    // The refusal is returned instead of thrown, so that the transaction, which removes the file, commits.
    if (refused !== null) return refused;
    await storeChunks(db, tenant_id, file.id, (number * part_bytes) / chunk_max_bytes, chunksOf(bytes));
    return null;
  });
  if (refusal !== null) throw refusal;
}

/** Finishes a file whose bytes have all arrived, so that it can become an item. Repeating this changes nothing. */
export async function finishFile(pool: Pool, context: Context, place: FilePlace): Promise<FileRow> {
  const { id: tenant_id } = context.tenant;
  return withTenant(pool, tenant_id, async (db) => {
    const file = await held(db, tenant_id, place);
    if (file.uploaded_at !== null) return file;
    if (!(await updateUploaded(db, tenant_id, file.id, instantText(context.now))))
      throw courseFileIncomplete(`Not all of the ${file.size_bytes} bytes have come.`);
    await record(db, context, {
      operation: "course.add_file",
      target_type: "course",
      target_id: file.course_id,
      changes: { file: [null, file.name], media_type: [null, file.media_type], size_bytes: [null, file.size_bytes] },
    });
    return (await findFile(db, tenant_id, file.course_id, file.id))!;
  });
}

async function held(db: Db, tenant_id: string, { course_id, file_id }: FilePlace): Promise<FileRow> {
  const ids = [idOf(course_id, missing), idOf(file_id, noSuchCourseFile)] as const;
  return known(await lockFile(db, tenant_id, ...ids), noSuchCourseFile);
}

/** Decides the file's type by its first part. A file that is refused is removed. */
async function judge(db: Db, tenant_id: string, { id, name, size_bytes }: FileRow, first: Buffer): Promise<Problem | null> {
  const media_type = typeOf(first);
  const use = media_type === null ? null : useOf(media_type);
  if (media_type !== null && size_bytes <= file_max_bytes[use!]) {
    await updateType(db, tenant_id, id, { name: fileNameOf(name, media_type), media_type });
    return null;
  }
  await deleteFile(db, tenant_id, id);
  return use === null ? courseFileRefused(`"${name}" begins like no document, video or captions that are taken.`) : tooLarge(use);
}

function wrongPart({ size_bytes }: FileRow, length: number): Problem {
  const parts = Math.ceil(size_bytes / part_bytes);
  const detail =
    length <= 0
      ? `must be a part from 0 to ${parts - 1}`
      : `must have ${length} bytes: a file of ${size_bytes} comes in ${parts} parts`;
  return invalid([{ parameter: "number", code: "OUT_OF_RANGE", detail }]);
}

function tooLarge(use: FileUse): Problem {
  const max_bytes = file_max_bytes[use];
  const remedy = {
    document: "save it smaller, or in several",
    video: "save it with a lower resolution, or in several",
    captions: "shorten them",
  };
  return payloadTooLarge(`A file of this kind (${use}) may have at most ${max_bytes / mib_bytes} MiB: ${remedy[use]}.`, {
    members: { limit_bytes: max_bytes },
  });
}

function missing(): Problem {
  return notFound("No such course.");
}
