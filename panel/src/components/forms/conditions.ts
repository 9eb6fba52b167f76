import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";

export type Conditions = components["schemas"]["Conditions"];
export type Names = Readonly<Record<string, string>>;

/** Conditions as the fields of a form hold them. */
export type ConditionValues = {
  department_ids: string[];
  include_subdepartments: boolean;
  worker_type: string;
  contractor_ids: string[];
  job_title_contains: string;
  attributes: { key: string; value: string }[];
};

export type AttributeDefinition = components["schemas"]["ConditionAttributes"]["attributes"][number];

/** The attributes that the organisation has defined. */
export function useAttributes() {
  return useQuery({
    queryKey: ["condition-attributes"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/rules/attributes", { signal })).attributes,
    staleTime: 60_000,
  });
}

/** The label of an attribute for readers; its key if it has no label or has been deleted. */
export function useAttributeLabel(): (key: string) => string {
  const { data } = useAttributes();
  return (key) => data?.find((one) => one.key === key)?.label ?? key;
}

export function conditionValues(conditions: Conditions | null): ConditionValues {
  const { department_ids = [], include_subdepartments = true, worker_type = "", contractor_ids = [] } = conditions ?? {};
  const attributes = Object.entries(conditions?.attributes ?? {}).map(([key, value]) => ({ key, value: String(value) }));
  const { job_title_contains = "" } = conditions ?? {};
  return { department_ids, include_subdepartments, worker_type, contractor_ids, job_title_contains, attributes };
}

/** The conditions that the form's fields express; an empty field is no condition. */
export function conditionsOf(values: ConditionValues, definitions: readonly AttributeDefinition[]): Conditions {
  const { department_ids, include_subdepartments, worker_type, contractor_ids, job_title_contains } = values;
  const attributes = values.attributes.filter(({ key }) => key !== "");
  const types = new Map(definitions.map(({ key, type }) => [key, type]));
  return {
    ...(department_ids.length > 0 ? { department_ids, include_subdepartments } : {}),
    ...(worker_type === "" ? {} : { worker_type: worker_type as NonNullable<Conditions["worker_type"]> }),
    ...(contractor_ids.length > 0 ? { contractor_ids } : {}),
    ...(job_title_contains.trim() === "" ? {} : { job_title_contains }),
    ...(attributes.length > 0
      ? { attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, typed(value, types.get(key))])) }
      : {}),
  };
}

function typed(value: string, type: string | undefined): string | number | boolean {
  if (type === "boolean") return value === "true";
  // A value that is no number is sent as typed; the server's refusal is shown at its field.
  return type === "number" && value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : value;
}

/** Maps the server's findings about conditions to fields of the form. */
export function conditionFields({ attributes }: ConditionValues): Record<string, string> {
  return {
    "/conditions": "department_ids",
    "/conditions/department_ids": "department_ids",
    "/conditions/worker_type": "worker_type",
    "/conditions/contractor_ids": "contractor_ids",
    "/conditions/job_title_contains": "job_title_contains",
    "/conditions/attributes": "attributes.0.value",
    ...Object.fromEntries(attributes.map(({ key }, index) => [`/conditions/attributes/${key}`, `attributes.${index}.value`])),
  };
}

/** Conditions in words, one sentence each. A person must meet all of them. */
export function useWords(): (conditions: Conditions, names: Names) => string[] {
  const { t, i18n } = useTranslation("conditions");
  const labelOf = useAttributeLabel();
  return (conditions, names) => wordsOf(conditions, { names, labelOf }, t, i18n.language);
}

type Naming = { names: Names; labelOf: (key: string) => string };

function wordsOf(conditions: Conditions, { names, labelOf }: Naming, t: TFunction<"conditions">, language: string): string[] {
  const { department_ids, include_subdepartments = true, worker_type, contractor_ids, job_title_contains } = conditions;
  const oneOf = (ids: readonly string[]) =>
    new Intl.ListFormat(language, { type: "disjunction" }).format(ids.map((id) => names[id] ?? t("unknown")));
  const sentences: string[] = [];
  if (department_ids) {
    const key = include_subdepartments ? "words.department_below" : "words.department";
    sentences.push(t(key, { names: oneOf(department_ids) }));
  }
  if (worker_type) sentences.push(t(`words.${worker_type}`));
  if (contractor_ids) sentences.push(t("words.contractor", { names: oneOf(contractor_ids) }));
  if (job_title_contains !== undefined) sentences.push(t("words.job_title", { text: job_title_contains }));
  for (const [key, value] of Object.entries(conditions.attributes ?? {})) {
    sentences.push(t("words.attribute", { key: labelOf(key), value: String(value) }));
  }
  return sentences;
}
