import { Alert, Button, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { Cause } from "./cause.tsx";
import { keys } from "./types.ts";

/** Sends a test event and shows the result at once. */
export function PingButton({ id, children }: { id: string; children?: React.ReactNode }) {
  const { t } = useTranslation("webhooks");
  const client = useQueryClient();
  const ping = useMutation({
    mutationFn: async () =>
      dataOf(await api.POST("/panel/api/webhooks/subscriptions/{id}/ping", { params: { path: { id } } })).delivery,
    onSettled: () => client.invalidateQueries({ queryKey: keys.list }),
  });
  const attempt = ping.data?.attempts[0];
  return (
    <Stack gap="xs" align="flex-start">
      <Button variant="default" loading={ping.isPending} onClick={() => ping.mutate()}>
        {children ?? t("ping.button")}
      </Button>
      <div role="status">
        {attempt ? (
          <Alert
            color={attempt.error === null ? "green" : "red"}
            title={attempt.error === null ? t("ping.succeeded", { ms: attempt.duration_ms }) : t("ping.failed")}
          >
            {attempt.error === null ? (
              <Text size="sm">{t("ping.answered", { status: attempt.response_status })}</Text>
            ) : (
              <Cause attempt={attempt} />
            )}
          </Alert>
        ) : null}
      </div>
      <ProblemAlert error={ping.error} />
    </Stack>
  );
}
