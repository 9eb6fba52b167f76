import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";

export type Administrator = components["schemas"]["Administrator"];
export type AdministratorRole = Administrator["role"];

export const administrator_roles = ["it_admin", "training_admin", "compliance_officer", "guard"] as const;

export const administrators_key = ["administrators"];

export function useAdministrators() {
  return useQuery({
    queryKey: administrators_key,
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/administrators", { signal })).administrators,
  });
}

/**
 * Whether this is the organisation's last IT administrator. The service then refuses to disable the account or change its role,
 * and the button says why.
 */
export function isLastItAdministrator({ id, role, state }: Administrator, all: readonly Administrator[]): boolean {
  if (role !== "it_admin" || state === "disabled") return false;
  return !all.some((other) => other.id !== id && other.role === "it_admin" && other.state !== "disabled");
}
