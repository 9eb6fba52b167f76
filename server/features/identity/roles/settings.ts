import type { AdministratorRow } from "../../administrators/sql.ts";

/** What one value of the claim means: a role, and for roles that can be limited the departments (null: the whole organisation). */
export type RoleLine = { value: string; role: AdministratorRow["role"]; department_ids: string[] | null };

/** Which claim says who is an administrator, and how. */
export type RoleSettings = {
  /** Whether roles are given and taken at sign-ins. */
  on: boolean;
  claim: string;
  /** The first line whose value is there counts. */
  lines: RoleLine[];
};

export const value_chars_max = 256;
/** Entra puts so many groups into a token, and beyond only says where to ask for them. */
export const values_max = 200;
export const lines_max = 50;
