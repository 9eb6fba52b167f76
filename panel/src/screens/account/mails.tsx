import { Stack, Switch } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { toast } from "../../components/toast.ts";
import { Unanswered } from "../../components/unanswered.tsx";

const mails_key = ["mail-choice"];

/** Mails that the user can switch off; each switch is saved at once. */
export function Mails() {
  const { t } = useTranslation("account");
  const { account } = useSession();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: mails_key,
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/my/mails", { signal })),
  });
  const choose = useMutation({
    mutationFn: async (body: { due_soon?: boolean; digests?: boolean; reports?: boolean }) =>
      dataOf(await api.PATCH("/panel/api/my/mails", { body })),
    onSuccess: (chosen) => {
      client.setQueryData(mails_key, chosen);
      toast.done(t("mails.saved"));
    },
  });
  const topics = account.role === "learner" ? (["due_soon", "digests"] as const) : (["digests", "reports"] as const);
  return (
    <>
      <Unanswered query={query} height={60} />
      {query.data ? (
        <Stack gap="sm">
          <ProblemAlert error={choose.error} />
          {topics.map((topic) => (
            <Switch
              key={topic}
              label={t(`mails.${topic}`)}
              checked={query.data[topic]}
              disabled={choose.isPending}
              onChange={(event) => choose.mutate({ [topic]: event.currentTarget.checked })}
            />
          ))}
        </Stack>
      ) : null}
    </>
  );
}
