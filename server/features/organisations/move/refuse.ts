import { isDeepStrictEqual } from "node:util";
import type { Keyring } from "../../../platform/crypto/keyring.ts";
import { withInfrastructure } from "../../../platform/db/transaction.ts";
import { opensRetiredKey } from "../../audit/retired-keys.ts";
import { listKeyRecords, type KeyRecord } from "../../keys/sql.ts";
import { findPresent, findSchema } from "../transfer/transfer-sql.ts";
import { findTaken, listVerified } from "./move-sql.ts";
import type { Moving, Place } from "./place.ts";
import { findAbilities, type Abilities } from "./replication-sql.ts";

/** The organisation cannot be moved. The message says why and what to do; nothing was changed. */
export class NotMoved extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "NotMoved";
  }
}

export type Fitting = {
  /** The version of the target's PostgreSQL. */
  version: number;
  /** Retired versions of SECRET_KEY that the target did not know. */
  retired: KeyRecord[];
};

/** Throws NotMoved if the two nodes are not compatible. */
export async function refuseUnfit(moving: Moving, keyring: Keyring): Promise<Fitting> {
  const { source, target } = moving;
  const [there, here] = await Promise.all([findAbilities(source.session), findAbilities(target.session)]);
  refuseServers(moving, there, here);
  const [old_schema, new_schema] = await Promise.all([source, target].map(({ pool }) => withInfrastructure(pool, findSchema)));
  if (!isDeepStrictEqual(old_schema, new_schema))
    throw new NotMoved(
      `${source.name} has the tables of ${old_schema!.name}, and ${target.name} those of ${new_schema!.name}. Bring both to one version.`,
    );
  const retired = await refuseOtherKeys(moving, keyring);
  await refuseDomains(moving);
  return { version: here.version, retired };
}

/** A verified domain may belong to only one organisation of a node. */
async function refuseDomains({ source, target, code, tenant_id }: Moving): Promise<void> {
  const taken = await findTaken(target.session, tenant_id, await listVerified(source.session, tenant_id));
  if (taken !== undefined)
    throw new NotMoved(
      `${taken.domain} is a verified domain of ${code}, and of ${taken.code} on ${target.name}. One of the two has to give it up first, in the panel's settings of company sign-in.`,
    );
}

function refuseServers({ source, target }: Moving, there: Abilities, here: Abilities): void {
  if (there.system_identifier === here.system_identifier && there.database === here.database)
    throw new NotMoved(`${source.name} and ${target.name} are one database.`);
  for (const [{ name }, { is_superuser }] of [
    [source, there],
    [target, here],
  ] as const)
    if (!is_superuser) throw new NotMoved(`The login in the database_url of ${name} must be a superuser of its server.`);
  if (there.wal_level !== "logical")
    throw new NotMoved(
      `The server of ${source.name} has wal_level = ${there.wal_level}. Set wal_level = logical in its postgresql.conf, and restart it.`,
    );
}

/**
 * The target must be able to decrypt what the source has encrypted: it must have each key version that the source uses, with the
 * same key.
 */
async function refuseOtherKeys({ source, target }: Moving, keyring: Keyring): Promise<KeyRecord[]> {
  const recordsOf = ({ pool }: Place) => withInfrastructure(pool, listKeyRecords);
  const [there, here] = await Promise.all([recordsOf(source), recordsOf(target)]);
  return there.filter((key) => {
    const name = `version ${key.version} of SECRET_KEY`;
    const known = here.find(({ version }) => version === key.version);
    if (known !== undefined && known.check_value !== key.check_value)
      throw new NotMoved(`${source.name} and ${target.name} have another ${name} each: nothing sealed would open.`);
    if (key.retired_us !== null) {
      if (
        known === undefined &&
        key.audit_key !== null &&
        !opensRetiredKey(keyring, key.version, Buffer.from(key.audit_key, "hex"))
      )
        throw new NotMoved(`What is kept of the retired ${name} does not open with SECRET_KEY here.`);
      return known === undefined;
    }
    if (key.first_us !== null && (known === undefined || known.retired_us !== null))
      throw new NotMoved(
        `The organisation needs ${name}, which ${target.name} does not have. Put it behind the newest one there, and restart its processes.`,
      );
    return false;
  });
}

/** Throws NotMoved if the target has an organisation with this id or code, or the rows of one that has moved away. */
export async function refusePresent({ target, code, tenant_id }: Moving): Promise<void> {
  const present = await withInfrastructure(target.pool, (db) => findPresent(db, { id: tenant_id, code }));
  if (present === null) return;
  throw new NotMoved(
    present === code
      ? `${target.name} has rows of ${code} already. If they stayed there when it moved away, remove them there first: muster org delete ${code}.`
      : `${target.name} has this organisation already, as ${present}.`,
  );
}
