import { FileInput, Group, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { DateField } from "../../components/forms/date-field.tsx";
import { ChooseCourse, ChoosePerson, draftName, type Fixed, FixedPair } from "./choose.tsx";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";
import { evidence_max_mib, evidence_types, sendEvidence, useEvidenceFault } from "./evidence-file.ts";

export function EvidenceDialog({ opened, onClose, pair }: { opened: boolean; onClose: () => void; pair?: Fixed | undefined }) {
  const { t } = useTranslation("enrollments");
  const faultOf = useEvidenceFault();
  const required = (value: string) => (value ? null : t("required"));
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: {
      person_id: pair?.person_id ?? "",
      course_id: pair?.course_id ?? "",
      issuer: "",
      valid_from: "",
      valid_until: "",
      file: null as File | null,
      // The evidence stays recorded when its file is refused; the next try sends only the file.
      recorded_id: "",
    },
    draft: draftName("evidence", pair),
    validate: {
      person_id: required,
      course_id: required,
      issuer: required,
      valid_from: required,
      file: (file) => (file === null ? null : faultOf(file)),
    },
    changes: "training",
    save: async ({ valid_until, file, recorded_id, ...body }, { setFieldValue }) => {
      let id = recorded_id;
      if (id === "") {
        id = dataOf(await api.POST("/panel/api/evidence", { body: { ...body, valid_until: valid_until || null } })).id;
        setFieldValue("recorded_id", id);
      }
      if (file !== null) await sendEvidence(id, file);
    },
    done: t("evidence.done"),
  });
  return (
    <DialogForm dialog={dialog} title={t("evidence.title")} text={t("evidence.text")} submit={t("evidence.submit")}>
      {pair ? (
        <FixedPair pair={pair} />
      ) : (
        <>
          <ChoosePerson key={form.key("person_id")} {...form.getInputProps("person_id")} required />
          <ChooseCourse key={form.key("course_id")} {...form.getInputProps("course_id")} required />
        </>
      )}
      <TextInput label={t("field.issuer")} required maxLength={200} key={form.key("issuer")} {...form.getInputProps("issuer")} />
      <Group grow align="flex-start">
        <DateField label={t("field.valid_from")} required key={form.key("valid_from")} {...form.getInputProps("valid_from")} />
        <DateField label={t("field.valid_until")} key={form.key("valid_until")} {...form.getInputProps("valid_until")} />
      </Group>
      <FileInput
        label={t("evidence.file")}
        description={t("evidence.file_text", { size: evidence_max_mib })}
        placeholder={t("evidence.choose")}
        accept={evidence_types.join(",")}
        clearable
        clearButtonProps={{ "aria-label": t("evidence.clear") }}
        key={form.key("file")}
        {...form.getInputProps("file")}
      />
    </DialogForm>
  );
}
