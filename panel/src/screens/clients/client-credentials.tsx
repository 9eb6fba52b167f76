import { Alert, Button, Group, NativeSelect, Paper, Stack, Table, Text, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ConfirmByName } from "../../components/forms/confirm-by-name.tsx";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useDialog, useDraft } from "../../components/forms/use-draft.ts";
import { useReadAgain, useSave } from "../../components/forms/use-save.ts";
import { Section } from "../../components/section.tsx";
import { Id } from "../../components/values/id.tsx";
import { When } from "../../components/values/when.tsx";
import type { Client } from "./client-data.ts";
import { ClientKeys } from "./client-keys.tsx";
import { ClientSecret } from "./client-secret.tsx";

/** For how many hours both secrets may work, so that callers can be given the new one. */
const overlaps_h = ["0", "1", "24", "168", "720"] as const;

/** What is about to be revoked: the client, or the secret with this key id. */
type Ending = { what: "client" } | { what: "secret"; key_id: string };

/** The valid secrets, their rotation, public keys, and revoking the client. */
export function ClientCredentials({ client }: { client: Client }) {
  const { t } = useTranslation("clients");
  const [rotating, setRotating] = useDialog("rotation");
  const [ending, setEnding] = useState<Ending | null>(null);
  if (client.state === "revoked") return <Alert color="red">{t("credentials.revoked")}</Alert>;
  return (
    <Stack gap="md">
      <Section
        title={t("credentials.secrets")}
        action={
          <Button variant="default" onClick={() => setRotating(true)}>
            {t("credentials.rotate")}
          </Button>
        }
      >
        <Secrets client={client} onEnd={(key_id) => setEnding({ what: "secret", key_id })} />
      </Section>
      <ClientKeys client={client} />
      <Paper p="md" component="section">
        <Group justify="space-between" align="flex-start">
          <Stack gap={2} maw="34rem">
            <Title order={2}>{t("credentials.danger")}</Title>
            <Text size="sm" c="dimmed">
              {t("credentials.revoke_text")}
            </Text>
          </Stack>
          <Button color="red" variant="outline" onClick={() => setEnding({ what: "client" })}>
            {t("credentials.revoke")}
          </Button>
        </Group>
      </Paper>
      <Rotation client={client} opened={rotating} onClose={() => setRotating(false)} />
      <EndDialog client={client} ending={ending} onClose={() => setEnding(null)} />
    </Stack>
  );
}

function Secrets({ client, onEnd }: { client: Client; onEnd: (key_id: string) => void }) {
  const { t } = useTranslation("clients");
  return (
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
              <Button size="compact-sm" variant="subtle" color="red" onClick={() => onEnd(key_id)}>
                {t("credentials.end")}
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Asks how long the present secret stays valid beside the new one, and shows the new one. */
function Rotation({ client, opened, onClose }: { client: Client; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation("clients");
  const readAgain = useReadAgain("clients");
  const form = useForm({ initialValues: { overlap_h: "24" } });
  const draft = useDraft(form, "rotation", { opened });
  const rotate = useMutation({
    mutationFn: async ({ overlap_h }: { overlap_h: string }) =>
      dataOf(
        await api.POST("/panel/api/clients/{id}/secrets", {
          params: { path: { id: client.id } },
          body: { overlap_seconds: Number(overlap_h) * 3_600 },
        }),
      ),
    gcTime: 0,
    onSuccess: () => {
      onClose();
      void readAgain();
    },
  });
  const onSubmit = form.onSubmit((values) => rotate.mutate(values));
  return (
    <>
      <DialogForm
        dialog={{ opened, onClose, busy: rotate.isPending, error: rotate.error, draft, onSubmit }}
        title={t("credentials.rotate")}
        text={t("credentials.rotate_text")}
        submit={t("credentials.rotate_now")}
      >
        <NativeSelect
          data-autofocus
          label={t("credentials.overlap")}
          key={form.key("overlap_h")}
          {...form.getInputProps("overlap_h")}
          data={overlaps_h.map((value) => ({ value, label: t(`overlap.${value}`) }))}
        />
      </DialogForm>
      <ClientSecret client={client} secret={rotate.data?.secret ?? null} forget={rotate.reset} />
    </>
  );
}

function EndDialog({ client, ending, onClose }: { client: Client; ending: Ending | null; onClose: () => void }) {
  const { t } = useTranslation("clients");
  const path = { id: client.id };
  const end = useSave({
    changes: "clients",
    save: async (one: Ending) =>
      one.what === "client"
        ? api.DELETE("/panel/api/clients/{id}", { params: { path } })
        : api.DELETE("/panel/api/clients/{id}/secrets/{key_id}", { params: { path: { ...path, key_id: one.key_id } } }),
    done: t("credentials.ended"),
    onSaved: onClose,
  });
  const is_client = ending?.what === "client";
  return (
    <ConfirmByName
      opened={ending !== null}
      title={t(is_client ? "credentials.revoke" : "credentials.end_title")}
      text={t(is_client ? "credentials.revoke_text" : "credentials.end_text")}
      name={client.name}
      confirm={t(is_client ? "credentials.revoke" : "credentials.end")}
      doing={end}
      onConfirm={() => end.mutate(ending!)}
      onClose={onClose}
    />
  );
}
