import { Badge, Grid, Stack } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { Id } from "../../components/values/id.tsx";
import { Page } from "../../components/page.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { Section } from "../../components/section.tsx";
import { Day, When } from "../../components/values/when.tsx";
import { useContractors, useTrainingReason } from "../people/people-data.ts";
import { Belongings } from "../places/belongings.tsx";
import { Facts } from "../../components/values/facts.tsx";
import { useDialogs } from "../../components/forms/use-draft.ts";
import { unansweredPage } from "../../components/unanswered.tsx";
import { merge_draft, MergeDialog } from "../places/merge-dialog.tsx";
import { OriginBadge, OriginText } from "../places/origin.tsx";
import { StateAction } from "../places/state-action.tsx";
import { type Detail, useContractor } from "./contractor-data.ts";
import { ContractorDialog } from "./contractor-dialog.tsx";

/** One company. */
export function ContractorPage() {
  const { t } = useTranslation("places");
  const { contractor_id } = useParams({ strict: false }) as { contractor_id: string };
  const query = useContractor(contractor_id);
  const parents = [{ title: t("shell:nav.contractors"), to: "/contractors" }];
  if (!query.data) return unansweredPage(query, { title: t("contractor.title"), parents });
  const { contractor, people_total } = query.data;
  return (
    <Page
      title={contractor.name}
      parents={parents}
      aside={
        <>
          {contractor.active ? null : <Badge color="gray">{t("out_of_use")}</Badge>}
          <OriginBadge origin={query.data.origin} />
        </>
      }
      actions={<Actions detail={query.data} />}
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 5 }}>
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
                [t("field.origin"), <OriginText key="origin" origin={query.data.origin} />],
                [t("field.updated"), <When key="at" at={contractor.updated_at} />],
                [t("field.id"), <Id key="id" value={contractor.id} short />],
              ]}
            />
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            <Belongings kind="contractor" id={contractor.id} detail={query.data} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function Actions({ detail }: { detail: Detail }) {
  const { t } = useTranslation("places");
  const { contractor, people_total, rules, groups, aliases } = detail;
  const [open, setOpen] = useDialogs<"edit" | "merge">({ edit: "contractor", merge: merge_draft });
  const reason = useTrainingReason();
  const choices = (useContractors().data ?? []).map(({ id, name, code }) => ({ value: id, label: `${name} · ${code}` }));
  const close = () => setOpen(null);
  return (
    <>
      <ReasonedButton variant="default" reason={reason} onClick={() => setOpen("edit")}>
        {t("edit")}
      </ReasonedButton>
      <ReasonedButton variant="default" reason={reason} onClick={() => setOpen("merge")}>
        {t("merge.button")}
      </ReasonedButton>
      <StateAction
        name={contractor.name}
        active={contractor.active}
        save={(active) => api.PATCH("/panel/api/contractors/{id}", { params: { path: { id: contractor.id } }, body: { active } })}
      />
      <ContractorDialog opened={open === "edit"} onClose={close} contractor={contractor} />
      <MergeDialog
        kind="contractor"
        id={contractor.id}
        name={contractor.name}
        counts={{
          people: people_total,
          departments: 0,
          rules: rules.length,
          groups: groups.length,
          aliases: aliases.length,
        }}
        choices={choices}
        opened={open === "merge"}
        onClose={close}
      />
    </>
  );
}
