import { Button, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { UnsavedGuard } from "../../components/forms/unsaved-guard.tsx";
import { useDraft } from "../../components/forms/use-draft.ts";
import { useSave } from "../../components/forms/use-save.ts";
import { Section } from "../../components/section.tsx";
import { toast } from "../../components/toast.ts";
import { LetterText } from "./letter-text.tsx";
import { reminder_texts_key, type ReminderTextRow, type ReminderTexts } from "./reminder-text-data.ts";

type Values = Pick<ReminderTextRow, "subject" | "text" | "line">;

/** One text of a reminder: edit it, preview it, mail it to oneself, save it, or restore the product's text. */
export function ReminderTextForm({ row }: { row: ReminderTextRow }) {
  const { t } = useTranslation("settings");
  const { kind, language, is_own, fields, line_fields } = row;
  const form = useForm<Values>({ mode: "controlled", initialValues: valuesOf(row) });
  const { save, reset, preview, test } = useReminderText(row, (texts) => {
    const saved = valuesOf(texts.texts.find((one) => one.kind === kind && one.language === language)!);
    form.setInitialValues(saved);
    form.setValues(saved);
  });
  const rest = useFormProblems(form, save.error ?? preview.error ?? test.error ?? reset.error);
  const draft = useDraft(form, `reminder-text-${kind}-${language}`);
  const changed = form.isDirty();
  const all = [save, reset, preview, test];
  const named = (names: readonly string[]) => names.map((name) => `{${name}}`).join(", ");
  const attempt = (one: { mutate: (values: Values) => void }) =>
    form.onSubmit((values) => {
      for (const other of all) other.reset();
      one.mutate(values);
    });
  return (
    <>
      <UnsavedGuard dirty={changed && !save.isPending} draft={draft} />
      <Section title={t(`reminder_texts.kinds.${kind}`)}>
        <form onSubmit={attempt(save)} noValidate>
          <Stack gap="md">
            <ProblemAlert error={rest} />
            <TextInput
              label={t("reminder_texts.subject")}
              description={t("reminder_texts.subject_text", { fields: named(fields) })}
              {...form.getInputProps("subject")}
            />
            <Textarea
              label={t("reminder_texts.text")}
              description={t("reminder_texts.text_text", { fields: named(fields) })}
              autosize
              minRows={3}
              maxRows={12}
              {...form.getInputProps("text")}
            />
            <TextInput
              label={t("reminder_texts.line")}
              description={t("reminder_texts.line_text", { fields: named(line_fields) })}
              {...form.getInputProps("line")}
            />
            <Group>
              <Button type="submit" loading={save.isPending} disabled={!changed}>
                {t("common:save")}
              </Button>
              <Button variant="default" loading={preview.isPending} onClick={() => attempt(preview)()}>
                {t("reminder_texts.preview")}
              </Button>
              <Button variant="default" loading={test.isPending} onClick={() => attempt(test)()}>
                {t("reminder_texts.test")}
              </Button>
              {is_own ? (
                <Button variant="default" loading={reset.isPending} onClick={() => reset.mutate(undefined)}>
                  {t("reminder_texts.reset")}
                </Button>
              ) : null}
            </Group>
          </Stack>
        </form>
      </Section>
      {preview.data ? (
        <Section title={t("reminder_texts.preview_title")}>
          <LetterText letter={preview.data} language={language} />
        </Section>
      ) : null}
    </>
  );
}

/** The mutations of a text; each calls `onChanged` with the present texts. */
function useReminderText({ kind, language }: ReminderTextRow, onChanged: (texts: ReminderTexts) => void) {
  const { t } = useTranslation("settings");
  const client = useQueryClient();
  const params = { path: { kind, language } };
  const keep = (texts: ReminderTexts, cache: QueryClient) => {
    cache.setQueryData(reminder_texts_key, texts);
    onChanged(texts);
  };
  const save = useSave({
    changes: "settings",
    save: async (body: Values) => dataOf(await api.PUT("/panel/api/reminders/texts/{kind}/{language}", { params, body })),
    done: t("reminder_texts.saved"),
    onSaved: keep,
  });
  const reset = useMutation({
    mutationFn: async () => dataOf(await api.DELETE("/panel/api/reminders/texts/{kind}/{language}", { params })),
    onSuccess: (texts) => {
      toast.done(t("reminder_texts.was_reset"));
      keep(texts, client);
    },
  });
  const preview = useMutation({
    mutationFn: async (values: Values) =>
      dataOf(await api.POST("/panel/api/reminders/texts/preview", { body: { kind, language, ...values } })),
  });
  const test = useMutation({
    mutationFn: async (values: Values) =>
      dataOf(await api.POST("/panel/api/reminders/texts/test", { body: { kind, language, ...values } })),
    onSuccess: ({ recipient }) => toast.done(t("reminder_texts.tested", { recipient })),
  });
  return { save, reset, preview, test };
}

const valuesOf = ({ subject, text, line }: ReminderTextRow): Values => ({ subject, text, line });
