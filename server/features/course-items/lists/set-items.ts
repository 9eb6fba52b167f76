import type { Static } from "typebox";
import type { Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { findKnown, idOf } from "../../../platform/http/known.ts";
import { invalid, notFound } from "../../../platform/http/problem.ts";
import { newId } from "../../../platform/ids.ts";
import { instantText } from "../../../platform/instants.ts";
import { record } from "../../audit/record.ts";
import { findCourseForChange, lockCourse } from "../../courses/apply-sql.ts";
import { storeCourses } from "../../courses/store.ts";
import { holdCategories } from "../bank/sql.ts";
import { fileIdOf, seen_percent_usual, type Item, type ItemKind } from "../item.ts";
import { shownFile } from "../files/shown.ts";
import { removeUnusedFiles } from "../files/remove.job.ts";
import { listFiles } from "../files/sql.ts";
import { useOf, type FileUse } from "../files/type.ts";
import { faultsOfConditions, type ItemFault } from "../rules.ts";
import { drawn_max, type CourseItems, type ItemsSet } from "../schema.ts";
import { deleteUnusedLists, findCourseItems, holdPackages, holdTools, insertList, type OneContent } from "./sql.ts";

type Given = Static<typeof ItemsSet>["items"][number];
type Shown = Static<typeof CourseItems>;

/** The members of each kind: exactly one of `one_of`, and optionally those of `beside`. */
const members: Record<ItemKind, { one_of: readonly Member[]; beside?: readonly Member[] }> = {
  text: { one_of: ["text"] },
  document: { one_of: ["file_id"] },
  link: { one_of: ["url"] },
  video: { one_of: ["url", "file_id"], beside: ["captions_id", "seen_percent"] },
  quiz: { one_of: ["draws"], beside: ["pass_percent"] },
  package: { one_of: ["package_id"] },
  lti: { one_of: ["tool_id"], beside: ["url", "custom"] },
};
const all_members = [
  "text",
  "url",
  "package_id",
  "file_id",
  "captions_id",
  "seen_percent",
  "draws",
  "pass_percent",
  "tool_id",
  "custom",
] as const;
type Member = (typeof all_members)[number];

const missing = "No such course.";

/** The items of a course. A course with a single content is shown as a list of one item. */
export async function readItems(pool: Pool, { tenant }: Context, given_id: string): Promise<Shown> {
  return withTenant(pool, tenant.id, (db) => shown(db, tenant.id, idOf(given_id, missing)));
}

/** Writes the next version of a course's items. Learners who have begun finish the version that they began. */
export async function setItems(pool: Pool, context: Context, given_id: string, given: readonly Given[]): Promise<Shown> {
  const { id: tenant_id } = context.tenant;
  const id = idOf(given_id, missing);
  return withTenant(pool, tenant_id, async (db) => {
    await lockCourse(db, tenant_id, id);
    const stands = await findCourseForChange(db, tenant_id, id);
    if (stands?.type !== "course") throw notFound(missing);
    const before = await findCourseItems(db, tenant_id, id);
    const known = new Set(before?.items?.map((item) => item.id));
    refuse(given.flatMap((item, place) => faultsOfItem(item, place, known)));
    refuse(given.flatMap((item, place) => faultsOfIds(given, item, place)));
    const items = given.map(itemOf);
    const absent = [
      ...(await faultsOfDraws(db, tenant_id, items)),
      ...(await faultsOfPackages(db, tenant_id, items)),
      ...(await faultsOfFiles(db, tenant_id, id, items)),
      ...(await faultsOfTools(db, tenant_id, items)),
    ];
    refuse([...faultsOfConditions(items), ...absent]);
    const at = instantText(context.now);
    const version = await insertList(db, tenant_id, id, { items, at });
    await storeCourses(db, tenant_id, [{ ...stands, content: { kind: "items", version } }]);
    await deleteUnusedLists(db, tenant_id, id, version);
    await removeUnusedFiles(db, tenant_id, id);
    await record(db, context, {
      operation: "course.set_items",
      target_type: "course",
      target_id: id,
      changes: { items: [titles(before?.items ?? []), titles(items)], content: [stands.content, { kind: "items", version }] },
    });
    return shown(db, tenant_id, id);
  });
}

function titles(items: readonly Item[]): string[] {
  return items.map(({ title }) => title);
}

function itemOf({ id, kind, title, required, opens, after, ...own }: Given): Item {
  const common = { id: id?.toLowerCase() ?? newId(), title, required, opens, after: after ?? null };
  const file_id = own.file_id?.toLowerCase();
  // The members of each kind were checked before.
  if (kind === "text") return { ...common, kind, text: own.text! };
  if (kind === "lti")
    return { ...common, kind, tool_id: own.tool_id!.toLowerCase(), url: own.url ?? null, custom: own.custom ?? [] };
  if (kind === "package") return { ...common, kind, package_id: own.package_id!.toLowerCase() };
  if (kind === "document") return { ...common, kind, file_id: file_id! };
  if (kind === "video" && file_id !== undefined) {
    const { captions_id, seen_percent = seen_percent_usual } = own;
    return { ...common, kind, file_id, captions_id: captions_id?.toLowerCase() ?? null, seen_percent };
  }
  if (kind !== "quiz") return { ...common, kind, url: own.url! };
  const draws = own.draws!.map(({ category_id, count }) => ({ category_id: category_id.toLowerCase(), count }));
  return { ...common, kind, draws, pass_percent: own.pass_percent ?? null };
}

/** Faults of an item: members that its kind lacks or does not have, and an id that the course does not have. */
function faultsOfItem(item: Given, place: number, known: ReadonlySet<string>): ItemFault[] {
  const { one_of, beside = [] } = members[item.kind];
  const given = one_of.filter((name) => item[name] !== undefined);
  const faults: ItemFault[] = [];
  const fault = (name: string, detail: string) => faults.push({ path: ["items", place, name], detail });
  if (given.length === 0) fault(one_of[0]!, "is required");
  for (const name of given.slice(1)) fault(name, `does not go with ${given[0]}`);
  for (const name of all_members) {
    if (item[name] === undefined || one_of.includes(name)) continue;
    if (!beside.includes(name)) fault(name, `does not belong to a ${item.kind}`);
    else if (item.kind === "video" && item.file_id === undefined) fault(name, "belongs to a video that is a file");
  }
  if (item.id !== undefined && !known.has(item.id.toLowerCase())) fault("id", "names no item of the course");
  return faults;
}

function faultsOfIds(given: readonly Given[], { id }: Given, place: number): ItemFault[] {
  const twice = id !== undefined && given.findIndex((other) => other.id?.toLowerCase() === id.toLowerCase()) < place;
  return twice ? [{ path: ["items", place, "id"], detail: "stands twice in the list" }] : [];
}

/** The categories from which quizzes draw must exist; they are locked until the list is written. */
async function faultsOfDraws(db: Db, tenant_id: string, items: readonly Item[]): Promise<ItemFault[]> {
  const drawn = items.flatMap((item) => (item.kind === "quiz" ? item.draws : []));
  if (drawn.length === 0) return [];
  const found = await holdCategories(
    db,
    tenant_id,
    drawn.map(({ category_id }) => category_id),
  );
  const categories = new Map(found.map((category) => [category.id, category]));
  return items.flatMap((item, place): ItemFault[] => {
    if (item.kind !== "quiz") return [];
    const at = ["items", place, "draws"] as const;
    const faults = item.draws.flatMap(({ category_id, count }, index): ItemFault[] => {
      const category = categories.get(category_id);
      if (category === undefined) return [{ path: [...at, index, "category_id"], detail: "names no category" }];
      if (item.draws.findIndex((other) => other.category_id === category_id) < index)
        return [{ path: [...at, index, "category_id"], detail: "stands twice in this quiz" }];
      if (count <= category.questions) return [];
      return [
        {
          path: [...at, index, "count"],
          detail: `must be at most ${category.questions}: "${category.name}" has no more questions`,
        },
      ];
    });
    const sum = item.draws.reduce((total, { count }) => total + count, 0);
    if (sum > drawn_max) faults.push({ path: at, detail: `must be ${drawn_max} questions together at most` });
    return faults;
  });
}

/** Items whose package does not exist. The packages are locked until the list is written. */
async function faultsOfPackages(db: Db, tenant_id: string, items: readonly Item[]): Promise<ItemFault[]> {
  const ids = items.flatMap((item) => (item.kind === "package" ? item.package_id : []));
  const found = new Set(ids.length === 0 ? [] : await holdPackages(db, tenant_id, ids));
  return items.flatMap((item, place): ItemFault[] =>
    item.kind !== "package" || found.has(item.package_id)
      ? []
      : [{ path: ["items", place, "package_id"], detail: "names no package" }],
  );
}

/** Files must exist and have a type that fits their use. The course is locked, so none of them can be removed. */
async function faultsOfFiles(db: Db, tenant_id: string, id: string, items: readonly Item[]): Promise<ItemFault[]> {
  if (items.every((item) => fileIdOf(item) === null)) return [];
  const found = new Map((await listFiles(db, tenant_id, id)).map((file) => [file.id, useOf(file.media_type!)]));
  return items.flatMap((item, place): ItemFault[] => {
    const judge = (name: string, file_id: string | null, use: FileUse): ItemFault[] => {
      if (file_id === null || found.get(file_id) === use) return [];
      const detail = found.has(file_id) ? `names a file that is no ${use}` : "names no file of the course";
      return [{ path: ["items", place, name], detail }];
    };
    if (item.kind === "document") return judge("file_id", item.file_id, "document");
    if (!("file_id" in item)) return [];
    return [...judge("file_id", item.file_id, "video"), ...judge("captions_id", item.captions_id, "captions")];
  });
}

/** Tools must exist, and the target must belong to the tool; they are locked until the list is written. */
async function faultsOfTools(db: Db, tenant_id: string, items: readonly Item[]): Promise<ItemFault[]> {
  const ids = items.flatMap((item) => (item.kind === "lti" ? item.tool_id : []));
  const found = new Map(ids.length === 0 ? [] : (await holdTools(db, tenant_id, ids)).map((tool) => [tool.id, tool]));
  return items.flatMap((item, place): ItemFault[] => {
    if (item.kind !== "lti") return [];
    const tool = found.get(item.tool_id);
    if (tool === undefined) return [{ path: ["items", place, "tool_id"], detail: "names no tool" }];
    const { origin } = new URL(tool.launch_url);
    const faults: ItemFault[] = [];
    if (item.url !== null && new URL(item.url).origin !== origin)
      faults.push({ path: ["items", place, "url"], detail: `must begin with ${origin}/` });
    if (new Set(item.custom.map(({ name }) => name)).size < item.custom.length)
      faults.push({ path: ["items", place, "custom"], detail: "must name each parameter once" });
    return faults;
  });
}

function refuse(faults: readonly ItemFault[]): void {
  if (faults.length === 0) return;
  throw invalid(faults.map(({ path, detail }) => ({ pointer: `#/${path.join("/")}`, code: "NOT_POSSIBLE" as const, detail })));
}

async function shown(db: Db, tenant_id: string, id: string): Promise<Shown> {
  const { title, content, items, under_way } = await findKnown(id, missing, (known) => findCourseItems(db, tenant_id, known));
  const files = (await listFiles(db, tenant_id, idOf(id, missing))).map(shownFile);
  if (items === null) return { version: null, items: content === null ? [] : [asItem(title, content)], files, under_way: 0 };
  const nothing = {
    text: null,
    url: null,
    package_id: null,
    file_id: null,
    captions_id: null,
    seen_percent: null,
    draws: null,
    pass_percent: null,
    tool_id: null,
    custom: null,
  };
  return { version: content!.version!, items: items.map((item) => ({ ...nothing, ...item })), files, under_way };
}

/** The single content of a course, as an item. */
function asItem(title: string, { kind, url, text, package_id }: OneContent): Shown["items"][number] {
  return {
    id: null,
    kind: (kind === "document" ? "text" : kind) as "text" | "link" | "quiz" | "package",
    title,
    required: true,
    opens: "at_once",
    after: null,
    text: text ?? null,
    url: url ?? null,
    package_id: package_id ?? null,
    file_id: null,
    captions_id: null,
    seen_percent: null,
    draws: null,
    pass_percent: null,
    tool_id: null,
    custom: null,
  };
}
