import { IconAlertTriangle, IconCheck, IconClock, IconHourglass, IconProgress } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Pair } from "./pair.ts";
import type { MatrixRow } from "./use-matrix.ts";

const signs = {
  COMPLIANT: IconCheck,
  EXPIRING_SOON: IconClock,
  OVERDUE: IconAlertTriangle,
  IN_PROGRESS: IconProgress,
  PENDING: IconHourglass,
} as const;

type CellProps = { row: MatrixRow; code: string; entry: MatrixRow["courses"][string]; ask: (pair: Pair) => void };

/** One flag, which opens why. A button of its own: a page has hundreds, and a badge in a button takes ten times as long. */
export function Cell({ row: { user_id, full_name, employee_no }, code, entry: { status }, ask }: CellProps) {
  const { t } = useTranslation("matrix");
  const Sign = signs[status];
  const name = full_name ?? employee_no;
  return (
    <button
      type="button"
      className="matrix-cell"
      data-flag={status}
      onClick={() => ask({ user_id, course_code: code, name })}
      aria-label={t("why", { name, code, flag: t(`common:flag.${status}`) })}
    >
      <Sign size={13} aria-hidden />
      {t(`common:flag.${status}`)}
    </button>
  );
}
