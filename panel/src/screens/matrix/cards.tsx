import { useTranslation } from "react-i18next";
import { FlagChip } from "../../components/values/flag-chip.tsx";
import { flags, worst_first } from "../../components/values/flags.ts";
import { TextLink } from "../../components/values/link.tsx";
import { Day } from "../../components/values/when.tsx";
import type { ColumnGroup, CourseColumn } from "./columns.ts";
import { FlagMark } from "./flag-mark.tsx";
import type { Pair } from "./pair.ts";
import { type MatrixRow, nameOfRow } from "./use-matrix.ts";

type CardsProps = {
  rows: readonly MatrixRow[];
  stale: boolean;
  groups: readonly ColumnGroup[];
  ask: (pair: Pair) => void;
};

/** The matrix on small screens: a card for each person, with what is not in order first. */
export function Cards({ rows, stale, groups, ask }: CardsProps) {
  const { t } = useTranslation("matrix");
  const titles = new Map(groups.flatMap(({ courses }) => courses.map(({ code, title }) => [code, title])));
  if (rows.length === 0)
    return (
      <p className="matrix-nothing" role="status">
        {t("common:list.nothing_found")}
      </p>
    );
  return (
    <ul className="matrix-cards" aria-label={t("title")} aria-busy={stale}>
      {rows.map((row) => (
        <Card key={row.user_id} row={row} titles={titles} ask={ask} />
      ))}
    </ul>
  );
}

type CardProps = { row: MatrixRow; titles: ReadonlyMap<string, string>; ask: CardsProps["ask"] };

function Card({ row, titles, ask }: CardProps) {
  const { t } = useTranslation("matrix");
  const { user_id, employee_no, department_name, status } = row;
  const courses = Object.keys(row.courses)
    .map((code) => ({ code, title: titles.get(code) ?? code }))
    .toSorted((one, other) => worst_first.indexOf(flagOf(row, one)) - worst_first.indexOf(flagOf(row, other)));
  const [open, in_order] = [
    courses.filter((one) => flags[flagOf(row, one)].open),
    courses.filter((one) => !flags[flagOf(row, one)].open),
  ];
  const entries = (list: readonly CourseColumn[]) =>
    list.length === 0 ? null : (
      <ul>
        {list.map((course) => (
          <li key={course.code}>
            <Entry row={row} course={course} ask={() => ask({ user_id, course_code: course.code, name: nameOfRow(row) })} />
          </li>
        ))}
      </ul>
    );
  return (
    <li className="matrix-card">
      <div className="matrix-card-head">
        <h2>
          <TextLink to="/people/$person_id" params={{ person_id: user_id }}>
            {nameOfRow(row)}
          </TextLink>
        </h2>
        {status ? <FlagChip flag={status} /> : <span className="matrix-number">{t("no_requirements")}</span>}
      </div>
      <p className="matrix-number">{[employee_no, department_name].filter((part) => part !== null).join(" · ")}</p>
      {entries(open)}
      {in_order.length === 0 ? null : (
        <details>
          <summary>{t("in_order", { count: in_order.length })}</summary>
          {entries(in_order)}
        </details>
      )}
    </li>
  );
}

function flagOf({ courses }: MatrixRow, { code }: CourseColumn) {
  return courses[code]!.status;
}

function Entry({ row, course, ask }: { row: MatrixRow; course: CourseColumn; ask: () => void }) {
  const { t } = useTranslation("matrix");
  const { status, due_date, valid_until } = row.courses[course.code]!;
  const day = flags[status].covered ? valid_until : due_date;
  return (
    <button type="button" className="matrix-entry" data-tone={flags[status].tone} onClick={ask}>
      <FlagMark flag={status} />
      <span>{course.title}</span>
      <span className="matrix-number">
        {t(`common:flag.${status}`)}
        {day === null ? null : (
          <>
            {" · "}
            <Day date={day} />
          </>
        )}
      </span>
    </button>
  );
}
