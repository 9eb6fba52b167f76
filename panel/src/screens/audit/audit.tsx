import { Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconShieldCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ExportLink } from "../../components/lists/export-link.tsx";
import { ChoiceFilter, DayFilter } from "../../components/lists/filters.tsx";
import { Page } from "../../components/page.tsx";
import { activeFilters } from "../../components/lists/use-list-page.ts";
import { type ListState, useListState } from "../../components/lists/use-list-state.ts";
import { AuditEntries } from "./audit-entries.tsx";
import { Verification } from "./verification.tsx";

const no_filters = { operation: "", actor_type: "", target_id: "", request_id: "", batch_id: "", from: "", until: "" } as const;
/** The first parts of operation names: the kind of record that an operation changes. */
const subjects = [
  "person",
  "enrollment",
  "certificate",
  "exemption",
  "course",
  "license",
  "rule",
  "rules",
  "group",
  "department",
  "contractor",
  "unmatched_value",
  "import",
  "client",
  "webhook_subscription",
  "webhook_delivery",
  "address",
  "administrator",
  "session",
  "password",
  "second-factor",
  "organisation",
  "attribute",
  "clock",
  "database",
] as const;
const actor_types = ["administrator", "client", "person", "rule", "operator", "system"] as const;

/** The audit log, with a button that checks that no entry was changed afterwards. */
export function Audit() {
  const { t } = useTranslation("audit");
  const list = useListState(no_filters);
  const filters = filtersOf(list.values);
  const [verifying, { open, close }] = useDisclosure(false);
  return (
    <Page
      title={t("title")}
      description={t("description")}
      actions={
        <>
          <ExportLink path="/panel/api/audit/export" filters={filters} />
          <Button onClick={open} leftSection={<IconShieldCheck size={16} aria-hidden />}>
            {t("verify.button")}
          </Button>
        </>
      }
    >
      <AuditEntries list={list} asked={filters} filters={<Filters list={list} />} />
      <Modal opened={verifying} onClose={close} title={t("verify.title")} closeButtonProps={{ "aria-label": t("common:close") }}>
        <Verification />
      </Modal>
    </Page>
  );
}

/** Filters by whole days, in UTC as the log is. */
function filtersOf({ from, until, ...rest }: Record<keyof typeof no_filters, string>): Record<string, string> {
  return {
    ...activeFilters(rest),
    ...(from === "" ? {} : { from: `${from}T00:00:00Z` }),
    ...(until === "" ? {} : { until: new Date(Date.parse(until) + 86_400_000).toISOString() }),
  };
}

function Filters({ list }: { list: ListState<keyof typeof no_filters> }) {
  const { t } = useTranslation("audit");
  // A link may name a single operation, which is not in the list of subjects.
  const { operation } = list.values;
  const given = operation === "" || subjects.some((name) => operation === `${name}.`) ? null : operation;
  return (
    <>
      <ChoiceFilter
        list={list}
        name="operation"
        label={t("column.operation")}
        any={t("filter.about")}
        choices={[
          ...(given === null ? [] : [{ value: given, label: t("filter.operation_code", { code: given }) }]),
          ...subjects.map((name) => ({ value: `${name}.`, label: t(`about.${name}`) })),
        ]}
      />
      <ChoiceFilter
        list={list}
        name="actor_type"
        label={t("filter.actor_type")}
        choices={actor_types.map((value) => ({ value, label: t(`actor.${value}`) }))}
      />
      <DayFilter list={list} name="from" label={t("filter.from")} />
      <DayFilter list={list} name="until" label={t("filter.until")} />
    </>
  );
}
