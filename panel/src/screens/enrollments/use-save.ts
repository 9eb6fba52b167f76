import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../components/toast.ts";

/** Saves something that people's pages and lists show, says so, and lets them read anew. */
export function useSave<T>(save: (values: T) => Promise<unknown>, done: string, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: save,
    onSuccess: async () => {
      toast.done(done);
      onDone();
      await Promise.all(
        ["enrollments", "enrollment", "person", "people", "courses", "certificates", "explanation", "matrix"].map((name) =>
          client.invalidateQueries({ queryKey: [name] }),
        ),
      );
    },
  });
}
