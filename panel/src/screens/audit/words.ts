import type { TFunction } from "i18next";
import type { components } from "../../api/schema.d.ts";
import type { LinkTarget } from "../../components/values/link.tsx";

export type Entry = components["schemas"]["AuditRecord"];
export type Named = components["schemas"]["AuditList"]["named"][number];
export type Names = ReadonlyMap<string, Named>;
type Said = Pick<Entry, "operation" | "target_type" | "target_id" | "changes" | "personal"> & Partial<Pick<Entry, "batch_id">>;

/** Names by "type id", for targets, and by id alone. */
export function namesOf(named: readonly Named[]): Names {
  return new Map(named.flatMap((one) => [[`${one.type} ${one.id}`, one] as const, [one.id, one] as const]));
}

/**
 * What was done to whom, as a sentence without its subject, which the screen shows beside it. An operation unknown to this
 * version is shown by its name.
 */
export function sentenceOf(t: TFunction<"audit">, entry: Said, names: Names): string {
  const named = targetOf(entry, names);
  const into = idOf(entry.changes["merged_into"]);
  const values = {
    name: nameOf(t, entry, named),
    value:
      text(latest({ ...entry.changes, ...entry.personal }, ["value", "address", "key", "name", "label"])) ?? t("unknown.gone"),
    person: personOf(t, entry, named, names),
    course:
      named?.course?.title ?? text(latest(entry.changes, ["course_code"])) ?? calledById(t, entry.changes["course_id"], names),
    group: calledById(t, entry.changes["group_id"], names),
    into: into === null ? t("unknown.gone") : (names.get(into)?.name ?? t("unknown.gone")),
    number: numberOf(entry.changes),
  };
  return t(`action.${entry.operation}`, { ...values, defaultValue: entry.operation });
}

function targetOf({ target_type, target_id }: Said, names: Names): Named | undefined {
  return names.get(`${target_type} ${target_id}`);
}

function nameOf(t: TFunction<"audit">, entry: Said, named: Named | undefined): string {
  if (named?.type === "person") return named.user?.name ?? t("unknown.person");
  const own = text(latest({ ...entry.personal, ...entry.changes }, ["name", "title", "code", "email"]));
  return (
    named?.name ??
    own ??
    (entry.target_id === null ? t("unknown.gone") : t("unknown.id", { id: `…${entry.target_id.slice(-8)}` }))
  );
}

function personOf(t: TFunction<"audit">, { changes, personal }: Said, named: Named | undefined, names: Names): string {
  if (named?.user) return named.user.name ?? t("unknown.person");
  const id = idOf(changes["user_id"]);
  const user = id === null ? undefined : names.get(id)?.user;
  return user?.name ?? text(latest(personal, ["employee_no", "email"])) ?? t("unknown.person");
}

function calledById(t: TFunction<"audit">, change: unknown, names: Names): string {
  const id = idOf(change);
  return (id === null ? undefined : names.get(id)?.name) ?? t("unknown.gone");
}

/** The last value of the first of these fields that a change has: the value after it, or else before it. */
function latest(changes: Record<string, unknown>, members: readonly string[]): unknown {
  for (const member of members) {
    const change = changes[member];
    if (change === undefined) continue;
    return isPair(change) ? (change[1] ?? change[0]) : change;
  }
  return undefined;
}

export function isPair(change: unknown): change is [unknown, unknown] {
  return Array.isArray(change) && change.length === 2;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function idOf(change: unknown): string | null {
  return text(isPair(change) ? (change[1] ?? change[0]) : change) ?? null;
}

/** How many people or enrollments a bulk operation changed. */
function numberOf(changes: Record<string, unknown>): string {
  const found = latest(changes, ["people", "person_ids", "enrollments"]);
  if (Array.isArray(found)) return String(found.length);
  return typeof found === "number" ? String(found) : "–";
}

/** `it_only`: only IT administrators may open the screen. */
export type Place = LinkTarget & { label: string; it_only?: boolean };

/** The screens of the records that an entry is about: person and course first, then the record itself. */
export function placesOf(t: TFunction<"audit">, entry: Said, names: Names): Place[] {
  const named = targetOf(entry, names);
  const id = entry.target_id ?? "";
  const { user, course } = named ?? {};
  const places: Place[] = [];
  if (user) places.push({ to: "/people/$person_id", params: { person_id: user.id }, label: user.name ?? t("unknown.person") });
  if (course) {
    const to = course.is_path ? "/paths/$path_id" : "/courses/$course_id";
    places.push({ to, params: { [course.is_path ? "path_id" : "course_id"]: course.id }, label: course.title });
  }
  const own = named && own_places[named.type];
  if (named && own) {
    const label = t(`open.${named.type}`, { name: named.name, defaultValue: named.name ?? "–" });
    places.push({ ...own(id, named), label, it_only: it_only.has(named.type) });
  }
  if ((entry.operation === "course.assign" || entry.target_type === "bulk_operation") && entry.batch_id)
    places.push({ to: "/people/assignments/$bulk_id", params: { bulk_id: entry.batch_id }, label: t("open.bulk") });
  if (entry.target_type === "import")
    places.push({ to: "/imports/$import_id", params: { import_id: id }, label: t("open.import") });
  return places;
}

const own_places: Partial<Record<string, (id: string, named: Named) => LinkTarget>> = {
  enrollment: (enrollment_id) => ({ to: "/enrollments/$enrollment_id", params: { enrollment_id } }),
  certificate: (_, { name }) => ({ to: "/certificates", search: { q: name ?? undefined } }),
  license: (licence_id) => ({ to: "/licences/$licence_id", params: { licence_id } }),
  rule: (rule_id) => ({ to: "/rules/$rule_id", params: { rule_id } }),
  group: (group_id) => ({ to: "/groups/$group_id", params: { group_id } }),
  department: (department_id) => ({ to: "/departments/$department_id", params: { department_id } }),
  contractor: (contractor_id) => ({ to: "/contractors/$contractor_id", params: { contractor_id } }),
  client: (client_id) => ({ to: "/clients/$client_id", params: { client_id } }),
  webhook_subscription: (webhook_id) => ({ to: "/webhooks/$webhook_id", params: { webhook_id } }),
  administrator: () => ({ to: "/administrators" }),
};

const it_only: ReadonlySet<string> = new Set(["client", "webhook_subscription", "administrator"]);
