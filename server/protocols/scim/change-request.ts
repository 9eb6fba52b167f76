// Functions for changes of both users and groups.
import { preconditionFailed } from "../../platform/http/problem.ts";
import { matches } from "../../platform/http/route.ts";
import { etagOfVersion, type Preconditions, type ScimAnswer } from "./exchange.ts";
import type { Change } from "./patch/changes.ts";
import type { ProjectionRequest } from "./patch/project.ts";

export type ChangeRequest = { id: string; shown: ProjectionRequest; preconditions: Preconditions; status: 200 | 204 };

/** RFC 7644 §3.14, RFC 9110 §13.1: refuses a change if If-Match names another version, or If-None-Match names this one. */
export function checkVersion(name: "user" | "group", version: number, { if_match, if_none_match }: Preconditions): void {
  const etag = etagOfVersion(version);
  if (if_match !== undefined && !matches(if_match, etag)) {
    throw preconditionFailed(`The ${name} has changed since it was read; read it again.`);
  }
  if (matches(if_none_match, etag)) throw preconditionFailed(`The ${name} has the version that If-None-Match rules out.`);
}

/** Maximum number of attributes that one audit row lists. */
const paths_max = 50;

/** The part of an audit row that lists changed attributes of the document. */
export function documentChange(changes: readonly Change[]): Readonly<Record<string, unknown>> {
  return { scim_attributes: [null, changes.slice(0, paths_max).map(({ path }) => path)] };
}

/** The answer to a change; with 204 only version and location. */
export function answerChange(status: ChangeRequest["status"], answer: ScimAnswer, log: ScimAnswer["log"]): ScimAnswer {
  return { ...answer, body: status === 204 ? null : answer.body, ...(log === undefined ? {} : { log }) };
}
