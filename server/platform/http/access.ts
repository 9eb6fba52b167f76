import type { PanelRole, Scope } from "../context.ts";

/** Who may call a route; every route says it, or the server does not start. */
export type Access =
  | { kind: "open" }
  /** Integration clients that hold at least one of the scopes. */
  | { kind: "scope"; any_of: readonly Scope[] }
  /** Every integration client, whatever its scopes; no token of its rate limit is taken, so that the operation bounds itself. */
  | { kind: "client" }
  /** People who have signed in to the panel in one of the roles; null: everybody, signed in or not. */
  | { kind: "panel"; roles: readonly PanelRole[] | null; step_up: boolean; departments: ForDepartments };

/**
 * What an operation is to administrators of some departments (docs/decisions/0072):
 *
 * refused         it is about the whole organisation, or not yet made for them
 * own             it is about their own account, or about no person at all
 * seen            all that it reads is of their departments
 * acts            it changes something of one person, who is of their departments
 */
export type ForDepartments = "refused" | "own" | "seen" | "acts";

/** For integration clients with at least one of these scopes. */
export function needs(...any_of: readonly [Scope, ...Scope[]]): Access & { kind: "scope" } {
  return { kind: "scope", any_of };
}

/** For every integration client, without using quota. */
export function anyClient(): Access & { kind: "client" } {
  return { kind: "client" };
}

/** Whether only integration clients may call. */
export function isForClients({ kind }: Access): boolean {
  return kind === "scope" || kind === "client";
}

/** For everyone, without credentials and without using quota. */
export function open(): Access {
  return { kind: "open" };
}
