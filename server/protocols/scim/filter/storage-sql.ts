// Where SCIM's attributes are stored; only this file knows the tables. Aliases: `p` person, `g` group, `s` its row of
// scim_resource (left joined), whose `normal` is the normal form of the sent document, `d` department, `c` contractor, `m`
// manager (all left joined). A column `…_norm` holds caseNorm of its column. Only names of departments, contractors and groups
// differ: their `name_norm` holds nameNorm, and `name_case` holds caseNorm.
import { constant, part, type Fragment } from "../../../platform/db/sql.ts";
import type { Column, List, Member, Rows, Storage } from "./sql.ts";
import { group_type, training_urn, user_schemas, type OwnAttribute } from "../schemas.ts";
import { enterprise_schema } from "../schemas-user.ts";
import { places } from "../users/places.ts";

type Place = Column | Member | List | Rows;

/** The request's organisation, and the URLs of its resources, with a trailing `/`. */
export type Site = { tenant_id: string; users_url: string; groups_url: string };

export function userStorage(site: Site, own: readonly OwnAttribute[]): Storage {
  const document = part`s.normal`;
  return {
    document,
    places: new Map<string, Place>([
      ...commonPlaces(part`p`, user_schemas, "User", site.users_url),
      ["userName", text(part`p.login_norm`)],
      ...places.map(({ attribute, field, norm }): [string, Place] => [
        attribute,
        text(norm ? constant(`p.${field}_norm`) : part`infra.case_norm(${constant(`p.${field}`)})`),
      ]),
      ["active", { kind: "boolean", value: part`(p.state in ('invited', 'active'))` }],
      ["emails", emails(site.tenant_id)],
      ["groups", groups(site)],
      [`${enterprise_schema.id}:department`, text(sentOr([enterprise_schema.id, "department"], part`d.name_case`))],
      [`${manager}.value`, text(managerOr(part`p.manager_id::text`, "value"))],
      [`${manager}.$ref`, text(managerOr(part`(${site.users_url} || p.manager_id::text)`, "$ref"))],
      [
        `${manager}.displayName`,
        text(part`case when p.manager_id is null then ${sent([enterprise_schema.id, "manager", "displayName"])}
          else nullif(concat_ws(' ', m.first_name_norm, m.last_name_norm), '') end`),
      ],
      [`${training_urn}:workerType`, text(part`p.worker_type`)],
      [`${training_urn}:contractorId`, text(part`coalesce(p.contractor_id::text, ${sent([training_urn, "contractorId"])})`)],
      [`${training_urn}:contractorName`, text(sentOr([training_urn, "contractorName"], part`c.name_case`))],
      ...own.map(({ key }): [string, Place] => [
        `${training_urn}:${key}`,
        { kind: "json", document: part`p.attributes`, keys: [key] },
      ]),
    ]),
  };
}

export function groupStorage(site: Site): Storage {
  return {
    document: part`s.normal`,
    places: new Map<string, Place>([
      ...commonPlaces(part`g`, [group_type.core.id], "Group", site.groups_url),
      ["displayName", text(part`g.name_case`)],
      ["members", members(site)],
    ]),
  };
}

function commonPlaces(row: Fragment, schemas: readonly string[], name: string, url: string): [string, Place][] {
  return [
    [
      "schemas",
      { kind: "list", list: part`coalesce(s.normal -> 'schemas', ${JSON.stringify(schemas)}::jsonb)`, candidates: () => null },
    ],
    ["id", { kind: "id", value: part`${row}.id` }],
    ["externalId", text(part`${row}.external_id`)],
    ["meta.resourceType", text(part`${name}::text`)],
    ["meta.created", { kind: "instant", value: part`${row}.created_at` }],
    ["meta.lastModified", { kind: "instant", value: part`${row}.updated_at` }],
    ["meta.location", text(part`(${url} || ${row}.id::text)`)],
    ["meta.version", text(part`('W/"' || ${row}.version::text || '"')`)],
  ];
}

/** The addresses as sent, or else the platform's own address. Sent addresses are also stored in scim_email. */
function emails(tenant_id: string): List {
  return {
    kind: "list",
    list: part`coalesce(s.normal -> 'emails', case when p.email_norm is not null then jsonb_build_array(jsonb_build_object('value', p.email_norm, 'type', 'work', 'primary', true)) end)`,
    candidates: (sub_attribute, value) =>
      sub_attribute === "value"
        ? part`p.id in (
            select known.id
            from person known
            where known.tenant_id = ${tenant_id} and known.email_norm = ${value}
            union all
            select sent.person_id
            from scim_email sent
            where sent.tenant_id = ${tenant_id} and sent.value_norm = ${value})`
        : null,
  };
}

function groups({ tenant_id, groups_url }: Site): Rows {
  return {
    kind: "rows",
    from: part`group_member m join person_group joined on joined.tenant_id = m.tenant_id and joined.id = m.group_id`,
    where: part`m.tenant_id = ${tenant_id} and m.person_id = p.id and m.left_at is null`,
    columns: new Map<string, Column>([
      ["value", { kind: "id", value: part`m.group_id` }],
      ["$ref", text(part`(${groups_url} || m.group_id::text)`)],
      ["display", text(part`joined.name_case`)],
      ["type", text(part`'direct'::text`)],
    ]),
  };
}

/**
 * The members come from an index of group_member. Each person is then checked once, because users that the provider has deleted
 * are no members. Names are read only if a filter uses them.
 */
function members({ tenant_id, users_url }: Site): Rows {
  return {
    kind: "rows",
    from: part`group_member m`,
    where: part`m.tenant_id = ${tenant_id} and m.group_id = g.id and m.left_at is null and (
        select there.scim_deleted_at is null and there.state <> 'anonymized'
        from person there
        where there.tenant_id = m.tenant_id and there.id = m.person_id)`,
    columns: new Map<string, Column>([
      ["value", { kind: "id", value: part`m.person_id` }],
      ["$ref", text(part`(${users_url} || m.person_id::text)`)],
      ["type", text(part`'user'::text`)],
      [
        "display",
        text(part`(
        select nullif(concat_ws(' ', x.first_name_norm, x.last_name_norm), '')
        from person x
        where x.tenant_id = m.tenant_id and x.id = m.person_id)`),
      ],
    ]),
  };
}

function text(value: Fragment): Column {
  return { kind: "text", value };
}

const manager = `${enterprise_schema.id}:manager`;

/** The manager if it is a person of the organisation, otherwise the manager as sent. */
function managerOr(known: Fragment, member: string): Fragment {
  return part`coalesce(${known}, ${sent([enterprise_schema.id, "manager", member])})`;
}

function sentOr(keys: readonly string[], known: Fragment): Fragment {
  return part`coalesce(${sent(keys)}, ${known})`;
}

function sent(keys: readonly string[]): Fragment {
  return part`(s.normal #>> ${[...keys]}::text[])`;
}
