import type { PanelRole, Scope } from "../context.ts";

/** Who may call a route. Every route declares it; without it the server does not start. */
export type Access =
  | { kind: "open" }
  /** Integration clients that hold at least one of the scopes. */
  | { kind: "scope"; any_of: readonly Scope[] }
  /**
   * Every integration client, whatever its scopes. The request takes no token of the rate limit, so the operation must limit
   * itself.
   */
  | { kind: "client" }
  /** People who are signed in to the panel in one of the roles; null: everyone, signed in or not. */
  | { kind: "panel"; roles: readonly PanelRole[] | null; step_up: boolean; departments: ForDepartments };

/**
 * Which access administrators of some departments have to an operation (docs/decisions/0072):
 *
 * refused         none: it concerns the whole organisation, or does not support the limit yet
 * own             it concerns their own account only, or no person at all
 * seen            it reads records of their departments only
 * acts            it changes records of one person, who belongs to their departments
 */
export type ForDepartments = "refused" | "own" | "seen" | "acts";

/** For integration clients with at least one of these scopes. */
export function needs(...any_of: readonly [Scope, ...Scope[]]): Access & { kind: "scope" } {
  return { kind: "scope", any_of };
}

/** For every integration client. The request takes no token of the rate limit. */
export function anyClient(): Access & { kind: "client" } {
  return { kind: "client" };
}

/** Whether only integration clients may call. */
export function isForClients({ kind }: Access): boolean {
  return kind === "scope" || kind === "client";
}

/** For everyone, without credentials and without rate limit. */
export function open(): Access {
  return { kind: "open" };
}
