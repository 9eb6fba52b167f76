import type { AdministratorRow } from "../../administrators/sql.ts";

/** The meaning of one value of the claim: a role, and its departments if it can be limited (null: the whole organisation). */
export type RoleLine = { value: string; role: AdministratorRow["role"]; department_ids: string[] | null };

/** The claim from which administrators' roles follow, and the meaning of its values. */
export type RoleSettings = {
  /** Whether roles are given and taken at sign-ins. */
  on: boolean;
  claim: string;
  /** The first line that matches counts. */
  lines: RoleLine[];
};

export const value_chars_max = 256;
/** Entra sends at most this many groups in a token; if there are more, it sends a reference instead. */
export const values_max = 200;
export const lines_max = 50;
