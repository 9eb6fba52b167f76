import { Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { useDraft } from "../../components/forms/use-draft.ts";
import { NothingFound } from "../../components/lists/nothing-found.tsx";
import { useSavePlace } from "../places/use-save-place.ts";
import type { Detail } from "./department-data.ts";

type DepartmentDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** null: a new one. */
  department: Detail["department"] | null;
  choices: { value: string; label: string }[];
};

/** Creates a department, or renames and moves one. */
export function DepartmentDialog({ opened, onClose, department, choices }: DepartmentDialogProps) {
  const { t } = useTranslation("places");
  const initial = { name: department?.name ?? "", code: department?.code ?? "", parent_id: department?.parent_id ?? "" };
  const form = useForm({ initialValues: initial });
  useEffect(() => {
    if (!opened) return;
    form.setInitialValues(initial);
    form.reset();
    // What is shown is what stands when the dialog opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [opened]);
  const save = useSavePlace(
    ({ name, code, parent_id }: typeof initial) => {
      const body = { name, code, parent_id: parent_id || null };
      return department === null
        ? api.POST("/panel/api/departments", { body })
        : api.PATCH("/panel/api/departments/{id}", { params: { path: { id: department.id } }, body });
    },
    t(department === null ? "department.added" : "saved"),
    onClose,
  );
  const rest = useFormProblems(form, save.error);
  const draft = useDraft(form, "department", { opened });
  const clear = { "aria-label": t("department.no_parent") };
  return (
    <DialogForm
      opened={opened}
      onClose={onClose}
      title={t(department === null ? "department.add" : "department.edit")}
      text={t(department === null ? "department.add_text" : "department.edit_text")}
      submit={t(department === null ? "department.add" : "common:save")}
      busy={save.isPending}
      error={rest}
      draft={draft}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput
        data-autofocus
        label={t("field.name")}
        required
        maxLength={200}
        key={form.key("name")}
        {...form.getInputProps("name")}
      />
      <TextInput label={t("field.code")} required maxLength={64} key={form.key("code")} {...form.getInputProps("code")} />
      <Select
        label={t("field.parent")}
        placeholder={t("department.no_parent")}
        searchable
        clearable
        clearButtonProps={clear}
        limit={100}
        data={choices.filter(({ value }) => value !== department?.id)}
        nothingFoundMessage={<NothingFound>{t("nothing_found")}</NothingFound>}
        key={form.key("parent_id")}
        {...form.getInputProps("parent_id")}
        onChange={(value) => form.setFieldValue("parent_id", value ?? "")}
      />
    </DialogForm>
  );
}
