import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { Quiz } from "./quiz.tsx";
import type { ItemProps } from "./use-training.ts";

type SittingProps = ItemProps & { content: components["schemas"]["MyItemContent"] };

/** A quiz of a course's item: it is begun or continued, each answer is saved at once, and it is handed in once all are given. */
export function Sitting({ course_id, item, content, onChanged }: SittingProps) {
  const { t } = useTranslation("my-training");
  const begin = useMutation({
    mutationFn: async () =>
      dataOf(
        await api.POST("/panel/api/my/courses/{id}/items/{item_id}/sitting", {
          params: { path: { id: course_id, item_id: item.id } },
        }),
      ),
  });
  const sitting = begin.data;
  const answersOf = (answers: { place: number; options: number[] }[]) => ({
    answers: answers.map(({ place, options }) => ({ question_id: sitting!.questions[place]!.id, options })),
  });
  // Requests run one after the other, so that the latest answer to a question is the one that is saved.
  const keep = useMutation({
    scope: { id: `sitting-${item.id}` },
    mutationFn: (answer: { place: number; options: number[] }) =>
      api.PUT("/panel/api/my/sittings/{id}/answers", { params: { path: { id: sitting!.id } }, body: answersOf([answer]) }),
  });
  const hand_in = useMutation({
    scope: { id: `sitting-${item.id}` },
    mutationFn: async (answers: number[][]) =>
      dataOf(
        await api.POST("/panel/api/my/sittings/{id}/hand-in", {
          params: { path: { id: sitting!.id } },
          body: answersOf(answers.map((options, place) => ({ place, options }))),
        }),
      ),
    onSuccess: ({ course }) => {
      begin.reset();
      onChanged(course);
    },
  });
  return (
    <Stack gap="md">
      <div aria-live="polite">{hand_in.data && !sitting ? <Outcome outcome={hand_in.data} /> : null}</div>
      <ProblemAlert error={begin.error ?? keep.error ?? hand_in.error} />
      {sitting ? (
        <Quiz
          key={sitting.id}
          questions={sitting.questions}
          given={sitting.questions.map(({ chosen }) => chosen)}
          onChoose={(place, options) => keep.mutate({ place, options })}
          busy={hand_in.isPending}
          answer={(answers) => hand_in.mutate(answers)}
        />
      ) : null}
      {!sitting && item.state !== "done" ? (
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{t("items.quiz", { number: content.questions ?? 0, score: content.pass_percent })}</Text>
          <Button onClick={() => begin.mutate()} loading={begin.isPending}>
            {t(item.state === "under_way" ? "continue" : "begin")}
          </Button>
        </Stack>
      ) : null}
    </Stack>
  );
}

function Outcome({ outcome: { passed, score } }: { outcome: components["schemas"]["MySittingOutcome"] }) {
  const { t } = useTranslation("my-training");
  return (
    <Alert
      color={passed ? "green" : "yellow"}
      icon={passed ? <IconCircleCheck size={18} /> : <IconCircleX size={18} />}
      title={t(passed ? "items.quiz_passed" : "outcome.failed")}
    >
      <Group>
        <Text size="sm">{t("score", { score })}</Text>
      </Group>
    </Alert>
  );
}
