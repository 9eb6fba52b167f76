import { ActionIcon, Button, Group, NativeSelect, Table, Text, TextInput } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ConfirmByName } from "../../components/forms/confirm-by-name.tsx";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";
import { Section } from "../../components/section.tsx";
import { toast } from "../../components/toast.ts";
import { useDialog } from "../../components/forms/use-draft.ts";
import { type Attribute, keepSettings, useSettingsSave } from "./settings-data.ts";

const types = ["string", "number", "boolean", "string_array"] as const;

/** The attributes of people that the organisation has defined itself. */
export function Attributes({ attributes }: { attributes: readonly Attribute[] }) {
  const { t } = useTranslation("settings");
  const [adding, setAdding] = useDialog("attribute");
  return (
    <Section
      title={t("attributes.title")}
      action={
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => setAdding(true)}>
          {t("attributes.add")}
        </Button>
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t("attributes.text")}
      </Text>
      {attributes.length === 0 ? (
        <Text size="sm">{t("attributes.none")}</Text>
      ) : (
        <Table.ScrollContainer
          minWidth={0}
          scrollAreaProps={{ viewportProps: { tabIndex: 0, role: "region", "aria-label": t("attributes.title") } }}
        >
          <Table verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t("attributes.key")}</Table.Th>
                <Table.Th scope="col">{t("attributes.label")}</Table.Th>
                <Table.Th scope="col">{t("attributes.type")}</Table.Th>
                <Table.Th scope="col" ta="right">
                  {t("attributes.remove")}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {attributes.map((attribute) => (
                <AttributeRow key={attribute.key} attribute={attribute} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <AddDialog opened={adding} onClose={() => setAdding(false)} />
    </Section>
  );
}

function AttributeRow({ attribute }: { attribute: Attribute }) {
  const { key, type, label, in_use } = attribute;
  const { t } = useTranslation("settings");
  const [asking, setAsking] = useState(false);
  const [naming, setNaming] = useDialog(labelDraft(key));
  const retype = useSettingsSave(
    (chosen: Attribute["type"]) =>
      api.PATCH("/panel/api/settings/attributes/{key}", { params: { path: { key } }, body: { type: chosen } }),
    t("saved"),
  );
  const remove = useSettingsSave(
    () => api.DELETE("/panel/api/settings/attributes/{key}", { params: { path: { key } } }),
    t("attributes.removed", { key }),
  );
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} className="panel-mono">
        {key}
      </Table.Th>
      <Table.Td>
        <Group gap={6} wrap="nowrap">
          <span style={{ overflowWrap: "anywhere" }}>{label ?? "–"}</span>
          <ActionIcon
            aria-label={t("attributes.label_of", { key })}
            data-hint={t("attributes.label_of", { key })}
            onClick={() => setNaming(true)}
          >
            <IconPencil size={16} />
          </ActionIcon>
        </Group>
        <LabelDialog opened={naming} onClose={() => setNaming(false)} attribute={attribute} />
      </Table.Td>
      <Table.Td>
        {in_use ? (
          t(`type.${type}`)
        ) : (
          <NativeSelect
            size="xs"
            aria-label={t("attributes.type_of", { key })}
            value={type}
            disabled={retype.isPending}
            data={types.map((value) => ({ value, label: t(`type.${value}`) }))}
            onChange={(event) => retype.mutate(event.currentTarget.value as Attribute["type"], { onError: toast.failed })}
          />
        )}
      </Table.Td>
      <Table.Td ta="right">
        <ActionIcon
          color="red"
          aria-label={
            in_use ? `${t("attributes.remove_named", { key })}: ${t("attributes.in_use")}` : t("attributes.remove_named", { key })
          }
          aria-disabled={in_use || undefined}
          data-disabled={in_use || undefined}
          data-hint={in_use ? t("attributes.in_use") : t("attributes.remove_named", { key })}
          onClick={() => {
            if (!in_use) setAsking(true);
          }}
        >
          <IconTrash size={16} />
        </ActionIcon>
        <ConfirmByName
          opened={asking}
          title={t("attributes.remove_named", { key })}
          text={t("attributes.remove_text")}
          name={key}
          confirm={t("attributes.remove")}
          doing={remove}
          onConfirm={() => remove.mutate(undefined)}
          onClose={() => setAsking(false)}
        />
      </Table.Td>
    </Table.Tr>
  );
}

/** The name of the draft for an attribute's label. */
const labelDraft = (key: string) => `label ${key}`;

type LabelDialogProps = { opened: boolean; onClose: () => void; attribute: Attribute };

/** Changes the label that readers see in place of the key. */
function LabelDialog({ opened, onClose, attribute: { key, label } }: LabelDialogProps) {
  const { t } = useTranslation("settings");
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: { label: label ?? "" },
    draft: labelDraft(key),
    changes: "settings",
    save: async (values) =>
      dataOf(
        await api.PATCH("/panel/api/settings/attributes/{key}", {
          params: { path: { key } },
          body: { label: values.label.trim() || null },
        }),
      ),
    done: t("saved"),
    onSaved: keepSettings,
  });
  return (
    <DialogForm
      dialog={dialog}
      title={t("attributes.label_of", { key })}
      text={t("attributes.label_text")}
      submit={t("common:save")}
    >
      <TextInput
        data-autofocus
        label={t("attributes.label")}
        maxLength={200}
        autoComplete="off"
        key={form.key("label")}
        {...form.getInputProps("label")}
      />
    </DialogForm>
  );
}

const no_values: Pick<Attribute, "key" | "type"> & { label: string } = { key: "", label: "", type: "string" };

function AddDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation("settings");
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: no_values,
    draft: "attribute",
    changes: "settings",
    save: async ({ label, ...rest }) =>
      dataOf(await api.POST("/panel/api/settings/attributes", { body: { ...rest, label: label.trim() || null } })),
    done: t("attributes.added"),
    onSaved: keepSettings,
  });
  return (
    <DialogForm dialog={dialog} title={t("attributes.add")} text={t("attributes.add_text")} submit={t("attributes.add")}>
      <TextInput
        data-autofocus
        label={t("attributes.key")}
        description={t("attributes.key_text")}
        autoComplete="off"
        spellCheck={false}
        key={form.key("key")}
        {...form.getInputProps("key")}
      />
      <TextInput
        label={t("attributes.label")}
        description={t("attributes.label_text")}
        maxLength={200}
        autoComplete="off"
        key={form.key("label")}
        {...form.getInputProps("label")}
      />
      <Group>
        <NativeSelect
          label={t("attributes.type")}
          data={types.map((value) => ({ value, label: t(`type.${value}`) }))}
          key={form.key("type")}
          {...form.getInputProps("type")}
        />
      </Group>
    </DialogForm>
  );
}
