import type { FastifyRequest } from "fastify";
import { escapeToken, faults_max } from "./bodies/json-body.ts";
import { invalid, validationFailed, type ErrorItem, type Problem } from "./problem.ts";
import { asProblem } from "./validation.ts";

/**
 * What an operation finds wrong with the members of a body whose form is right, while that of others is not. Finds only what is
 * wrong whatever those others are.
 */
export type FindFurther = (request: FastifyRequest, given: Readonly<Record<string, unknown>>) => Promise<readonly ErrorItem[]>;

declare module "fastify" {
  interface FastifyRequest {
    /** Texts and numbers that cannot be kept, found before the schema is asked; null: there are none. */
    text_faults: ErrorItem[] | null;
  }
  interface FastifyContextConfig {
    further?: FindFurther;
  }
}

/** Whether a request was refused for its form: Fastify stops at the first part that is at fault. */
export function isOfForm(failure: Problem, request: FastifyRequest): boolean {
  if (failure.type !== validationFailed.type) return false;
  return request.text_faults !== null || (failure as { validationContext?: string }).validationContext !== undefined;
}

/** A refusal that names each field at fault, of the query and of the body, and what the operation itself finds wrong beside it. */
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

/** The members of a body that are not at fault; of an object among them, its members that are not. */
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
