import { Alert, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { Id } from "../../components/values/id.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { useReadAgain } from "../../components/forms/use-save.ts";
import { toast } from "../../components/toast.ts";
import { When } from "../../components/values/when.tsx";
import { useTrainingReason } from "../people/people-data.ts";
import type { Batch } from "./rule-data.ts";

const refresh_ms = 10_000;

/** Evaluations that have stopped, whether a rule, a group, a moved department or a file had started them. */
export function StoppedBatches() {
  const { t } = useTranslation("rules");
  const query = useQuery({
    queryKey: ["stopped-batches"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/rule-batches/stopped", { signal })).batches,
    refetchInterval: refresh_ms,
  });
  // If the list cannot be read, nothing is shown: the rules below are useful without it.
  if (!query.data || query.data.length === 0) return null;
  return (
    <Alert color="red" variant="light" mb="md" title={t("batch.stopped_many", { count: query.data.length })}>
      <Text size="sm">{t("batch.stopped_many_text")}</Text>
      <Stack component="ul" gap="md" m={0} mt="sm" p={0} style={{ listStyle: "none" }}>
        {query.data.map((batch) => (
          <li key={batch.id}>
            <StoppedBatch batch={batch} />
          </li>
        ))}
      </Stack>
    </Alert>
  );
}

/** How far a stopped evaluation came, why it stopped, and a button that starts it again. */
export function StoppedBatch({ batch }: { batch: Batch }) {
  const { t, i18n } = useTranslation("rules");
  const number = new Intl.NumberFormat(i18n.language);
  const reason = useTrainingReason();
  const retry = useMutation({
    mutationFn: () => api.POST("/panel/api/rule-batches/{id}/retry", { params: { path: { id: batch.id } } }),
    onSuccess: () => toast.done(t("batch.retried")),
    onError: toast.failed,
    onSettled: useReadAgain("rules"),
  });
  const values = { done: number.format(batch.people_done), total: number.format(batch.people_total) };
  return (
    <>
      <Text size="sm" fw={620}>
        {t("batch.stopped", values)} · <When at={batch.failed_at ?? batch.updated_at} />
      </Text>
      <Text size="sm">{t(`batch.why.${batch.failure ?? "stalled"}`)}</Text>
      <Text size="sm">{t("batch.automatic")}</Text>
      <Group gap="md" mt={6}>
        <ReasonedButton
          size="compact-sm"
          variant="default"
          reason={reason}
          loading={retry.isPending}
          onClick={() => retry.mutate()}
        >
          {t("batch.retry")}
        </ReasonedButton>
        <Text size="xs" component="span">
          {t("batch.id")} <Id value={batch.id} short />
        </Text>
      </Group>
    </>
  );
}
