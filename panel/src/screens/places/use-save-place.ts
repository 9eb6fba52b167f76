import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "../../components/toast.ts";

/** Saves something about departments or companies, says so, and lets all that shows them read anew. */
export function useSavePlace<T>(save: (values: T) => Promise<unknown>, done: string, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: save,
    onSuccess: async () => {
      toast.done(done);
      onDone();
      const names = ["departments", "contractors", "people", "person"];
      await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })));
    },
  });
}
