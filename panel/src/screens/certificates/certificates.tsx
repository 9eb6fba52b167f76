import { Button, Text } from "@mantine/core";
import { IconCertificate, IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import type { Column } from "../../components/lists/data-list.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { ChoiceFilter, SearchFilter } from "../../components/lists/filters.tsx";
import { activeFilters, cursorPage, useListPage } from "../../components/lists/use-list-page.ts";
import { StateBadge } from "../../components/values/state-badge.tsx";
import { ListPage } from "../../components/lists/list-page.tsx";
import { useListState } from "../../components/lists/use-list-state.ts";
import { Day } from "../../components/values/when.tsx";
import { EvidenceCell } from "./evidence-cell.tsx";

type Certificate = components["schemas"]["PanelCertificate"];

const statuses = ["valid", "expiring", "expired", "superseded", "revoked"] as const;
const no_filters = { q: "", course_code: "", status: "" } as const;

/** All certificates, each with its present state, its PDF, and the public page that verifies it. */
export function Certificates() {
  const { t } = useTranslation("certificates");
  const list = useListState(no_filters);
  const filters = activeFilters({ ...list.values, status: list.values.status as Certificate["status"] });
  const found = useListPage(["certificates"], { ...cursorPage(list), ...filters }, (query, signal) =>
    api.GET("/panel/api/certificates", { params: { query }, signal }),
  );
  return (
    <ListPage
      title={t("title")}
      description={t("description")}
      file={{ path: "/panel/api/certificates/export", filters }}
      empty={{ icon: IconCertificate, title: t("empty.title"), text: t("empty.text") }}
      views="certificates"
      filters={
        <>
          <SearchFilter list={list} name="q" label={t("filter.q")} />
          <SearchFilter list={list} name="course_code" label={t("filter.course_code")} />
          <ChoiceFilter
            list={list}
            name="status"
            label={t("filter.status")}
            choices={statuses.map((value) => ({ value, label: t(`common:state.${value}`) }))}
          />
        </>
      }
      columns={useColumns()}
      query={found}
      turned_by="cursor"
      rows={found.data?.certificates}
      id={({ id }) => id}
      state={list}
    />
  );
}

function useColumns(): Column<Certificate>[] {
  const { t } = useTranslation("certificates");
  return [
    {
      key: "number",
      title: t("column.number"),
      width: 200,
      render: ({ number, verification_url }) => (
        <a href={verification_url} target="_blank" rel="noreferrer" className="panel-quiet-link panel-mono">
          {number}
        </a>
      ),
    },
    { key: "status", title: t("column.status"), width: 120, render: ({ status }) => <StateBadge state={status} /> },
    {
      key: "person",
      title: t("column.person"),
      width: 160,
      render: ({ user_id, full_name, employee_no }) => (
        <>
          <div>
            <TextLink to="/people/$person_id" params={{ person_id: user_id }}>
              {full_name ?? employee_no ?? t("no_name")}
            </TextLink>
          </div>
          <Text size="xs" c="dimmed">
            {employee_no ?? t("no_number")}
          </Text>
        </>
      ),
    },
    {
      key: "course",
      title: t("column.course"),
      width: 180,
      render: ({ course_id, course_title, course_code }) => (
        <>
          <div>
            <TextLink to="/courses/$course_id" params={{ course_id }}>
              {course_title}
            </TextLink>
          </div>
          <Text size="xs" c="dimmed">
            {course_code}
          </Text>
        </>
      ),
    },
    { key: "from", title: t("column.from"), width: 120, secondary: true, render: ({ valid_from }) => <Day date={valid_from} /> },
    {
      key: "until",
      title: t("column.until"),
      width: 120,
      render: ({ valid_until }) => <Day date={valid_until} none={t("no_end")} />,
    },
    { key: "issuer", title: t("column.issuer"), secondary: true, render: ({ issuer }) => issuer ?? t("own") },
    { key: "file", title: t("column.file"), width: 180, render: (certificate) => <EvidenceCell certificate={certificate} /> },
    {
      key: "pdf",
      title: t("column.pdf"),
      align: "right",
      render: ({ id, number }) => (
        <Button
          component="a"
          href={`/panel/api/certificates/${id}/pdf`}
          download
          size="compact-sm"
          variant="subtle"
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label={t("print", { number })}
        >
          PDF
        </Button>
      ),
    },
  ];
}
