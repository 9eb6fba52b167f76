// Splits a user as sent into the fields that the platform has columns for, and the document of the rest.
import type { ProvisionedPerson } from "../../../features/employment/provision.ts";
import type { AttributeValue, ScimField, WorkerType } from "../../../features/people/definition.ts";
import { isEmailAddress } from "../../../platform/mail/address.ts";
import { caseNorm, isLongerThan } from "../../../platform/text.ts";
import type { ResourceType } from "../attributes.ts";
import { scimError } from "../errors.ts";
import { isArray, isObject, isSame, memberOf, withMember, type Json, type JsonObject } from "../patch/merge-json.ts";
import { schemasOf } from "../patch/patch.ts";
import { training_urn, user_schemas } from "../schemas.ts";
import { enterprise_schema } from "../schemas-user.ts";
import { places } from "./places.ts";

export type MappedUser = {
  /** The fields except the manager, which the caller looks up (manager.ts). */
  said: Omit<ProvisionedPerson, "manager_id">;
  manager: JsonObject;
  /** The part of the request that is stored. */
  document: JsonObject;
  /** Its e-mail addresses in their normal form. */
  emails: readonly string[];
};

/** Maximum number of characters of a login and of an identity provider's id, which are in indexes. */
const key_max = 255;
const email_max = 320;
/** The longest address that mail is sent to. A longer or invalid address is stored, but gets no mail. */
const mailbox_max = 254;
const own_text_max = 1_000;
const own_entries_max = 20;

/**
 * Reads a user in canonical form. `shown`: the person as shown before the change, if it existed; `sent`: its document until then.
 * Values that the platform added to `shown` and that come back unchanged are not changes by the client.
 */
export function mapUser(
  resource: JsonObject,
  type: ResourceType,
  before: { shown: JsonObject; sent: JsonObject } | null,
): MappedUser {
  const heard = before === null ? resource : withoutEchoes(resource, before.shown, before.sent);
  const document = documentOf(heard, type);
  const training = partOf(heard, training_urn);
  const emails = emailsOf(heard);
  return {
    said: {
      login: limited("userName", memberOf(heard, "userName"), key_max)!,
      external_id: limited("externalId", memberOf(heard, "externalId"), key_max),
      ...fieldsOf(heard),
      email: mailboxOf(emails),
      worker_type: workerTypeOf(memberOf(training, "workerType")),
      department: referenceOf(before, resource, heard, [enterprise_schema.id, "department"]),
      contractor_name: referenceOf(before, resource, heard, [training_urn, "contractorName"]),
      contractor_id: referenceOf(before, resource, heard, [training_urn, "contractorId"]),
      attributes: ownAttributesOf(training, type),
      active: booleanOf(memberOf(heard, "active")),
    },
    manager: managerIn(heard),
    document,
    emails: [...new Set(emails.flatMap(({ value }) => (value === null ? [] : [caseNorm(value)])))],
  };
}

// Attributes that the platform derives if the client has not sent them.
const echoed: readonly (readonly [string, string])[] = [
  [enterprise_schema.id, "department"],
  [training_urn, "contractorName"],
  [training_urn, "contractorId"],
];

/** The resource without values that the platform has added and the client sends back unchanged. */
function withoutEchoes(resource: JsonObject, shown: JsonObject, sent: JsonObject): JsonObject {
  return echoed.reduce((heard, [urn, name]) => {
    const is_echo =
      isSame(memberOf(partOf(resource, urn), name), memberOf(partOf(shown, urn), name)) &&
      memberOf(partOf(sent, urn), name) === undefined;
    // A changed contractor name decides; an unchanged id with it belongs to the previous contractor.
    const is_outdated = name === "contractorId" && isRenamed(resource, shown) && isUnchanged(resource, shown, name);
    return is_echo || is_outdated ? without(heard, urn, name) : heard;
  }, resource);
}

function isRenamed(resource: JsonObject, shown: JsonObject): boolean {
  return (
    !isUnchanged(resource, shown, "contractorName") && memberOf(partOf(resource, training_urn), "contractorName") !== undefined
  );
}

function isUnchanged(resource: JsonObject, shown: JsonObject, name: string): boolean {
  return isSame(memberOf(partOf(resource, training_urn), name), memberOf(partOf(shown, training_urn), name));
}

/** A name or id to look up; undefined where the request omits it, null where it clears it. */
function referenceOf(
  before: { shown: JsonObject } | null,
  resource: JsonObject,
  heard: JsonObject,
  [urn, name]: readonly [string, string],
): string | null | undefined {
  const value = textOf(memberOf(partOf(heard, urn), name));
  if (value !== null) return value;
  return before !== null && memberOf(partOf(resource, urn), name) !== undefined ? undefined : null;
}

/** Attributes with a column are stored only there. */
const columns: readonly (readonly [string | null, string])[] = [
  ...["id", "meta", "groups", "active", "userName", "externalId"].map((name) => [null, name] as const),
  ...places.map(({ holder, member }) => [holder, member] as const),
  [enterprise_schema.id, "manager"],
  [training_urn, "workerType"],
  [training_urn, "contractorId"],
];

/** The names in `columns` by their holder: the resource itself (null), or one of its members. */
const columns_in: ReadonlyMap<string | null, ReadonlySet<string>> = new Map(
  Map.groupBy(columns, ([holder]) => holder)
    .entries()
    .map(([holder, placed]) => [holder, new Set(placed.map(([, name]) => name))]),
);

function documentOf(heard: JsonObject, type: ResourceType): JsonObject {
  const own = new Set([...columns_in.get(training_urn)!, ...ownKeys(type)]);
  const members = withoutNames(heard, columns_in.get(null)!).flatMap(([name, value]): [string, Json][] => {
    const placed = name === training_urn ? own : columns_in.get(name);
    if (placed === undefined) return [[name, value]];
    const rest = isObject(value) ? withoutNames(value, placed) : [];
    return rest.length === 0 ? [] : [[name, Object.fromEntries(rest)]];
  });
  const unknown = schemasOf(heard, type).filter((urn) => !user_schemas.includes(urn));
  return withMember(Object.fromEntries(members), "schemas", [...user_schemas, ...unknown]);
}

function withoutNames(object: JsonObject, names: ReadonlySet<string>): [string, Json][] {
  return Object.entries(object).filter(([name]) => !names.has(name));
}

/** The id of an unknown company is stored as sent: it has no column. */
export function withUnknownCompany(document: JsonObject, contractor_id: string): JsonObject {
  return withMember(document, training_urn, withMember(partOf(document, training_urn), "contractorId", contractor_id));
}

/** The company id of a user as shown; in a document, an id that the organisation did not know. */
export function contractorIdIn(document: JsonObject): string | null {
  return textOf(memberOf(partOf(document, training_urn), "contractorId"));
}

/** The manager of a user; in a document, a manager who was not found. */
export function managerIn(user: JsonObject): JsonObject {
  return partOf(partOf(user, enterprise_schema.id), "manager");
}

function without(document: JsonObject, holder: string | null, name: string): JsonObject {
  if (holder === null) return withMember(document, name, undefined);
  const rest = withMember(partOf(document, holder), name, undefined);
  return withMember(document, holder, Object.keys(rest).length === 0 ? undefined : rest);
}

type Email = { value: string | null; type: string | null; primary: boolean };

function emailsOf(heard: JsonObject): Email[] {
  const emails = memberOf(heard, "emails");
  return (isArray(emails) ? emails : []).filter(isObject).map((email) => {
    const value = textOf(memberOf(email, "value"));
    if (value !== null && isLongerThan(value, email_max)) throw tooLong("emails.value", email_max);
    return { value, type: textOf(memberOf(email, "type")), primary: memberOf(email, "primary") === true };
  });
}

/** The address that mail is sent to: the work address, or else the primary one, or else the first. */
function mailboxOf(emails: readonly Email[]): string | null {
  const usable = emails.filter(({ value }) => value !== null && value.length <= mailbox_max && isEmailAddress(value));
  const at_work = usable.filter(({ type }) => type?.toLowerCase() === "work");
  const chosen = at_work.find(({ primary }) => primary) ?? at_work[0] ?? usable.find(({ primary }) => primary) ?? usable[0];
  return chosen?.value ?? null;
}

/** A value other than the two worker types is ignored: canonical values are suggestions. */
function workerTypeOf(value: Json | undefined): WorkerType | null {
  const text = textOf(value)?.toLowerCase();
  return text === "internal_payroll" || text === "b2b_contractor" ? text : null;
}

/** Values of the organisation's own attributes; null if there is none. */
function ownAttributesOf(training: JsonObject, type: ResourceType): Record<string, AttributeValue> {
  return Object.fromEntries(
    ownKeys(type).map((key) => {
      const value = (memberOf(training, key) ?? null) as AttributeValue;
      const texts = isArray(value) ? value : [value];
      if (texts.some((text) => typeof text === "string" && isLongerThan(text, own_text_max))) throw tooLong(key, own_text_max);
      if (texts.length > own_entries_max) {
        throw scimError(400, "invalidValue", `${training_urn}:${key} may have at most ${own_entries_max} values.`);
      }
      return [key, value];
    }),
  );
}

/** Keys of the organisation's own attributes, as the schema publishes them. */
export function ownKeys(type: ResourceType): readonly string[] {
  const { attributes } = type.extensions.find(({ id }) => id === training_urn)!;
  return attributes.map(({ name }) => name).filter((name) => !ours.has(name));
}

const ours: ReadonlySet<string> = new Set(["workerType", "contractorName", "contractorId"]);

/** The fields that are taken over unchanged. */
function fieldsOf(heard: JsonObject): Pick<ProvisionedPerson, ScimField> {
  const said = places.map(({ field, holder, member, name, max }) => {
    const value = memberOf(holder === null ? heard : partOf(heard, holder), member);
    return [field, limited(name, value, max)];
  });
  return Object.fromEntries(said) as Pick<ProvisionedPerson, ScimField>;
}

function limited(name: string, value: Json | undefined, max: number | undefined): string | null {
  const text = textOf(value);
  if (text !== null && max !== undefined && isLongerThan(text, max)) throw tooLong(name, max);
  return text;
}

function tooLong(name: string, max: number) {
  return scimError(400, "invalidValue", `${name} may have at most ${max} characters.`);
}

function textOf(value: Json | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function booleanOf(value: Json | undefined): boolean | null {
  return typeof value === "boolean" ? value : null;
}

function partOf(resource: JsonObject, name: string): JsonObject {
  const value = memberOf(resource, name);
  return isObject(value) ? value : {};
}
