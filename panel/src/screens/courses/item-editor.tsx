import {
  ActionIcon,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  Paper,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { components } from "../../api/schema.d.ts";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { FileChoice } from "./file-choice.tsx";
import { PackageChoice } from "./package-choice.tsx";
import { ToolChoice } from "./tool-choice.tsx";
import { type ListValues, newDraw, openings } from "./item-values.ts";
import type { CourseFile } from "./send-file.ts";
import { Address, VideoEditor } from "./video-editor.tsx";

type Categories = components["schemas"]["QuestionCategory"][];
type EditorProps = {
  form: UseFormReturnType<ListValues>;
  place: number;
  categories: Categories;
  course_id: string;
  files: readonly CourseFile[];
};

/** Edits one item of a course: its title, its content, and when it opens. */
export function ItemEditor(props: EditorProps) {
  const { form, place } = props;
  const { t } = useTranslation("course-items");
  const { items } = form.values;
  const item = items[place]!;
  const at = `items.${place}`;
  const number = place + 1;
  const move = (to: number) => form.reorderListItem("items", { from: place, to });
  return (
    <Paper p="md" component="section" aria-label={t("item.named", { number, kind: t(`kind.${item.kind}`) })}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2}>{t("item.named", { number, kind: t(`kind.${item.kind}`) })}</Title>
          <Group gap={4}>
            <ActionIcon aria-label={t("item.up", { number })} disabled={place === 0} onClick={() => move(place - 1)}>
              <IconArrowUp size={16} />
            </ActionIcon>
            <ActionIcon
              aria-label={t("item.down", { number })}
              disabled={place === items.length - 1}
              onClick={() => move(place + 1)}
            >
              <IconArrowDown size={16} />
            </ActionIcon>
            <ActionIcon aria-label={t("item.remove", { number })} onClick={() => form.removeListItem("items", place)}>
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        </Group>
        <TextInput
          label={t("item.title")}
          required
          maxLength={255}
          key={form.key(`${at}.title`)}
          {...form.getInputProps(`${at}.title`)}
        />
        <Shown {...props} />
        <Checkbox
          label={t("item.required")}
          key={form.key(`${at}.required`)}
          {...form.getInputProps(`${at}.required`, { type: "checkbox" })}
        />
        <NativeSelect
          label={t("item.opens")}
          data={openings.map((value) => ({ value, label: t(`opens.${value}`) }))}
          key={form.key(`${at}.opens`)}
          {...form.getInputProps(`${at}.opens`)}
        />
        {item.opens === "after_item" ? (
          <NativeSelect
            label={t("item.after")}
            data={[
              { value: "", label: t("item.choose") },
              ...items.flatMap(({ key, title }, index) =>
                index === place ? [] : [{ value: key, label: `${index + 1}. ${title}` }],
              ),
            ]}
            key={form.key(`${at}.after`)}
            {...form.getInputProps(`${at}.after`)}
          />
        ) : null}
      </Stack>
    </Paper>
  );
}

/** The fields of the item's kind. */
function Shown({ form, place, categories, course_id, files }: EditorProps) {
  const { t } = useTranslation("course-items");
  const { kind } = form.values.items[place]!;
  const at = `items.${place}`;
  if (kind === "quiz") return <Quiz form={form} place={place} categories={categories} />;
  if (kind === "video") return <VideoEditor form={form} place={place} course_id={course_id} files={files} />;
  if (kind === "document")
    return <FileChoice form={form} field={`${at}.file_id`} use="document" course_id={course_id} files={files} />;
  if (kind === "package") return <PackageChoice form={form} field={`${at}.package_id`} />;
  if (kind === "lti") return <ToolChoice form={form} at={at} />;
  if (kind === "text")
    return (
      <Textarea
        label={t("item.text")}
        required
        autosize
        minRows={6}
        maxRows={24}
        maxLength={100_000}
        key={form.key(`${at}.text`)}
        {...form.getInputProps(`${at}.text`)}
      />
    );
  return <Address form={form} at={at} />;
}

function Quiz({ form, place, categories }: Pick<EditorProps, "form" | "place" | "categories">) {
  const { t } = useTranslation("course-items");
  const { draws } = form.values.items[place]!;
  const at = `items.${place}`;
  return (
    <Stack gap="sm">
      {draws.map((_, index) => (
        <Group key={form.key(`${at}.draws.${index}`)} gap="xs" align="flex-start">
          <NativeSelect
            style={{ flex: "1 1 12rem" }}
            label={t("quiz.category", { number: index + 1 })}
            data={[
              { value: "", label: t("item.choose") },
              ...categories.map(({ id, name, questions }) => ({ value: id, label: t("quiz.of", { name, number: questions }) })),
            ]}
            key={form.key(`${at}.draws.${index}.category_id`)}
            {...form.getInputProps(`${at}.draws.${index}.category_id`)}
          />
          <NumberInput
            style={{ flex: "0 1 9rem" }}
            label={t("quiz.count", { number: index + 1 })}
            min={1}
            max={100}
            allowDecimal={false}
            key={form.key(`${at}.draws.${index}.count`)}
            {...form.getInputProps(`${at}.draws.${index}.count`)}
          />
          <ActionIcon
            mt={28}
            aria-label={t("quiz.remove", { number: index + 1 })}
            disabled={draws.length === 1}
            onClick={() => form.removeListItem(`${at}.draws`, index)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      {categories.length === 0 ? <Text size="sm">{t("quiz.no_categories")}</Text> : null}
      <Group>
        <ReasonedButton
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          reason={draws.length < 20 ? null : t("quiz.full", { max: 20 })}
          onClick={() => form.insertListItem(`${at}.draws`, newDraw())}
        >
          {t("quiz.add")}
        </ReasonedButton>
      </Group>
      <NumberInput
        label={t("quiz.pass_percent")}
        description={t("quiz.pass_percent_text")}
        min={0}
        max={100}
        allowDecimal={false}
        key={form.key(`${at}.pass_percent`)}
        {...form.getInputProps(`${at}.pass_percent`)}
      />
    </Stack>
  );
}
