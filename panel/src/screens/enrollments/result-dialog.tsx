import { NumberInput, Radio, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { useDraft } from "../../components/forms/use-draft.ts";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import type { StepProps } from "./step.ts";
import { useSave } from "./use-save.ts";

/** How an attempt ended that the platform has not seen, in a classroom for example. */
export function ResultDialog({ enrollment, opened, onClose }: StepProps) {
  const { t } = useTranslation("enrollments");
  const form = useForm<{ passed: string; score: number | string }>({ initialValues: { passed: "yes", score: "" } });
  const close = () => {
    form.reset();
    onClose();
  };
  const save = useSave(
    ({ passed, score }: typeof form.values) =>
      api.POST("/panel/api/enrollments/{id}/result", {
        params: { path: { id: enrollment.id } },
        body: { passed: passed === "yes", score: score === "" ? null : Number(score) },
      }),
    t("result.done"),
    close,
  );
  const rest = useFormProblems(form, save.error);
  const draft = useDraft(form, `result ${enrollment.id}`, { opened });
  return (
    <DialogForm
      opened={opened}
      onClose={close}
      title={t("result.title")}
      text={t("result.text")}
      submit={t("result.submit")}
      busy={save.isPending}
      error={rest}
      draft={draft}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <Radio.Group label={t("result.outcome")} key={form.key("passed")} {...form.getInputProps("passed")}>
        <Stack gap="xs" mt={4}>
          <Radio value="yes" label={t("result.passed")} />
          <Radio value="no" label={t("result.failed")} />
        </Stack>
      </Radio.Group>
      <NumberInput
        label={t("result.score")}
        description={t("result.score_text")}
        allowDecimal={false}
        hideControls
        key={form.key("score")}
        {...form.getInputProps("score")}
      />
    </DialogForm>
  );
}
