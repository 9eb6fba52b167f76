import type { ScimType } from "../errors.ts";
import { enterprise_urn, person } from "./patch.fixture.ts";
import type { ProfileName } from "../profile.ts";

/** The expected result of a request: paths with their new values, the plan for members, or a refusal. */
type Expected = ScimType | { [path: string]: unknown };
export type Case = { title: string; body: unknown; of?: "group"; all: Expected } & Partial<Record<ProfileName, Expected>>;

export const work = { type: "work", value: "w@example.com" };
export const emails = person["emails"] as readonly object[];
export const manager_path = `${enterprise_urn}:manager`;
export const set_manager = {
  [`${manager_path}.value`]: "p-2",
  [`${manager_path}.$ref`]: null,
  [`${manager_path}.displayName`]: null,
};
export const no_manager = {
  [`${manager_path}.value`]: null,
  [`${manager_path}.$ref`]: null,
  [`${manager_path}.displayName`]: null,
};
