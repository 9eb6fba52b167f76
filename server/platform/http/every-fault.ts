import type { FastifyRequest } from "fastify";
import { escapeToken, faults_max } from "./bodies/json-body.ts";
import { invalid, validationFailed, type ErrorItem, type Problem } from "./problem.ts";
import { asProblem } from "./validation.ts";

/**
 * The operation's own checks of the members of a body that are valid by the schema, when other members are not. They must report
 * only faults that exist whatever the other members are.
 */
export type FindFurther = (request: FastifyRequest, given: Readonly<Record<string, unknown>>) => Promise<readonly ErrorItem[]>;

declare module "fastify" {
  interface FastifyRequest {
    /** Texts and numbers that cannot be stored, found before the schema validation; null: there are none. */
    text_faults: ErrorItem[] | null;
  }
  interface FastifyContextConfig {
    further?: FindFurther;
  }
}

/** Whether a request was refused by validation. Fastify stops at the first invalid part of the request. */
export function isOfForm(failure: Problem, request: FastifyRequest): boolean {
  if (failure.type !== validationFailed.type) return false;
  return request.text_faults !== null || (failure as { validationContext?: string }).validationContext !== undefined;
}

/** A refusal that lists every invalid field of the query and the body, and the faults that the operation's own checks find. */
export async function withEveryFault(failure: Problem, request: FastifyRequest): Promise<Problem> {
  const items = new Map<string, ErrorItem>();
  const add = (found: readonly ErrorItem[]) => {
    for (const item of found) {
      const place = item.pointer ?? item.parameter ?? item.header ?? "";
      if (!items.has(place) && items.size < faults_max) items.set(place, item);
    }
  };
  add(request.text_faults ?? []);
  add(failure.members["errors"] as readonly ErrorItem[]);
  add(findingsOf(request, "querystring"));
  add(findingsOf(request, "body"));
  const { further } = request.routeOptions.config;
  if (further) add(await further(request, withoutFaults(request.body, new Set(items.keys()))));
  return invalid([...items.values()]);
}

/** The valid members of a body; of an invalid object, its valid members. */
function withoutFaults(body: unknown, places: ReadonlySet<string>, at = "#"): Record<string, unknown> {
  const members = Object.entries((body ?? {}) as Record<string, unknown>).flatMap(([name, value]) => {
    const place = `${at}/${escapeToken(name)}`;
    if (places.has(place)) return [];
    if (at === "#" && isObject(value)) return [[name, withoutFaults(value, places, place)]];
    return [...places].some((one) => one.startsWith(`${place}/`)) ? [] : [[name, value]];
  });
  return Object.fromEntries(members) as Record<string, unknown>;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function findingsOf(request: FastifyRequest, part: "querystring" | "body"): readonly ErrorItem[] {
  const value = part === "body" ? request.body : request.query;
  const validate = request.getValidationFunction(part);
  if (!validate || typeof value !== "object" || value === null || validate(value)) return [];
  return asProblem(validate.errors as Parameters<typeof asProblem>[0], part).members["errors"] as readonly ErrorItem[];
}
