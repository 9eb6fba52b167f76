// Reads roles from signed claims, as pure functions.
import { claimAt } from "../claim.ts";
import { value_chars_max, values_max, type RoleLine, type RoleSettings } from "./settings.ts";

/** Why the values cannot be read: the claim only refers to another endpoint, they are not texts, or there are too many. */
export const roles_faults = ["ROLES_OVERAGE", "ROLES_INVALID", "ROLES_TOO_MANY"] as const;
export type RolesFault = (typeof roles_faults)[number];

export type RolesSaid = { values: string[]; fault: null } | { values: null; fault: RolesFault };

/** The values of a claim; a missing claim has none, because providers leave out empty ones. */
export function readValues(signed: Readonly<Record<string, unknown>>, claim: string): RolesSaid {
  const found = claimAt(signed, claim);
  if (found === undefined || found === null)
    return isElsewhere(signed, claim) ? { values: null, fault: "ROLES_OVERAGE" } : { values: [], fault: null };
  const values: readonly unknown[] = Array.isArray(found) ? found : [found];
  if (values.length > values_max) return { values: null, fault: "ROLES_TOO_MANY" };
  if (!values.every((value) => typeof value === "string")) return { values: null, fault: "ROLES_INVALID" };
  // A longer value cannot match a line.
  return { values: [...new Set(values)].filter((value) => value.length <= value_chars_max), fault: null };
}

/**
 * Whether the provider has left out the groups because there are too many: Entra sends a reference instead, in OpenID Connect
 * (Core 1.0 §5.6.2, distributed claims) and in SAML.
 */
function isElsewhere(signed: Readonly<Record<string, unknown>>, claim: string): boolean {
  const names = signed["_claim_names"];
  const named = typeof names === "object" && names !== null && Object.hasOwn(names, claim);
  const has_groups = signed["hasgroups"] === true || signed["hasgroups"] === "true";
  return named || (has_groups && claim === "groups") || Object.hasOwn(signed, `${claim}.link`);
}

/** The first line that matches a value; null: no role. */
export function lineFor(values: readonly string[], { lines }: Pick<RoleSettings, "lines">): RoleLine | null {
  return lines.find(({ value }) => values.includes(value)) ?? null;
}
