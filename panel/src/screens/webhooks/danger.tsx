import { Button, Group, Paper, Text, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { ConfirmByName } from "../../components/forms/confirm-by-name.tsx";
import { linkTo } from "../../components/values/link.tsx";
import { toast } from "../../components/toast.ts";
import { keys, type Subscription } from "./types.ts";

export function DangerZone({ subscription: { id, name, pending_deliveries: count } }: { subscription: Subscription }) {
  const { t } = useTranslation("webhooks");
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => api.DELETE("/panel/api/webhooks/subscriptions/{id}", { params: { path: { id } } }),
    onSuccess: async () => {
      toast.done(t("delete.done"));
      await navigate(linkTo({ to: "/webhooks" }));
      client.removeQueries({ queryKey: keys.one(id) });
      await client.invalidateQueries({ queryKey: keys.list });
    },
  });
  return (
    <Paper p="md" component="section" style={{ borderColor: "var(--mantine-color-red-outline)" }}>
      <Group justify="space-between">
        <div>
          <Title order={2}>{t("delete.title")}</Title>
          <Text size="sm" c="dimmed">
            {t("delete.text", { count })}
          </Text>
        </div>
        <Button color="red" variant="outline" onClick={() => setAsking(true)}>
          {t("delete.button")}
        </Button>
      </Group>
      <ConfirmByName
        opened={asking}
        title={t("delete.title")}
        text={t("delete.text", { count })}
        name={name}
        confirm={t("delete.button")}
        doing={remove}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      />
    </Paper>
  );
}
