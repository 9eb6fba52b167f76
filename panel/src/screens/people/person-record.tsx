import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { optional_fields } from "../../api/person-fields.ts";
import { useAttributeLabel } from "../../components/forms/conditions.ts";
import { Facts } from "../../components/values/facts.tsx";
import { Id } from "../../components/values/id.tsx";
import { Section } from "../../components/section.tsx";
import { Day, When } from "../../components/values/when.tsx";
import type { Person } from "./people-data.ts";
import { ManagerLink } from "./person-reports.tsx";

export function PersonRecord({ person }: { person: Person }) {
  const { t } = useTranslation("people");
  const labelOf = useAttributeLabel();
  const rows: [string, ReactNode][] = [
    [t("field.employee_no"), person.employee_no],
    [t("field.email"), person.email],
    [t("field.login"), person.login],
    [t("field.worker_type"), t(`worker_type.${person.worker_type}`)],
    [t("field.department"), person.department_name],
    [t("field.contractor"), person.contractor_name],
    [t("field.manager"), <ManagerLink key="manager" person={person} />],
    ...optional_fields.map(({ name, kind }): [string, ReactNode] => [
      t(`common:person.${name}`),
      kind === "date" ? <Day key={name} date={person[name]} /> : person[name],
    ]),
    ...Object.entries(person.attributes).map(([key, value]): [string, ReactNode] => [
      labelOf(key),
      Array.isArray(value) ? value.join(", ") : String(value),
    ]),
    [t("field.last_sign_in"), <When key="in" at={person.last_sign_in_at} none={t("never")} />],
    [t("field.created"), <When key="made" at={person.created_at} />],
    [t("field.updated"), <When key="changed" at={person.updated_at} />],
    [t("field.id"), <Id key="id" value={person.id} short />],
    ...(person.external_id === null
      ? []
      : [[t("field.external_id"), <Id key="external" value={person.external_id} short />] satisfies [string, ReactNode]]),
  ];
  return (
    <Section title={t("detail.record")}>
      <Facts rows={rows} />
    </Section>
  );
}
