import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "./call.ts";
import { isProblem } from "./problem.ts";

export type Role = "it_admin" | "training_admin" | "compliance_officer" | "learner";

export type Session = {
  account: {
    id: string;
    kind: "administrator" | "person";
    name: string;
    email: string | null;
    role: Role;
    locale: string | null;
    second_factor: boolean;
  };
  organisation: { code: string; name: string; time_zone: string; kind: string; now: string };
  stepped_up_until: string | null;
  base_url: string;
  version: string;
  /** After a one-time link, when the account has no password yet. */
  must_set_password?: boolean;
};

export const session_key = ["session"];

/** Who is signed in; `null`: nobody. */
export function useSessionQuery() {
  return useQuery({
    queryKey: session_key,
    queryFn: async ({ signal }): Promise<Session | null> => {
      try {
        return await call<Session>("GET", "/panel/api/session", { signal });
      } catch (error) {
        if (isProblem(error) && error.status === 401) return null;
        throw error;
      }
    },
    staleTime: 60_000,
  });
}

/** The session within the shell, where there always is one. */
export function useSession(): Session {
  const { data } = useSessionQuery();
  if (!data) throw new Error("there is no session outside the shell");
  return data;
}

/** Ends the session, and forgets everything that was read in it. */
export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call<undefined>("POST", "/panel/api/sign-out"),
    onSettled: () => {
      client.clear();
      client.setQueryData(session_key, null);
    },
  });
}
