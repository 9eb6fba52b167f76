import { NativeSelect, Select } from "@mantine/core";
import { IconChecklist, IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { type Column, DataList } from "../../components/lists/data-list.tsx";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { ExportLink } from "../../components/lists/export-link.tsx";
import { Page } from "../../components/page.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { SavedViews } from "../../components/lists/saved-views.tsx";
import { SearchField } from "../../components/lists/search-field.tsx";
import { useDialogs } from "../../components/forms/use-draft.ts";
import { type ListState, useListState } from "../../components/lists/use-list-state.ts";
import { Day } from "../../components/values/when.tsx";
import { NothingFound } from "../../components/lists/nothing-found.tsx";
import { useCourses, useTrainingReason } from "../people/people-data.ts";
import { AssignDialog } from "./assign-dialog.tsx";
import { EvidenceDialog } from "./evidence-dialog.tsx";
import { ExemptDialog } from "./exempt-dialog.tsx";
import { EnrollmentSource } from "./enrollment-source.tsx";
import { type Enrollment, EnrollmentState } from "./enrollment-state.tsx";

const states = ["assigned", "in_progress", "completed", "failed", "cancelled", "withdrawn"] as const;
const sources = ["api", "rule", "group", "admin", "path", "renewal", "import"] as const;
type Name = "employee_no" | "course_code" | "status" | "source";
type Row = Enrollment & { person: string };
type Dialog = "assign" | "exempt" | "evidence";

/** What was assigned to whom. */
export function Enrollments() {
  const { t } = useTranslation("enrollments");
  const list = useListState({ employee_no: "", course_code: "", status: "", source: "" });
  const [open, setOpen] = useDialogs<Dialog>({ assign: "assign", exempt: "exempt", evidence: "evidence" });
  const reason = useTrainingReason();
  const { values, limit, offset } = list;
  const filters = filtersOf(values);
  const query = useQuery({
    queryKey: ["enrollments", values, limit, offset],
    queryFn: async ({ signal }) => {
      const page = dataOf(await api.GET("/panel/api/enrollments", { params: { query: { limit, offset, ...filters } }, signal }));
      const names = new Map(page.people.map(({ id, full_name }) => [id, full_name]));
      const rows = page.enrollments.map((one) => ({ ...one, person: names.get(one.user_id) ?? one.employee_no ?? one.user_id }));
      return { rows, total: page.pagination.total };
    },
    placeholderData: keepPreviousData,
  });
  const close = () => setOpen(null);
  const assign = (
    <ReasonedButton reason={reason} onClick={() => setOpen("assign")} leftSection={<IconPlus size={16} />}>
      {t("assign.button")}
    </ReasonedButton>
  );
  return (
    <Page
      title={t("shell:nav.enrollments")}
      description={t("list.text")}
      actions={
        <>
          <ExportLink path="/panel/api/enrollments/export" filters={filters} />
          <ReasonedButton variant="default" reason={reason} onClick={() => setOpen("evidence")}>
            {t("evidence.button")}
          </ReasonedButton>
          <ReasonedButton variant="default" reason={reason} onClick={() => setOpen("exempt")}>
            {t("exempt.button")}
          </ReasonedButton>
          {assign}
        </>
      }
    >
      <DataList
        label={t("shell:nav.enrollments")}
        columns={useColumns()}
        rows={query.data?.rows}
        id={(row) => row.id}
        state={list}
        paging={query.data ? { kind: "offset", total: query.data.total } : undefined}
        stale={query.isPlaceholderData}
        error={query.error}
        retry={() => void query.refetch()}
        empty={<EmptyState icon={IconChecklist} title={t("list.empty")} text={t("list.empty_text")} actions={assign} />}
        filters={
          <>
            <Filters list={list} />
            <SavedViews list="enrollments" state={list} />
          </>
        }
        sticky_first
      />
      <AssignDialog opened={open === "assign"} onClose={close} />
      <ExemptDialog opened={open === "exempt"} onClose={close} />
      <EvidenceDialog opened={open === "evidence"} onClose={close} />
    </Page>
  );
}

/** What the server is asked for. */
function filtersOf({ employee_no, course_code, status, source }: Record<Name, string>) {
  return {
    ...(employee_no ? { employee_no } : {}),
    ...(course_code ? { course_code } : {}),
    ...(status ? { status: status as Enrollment["status"] } : {}),
    ...(source ? { source: source as Enrollment["source"] } : {}),
  };
}

function Filters({ list }: { list: ListState<Name> }) {
  const { t } = useTranslation("enrollments");
  const courses = useCourses();
  const { values, set } = list;
  const search = useCallback((employee_no: string) => set({ employee_no }), [set]);
  return (
    <>
      <SearchField label={t("list.employee_no")} value={values.employee_no} onChange={search} />
      <Select
        aria-label={t("training:course")}
        placeholder={t("list.any_course")}
        searchable
        clearable
        clearButtonProps={{ "aria-label": t("list.clear_course") }}
        limit={100}
        value={values.course_code || null}
        onChange={(course_code) => set({ course_code: course_code ?? "" })}
        data={(courses.data ?? []).map(({ code, title }) => ({ value: code, label: `${title} (${code})` }))}
        nothingFoundMessage={<NothingFound>{t("no_course")}</NothingFound>}
      />
      <NativeSelect
        aria-label={t("training:state")}
        value={values.status}
        onChange={(event) => set({ status: event.currentTarget.value })}
        data={[{ value: "", label: t("list.any_state") }, ...states.map((value) => ({ value, label: t(`state.${value}`) }))]}
      />
      <NativeSelect
        aria-label={t("training:source_title")}
        value={values.source}
        onChange={(event) => set({ source: event.currentTarget.value })}
        data={[
          { value: "", label: t("list.any_source") },
          ...sources.map((value) => ({ value, label: t(`training:source.${value}`) })),
        ]}
      />
    </>
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation("enrollments");
  return [
    {
      key: "course",
      title: t("training:course"),
      width: 200,
      render: ({ id, course_title, course_code }) => (
        <TextLink to="/enrollments/$enrollment_id" params={{ enrollment_id: id }}>
          {`${course_title} (${course_code})`}
        </TextLink>
      ),
    },
    {
      key: "person",
      title: t("training:person"),
      width: 160,
      render: ({ user_id, person }) => (
        <TextLink to="/people/$person_id" params={{ person_id: user_id }}>
          {person}
        </TextLink>
      ),
    },
    { key: "employee_no", title: t("list.employee_no"), secondary: true, render: ({ employee_no }) => employee_no ?? "–" },
    { key: "state", title: t("training:state"), width: 116, render: (row) => <EnrollmentState enrollment={row} /> },
    { key: "due", title: t("training:due"), width: 110, render: ({ due_date }) => <Day date={due_date} /> },
    { key: "cycle", title: t("field.cycle"), secondary: true, render: ({ cycle_year }) => cycle_year },
    {
      key: "source",
      title: t("training:source_title"),
      width: 130,
      secondary: true,
      render: ({ source }) => <EnrollmentSource source={source} />,
    },
  ];
}
