import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, dataOf } from "./client.ts";
import { keepOnlyDraftsOf, announceSignOut } from "./drafts.ts";
import { keepOnlyContentOf } from "./opened-content.ts";
import { endShift } from "./gate-store.ts";
import { isProblem } from "./problem.ts";
import { beginAnew, sharedBy } from "./shared-browser.ts";
import type { components } from "./schema.d.ts";

export type Session = components["schemas"]["Session"];
export type Role = Session["account"]["role"];

export const session_key = ["session"];

/** Who is signed in; `null`: no session. */
export const session_query = queryOptions({
  queryKey: session_key,
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      return dataOf(await api.GET("/panel/api/session", { signal }));
    } catch (error) {
      if (isProblem(error) && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

export function useSessionQuery() {
  return useQuery(session_query);
}

/** The session, for components within the shell, where there always is one. */
export function useSession(): Session {
  const { data } = useSessionQuery();
  if (!data) throw new Error("there is no session outside the shell");
  return data;
}

/**
 * Ends the session, and forgets everything that was read and typed in it. `onError` is called even if the button is no longer on
 * the page.
 */
export function useSignOut(onError: (error: unknown) => void) {
  const client = useQueryClient();
  return useMutation({
    // Succeeds even if the session had ended already. Without an answer the session may still exist, so the page must not say
    // that it has ended.
    mutationFn: async () => dataOf(await api.POST("/panel/api/sign-out/company")).location,
    onSuccess: async (provider) => {
      // This comes first, because opening another page would interrupt it.
      await endShift();
      const shared = sharedBy();
      if (shared !== null) return beginAnew(shared, provider ?? undefined);
      replaceSession(client, null);
      announceSignOut();
      // The company's identity provider ends its own session too, and then sends the browser back.
      if (provider !== null) location.assign(provider);
    },
    onError,
  });
}

/** Sets the session, and forgets what was read and typed in the previous one. */
export function replaceSession(client: QueryClient, session: Session | null): void {
  // The session's own query stays, because the frame watches it.
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== session_key[0] });
  keepOnlyDraftsOf(session);
  keepOnlyContentOf(session);
  client.setQueryData(session_key, session);
}
