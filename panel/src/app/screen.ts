import type { ComponentType } from "react";
import type { Role, Session } from "../api/session.ts";

export type NavGroup =
  | "overview"
  | "integrations"
  | "people"
  | "training"
  | "compliance"
  | "organisation"
  | "learning"
  | "developer";

type Icon = ComponentType<{ size?: number | string; stroke?: number | string }>;

/** One address of the panel. */
export type Screen = {
  /** Below /panel, with parameters as `$name`: `/clients/$client_id`. */
  path: string;
  /**
   * The key of a text with its namespace, for example `shell:nav.clients`: the document's title and the entry in the navigation.
   */
  title: string;
  /** The roles that may see it. `public`: also users without a session; it is shown without the shell. */
  roles: readonly Role[] | "public";
  /** Administrators of some departments may see it too; left out: it is about the whole organisation. */
  departments?: true;
  /** Its entry in the navigation and in the palette; left out: it is reached from another screen. */
  nav?: { group: NavGroup; order: number; icon: Icon; /** Typed after `g`: `g c` opens it. */ key?: string };
  /** Namespaces of texts beside `common` and `shell`, loaded before it is shown. */
  texts: readonly string[];
  /** The component, in a file of its own, so that it is loaded when it is first opened. */
  load: () => Promise<ComponentType>;
};

/** Whether an account may see a screen. */
export function isFor({ roles: named, departments }: Screen, { role, departments: own }: Session["account"]): boolean {
  return named === "public" || (named.includes(role) && (own === null || departments === true));
}

/** Roles as most screens group them: integrations, people and training, audit. */
export const roles = {
  it: ["it_admin"],
  training: ["it_admin", "training_admin", "compliance_officer"],
  audit: ["it_admin", "compliance_officer"],
  administrators: ["it_admin", "training_admin", "compliance_officer"],
  gate: ["guard", "it_admin", "training_admin", "compliance_officer"],
  learner: ["learner"],
  everyone: ["it_admin", "training_admin", "compliance_officer", "guard", "learner"],
} as const satisfies Record<string, readonly Role[]>;
