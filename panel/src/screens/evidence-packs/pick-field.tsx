import { NativeSelect } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { useDepartments } from "../people/people-data.ts";

/** Chooses the people: all or those of a department; only active ones, or also those who have left. */
export function PickField({ form: given }: { form: unknown }) {
  const { t } = useTranslation("evidence-packs");
  const form = given as UseFormReturnType<{ department_id: string; status: string }>;
  const departments = useDepartments();
  const choices = (departments.data ?? []).map(({ id, path }) => ({ value: id, label: path.join(" › ") }));
  return (
    <>
      <NativeSelect
        label={t("order.department")}
        key={form.key("department_id")}
        {...form.getInputProps("department_id")}
        data={[{ value: "", label: t("order.any_department") }, ...choices]}
      />
      <NativeSelect
        label={t("order.who")}
        key={form.key("status")}
        {...form.getInputProps("status")}
        data={[
          { value: "active", label: t("order.in_use") },
          { value: "", label: t("order.everybody") },
        ]}
      />
    </>
  );
}
