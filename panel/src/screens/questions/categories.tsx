import { Group, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconHelpCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";
import { useDialog } from "../../components/forms/use-draft.ts";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { useTrainingReason } from "../people/people-data.ts";

/** The organisation's questions, by category. */
export function Categories() {
  const { t } = useTranslation("course-items");
  const [adding, setAdding] = useDialog("category");
  const reason = useTrainingReason();
  const query = useQuery({
    queryKey: ["questions", "categories"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/question-categories", { signal })),
  });
  return (
    <Page
      title={t("shell:nav.questions")}
      description={t("bank.text")}
      actions={
        <ReasonedButton reason={reason} onClick={() => setAdding(true)}>
          {t("bank.add")}
        </ReasonedButton>
      }
    >
      <Unanswered query={query} height={240} />
      {query.data?.categories.length === 0 ? (
        <EmptyState icon={IconHelpCircle} title={t("bank.empty")} text={t("bank.empty_text")} />
      ) : null}
      <Stack gap="sm">
        {query.data?.categories.map(({ id, name, questions, courses }) => (
          <Paper key={id} p="md" component="section">
            <Group justify="space-between" gap="sm">
              <Title order={2}>
                <TextLink to="/questions/$category_id" params={{ category_id: id }}>
                  {name}
                </TextLink>
              </Title>
              <Text size="sm">{t("bank.questions", { number: questions })}</Text>
            </Group>
            {courses.length === 0 ? null : (
              <Text size="sm" c="dimmed">
                {t("bank.used", { courses: courses.map(({ title }) => title).join(", ") })}
              </Text>
            )}
          </Paper>
        ))}
      </Stack>
      <AddCategory opened={adding} onClose={() => setAdding(false)} />
    </Page>
  );
}

function AddCategory({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation("course-items");
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: { name: "" },
    draft: "category",
    changes: "questions",
    save: async (body) => dataOf(await api.POST("/panel/api/question-categories", { body })),
    done: t("bank.added"),
  });
  return (
    <DialogForm dialog={dialog} title={t("bank.add")} text={t("bank.add_text")} submit={t("bank.add")}>
      <TextInput label={t("bank.name")} required maxLength={200} key={form.key("name")} {...form.getInputProps("name")} />
    </DialogForm>
  );
}
