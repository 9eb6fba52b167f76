// How a package arrives.
//
// First its version is inserted, without a standard. The bytes follow in small rows, a few in each transaction. After the last
// byte the archive is read from the rows, from its list to the last byte of each file. Then one transaction writes the list of
// files and makes the version the one for new registrations. A version that is refused or breaks off is deleted at once, or by
// the next upload if the process died. Until the last transaction it is not visible.
import { createHash } from "node:crypto";
import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { idOf, known } from "../../platform/http/known.ts";
import { malformedRequest, payloadTooLarge } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import { instantText } from "../../platform/instants.ts";
import { chunk_max_bytes, chunksOf } from "../../platform/files/stored.ts";
import { record } from "../audit/record.ts";
import { checkArchive } from "./archive/check-archive.ts";
import { archive_max_bytes } from "./archive/limits.ts";
import { readArchive } from "./archive/stored.ts";
import { ArchiveFault, noSuchPackage, packageRefused, tooManyUploads } from "./errors.ts";
import { isManifest, readManifest } from "./manifest/read-manifest.ts";
import {
  countPackages,
  deleteLeftBehind,
  deleteVersion,
  findPackageRecord,
  insertChunks,
  insertFiles,
  insertPackage,
  insertVersion,
  lockBeginnings,
  lockPackage,
  updateReady,
  updateVersion,
  type VersionKey,
} from "./sql.ts";

export type PackageUpload = { file_name: string; announced_bytes: number; bytes: AsyncIterable<Buffer> };

export const packages_max = 1_000;
/** The most uploads of an organisation that arrive at the same time. */
const arriving_max = 2;
/** Longer than any upload may take: an older one has died with its process. */
const arriving_max_us = 600_000_000;
/** Chunks that are written at once. */
const write_chunks = 20;

/** Receives a new package. Returns it as JSON text. */
export async function receivePackage(pool: Pool, context: Context, upload: PackageUpload): Promise<string> {
  return receive(pool, context, null, upload);
}

/** Receives a new version of a package. Returns the package as JSON text. */
export async function receiveVersion(pool: Pool, context: Context, id: string, upload: PackageUpload): Promise<string> {
  return receive(pool, context, idOf(id, noSuchPackage), upload);
}

async function receive(pool: Pool, context: Context, package_id: string | null, upload: PackageUpload): Promise<string> {
  const { id: tenant_id } = context.tenant;
  if (upload.announced_bytes > archive_max_bytes) throw tooLarge();
  const version = await begin(pool, context, package_id, upload.file_name);
  try {
    const { size, sha256 } = await storeBytes(pool, tenant_id, version, upload.bytes);
    const archive = await checkArchive(size, readArchive(pool, tenant_id, version), isManifest);
    const manifest = readManifest(archive.kept, new Set(archive.files.map(({ path }) => path)));
    const { standard, items } = manifest;
    const title = manifest.title ?? (upload.file_name.replace(/\.zip$/i, "") || upload.file_name);
    return await withTenant(pool, tenant_id, async (db) => {
      const stands = known(await lockPackage(db, tenant_id, version.package_id), noSuchPackage);
      const { unpacked_bytes, files } = archive;
      const ready = { standard, items, archive_bytes: size, unpacked_bytes, files: files.length, sha256 };
      if (!(await updateReady(db, tenant_id, version, ready)))
        throw malformedRequest("The upload took too long and was given up.");
      await insertFiles(db, tenant_id, version, files);
      await updateVersion(db, tenant_id, version, { title, at: instantText(context.now) });
      await record(db, context, {
        operation: stands.version === null ? "package.create" : "package.update",
        target_type: "package",
        target_id: version.package_id,
        changes: { title: [stands.version === null ? null : stands.title, title], version: [stands.version, version.number] },
      });
      return (await findPackageRecord(db, tenant_id, version.package_id))!;
    });
  } catch (error) {
    // The first error is the one to report; what cannot be deleted now is deleted by the next upload.
    await withTenant(pool, tenant_id, (db) => deleteVersion(db, tenant_id, version)).catch(() => undefined);
    if (!(error instanceof ArchiveFault)) throw error;
    throw packageRefused(error.message, { members: { reason: error.reason }, cause: error });
  }
}

function begin(pool: Pool, context: Context, package_id: string | null, file_name: string): Promise<VersionKey> {
  const { id: tenant_id } = context.tenant;
  const at = instantText(context.now);
  return withTenant(pool, tenant_id, async (db) => {
    await lockBeginnings(db, tenant_id);
    await deleteLeftBehind(db, tenant_id, arriving_max_us);
    const { arriving, packages } = await countPackages(db, tenant_id);
    if (arriving >= arriving_max) throw tooManyUploads(`${arriving} packages of this organisation are arriving.`);
    if (package_id === null && packages >= packages_max)
      throw tooManyUploads(`The organisation has ${packages} packages; at most ${packages_max} are kept. Remove one.`);
    const id = package_id ?? newId();
    if (package_id === null) await insertPackage(db, tenant_id, id, file_name, at);
    else known(await lockPackage(db, tenant_id, id), noSuchPackage);
    const version = { package_id: id, file_name, uploaded_by_name: context.actor.name, uploaded_at: at };
    return { package_id: id, number: await insertVersion(db, tenant_id, version) };
  });
}

async function storeBytes(
  pool: Pool,
  tenant_id: string,
  version: VersionKey,
  bytes: AsyncIterable<Buffer>,
): Promise<{ size: number; sha256: Buffer }> {
  const hash = createHash("sha256");
  let [size, first] = [0, 0];
  let rest: Buffer[] = [];
  let rest_bytes = 0;
  const write = async (least: number) => {
    if (rest_bytes < least) return;
    const all = Buffer.concat(rest);
    const whole = least === 1 ? all.length : all.length - (all.length % chunk_max_bytes);
    const chunks = chunksOf(all.subarray(0, whole));
    await insertChunks(pool, tenant_id, version, first, chunks);
    first += chunks.length;
    rest = [all.subarray(whole)];
    rest_bytes = all.length - whole;
  };
  for await (const piece of withinLimit(bytes)) {
    hash.update(piece);
    size += piece.length;
    rest.push(piece);
    rest_bytes += piece.length;
    await write(write_chunks * chunk_max_bytes);
  }
  if (size === 0) throw malformedRequest("The body is missing; send the package as a ZIP archive.");
  await write(1);
  return { size, sha256: hash.digest() };
}

async function* withinLimit(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const piece of bytes) {
      size += piece.length;
      if (size > archive_max_bytes) break;
      yield piece;
    }
  } catch (error) {
    throw malformedRequest("The upload broke off.", { cause: error });
  }
  if (size > archive_max_bytes) throw tooLarge();
}

function tooLarge() {
  return payloadTooLarge(`The package may have at most ${archive_max_bytes} bytes.`, {
    members: { limit_bytes: archive_max_bytes },
  });
}
