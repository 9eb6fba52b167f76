import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { UnsavedGuard } from "../../components/forms/unsaved-guard.tsx";
import { useDraft } from "../../components/forms/use-draft.ts";
import { useSave } from "../../components/forms/use-save.ts";
import { useGoTo } from "../../components/use-go-to.ts";
import { Page } from "../../components/page.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { LinkButton } from "../../components/values/link.tsx";
import { useTrainingReason } from "../people/people-data.ts";
import { useCourse } from "./course-data.ts";
import { ItemEditor } from "./item-editor.tsx";
import { bodyOf, isKept, item_kinds, type ListValues, newItem, valuesOf } from "./item-values.ts";

const items_max = 50;

/** Edits the items of a course. */
export function CourseItemsPage() {
  const { t } = useTranslation("course-items");
  const { course_id } = useParams({ strict: false }) as { course_id: string };
  const course = useCourse(course_id);
  const items = useQuery({
    queryKey: ["courses", "items", course_id],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/courses/{id}/items", { params: { path: { id: course_id } }, signal })),
  });
  const categories = useQuery({
    queryKey: ["questions", "categories"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/question-categories", { signal })),
  });
  const parents = [
    { title: t("shell:nav.courses"), to: "/courses" },
    { title: course.data?.course.title ?? t("course"), to: "/courses/$course_id", params: { course_id } },
  ];
  const unanswered = items.data ? categories : items;
  return (
    <Page title={t("items.title")} description={t("items.text")} parents={parents} width="narrow">
      {items.data && categories.data ? (
        <Edit course_id={course_id} shown={items.data} categories={categories.data.categories} />
      ) : (
        <Unanswered query={unanswered} height={320} />
      )}
    </Page>
  );
}

type EditProps = {
  course_id: string;
  shown: components["schemas"]["CourseItems"];
  categories: components["schemas"]["QuestionCategory"][];
};

function Edit({ course_id, shown, categories }: EditProps) {
  const { t } = useTranslation("course-items");
  const reason = useTrainingReason();
  const [initialValues] = useState(() => valuesOf(shown));
  const form = useForm<ListValues>({ initialValues });
  const save = useSave({
    changes: "catalogue",
    save: async (values: ListValues) =>
      dataOf(await api.PUT("/panel/api/courses/{id}/items", { params: { path: { id: course_id } }, body: bodyOf(values) })),
    done: t("items.saved"),
  });
  useGoTo("/courses/$course_id", "course_id", save.data ? course_id : undefined);
  const rest = useFormProblems(form, save.error);
  const draft = useDraft(form, "items", { done: save.isSuccess });
  const { items } = form.values;
  const left_out = shown.version === null && shown.items.some((item) => !isKept(item));
  const full = items.length < items_max ? null : t("items.full", { max: items_max });
  return (
    <form noValidate onSubmit={(event) => event.preventDefault()}>
      <UnsavedGuard dirty={form.isDirty() && !save.isSuccess} draft={draft} />
      <Stack gap="md">
        <ProblemAlert error={rest} />
        {shown.under_way > 0 ? <Alert color="indigo">{t("items.under_way", { number: shown.under_way })}</Alert> : null}
        {left_out ? <Alert color="yellow">{t("items.left_out")}</Alert> : null}
        <Group gap="xs">
          <Text size="sm">{t("items.bank")}</Text>
          <LinkButton size="compact-sm" variant="default" to="/questions">
            {t("shell:nav.questions")}
          </LinkButton>
        </Group>
        {items.map(({ key }, place) => (
          <ItemEditor key={key} form={form} place={place} categories={categories} course_id={course_id} files={shown.files} />
        ))}
        <Group gap="xs" role="group" aria-label={t("items.add")}>
          {item_kinds.map((kind) => (
            <ReasonedButton
              key={kind}
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              reason={full}
              onClick={() => form.insertListItem("items", newItem(kind, items.length === 0))}
            >
              {t(`add.${kind}`)}
            </ReasonedButton>
          ))}
        </Group>
        <Group>
          {items.length === 0 ? (
            <Button disabled>{t("common:save")}</Button>
          ) : (
            <ReasonedButton reason={reason} loading={save.isPending} onClick={() => save.mutate(form.getValues())}>
              {t("common:save")}
            </ReasonedButton>
          )}
          <LinkButton variant="default" to="/courses/$course_id" params={{ course_id }}>
            {t("common:cancel")}
          </LinkButton>
        </Group>
      </Stack>
    </form>
  );
}
