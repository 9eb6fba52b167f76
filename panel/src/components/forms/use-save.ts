import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../toast.ts";

/** The queries that show each kind of record, by the first part of their keys. */
const shown_in = {
  administrators: ["administrators"],
  catalogue: ["courses", "licences"],
  clients: ["clients"],
  company_evidence: ["submissions", "evidence-links", "enrollments", "enrollment", "person", "certificates", "matrix"],
  course_sessions: ["course-sessions", "attendance", "teaching"],
  evidence_packs: ["evidence-packs"],
  packages: ["packages"],
  passkeys: ["passkeys"],
  people: ["person", "people"],
  places: ["departments", "contractors", "people", "person"],
  questions: ["questions"],
  reports: ["reports", "report", "report-schedule"],
  rules: ["rule", "rules", "group", "groups", "stopped-batches"],
  settings: [
    "session",
    "condition-attributes",
    "retention",
    "reminders",
    "reminder-courses",
    "reminder-texts",
    "reminder-example",
    "digests",
    "digest-example",
    "identity-provider",
    "identity-domains",
    "identity-sign-ins",
    "identity-roles",
  ],
  tools: ["lti-tools"],
  training: ["enrollments", "enrollment", "person", "people", "courses", "certificates", "explanation", "matrix", "my-team"],
  views: ["saved-views"],
} as const satisfies Record<string, readonly string[]>;

/** Returns a function that reads again every query that shows records of this kind. */
export function useReadAgain(changes: keyof typeof shown_in): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(shown_in[changes].map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
}

export type SaveOptions<V, R> = {
  /** The kind of record that is changed; every query that shows it is read again. */
  changes: keyof typeof shown_in;
  save: (values: V) => Promise<R>;
  /** The message once it is saved. */
  done: string | ((saved: R, values: V) => string);
  onSaved?: (saved: R, client: QueryClient) => void;
};

/** The part of `useSave`'s result that the form of a page needs. */
export type Saving<V> = { isPending: boolean; isSuccess: boolean; error: unknown; mutate: (values: V) => void };

/** Saves something, shows a message, and reads again the queries that show it. */
export function useSave<V, R>({ changes, save, done, onSaved }: SaveOptions<V, R>) {
  const client = useQueryClient();
  const readAgain = useReadAgain(changes);
  return useMutation({
    mutationFn: save,
    onSuccess: async (saved, values) => {
      toast.done(typeof done === "string" ? done : done(saved, values));
      onSaved?.(saved, client);
      await readAgain();
    },
  });
}
