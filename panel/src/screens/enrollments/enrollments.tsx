import { IconChecklist, IconPlus } from "@tabler/icons-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import type { Column } from "../../components/lists/data-list.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { ChoiceFilter, SearchFilter } from "../../components/lists/filters.tsx";
import { PickFilter } from "../../components/lists/pick-filter.tsx";
import { useDialogs } from "../../components/forms/use-draft.ts";
import { activeFilters, offsetPage, useListPage } from "../../components/lists/use-list-page.ts";
import { ListPage } from "../../components/lists/list-page.tsx";
import { type ListState, useListState } from "../../components/lists/use-list-state.ts";
import { Day } from "../../components/values/when.tsx";
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

/** The list of enrollments. */
export function Enrollments() {
  const { t } = useTranslation("enrollments");
  const list = useListState({ employee_no: "", course_code: "", status: "", source: "" });
  const [open, setOpen] = useDialogs<Dialog>({ assign: "assign", exempt: "exempt", evidence: "evidence" });
  const reason = useTrainingReason("of_person");
  const filters = filtersOf(list.values);
  const query = useListPage(["enrollments"], { ...offsetPage(list), ...filters }, (query, signal) =>
    api.GET("/panel/api/enrollments", { params: { query }, signal }),
  );
  const rows = useMemo(() => query.data && rowsOf(query.data), [query.data]);
  const close = () => setOpen(null);
  const assign = (
    <ReasonedButton reason={reason} onClick={() => setOpen("assign")} leftSection={<IconPlus size={16} />}>
      {t("assign.button")}
    </ReasonedButton>
  );
  return (
    <ListPage
      title={t("shell:nav.enrollments")}
      description={t("list.text")}
      file={{ path: "/panel/api/enrollments/export", filters }}
      actions={
        <>
          <ReasonedButton variant="default" reason={reason} onClick={() => setOpen("evidence")}>
            {t("evidence.button")}
          </ReasonedButton>
          <ReasonedButton variant="default" reason={reason} onClick={() => setOpen("exempt")}>
            {t("exempt.button")}
          </ReasonedButton>
        </>
      }
      add={assign}
      empty={{ icon: IconChecklist, title: t("list.empty"), text: t("list.empty_text") }}
      views="enrollments"
      filters={<Filters list={list} />}
      columns={useColumns()}
      query={query}
      rows={rows}
      id={(row) => row.id}
      state={list}
      sticky_first
    >
      <AssignDialog opened={open === "assign"} onClose={close} />
      <ExemptDialog opened={open === "exempt"} onClose={close} />
      <EvidenceDialog opened={open === "evidence"} onClose={close} />
    </ListPage>
  );
}

function rowsOf({ people, enrollments }: components["schemas"]["EnrollmentPage"]): Row[] {
  const names = new Map(people.map(({ id, full_name }) => [id, full_name]));
  return enrollments.map((one) => ({ ...one, person: names.get(one.user_id) ?? one.employee_no ?? one.user_id }));
}

/** The filters of the request. */
function filtersOf({ status, source, ...rest }: Record<Name, string>) {
  return activeFilters({ ...rest, status: status as Enrollment["status"], source: source as Enrollment["source"] });
}

function Filters({ list }: { list: ListState<Name> }) {
  const { t } = useTranslation("enrollments");
  const courses = useCourses();
  return (
    <>
      <SearchFilter list={list} name="employee_no" label={t("list.employee_no")} />
      <PickFilter
        list={list}
        name="course_code"
        label={t("training:course")}
        any={t("list.any_course")}
        clear={t("list.clear_course")}
        nothing={t("no_course")}
        choices={(courses.data ?? []).map(({ code, title }) => ({ value: code, label: `${title} (${code})` }))}
      />
      <ChoiceFilter
        list={list}
        name="status"
        label={t("training:state")}
        any={t("list.any_state")}
        choices={states.map((value) => ({ value, label: t(`state.${value}`) }))}
      />
      <ChoiceFilter
        list={list}
        name="source"
        label={t("training:source_title")}
        any={t("list.any_source")}
        choices={sources.map((value) => ({ value, label: t(`training:source.${value}`) }))}
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
