import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import { announceSwitch } from "../../api/drafts.ts";
import type { components } from "../../api/schema.d.ts";
import { toast } from "../../components/toast.ts";

export type OwnSandbox = components["schemas"]["OwnSandbox"];
export type TheSandbox = NonNullable<OwnSandbox["sandbox"]>;
export type CreatedSandbox = components["schemas"]["CreatedSandbox"];

export const sandbox_key = ["sandbox"];

export function useSandbox() {
  return useQuery({
    queryKey: sandbox_key,
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/sandbox", { signal })),
  });
}

/** Opens the sandbox, or leaves it. The pages are reloaded, in this tab and in the others. */
export function useSwitch(to: "/panel/api/sandbox/open" | "/panel/api/sandbox/leave") {
  return useMutation({
    mutationFn: async () => dataOf(await api.POST(to)),
    onSuccess: () => {
      announceSwitch();
      location.assign("/panel/");
    },
  });
}

/** Creates or resets the sandbox. The secret is kept only in this mutation, until the dialog forgets it. */
export function useMake(code: string | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (name: string): Promise<CreatedSandbox> =>
      code === null
        ? dataOf(await api.POST("/panel/api/sandbox", { body: { name } }))
        : dataOf(await api.POST("/panel/api/sandbox/{code}/reset", { params: { path: { code } } })),
    gcTime: 0,
    // A reset may fail after the sandbox was deleted. Its dialog is then gone too, so the failure is shown as a toast.
    onError: (error) => (code === null ? undefined : toast.failed(error)),
    onSettled: () => client.invalidateQueries({ queryKey: sandbox_key }),
  });
}
