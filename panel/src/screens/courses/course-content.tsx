import { Group, NativeSelect, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { LinkButton } from "../../components/values/link.tsx";
import { Page } from "../../components/page.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { UnsavedGuard } from "../../components/forms/unsaved-guard.tsx";
import { useDraft } from "../../components/forms/use-draft.ts";
import { useSave } from "../../components/forms/use-save.ts";
import { useGoTo } from "../../components/use-go-to.ts";
import { Unanswered } from "../../components/unanswered.tsx";
import { useTrainingReason } from "../people/people-data.ts";
import { bodyOf, type ContentValues, kinds, valuesOf } from "./content-values.ts";
import { type Detail, useCourse } from "./course-data.ts";
import { PackageChoice } from "./package-choice.tsx";
import { QuizEditor } from "./quiz-editor.tsx";

/** Edits the content of a course: a link, a text, a quiz, or a package. */
export function CourseContentPage() {
  const { t } = useTranslation("catalogue");
  const { course_id } = useParams({ strict: false }) as { course_id: string };
  const query = useCourse(course_id);
  const parents = [
    { title: t("shell:nav.courses"), to: "/courses" },
    { title: query.data?.course.title ?? t("course.title"), to: "/courses/$course_id", params: { course_id } },
  ];
  return (
    <Page title={t("content.title")} description={t("content.page_text")} parents={parents} width="narrow">
      {query.data ? null : <Unanswered query={query} height={320} />}
      {query.data ? <Edit detail={query.data} /> : null}
    </Page>
  );
}

function Edit({ detail }: { detail: Detail }) {
  const { t } = useTranslation("catalogue");
  const { id } = detail.course;
  const reason = useTrainingReason();
  const [initialValues] = useState(() => valuesOf(detail.content, detail.instructions));
  const form = useForm({ initialValues });
  const save = useSave({
    changes: "catalogue",
    save: async (values: ContentValues) =>
      dataOf(await api.PATCH("/panel/api/courses/{id}", { params: { path: { id } }, body: bodyOf(values) })),
    done: t("saved"),
  });
  useGoTo("/courses/$course_id", "course_id", save.data?.course.id);
  const rest = useFormProblems(form, save.error);
  const draft = useDraft(form, "content", { done: save.isSuccess });
  const { kind } = form.values.content;
  // Items are saved on their own page, so choosing that kind leaves nothing unsaved here.
  const dirty = kind === "items" ? form.isDirty("instructions") : form.isDirty();
  return (
    <form noValidate onSubmit={(event) => event.preventDefault()}>
      <UnsavedGuard dirty={dirty && !save.isSuccess} draft={draft} />
      <Stack gap="md">
        <ProblemAlert error={rest} />
        <NativeSelect
          label={t("content.kind")}
          maw={320}
          data={[{ value: "", label: t("content.none") }, ...kinds.map((value) => ({ value, label: t(`content.${value}`) }))]}
          key={form.key("content.kind")}
          {...form.getInputProps("content.kind")}
        />
        {kind === "link" ? (
          <TextInput
            type="url"
            label={t("content.url")}
            description={t("content.url_text")}
            placeholder="https://"
            required
            maxLength={2_048}
            key={form.key("content.url")}
            {...form.getInputProps("content.url")}
          />
        ) : null}
        {kind === "document" ? (
          <Textarea
            label={t("content.text")}
            description={t("content.text_text")}
            required
            autosize
            minRows={12}
            maxRows={30}
            maxLength={100_000}
            key={form.key("content.text")}
            {...form.getInputProps("content.text")}
          />
        ) : null}
        <Textarea
          label={t("content.instructions")}
          description={t("content.instructions_text")}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={2_000}
          key={form.key("instructions")}
          {...form.getInputProps("instructions")}
        />
        {kind === "package" ? <PackageChoice form={form} field="content.package_id" /> : null}
        {kind === "items" ? <ToItems course_id={id} /> : null}
        {kind === "quiz" ? <QuizEditor form={form} refused={save.error} /> : null}
        <Group>
          <ReasonedButton reason={reason} loading={save.isPending} onClick={() => save.mutate(form.getValues())}>
            {t("common:save")}
          </ReasonedButton>
          <LinkButton variant="default" to="/courses/$course_id" params={{ course_id: id }}>
            {t("common:cancel")}
          </LinkButton>
        </Group>
      </Stack>
    </form>
  );
}

/** A link to the page where the items of the course are edited. */
function ToItems({ course_id }: { course_id: string }) {
  const { t } = useTranslation("catalogue");
  return (
    <Group>
      <LinkButton variant="default" to="/courses/$course_id/items" params={{ course_id }}>
        {t("content.edit_items")}
      </LinkButton>
    </Group>
  );
}
