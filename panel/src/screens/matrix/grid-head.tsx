import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { type ColumnGroup, widthOf } from "./columns.ts";

export type HeadProps = {
  groups: readonly ColumnGroup[];
  /** Collapses the courses of a path into one column, or expands them. */
  fold: (code: string | null, folded: boolean) => void;
  /** The course to which the matrix is filtered; empty: all. */
  course_code: string;
  narrow: (course_code: string) => void;
};

/** The rotated headings of the courses, and above them those of their learning paths, if there are any. */
export function GridHead(props: HeadProps) {
  const { t } = useTranslation("matrix");
  const { groups } = props;
  return (
    <thead>
      {groups.some(({ code }) => code !== null) ? <GroupRow {...props} /> : null}
      <tr>
        <th scope="col" tabIndex={-1} data-sticky="name">
          {t("column.name")}
        </th>
        <th scope="col" tabIndex={-1} data-sticky="worst">
          <span className="matrix-turned">{t("column.status")}</span>
        </th>
        {groups.flatMap((group) =>
          group.folded ? [<FoldedHead key={group.code} group={group} {...props} />] : courseHeads({ ...props, group }),
        )}
      </tr>
    </thead>
  );
}

function GroupRow({ groups, fold }: HeadProps) {
  const { t } = useTranslation("matrix");
  return (
    <tr className="matrix-groups">
      <td colSpan={2} data-sticky="name">
        {t("group.title")}
      </td>
      {groups.map((group) => {
        const { code, title, folded } = group;
        const Icon = folded ? IconChevronRight : IconChevronDown;
        const name = code === null ? t("group.none") : title;
        return (
          <th
            key={code}
            scope="colgroup"
            colSpan={widthOf(group)}
            // The hint shows the full name.
            data-hint={name}
            data-may-be-cut
            tabIndex={code === null ? -1 : undefined}
          >
            {code === null ? (
              <span className="matrix-group">{name}</span>
            ) : (
              <button
                type="button"
                tabIndex={-1}
                className="matrix-group"
                aria-expanded={!folded}
                aria-label={folded || widthOf(group) < named_columns ? name : undefined}
                onClick={() => fold(code, !folded)}
              >
                <Icon size={14} aria-hidden />
                {folded ? null : name}
              </button>
            )}
          </th>
        );
      })}
    </tr>
  );
}

/** A path's name is shown only above at least this many columns, because it would not be readable otherwise. */
const named_columns = 2;

function FoldedHead({ group: { title } }: HeadProps & { group: ColumnGroup }) {
  return (
    <th scope="col" tabIndex={-1} data-hint={title}>
      <span className="matrix-turned">{title}</span>
    </th>
  );
}

/** A course's heading is a button that filters the matrix to this course, or removes that filter. */
function courseHeads({ group, course_code, narrow }: HeadProps & { group: ColumnGroup }) {
  return group.courses.map(({ code, title }) => {
    const chosen = course_code.toLowerCase() === code.toLowerCase();
    return (
      // The button's text is the header's text.
      // oxlint-disable-next-line jsx-a11y/control-has-associated-label
      <th key={code} scope="col" data-hint={`${code} · ${title}`}>
        <button
          type="button"
          tabIndex={-1}
          className="matrix-head"
          aria-pressed={chosen}
          onClick={() => narrow(chosen ? "" : code)}
        >
          <span className="matrix-turned">{title}</span>
        </button>
      </th>
    );
  });
}
