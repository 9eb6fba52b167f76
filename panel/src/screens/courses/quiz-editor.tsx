import { ActionIcon, Button, Checkbox, Group, Input, Stack, Text, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { FieldGroup } from "../../components/forms/field-group.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { newOption, newQuestion, type Question as QuestionValues } from "./content-values.ts";

type AnyForm = UseFormReturnType<any, any>;

const questions_max = 100;
const options_min = 2;
const options_max = 20;

type EditorProps = {
  form: AnyForm;
  /** The path of the questions in the form's values. */
  list?: string;
  refused: unknown;
};

/** Edits questions, one at a time; the first refused one is shown. */
export function QuizEditor({ form, list = "content.questions", refused }: EditorProps) {
  const { t } = useTranslation("catalogue");
  const questions: QuestionValues[] = form.getInputProps(list).value;
  const [wanted, setPlace] = useState(0);
  const place = Math.min(wanted, questions.length - 1);
  const faulty = faultyPlaces(form.errors, list);
  useEffect(() => {
    if (faulty[0] !== undefined) setPlace(faulty[0]);
    // Only once for each answer of the server; afterwards the user chooses the question.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [refused, faulty.length > 0]);
  const add = () => {
    form.insertListItem(list, newQuestion());
    setPlace(questions.length);
  };
  const move = (to: number) => {
    form.reorderListItem(list, { from: place, to });
    setPlace(to);
  };
  return (
    <FieldGroup title={t("quiz.questions")}>
      <Stack gap="sm">
        <Group gap={4} role="group" aria-label={t("quiz.questions")}>
          {questions.map((_, at) => (
            <Button
              key={form.key(`${list}.${at}`)}
              size="compact-sm"
              variant={at === place ? "filled" : faulty.includes(at) ? "light" : "default"}
              color={faulty.includes(at) && at !== place ? "red" : undefined}
              aria-current={at === place ? "step" : undefined}
              aria-label={t(faulty.includes(at) ? "quiz.open_faulty" : "quiz.open", { number: at + 1 })}
              onClick={() => setPlace(at)}
            >
              {at + 1}
            </Button>
          ))}
          <ReasonedButton
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            reason={questions.length < questions_max ? null : t("quiz.full", { max: questions_max })}
            onClick={add}
          >
            {t("quiz.add")}
          </ReasonedButton>
        </Group>
        <QuestionEditor key={place} form={form} list={list} place={place} />
        <Group gap={4}>
          <ActionIcon aria-label={t("quiz.earlier")} disabled={place === 0} onClick={() => move(place - 1)}>
            <IconArrowUp size={16} />
          </ActionIcon>
          <ActionIcon aria-label={t("quiz.later")} disabled={place === questions.length - 1} onClick={() => move(place + 1)}>
            <IconArrowDown size={16} />
          </ActionIcon>
          <ReasonedButton
            size="compact-sm"
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={14} aria-hidden />}
            reason={questions.length > 1 ? null : t("quiz.last")}
            onClick={() => form.removeListItem(list, place)}
          >
            {t("quiz.remove", { number: place + 1 })}
          </ReasonedButton>
        </Group>
      </Stack>
    </FieldGroup>
  );
}

/** The places of questions that have a fault, in order. */
function faultyPlaces(errors: AnyForm["errors"], list: string): number[] {
  const within = Object.keys(errors).filter((name) => name.startsWith(`${list}.`));
  const places = within.map((name) => Number.parseInt(name.slice(list.length + 1), 10));
  return [...new Set(places)].toSorted((a, b) => a - b);
}

/** One question with its options. */
export function QuestionEditor({ form, list, place }: { form: AnyForm; list: string; place: number }) {
  const { t } = useTranslation("catalogue");
  const at = `${list}.${place}`;
  const { options }: QuestionValues = form.getInputProps(list).value[place];
  // The server reports faults of `correct`, a list of places. The form has a checkbox for each option instead, so these faults
  // are shown at the question.
  const errors = { tick: form.errors[at] ? t("quiz.tick") : null, options: form.errors[`${at}.options`] };
  return (
    <Stack gap="sm">
      <Textarea
        label={t("quiz.question", { number: place + 1 })}
        required
        autosize
        minRows={2}
        maxLength={2_000}
        key={form.key(`${at}.text`)}
        {...form.getInputProps(`${at}.text`)}
      />
      <Text size="sm" fw={600}>
        {t("quiz.options")}
      </Text>
      {options.map((_, index) => (
        <Group key={form.key(`${at}.options.${index}`)} gap="xs" wrap="nowrap" align="flex-start">
          <Checkbox
            mt={8}
            aria-label={t("quiz.right", { number: index + 1 })}
            key={form.key(`${at}.options.${index}.right`)}
            {...form.getInputProps(`${at}.options.${index}.right`, { type: "checkbox" })}
          />
          <TextInput
            style={{ flex: 1 }}
            aria-label={t("quiz.option", { number: index + 1 })}
            maxLength={1_000}
            key={form.key(`${at}.options.${index}.text`)}
            {...form.getInputProps(`${at}.options.${index}.text`)}
            error={form.errors[`${at}.options.${index}`]}
          />
          <ActionIcon
            mt={4}
            aria-label={t("quiz.remove_option", { number: index + 1 })}
            disabled={options.length <= options_min}
            onClick={() => form.removeListItem(`${at}.options`, index)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      {Object.entries(errors).map(([of, error]) =>
        error ? (
          <Input.Error key={of} role="alert">
            {error}
          </Input.Error>
        ) : null,
      )}
      <Group>
        <ReasonedButton
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          reason={options.length < options_max ? null : t("quiz.question_full", { max: options_max })}
          onClick={() => form.insertListItem(`${at}.options`, newOption())}
        >
          {t("quiz.add_option")}
        </ReasonedButton>
      </Group>
    </Stack>
  );
}
