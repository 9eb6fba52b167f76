import { Badge, Button, Group, List, Paper, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { IconHelpCircle } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { ConfirmDialog } from "../../components/forms/dialog-form.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { useDialog } from "../../components/forms/use-draft.ts";
import { useSave } from "../../components/forms/use-save.ts";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { unansweredPage } from "../../components/unanswered.tsx";
import { linkTo } from "../../components/values/link.tsx";
import { useTrainingReason } from "../people/people-data.ts";
import { QuestionsDialog } from "./questions-dialog.tsx";

type Question = components["schemas"]["BankQuestion"];

const page_max = 100;

export function Category() {
  const { t } = useTranslation("course-items");
  const { category_id: id } = useParams({ strict: false }) as { category_id: string };
  const [adding, setAdding] = useDialog("questions");
  const [changed, setChanged] = useState<Question | null>(null);
  const [removing, setRemoving] = useState(false);
  const [offset, setOffset] = useState(0);
  const reason = useTrainingReason();
  const navigate = useNavigate();
  const query = useQuery({
    queryKey: ["questions", "category", id, offset],
    queryFn: async ({ signal }) =>
      dataOf(
        await api.GET("/panel/api/question-categories/{id}/questions", {
          params: { path: { id }, query: { limit: page_max, offset } },
          signal,
        }),
      ),
    placeholderData: (before) => before,
  });
  const removal = useSave<undefined, unknown>({
    changes: "questions",
    save: () => api.DELETE("/panel/api/question-categories/{id}", { params: { path: { id } } }),
    done: t("bank.removed"),
    onSaved: () => void navigate(linkTo({ to: "/questions" })),
  });
  const parents = [{ title: t("shell:nav.questions"), to: "/questions" }];
  if (!query.data) return unansweredPage(query, { title: t("bank.category"), parents });
  const { category, questions, pagination } = query.data;
  return (
    <Page
      title={category}
      parents={parents}
      description={t("bank.questions", { number: pagination.total })}
      width="narrow"
      actions={
        <>
          <ReasonedButton variant="default" reason={reason} onClick={() => setRemoving(true)}>
            {t("bank.remove")}
          </ReasonedButton>
          <ReasonedButton reason={reason} onClick={() => setAdding(true)}>
            {t("bank.add_questions")}
          </ReasonedButton>
        </>
      }
    >
      {questions.length === 0 ? (
        <EmptyState icon={IconHelpCircle} title={t("bank.no_questions")} text={t("bank.no_questions_text")} />
      ) : null}
      <Stack gap="sm">
        {questions.map((question) => (
          <Shown key={question.id} question={question} change={() => setChanged(question)} />
        ))}
      </Stack>
      {pagination.total > page_max ? (
        <Group mt="md">
          <Button variant="default" disabled={offset === 0} onClick={() => setOffset(offset - page_max)}>
            {t("bank.earlier")}
          </Button>
          <Button variant="default" disabled={offset + page_max >= pagination.total} onClick={() => setOffset(offset + page_max)}>
            {t("bank.later")}
          </Button>
        </Group>
      ) : null}
      <QuestionsDialog opened={adding} onClose={() => setAdding(false)} category_id={id} question={null} />
      <QuestionsDialog opened={changed !== null} onClose={() => setChanged(null)} category_id={id} question={changed} />
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        action={removal}
        title={t("bank.remove_title", { name: category })}
        text={t("bank.remove_text")}
        submit={t("bank.remove")}
      />
    </Page>
  );
}

function Shown({ question, change }: { question: Question; change: () => void }) {
  const { t } = useTranslation("course-items");
  const reason = useTrainingReason();
  const { id, text, options, correct } = question;
  const removal = useSave<undefined, unknown>({
    changes: "questions",
    save: () => api.DELETE("/panel/api/questions/{id}", { params: { path: { id } } }),
    done: t("bank.question_removed"),
  });
  const [removing, setRemoving] = useState(false);
  // An option is identified by its place, which does not change.
  const marked = options.map((option, place) => ({ key: `${place} ${option}`, option, right: correct.includes(place) }));
  return (
    <Paper p="md" component="section" aria-label={text}>
      <Text fw={600} style={{ overflowWrap: "anywhere" }}>
        {text}
      </Text>
      <List size="sm" mt="xs">
        {marked.map(({ key, option, right }) => (
          <List.Item key={key}>
            {option} {right ? <Badge color="green">{t("bank.right")}</Badge> : null}
          </List.Item>
        ))}
      </List>
      <Group mt="sm" gap="xs">
        <ReasonedButton size="compact-sm" variant="default" reason={reason} onClick={change}>
          {t("bank.change")}
        </ReasonedButton>
        <ReasonedButton size="compact-sm" variant="subtle" color="red" reason={reason} onClick={() => setRemoving(true)}>
          {t("bank.remove_question")}
        </ReasonedButton>
      </Group>
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        action={removal}
        title={t("bank.remove_question")}
        text={text}
        submit={t("bank.remove_question")}
      />
    </Paper>
  );
}
