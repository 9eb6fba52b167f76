import { createHash } from "node:crypto";
import type { Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { readPicture, type PictureFault } from "../../../platform/files/png.ts";
import { record } from "../../audit/record.ts";
import { logoNotUsable } from "../errors.ts";
import { deleteLogo, storeLogo } from "./sql.ts";

/** The size of the uploaded file; the stored picture is not larger. */
export const logo_max_bytes = 262_144;
const limits = { side_min: 16, side_max: 1_024 };

const faults: Readonly<Record<PictureFault, string>> = {
  not_a_png: "The content is no PNG.",
  wrong_size: `Width and height must be from ${limits.side_min} to ${limits.side_max} pixels.`,
  unusual: "Only PNG of 8 bits that is not interlaced can be printed.",
  damaged: "The file is damaged or cut off.",
};

/** Re-encodes a logo and stores it in place of the previous one. */
export async function keepLogo(pool: Pool, context: Context, given: Buffer): Promise<void> {
  const picture = readPicture(given, limits);
  if (typeof picture === "string") throw logoNotUsable(faults[picture]);
  const { bytes } = picture;
  const sha256 = createHash("sha256").update(bytes).digest();
  await withTenant(pool, context.tenant.id, async (db) => {
    const before = await storeLogo(db, context.tenant.id, { bytes, sha256 }, context.now.toString());
    const after = sha256.toString("hex");
    if (before !== after) await record(db, context, entryOf("organisation.set_logo", context, before, after));
  });
}

/** Removes the logo, if there is one. */
export async function removeLogo(pool: Pool, context: Context): Promise<void> {
  await withTenant(pool, context.tenant.id, async (db) => {
    const before = await deleteLogo(db, context.tenant.id);
    if (before !== null) await record(db, context, entryOf("organisation.remove_logo", context, before, null));
  });
}

function entryOf(
  operation: "organisation.set_logo" | "organisation.remove_logo",
  { tenant }: Context,
  before: string | null,
  after: string | null,
) {
  return { operation, target_type: "organisation" as const, target_id: tenant.id, changes: { logo: [before, after] } };
}
