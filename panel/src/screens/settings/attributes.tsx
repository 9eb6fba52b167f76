import { ActionIcon, Button, Group, NativeSelect, Table, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { ConfirmByName } from "../../components/forms/confirm-by-name.tsx";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { Section } from "../../components/section.tsx";
import { toast } from "../../components/toast.ts";
import { useDialog, useDraft } from "../../components/forms/use-draft.ts";
import { type Attribute, useSettingsSave } from "./settings-data.ts";

const types = ["string", "number", "boolean", "string_array"] as const;

/** What the organisation knows of people beyond what every organisation does. */
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
  const [naming, setNaming] = useState(false);
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
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(undefined)}
          onClose={() => setAsking(false)}
        />
      </Table.Td>
    </Table.Tr>
  );
}

type LabelDialogProps = { opened: boolean; onClose: () => void; attribute: Attribute };

/** What people read in place of the key. */
function LabelDialog({ opened, onClose, attribute: { key, label } }: LabelDialogProps) {
  const { t } = useTranslation("settings");
  const form = useForm({ initialValues: { label: label ?? "" } });
  useEffect(() => {
    if (opened) form.setValues({ label: label ?? "" });
    // What is shown is what stands when the dialog opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [opened]);
  const save = useSettingsSave(
    (values: typeof form.values) =>
      api.PATCH("/panel/api/settings/attributes/{key}", {
        params: { path: { key } },
        body: { label: values.label.trim() || null },
      }),
    t("saved"),
  );
  const rest = useFormProblems(form, save.error);
  return (
    <DialogForm
      opened={opened}
      onClose={onClose}
      title={t("attributes.label_of", { key })}
      text={t("attributes.label_text")}
      submit={t("common:save")}
      busy={save.isPending}
      error={rest}
      onSubmit={form.onSubmit((values) => save.mutate(values, { onSuccess: onClose }))}
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

function AddDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation("settings");
  const form = useForm<{ key: string; label: string; type: Attribute["type"] }>({
    initialValues: { key: "", label: "", type: "string" },
  });
  const add = useSettingsSave(
    ({ label, ...rest }: typeof form.values) =>
      api.POST("/panel/api/settings/attributes", { body: { ...rest, label: label.trim() || null } }),
    t("attributes.added"),
  );
  const rest = useFormProblems(form, add.error);
  const draft = useDraft(form, "attribute", { opened });
  return (
    <DialogForm
      opened={opened}
      onClose={onClose}
      title={t("attributes.add")}
      text={t("attributes.add_text")}
      submit={t("attributes.add")}
      busy={add.isPending}
      error={rest}
      draft={draft}
      onSubmit={form.onSubmit((values) =>
        add.mutate(values, {
          onSuccess: () => {
            form.reset();
            onClose();
          },
        }),
      )}
    >
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
