import { useTranslation } from "react-i18next";
import { flags } from "../../components/values/flags.ts";
import type { Pair } from "./pair.ts";
import type { MatrixRow } from "./use-matrix.ts";

type CellProps = { row: MatrixRow; code: string; entry: MatrixRow["courses"][string]; ask: (pair: Pair) => void };

/** One flag, which opens why. A button of its own: a page has hundreds, and a badge in a button takes ten times as long. */
export function Cell({ row: { user_id, full_name, employee_no }, code, entry: { status }, ask }: CellProps) {
  const { t } = useTranslation("matrix");
  const { tone, Icon } = flags[status];
  const name = full_name ?? employee_no;
  return (
    <button
      type="button"
      className="matrix-cell"
      data-tone={tone}
      onClick={() => ask({ user_id, course_code: code, name })}
      aria-label={t("why", { name, code, flag: t(`common:flag.${status}`) })}
    >
      <Icon size={13} aria-hidden />
      {t(`common:flag.${status}`)}
    </button>
  );
}
