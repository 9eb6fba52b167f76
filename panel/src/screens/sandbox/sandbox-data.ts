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

/** Into the sandbox, or back: the pages are loaded anew, in this tab and in the others. */
export function useSwitch(to: "/panel/api/sandbox/open" | "/panel/api/sandbox/leave") {
  return useMutation({
    mutationFn: async () => dataOf(await api.POST(to)),
    onSuccess: () => {
      announceSwitch();
      location.assign("/panel/");
    },
  });
}

/** Makes or resets the sandbox; the secret lives in the mutation and nowhere else, until the dialog forgets it. */
export function useMake(code: string | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (name: string): Promise<CreatedSandbox> =>
      code === null
        ? dataOf(await api.POST("/panel/api/sandbox", { body: { name } }))
        : dataOf(await api.POST("/panel/api/sandbox/{code}/reset", { params: { path: { code } } })),
    gcTime: 0,
    // A reset may have ended between deleting the sandbox and making it anew; then its dialog goes with the sandbox.
    onError: (error) => (code === null ? undefined : toast.failed(error)),
    onSettled: () => client.invalidateQueries({ queryKey: sandbox_key }),
  });
}
