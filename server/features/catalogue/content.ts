import type { Static } from "typebox";
import type { Fault } from "../courses/check-course.ts";
import { type AnyContent, content_members } from "../courses/schema.ts";
import { refuseFaults } from "./faults.ts";
import type { CourseChange } from "./schema.ts";

type Given = Static<typeof CourseChange>["content"];

/** Content with the members of its kind. Throws 422 when a member is missing or belongs to another kind. */
export function contentOf(given: Given): Static<typeof AnyContent> | null | undefined {
  if (given === undefined || given === null) return given;
  const { kind, ...members } = given;
  const [own] = Object.keys(content_members[kind]) as (keyof typeof members)[];
  const faults: Fault[] = [];
  if (members[own!] === undefined) faults.push({ path: ["content", own!], detail: "is required" });
  for (const name of Object.keys(members))
    if (name !== own) faults.push({ path: ["content", name], detail: `does not belong to a ${kind}` });
  refuseFaults(faults);
  const content = given as Static<typeof AnyContent>;
  // Ids are stored in lower case.
  return content.kind === "package" ? { ...content, package_id: content.package_id.toLowerCase() } : content;
}
