import { Button, Checkbox, Paper, Radio, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { MyCourse } from "./use-training.ts";

type QuizProps = {
  questions: NonNullable<MyCourse["questions"]>;
  /** Earlier answers; left out: none. */
  given?: number[][];
  /** Called with each answer as soon as it is given. */
  onChoose?: (place: number, options: number[]) => void;
  busy: boolean;
  answer: (answers: number[][]) => void;
};

/** All questions of a quiz. It can be sent once each has an answer. */
export function Quiz({ questions, given, onChoose, busy, answer }: QuizProps) {
  const { t } = useTranslation("my-training");
  const [chosen, setChosen] = useState<string[][]>(() => questions.map((_, place) => given?.[place]?.map(String) ?? []));
  const open = chosen.filter((options) => options.length === 0).length;
  const choose = (place: number, options: string[]) => {
    setChosen((before) => before.map((one, index) => (index === place ? options : one)));
    onChoose?.(place, options.map(Number));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (open === 0) answer(chosen.map((options) => options.map(Number)));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md" align="flex-start">
        {questions.map(({ text, options, several }, place) => {
          const label = `${place + 1}. ${text}`;
          const entries = options.map((option, index) => ({ option, value: String(index) }));
          return (
            // A question is identified by its place, which does not change.
            <Paper key={label} p="md" w="100%">
              {several ? (
                <Checkbox.Group
                  label={label}
                  description={t("quiz.several")}
                  value={chosen[place] ?? []}
                  onChange={(values) => choose(place, values)}
                >
                  <Stack gap="xs" mt="sm">
                    {entries.map(({ option, value }) => (
                      <Checkbox key={value} value={value} label={option} />
                    ))}
                  </Stack>
                </Checkbox.Group>
              ) : (
                <Radio.Group
                  label={label}
                  name={`question-${place}`}
                  value={chosen[place]?.[0] ?? null}
                  onChange={(value) => choose(place, [value])}
                >
                  <Stack gap="xs" mt="sm">
                    {entries.map(({ option, value }) => (
                      <Radio key={value} value={value} label={option} />
                    ))}
                  </Stack>
                </Radio.Group>
              )}
            </Paper>
          );
        })}
        {open > 0 ? (
          <Text size="sm" c="dimmed">
            {t("quiz.open", { count: open })}
          </Text>
        ) : null}
        <Button type="submit" disabled={open > 0} loading={busy}>
          {t("quiz.submit")}
        </Button>
      </Stack>
    </form>
  );
}
