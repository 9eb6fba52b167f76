import { NumberInput, Radio, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";
import type { StepProps } from "./step.ts";

const no_values: { passed: string; score: number | string } = { passed: "yes", score: "" };

/** How an attempt ended that the platform has not seen, in a classroom for example. */
export function ResultDialog({ enrollment, opened, onClose }: StepProps) {
  const { t } = useTranslation("enrollments");
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: no_values,
    draft: `result ${enrollment.id}`,
    changes: "training",
    save: ({ passed, score }) =>
      api.POST("/panel/api/enrollments/{id}/result", {
        params: { path: { id: enrollment.id } },
        body: { passed: passed === "yes", score: score === "" ? null : Number(score) },
      }),
    done: t("result.done"),
  });
  return (
    <DialogForm dialog={dialog} title={t("result.title")} text={t("result.text")} submit={t("result.submit")}>
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
