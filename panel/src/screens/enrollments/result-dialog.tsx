import { NumberInput, Radio, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";

type ResultDialogProps = {
  enrollment_id: string;
  opened: boolean;
  onClose: () => void;
  record: (result: { passed: boolean; score: number | null }) => Promise<unknown>;
};

const no_values: { passed: string; score: number | string } = { passed: "yes", score: "" };

/** Records the result of an attempt outside the platform, in a classroom for example. */
export function ResultDialog({ enrollment_id, opened, onClose, record }: ResultDialogProps) {
  const { t } = useTranslation("enrollments");
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: no_values,
    draft: `result ${enrollment_id}`,
    changes: "training",
    save: ({ passed, score }) => record({ passed: passed === "yes", score: score === "" ? null : Number(score) }),
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
