import { Button, Table, Text, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { ConfirmByName } from "../../components/forms/confirm-by-name.tsx";
import { DateField } from "../../components/forms/date-field.tsx";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { useSave } from "../../components/forms/use-save.ts";
import { Section } from "../../components/section.tsx";
import { Id } from "../../components/values/id.tsx";
import { When } from "../../components/values/when.tsx";
import type { Client, PublicKey } from "./client-data.ts";

/** The public keys that verify the client's token requests: list, add, remove. */
export function ClientKeys({ client }: { client: Client }) {
  const { t } = useTranslation("clients");
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<PublicKey | null>(null);
  return (
    <Section
      title={t("keys.title")}
      action={
        <Button variant="default" onClick={() => setAdding(true)}>
          {t("keys.add")}
        </Button>
      }
    >
      {client.public_keys.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("keys.none")}
        </Text>
      ) : (
        <Keys keys={client.public_keys} onRemove={setRemoving} />
      )}
      <AddKeys client={client} opened={adding} onClose={() => setAdding(false)} />
      <RemoveKey client={client} removing={removing} onClose={() => setRemoving(null)} />
    </Section>
  );
}

function Keys({ keys, onRemove }: { keys: readonly PublicKey[]; onRemove: (key: PublicKey) => void }) {
  const { t } = useTranslation("clients");
  return (
    <Table.ScrollContainer minWidth={640} type="native">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t("keys.kid")}</Table.Th>
            <Table.Th scope="col">{t("keys.algorithm")}</Table.Th>
            <Table.Th scope="col">{t("keys.thumbprint")}</Table.Th>
            <Table.Th scope="col">{t("keys.added")}</Table.Th>
            <Table.Th scope="col">{t("keys.used")}</Table.Th>
            <Table.Th scope="col">{t("credentials.until")}</Table.Th>
            <Table.Th scope="col" aria-label={t("credentials.action")} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((key) => (
            <Table.Tr key={key.key_id}>
              <Table.Td>
                <Id value={key.kid} short />
              </Table.Td>
              <Table.Td>{key.algorithm}</Table.Td>
              <Table.Td>
                <Id value={key.thumbprint} short />
              </Table.Td>
              <Table.Td>
                <When at={key.created_at} />
              </Table.Td>
              <Table.Td>
                <When at={key.last_used_at} none={t("never")} />
              </Table.Td>
              <Table.Td>
                <When at={key.expires_at} none={t("credentials.no_end")} />
              </Table.Td>
              <Table.Td ta="right">
                <Button size="compact-sm" variant="subtle" color="red" onClick={() => onRemove(key)}>
                  {t("keys.remove")}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const empty = { keys: "", expires_on: "" };

type AddKeysProps = { client: Client; opened: boolean; onClose: () => void };

/** This form keeps no draft, so that a private key pasted by mistake is neither stored nor sent. */
function AddKeys({ client, opened, onClose }: AddKeysProps) {
  const { t } = useTranslation("clients");
  const form = useForm({
    initialValues: empty,
    validate: {
      keys: (value) => {
        if (value.trim() === "") return t("keys.missing");
        return /PRIVATE KEY-----|"(d|k)"\s*:/.test(value) ? t("keys.private") : null;
      },
    },
  });
  const add = useSave({
    changes: "clients",
    save: async ({ keys, expires_on }: typeof empty) =>
      api.POST("/panel/api/clients/{id}/keys", {
        params: { path: { id: client.id } },
        body: { keys, expires_on: expires_on || null },
      }),
    done: t("keys.done"),
    onSaved: onClose,
  });
  useEffect(() => {
    if (!opened) return;
    form.reset();
    add.reset();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is shown is what stands when the dialog opens
  }, [opened]);
  const error = useFormProblems(form, add.error);
  const onSubmit = form.onSubmit((values) => add.mutate(values));
  return (
    <DialogForm
      dialog={{ opened, onClose, busy: add.isPending, error, onSubmit }}
      title={t("keys.add")}
      text={t("keys.text")}
      submit={t("keys.submit")}
      size="lg"
    >
      <Textarea
        data-autofocus
        label={t("keys.field")}
        description={t("keys.field_text")}
        required
        autosize
        minRows={6}
        maxRows={14}
        maxLength={16_384}
        spellCheck={false}
        autoComplete="off"
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        key={form.key("keys")}
        {...form.getInputProps("keys")}
      />
      <DateField
        label={t("field.expires_on")}
        description={t("field.expires_text")}
        key={form.key("expires_on")}
        {...form.getInputProps("expires_on")}
      />
    </DialogForm>
  );
}

type RemoveKeyProps = { client: Client; removing: PublicKey | null; onClose: () => void };

function RemoveKey({ client, removing, onClose }: RemoveKeyProps) {
  const { t } = useTranslation("clients");
  const remove = useSave({
    changes: "clients",
    save: async ({ key_id }: PublicKey) =>
      api.DELETE("/panel/api/clients/{id}/keys/{key_id}", { params: { path: { id: client.id, key_id } } }),
    done: t("keys.removed"),
    onSaved: onClose,
  });
  return (
    <ConfirmByName
      opened={removing !== null}
      title={t("keys.remove_title")}
      text={t("keys.remove_text")}
      name={client.name}
      confirm={t("keys.remove")}
      doing={remove}
      onConfirm={() => remove.mutate(removing!)}
      onClose={onClose}
    />
  );
}
