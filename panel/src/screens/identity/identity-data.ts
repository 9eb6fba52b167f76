import { type QueryClient, useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";

export type SetUp = components["schemas"]["IdentitySetUp"];
export type Provider = components["schemas"]["IdentityProvider"];
export type People = components["schemas"]["IdentityPeople"];
export type RolePreviewed = components["schemas"]["IdentityRolePreview"]["people"][number];
export type Administrator = components["schemas"]["Administrator"];
export type Domain = components["schemas"]["Domain"];
export type SignInEntry = components["schemas"]["IdentitySignInList"]["sign_ins"][number];

const set_up_key = ["identity-provider"];

export function useSetUp() {
  return useQuery({
    queryKey: set_up_key,
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/identity-provider", { signal })),
  });
}

/** Stores the answer to a change, which contains the whole set-up. */
export function keepSetUp(set_up: SetUp, client: QueryClient): void {
  client.setQueryData(set_up_key, set_up);
}

/** IT administrators who can sign in without the provider: those with a password and a second factor. */
export function useBreakGlassCandidates() {
  return useQuery({
    queryKey: ["administrators"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/administrators", { signal })).administrators,
    select: (all) => all.filter(({ role, state, second_factor }) => role === "it_admin" && state === "active" && second_factor),
  });
}

export function useDomains() {
  return useQuery({
    queryKey: ["identity-domains"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/domains", { signal })),
  });
}

export function useRolePreview() {
  return useQuery({
    queryKey: ["identity-roles"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/identity-provider/roles", { signal })),
  });
}

export function useSignIns() {
  return useQuery({
    queryKey: ["identity-sign-ins"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/identity-provider/sign-ins", { signal })),
  });
}
