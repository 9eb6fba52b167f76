import { Alert, Button, Group, Modal, NativeSelect, Paper, Stack, Table, Text, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ConfirmByName } from "../../components/forms/confirm-by-name.tsx";
import { DraftNotice } from "../../components/forms/draft-notice.tsx";
import { Id } from "../../components/values/id.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { toast } from "../../components/toast.ts";
import { useDialog, useDraft } from "../../components/forms/use-draft.ts";
import { When } from "../../components/values/when.tsx";
import { clients_key, type Client } from "./client-data.ts";
import { ClientSecret } from "./client-secret.tsx";

/** How long both secrets may work: what callers need to be told the new one. In hours. */
const overlaps_h = ["0", "1", "24", "168", "720"] as const;

/** The secrets that work, rotation, and the end. */
export function ClientCredentials({ client }: { client: Client }) {
  const { t } = useTranslation("clients");
  const queries = useQueryClient();
  const [rotating, setRotating] = useDialog("rotation");
  const form = useForm({ initialValues: { overlap_h: "24" } });
  // "client", or the key id of a secret.
  const [ending, setEnding] = useState<string | null>(null);
  const path = { id: client.id };
  const refresh = () => void queries.invalidateQueries({ queryKey: clients_key });
  const rotate = useMutation({
    mutationFn: async ({ overlap_h }: { overlap_h: string }) =>
      dataOf(
        await api.POST("/panel/api/clients/{id}/secrets", {
          params: { path },
          body: { overlap_seconds: Number(overlap_h) * 3_600 },
        }),
      ),
    gcTime: 0,
    onSuccess: () => {
      setRotating(false);
      refresh();
    },
  });
  const draft = useDraft(form, "rotation", { opened: rotating });
  const end = useMutation({
    mutationFn: async (key_id: string | null) =>
      key_id === null
        ? api.DELETE("/panel/api/clients/{id}", { params: { path } })
        : api.DELETE("/panel/api/clients/{id}/secrets/{key_id}", { params: { path: { ...path, key_id } } }),
    onSuccess: () => {
      setEnding(null);
      toast.done(t("credentials.ended"));
      refresh();
    },
  });
  const close = () => {
    setEnding(null);
    end.reset();
  };
  if (client.state === "revoked") return <Alert color="red">{t("credentials.revoked")}</Alert>;
  return (
    <Stack gap="md">
      <Paper p="md" component="section">
        <Group justify="space-between" mb="sm">
          <Title order={2}>{t("credentials.secrets")}</Title>
          <Button variant="default" onClick={() => setRotating(true)}>
            {t("credentials.rotate")}
          </Button>
        </Group>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t("credentials.key_id")}</Table.Th>
              <Table.Th scope="col">{t("credentials.made")}</Table.Th>
              <Table.Th scope="col">{t("credentials.until")}</Table.Th>
              <Table.Th scope="col" aria-label={t("credentials.action")} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {client.secrets.map(({ key_id, created_at, expires_at }) => (
              <Table.Tr key={key_id}>
                <Table.Td>
                  <Id value={key_id} />
                </Table.Td>
                <Table.Td>
                  <When at={created_at} />
                </Table.Td>
                <Table.Td>
                  <When at={expires_at} none={t("credentials.no_end")} />
                </Table.Td>
                <Table.Td ta="right">
                  <Button size="compact-sm" variant="subtle" color="red" onClick={() => setEnding(key_id)}>
                    {t("credentials.end")}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
      <Paper p="md" component="section">
        <Group justify="space-between" align="flex-start">
          <Stack gap={2} maw="34rem">
            <Title order={2}>{t("credentials.danger")}</Title>
            <Text size="sm" c="dimmed">
              {t("credentials.revoke_text")}
            </Text>
          </Stack>
          <Button color="red" variant="outline" onClick={() => setEnding("client")}>
            {t("credentials.revoke")}
          </Button>
        </Group>
      </Paper>
      <Modal
        opened={rotating}
        onClose={() => setRotating(false)}
        title={t("credentials.rotate")}
        closeButtonProps={{ "aria-label": t("common:close") }}
      >
        <Stack gap="sm">
          <DraftNotice draft={draft} />
          <ProblemAlert error={rotate.error} />
          <Text size="sm">{t("credentials.rotate_text")}</Text>
          <NativeSelect
            data-autofocus
            label={t("credentials.overlap")}
            key={form.key("overlap_h")}
            {...form.getInputProps("overlap_h")}
            data={overlaps_h.map((value) => ({ value, label: t(`overlap.${value}`) }))}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setRotating(false)}>
              {t("common:cancel")}
            </Button>
            <Button loading={rotate.isPending} onClick={() => rotate.mutate(form.getValues())}>
              {t("credentials.rotate_now")}
            </Button>
          </Group>
        </Stack>
      </Modal>
      <ConfirmByName
        opened={ending !== null}
        title={t(ending === "client" ? "credentials.revoke" : "credentials.end_title")}
        text={t(ending === "client" ? "credentials.revoke_text" : "credentials.end_text")}
        name={client.name}
        confirm={t(ending === "client" ? "credentials.revoke" : "credentials.end")}
        busy={end.isPending}
        error={end.error}
        onConfirm={() => end.mutate(ending === "client" ? null : ending)}
        onClose={close}
      />
      <ClientSecret client={client} secret={rotate.data?.secret ?? null} forget={rotate.reset} />
    </Stack>
  );
}
