import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { ToneBadge } from "../../components/values/state-badge.tsx";
import { lookAgain } from "../rules/rule-data.ts";

export type PersonGroup = components["schemas"]["Group"];

export const group_kinds = ["manual", "dynamic", "scim"] as const;

export function useGroup(id: string) {
  return useQuery({
    queryKey: ["group", id],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/groups/{id}", { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => lookAgain(state.data),
  });
}

/** What decides about the members: administrators, conditions, or the identity provider. */
export function KindBadge({ group }: { group: Pick<PersonGroup, "kind" | "retired_at"> }) {
  const { t } = useTranslation("groups");
  if (group.retired_at !== null) return <ToneBadge tone="quiet">{t("rules:state.retired")}</ToneBadge>;
  return <ToneBadge tone={group.kind === "scim" ? "info" : "quiet"}>{t(`kind.${group.kind}`)}</ToneBadge>;
}
