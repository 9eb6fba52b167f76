import { Button, Modal, NativeSelect } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconShieldCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DateFilter } from "../../components/forms/date-field.tsx";
import { ExportLink } from "../../components/lists/export-link.tsx";
import { Page } from "../../components/page.tsx";
import { type ListState, useListState } from "../../components/lists/use-list-state.ts";
import { AuditEntries } from "./audit-entries.tsx";
import { Verification } from "./verification.tsx";

const no_filters = { operation: "", actor_type: "", target_id: "", request_id: "", batch_id: "", from: "", until: "" } as const;
/** What operations begin with: what they are about. */
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
] as const;
const actor_types = ["administrator", "client", "person", "rule", "operator", "system"] as const;

/** Who did what; and a button that checks that no entry was changed afterwards. */
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

/** Dates are whole days here, in UTC as the log is. */
function filtersOf({ from, until, ...rest }: Record<keyof typeof no_filters, string>): Record<string, string> {
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== "")),
    ...(from === "" ? {} : { from: `${from}T00:00:00Z` }),
    ...(until === "" ? {} : { until: new Date(Date.parse(until) + 86_400_000).toISOString() }),
  };
}

function Filters({ list: { values, set } }: { list: ListState<keyof typeof no_filters> }) {
  const { t } = useTranslation("audit");
  // A link may name one operation alone.
  const given = values.operation === "" || subjects.some((name) => values.operation === `${name}.`) ? null : values.operation;
  return (
    <>
      <NativeSelect
        aria-label={t("column.operation")}
        value={values.operation}
        onChange={(event) => set({ operation: event.currentTarget.value })}
        data={[
          { value: "", label: t("filter.about") },
          ...(given === null ? [] : [{ value: given, label: t("filter.operation_code", { code: given }) }]),
          ...subjects.map((name) => ({ value: `${name}.`, label: t(`about.${name}`) })),
        ]}
      />
      <NativeSelect
        aria-label={t("filter.actor_type")}
        value={values.actor_type}
        onChange={(event) => set({ actor_type: event.currentTarget.value })}
        data={[
          { value: "", label: t("filter.actor_type") },
          ...actor_types.map((value) => ({ value, label: t(`actor.${value}`) })),
        ]}
      />
      <DateFilter name={t("filter.from")} value={values.from} onChange={(event) => set({ from: event.currentTarget.value })} />
      <DateFilter name={t("filter.until")} value={values.until} onChange={(event) => set({ until: event.currentTarget.value })} />
    </>
  );
}
