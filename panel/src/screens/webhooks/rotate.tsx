import { Button, Group, Paper, Slider, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { When } from "../../components/values/when.tsx";
import { SigningSecretDialog } from "./secret-created.tsx";
import { keys, type Subscription } from "./types.ts";

const grace_days_max = 30;
const grace_days_default = 7;

/** Creates a new signing secret; the present one stays valid beside it for some days. */
export function SecretSettings({ subscription: { id, previous_secret_expires_at } }: { subscription: Subscription }) {
  const { t } = useTranslation("webhooks");
  const client = useQueryClient();
  const [days, setDays] = useState(grace_days_default);
  const rotate = useMutation({
    gcTime: 0,
    mutationFn: async () =>
      dataOf(
        await api.POST("/panel/api/webhooks/subscriptions/{id}/rotate-secret", {
          params: { path: { id } },
          body: { grace_days: days },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.list }),
  });
  return (
    <Paper p="md" component="section">
      <Stack gap="sm">
        <Title order={2}>{t("rotate.title")}</Title>
        <Text size="sm" c="dimmed">
          {t("rotate.text")}
        </Text>
        {previous_secret_expires_at ? (
          <Text size="sm" component="div">
            {t("rotate.previous")} <When at={previous_secret_expires_at} />
          </Text>
        ) : null}
        <Text size="sm" fw={550}>
          {days === 0 ? t("rotate.at_once") : t("rotate.days", { count: days })}
        </Text>
        <Slider
          value={days}
          onChange={setDays}
          min={0}
          max={grace_days_max}
          marks={[0, 7, 14, 30].map((value) => ({ value, label: String(value) }))}
          thumbLabel={t("rotate.grace")}
          mb="lg"
          maw={420}
        />
        <ProblemAlert error={rotate.error} />
        <Group>
          <Button variant="default" loading={rotate.isPending} onClick={() => rotate.mutate()}>
            {t("rotate.button")}
          </Button>
        </Group>
      </Stack>
      <SigningSecretDialog id={id} secret={rotate.data?.secret_token ?? null} forget={rotate.reset} />
    </Paper>
  );
}
