import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { toast } from "../../components/toast.ts";
import { Closing } from "./closing.tsx";
import { keys, type Subscription } from "./types.ts";

/** Enables a subscription, after showing how many waiting deliveries will be sent. */
export function EnableButton({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation("webhooks");
  const { id, pending_deliveries: count, state } = subscription;
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const enable = useMutation({
    mutationFn: () => api.POST("/panel/api/webhooks/subscriptions/{id}/enable", { params: { path: { id } } }),
    onSuccess: () => {
      setAsking(false);
      toast.done(t("enable.done"));
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.list }),
  });
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t(state === "disabled" ? "enable.button" : "enable.reset")}
      </Button>
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title={t("enable.title")}
        closeButtonProps={{ "aria-label": t("common:close") }}
      >
        <Stack gap="sm">
          <Text size="sm">{t("enable.pending", { count })}</Text>
          <Text size="sm" c="dimmed">
            {t("enable.text")}
          </Text>
          <ProblemAlert error={enable.error} />
          <Group justify="flex-end">
            <Closing onClose={() => setAsking(false)} />
            <Button data-autofocus loading={enable.isPending} onClick={() => enable.mutate()}>
              {t("enable.confirm")}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
