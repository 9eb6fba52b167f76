import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { type Choice, ChooseMany } from "../../components/lists/choose-many.tsx";
import type { AdministratorRole } from "./administrator-data.ts";

const choices_max = 50;
const departments_max = 100;

/** Roles that can be limited to some departments. */
const limitable: ReadonlySet<AdministratorRole> = new Set(["training_admin", "compliance_officer"]);

/** The request's fields for the form's values; without departments the administrator sees the whole organisation. */
export function bodyOf<V extends { role: AdministratorRole; department_ids: string[] }>(typed: V) {
  const is_limited = limitable.has(typed.role) && typed.department_ids.length > 0;
  return { ...typed, department_ids: is_limited ? typed.department_ids : null };
}

async function search(q: string, signal: AbortSignal): Promise<Choice[]> {
  const query = { limit: choices_max, active: true, ...(q === "" ? {} : { q }) };
  const { departments } = dataOf(await api.GET("/panel/api/departments", { params: { query }, signal }));
  return departments.map(({ id, path }) => ({ value: id, label: path.join(" › ") }));
}

type DepartmentsFieldProps = {
  role: AdministratorRole;
  known: readonly { id: string; name: string }[];
  value?: string[];
  onChange?: (value: string[]) => void;
  error?: unknown;
};

/**
 * The departments whose people the administrator sees; none chosen: all people. Other roles always cover the whole organisation.
 */
export function DepartmentsField({ role, known, ...props }: DepartmentsFieldProps) {
  const { t } = useTranslation("administrators");
  if (!limitable.has(role)) return null;
  return (
    <ChooseMany
      list="departments"
      label={t("field.departments")}
      description={t("departments.text")}
      placeholder={props.value?.length ? "" : t("departments.all")}
      maxValues={departments_max}
      search={search}
      known={known.map(({ id, name }) => ({ value: id, label: name }))}
      {...props}
      error={props.error as string | undefined}
    />
  );
}
