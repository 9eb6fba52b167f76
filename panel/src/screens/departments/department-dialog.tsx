import { Select, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";
import { NothingFound } from "../../components/lists/nothing-found.tsx";
import type { Detail } from "./department-data.ts";

type DepartmentDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** null: a new department is created. */
  department: Detail["department"] | null;
  choices: { value: string; label: string }[];
};

/** Creates, renames or moves a department. */
export function DepartmentDialog({ opened, onClose, department, choices }: DepartmentDialogProps) {
  const { t } = useTranslation("places");
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: { name: department?.name ?? "", code: department?.code ?? "", parent_id: department?.parent_id ?? "" },
    draft: "department",
    changes: "places",
    save: ({ name, code, parent_id }) => {
      const body = { name, code, parent_id: parent_id || null };
      return department === null
        ? api.POST("/panel/api/departments", { body })
        : api.PATCH("/panel/api/departments/{id}", { params: { path: { id: department.id } }, body });
    },
    done: t(department === null ? "department.added" : "saved"),
  });
  const clear = { "aria-label": t("department.no_parent") };
  return (
    <DialogForm
      dialog={dialog}
      title={t(department === null ? "department.add" : "department.edit")}
      text={t(department === null ? "department.add_text" : "department.edit_text")}
      submit={t(department === null ? "department.add" : "common:save")}
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
