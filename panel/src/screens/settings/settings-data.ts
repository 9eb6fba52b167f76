import { type QueryClient, useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { useSave } from "../../components/forms/use-save.ts";

export type OrganisationSettings = components["schemas"]["OrganisationSettings"];
export type Attribute = OrganisationSettings["attributes"][number];

const settings_key = ["settings"];

export function useSettings() {
  return useQuery({
    queryKey: settings_key,
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/settings", { signal })),
  });
}

/** Stores the answer to a change, which contains all settings. */
export function keepSettings(settings: OrganisationSettings, client: QueryClient): void {
  client.setQueryData(settings_key, settings);
}

/** Saves a part of the settings. */
export function useSettingsSave<T>(save: (values: T) => Promise<{ data?: OrganisationSettings }>, done: string) {
  return useSave({ changes: "settings", save: async (values: T) => dataOf(await save(values)), done, onSaved: keepSettings });
}
