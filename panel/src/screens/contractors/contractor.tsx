import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { Id } from "../../components/values/id.tsx";
import { Section } from "../../components/section.tsx";
import { Day, When } from "../../components/values/when.tsx";
import { useContractors } from "../people/people-data.ts";
import { Facts } from "../../components/values/facts.tsx";
import { unansweredPage } from "../../components/unanswered.tsx";
import { OriginText } from "../places/origin.tsx";
import { PlacePage } from "../places/place-page.tsx";
import { useContractor } from "./contractor-data.ts";
import { EvidenceLinks } from "../company-evidence/links.tsx";
import { ContractorDialog } from "./contractor-dialog.tsx";

export function ContractorPage() {
  const { t } = useTranslation("places");
  const { contractor_id } = useParams({ strict: false }) as { contractor_id: string };
  const query = useContractor(contractor_id);
  const choices = (useContractors().data ?? []).map(({ id, name, code }) => ({ value: id, label: `${name} · ${code}` }));
  const parents = [{ title: t("shell:nav.contractors"), to: "/contractors" }];
  if (!query.data) return unansweredPage(query, { title: t("contractor.title"), parents });
  const { contractor, people_total, origin } = query.data;
  const params = { path: { id: contractor.id } };
  return (
    <PlacePage
      kind="contractor"
      place={contractor}
      detail={query.data}
      departments={0}
      choices={choices}
      parents={parents}
      renderEdit={(opened, onClose) => <ContractorDialog opened={opened} onClose={onClose} contractor={contractor} />}
      setActive={(active) => api.PATCH("/panel/api/contractors/{id}", { params, body: { active } })}
    >
      <Section title={t("record")}>
        <Facts
          rows={[
            [
              t("field.code"),
              <span key="code" className="panel-mono">
                {contractor.code}
              </span>,
            ],
            [t("field.tax_id"), contractor.tax_id],
            [t("field.country"), contractor.country],
            [t("field.contract_valid_until"), <Day key="until" date={contractor.contract_valid_until} />],
            [t("field.people"), contractor.people_count],
            [t("field.people_total"), people_total],
            [t("field.origin"), <OriginText key="origin" origin={origin} />],
            [t("field.updated"), <When key="at" at={contractor.updated_at} />],
            [t("field.id"), <Id key="id" value={contractor.id} short />],
          ]}
        />
      </Section>
      <EvidenceLinks contractor_id={contractor.id} />
    </PlacePage>
  );
}
