import type { Db } from "../../platform/db/transaction.ts";
import {
  deleteLicenseItems,
  insertLicenseItems,
  insertLicenses,
  touchLeftOut,
  updateLicenses,
  type LicenseRow,
} from "./apply-licenses-sql.ts";
import { deletePathItems, insertCourses, insertPathItems, touchItems, updateCourses, type CourseRow } from "./apply-sql.ts";

/** Writes new courses, and learning paths with their items. */
export async function storeNewCourses(db: Db, tenant_id: string, rows: readonly CourseRow[]): Promise<void> {
  await insertCourses(db, tenant_id, rows);
  await insertPathItems(db, tenant_id, rows);
  await touchItemsOf(db, tenant_id, rows);
}

/** Writes changed courses and paths. */
export async function storeCourses(db: Db, tenant_id: string, rows: readonly CourseRow[]): Promise<void> {
  await updateCourses(db, tenant_id, rows);
  await touchItemsOf(db, tenant_id, rows);
  await deletePathItems(db, tenant_id, idsOf(rows));
  await insertPathItems(db, tenant_id, rows);
  await touchItemsOf(db, tenant_id, rows);
}

async function touchItemsOf(db: Db, tenant_id: string, rows: readonly CourseRow[]): Promise<void> {
  const paths = rows.filter(({ type }) => type === "learning_path");
  if (paths.length > 0) await touchItems(db, tenant_id, idsOf(paths));
}

/** Writes new licences with the courses and paths that they cover. */
export async function storeNewLicenses(db: Db, tenant_id: string, rows: readonly LicenseRow[]): Promise<void> {
  await insertLicenses(db, tenant_id, rows);
  await insertLicenseItems(db, tenant_id, rows);
}

/** Writes changed licences. A caller that has not locked them gets an error when seats were taken in the meantime. */
export async function storeLicenses(db: Db, tenant_id: string, rows: readonly LicenseRow[]): Promise<void> {
  const updated = await updateLicenses(db, tenant_id, rows);
  if (updated < rows.length) throw new Error("seats were taken while the file was applied; nothing was changed, apply it again");
  await touchLeftOut(db, tenant_id, rows);
  await deleteLicenseItems(db, tenant_id, idsOf(rows));
  await insertLicenseItems(db, tenant_id, rows);
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map((row) => row.id);
}
