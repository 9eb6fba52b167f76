import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { session_key } from "../../api/session.ts";
import { toast } from "../../components/toast.ts";

export type OrganisationSettings = components["schemas"]["OrganisationSettings"];
export type Attribute = OrganisationSettings["attributes"][number];

const settings_key = ["settings"];

export function useSettings() {
  return useQuery({
    queryKey: settings_key,
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/settings", { signal })),
  });
}

/** Saves a part of the settings, which answers all of them; what shows names and times everywhere is read anew. */
export function useSettingsSave<T>(save: (values: T) => Promise<{ data?: OrganisationSettings }>, done: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (values: T) => dataOf(await save(values)),
    onSuccess: async (settings) => {
      toast.done(done);
      client.setQueryData(settings_key, settings);
      await Promise.all([session_key, ["condition-attributes"]].map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}
