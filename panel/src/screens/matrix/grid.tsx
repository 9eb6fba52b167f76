import { type CSSProperties, memo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useDensity } from "../../components/lists/density.tsx";
import { flags } from "../../components/values/flags.ts";
import { TextLink } from "../../components/values/link.tsx";
import { type ColumnGroup, type CourseColumn, widthOf, worstOf } from "./columns.ts";
import { FlagMark } from "./flag-mark.tsx";
import { GridHead, type HeadProps } from "./grid-head.tsx";
import { useGridKeys } from "./grid-keys.ts";
import type { Pair } from "./pair.ts";
import { type MatrixRow, nameOfRow } from "./use-matrix.ts";

type Ask = (pair: Pair) => void;
type GridProps = HeadProps & {
  rows: readonly MatrixRow[];
  /** The rows are those of the previous page. */
  stale: boolean;
  ask: Ask;
};

/** People and courses as a grid for the arrow keys. Names and worst flags stay visible at the left, headings at the top. */
export function Grid({ rows, stale, ask, ...head }: GridProps) {
  const { t } = useTranslation("matrix");
  const [density] = useDensity();
  const table = useRef<HTMLTableElement>(null);
  useGridKeys(table);
  const { groups, fold } = head;
  const columns = groups.reduce((all, group) => all + widthOf(group), 0);
  return (
    <>
      <div className="panel-list matrix-list" data-stale={stale || undefined}>
        <table
          ref={table}
          // The grid pattern of ARIA; its rows and cells are those of the table.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
          role="grid"
          aria-label={t("title")}
          aria-readonly
          aria-busy={stale}
          aria-describedby="matrix-keys"
          className="matrix-grid"
          data-density={density}
          style={{ "--matrix-columns": columns } as CSSProperties}
        >
          <colgroup>
            <col className="matrix-names" />
            <col className="matrix-worsts" />
            <col span={columns} />
          </colgroup>
          <GridHead {...head} />
          <tbody>
            {rows.map((row) => (
              <Row key={row.user_id} row={row} groups={groups} ask={ask} fold={fold} />
            ))}
          </tbody>
        </table>
        {rows.length === 0 ? (
          <p className="matrix-nothing" role="status">
            {t("common:list.nothing_found")}
          </p>
        ) : null}
      </div>
      <p id="matrix-keys" className="matrix-keys">
        {t("keys")}
      </p>
    </>
  );
}

type RowProps = { row: MatrixRow; groups: readonly ColumnGroup[]; ask: Ask; fold: HeadProps["fold"] };

/** Plain elements: a page has 1,500 cells, and a component for each would take ten times as long. */
const Row = memo(function Row({ row, groups, ask, fold }: RowProps) {
  const { t } = useTranslation("matrix");
  const { user_id, employee_no, department_name, status } = row;
  const name = nameOfRow(row);
  return (
    <tr>
      <th
        scope="row"
        data-sticky="name"
        data-hint={[name, employee_no, department_name].filter((part) => part !== null).join(" · ")}
      >
        <TextLink to="/people/$person_id" params={{ person_id: user_id }} tabIndex={-1}>
          {name}
        </TextLink>{" "}
        <span className="matrix-number">{employee_no}</span>
      </th>
      <td data-sticky="worst" tabIndex={-1} aria-label={status ? t(`common:flag.${status}`) : t("no_requirements")}>
        {status ? <FlagMark flag={status} /> : <span aria-hidden>–</span>}
      </td>
      {groups.map((group) =>
        group.folded ? foldedCell(row, group) : group.courses.map((course) => <td key={course.code}>{courseCell(course)}</td>),
      )}
    </tr>
  );

  function courseCell({ code }: CourseColumn) {
    const entry = row.courses[code];
    const flag = entry ? t(`common:flag.${entry.status}`) : t("nothing");
    return (
      <button
        type="button"
        tabIndex={-1}
        className="matrix-cell"
        data-tone={entry ? flags[entry.status].tone : "none"}
        onClick={() => ask({ user_id, course_code: code, name })}
        data-letter={entry ? t(`common:flag_letter.${entry.status}`) : "·"}
        aria-label={t("why", { name, code, flag })}
      />
    );
  }

  function foldedCell(of: MatrixRow, { code, title, courses }: ColumnGroup) {
    const worst = worstOf(of, courses);
    const flag = worst ? t(`common:flag.${worst}`) : t("nothing");
    return (
      <td key={code}>
        <button
          type="button"
          tabIndex={-1}
          className="matrix-cell"
          data-folded
          data-tone={worst ? flags[worst].tone : "none"}
          onClick={() => fold(code, false)}
          data-letter={worst ? t(`common:flag_letter.${worst}`) : "·"}
          aria-label={t("group.cell", { name, of: title, flag })}
        />
      </td>
    );
  }
});
