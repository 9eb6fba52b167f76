import { ActionIcon, Button, Checkbox, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";
import { NothingFound } from "../../components/lists/nothing-found.tsx";
import type { Detail } from "../courses/course-data.ts";
import { useCatalogue } from "../courses/use-catalogue.ts";

type PathDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** null: a new path is created. */
  detail: Detail | null;
};

type Item = { course_id: string; mandatory: boolean };

/** The most courses to choose from. */
const choices_max = 500;

function valuesOf(detail: Detail | null) {
  const items: Item[] = detail?.items.map(({ id, mandatory }) => ({ course_id: id, mandatory })) ?? [];
  return {
    title: detail?.course.title ?? "",
    code: detail?.course.code ?? "",
    items: items.length > 0 ? items : [{ course_id: "", mandatory: true }],
  };
}

/** Creates a learning path, or changes its title and courses. */
export function PathDialog({ opened, onClose, detail }: PathDialogProps) {
  const { t } = useTranslation("catalogue");
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: valuesOf(detail),
    draft: "path",
    changes: "catalogue",
    save: ({ title, code, items }) =>
      detail === null
        ? api.POST("/panel/api/paths", { body: { title, code, items } })
        : api.PATCH("/panel/api/paths/{id}", { params: { path: { id: detail.course.id } }, body: { title, items } }),
    done: t(detail === null ? "path.added" : "saved"),
  });
  return (
    <DialogForm
      dialog={dialog}
      title={t(detail === null ? "path.add" : "path.edit")}
      text={t(detail === null ? "path.add_text" : "path.edit_text")}
      submit={t(detail === null ? "path.add" : "common:save")}
    >
      <TextInput
        data-autofocus
        label={t("field.title")}
        required
        maxLength={255}
        key={form.key("title")}
        {...form.getInputProps("title")}
      />
      {detail === null ? (
        <TextInput label={t("field.code")} required maxLength={64} key={form.key("code")} {...form.getInputProps("code")} />
      ) : null}
      <Items form={form} />
    </DialogForm>
  );
}

type PathForm = UseFormReturnType<ReturnType<typeof valuesOf>>;

function Items({ form }: { form: PathForm }) {
  const { t } = useTranslation("catalogue");
  const courses = useCatalogue("course", { values: { q: "", state: "" }, limit: choices_max, offset: 0 });
  const choices = (courses.data?.courses ?? []).map(({ id, title, code }) => ({ value: id, label: `${title} (${code})` }));
  const { items } = form.values;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {t("path.items")}
      </Text>
      {items.map((_, index) => (
        <Group key={form.key(`items.${index}`)} gap={4} align="flex-start" wrap="nowrap">
          <Stack gap={4} style={{ flex: 1 }}>
            <Select
              aria-label={t("path.item", { number: index + 1 })}
              placeholder={t("path.choose_course")}
              searchable
              limit={100}
              data={choices}
              nothingFoundMessage={<NothingFound>{t("common:list.nothing_found")}</NothingFound>}
              key={form.key(`items.${index}.course_id`)}
              {...form.getInputProps(`items.${index}.course_id`)}
              onChange={(value) => form.setFieldValue(`items.${index}.course_id`, value ?? "")}
            />
            <Checkbox
              size="xs"
              label={t("path.mandatory")}
              aria-label={t("path.mandatory_named", { number: index + 1 })}
              key={form.key(`items.${index}.mandatory`)}
              {...form.getInputProps(`items.${index}.mandatory`, { type: "checkbox" })}
            />
          </Stack>
          <ActionIcon
            mt={4}
            aria-label={t("path.up", { number: index + 1 })}
            disabled={index === 0}
            onClick={() => form.reorderListItem("items", { from: index, to: index - 1 })}
          >
            <IconArrowUp size={16} />
          </ActionIcon>
          <ActionIcon
            mt={4}
            aria-label={t("path.down", { number: index + 1 })}
            disabled={index === items.length - 1}
            onClick={() => form.reorderListItem("items", { from: index, to: index + 1 })}
          >
            <IconArrowDown size={16} />
          </ActionIcon>
          <ActionIcon
            mt={4}
            aria-label={t("path.remove", { number: index + 1 })}
            disabled={items.length === 1}
            onClick={() => form.removeListItem("items", index)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => form.insertListItem("items", { course_id: "", mandatory: true })}
        >
          {t("path.add_course")}
        </Button>
      </Group>
    </Stack>
  );
}
