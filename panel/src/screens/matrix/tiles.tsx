import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Matrix, MatrixState } from "./use-matrix.ts";

/** How many people stand where. A tile that says 9 opens exactly these 9 rows. */
export function Tiles({ summary, list }: { summary: Matrix["summary"] | undefined; list: MatrixState }) {
  const { t, i18n } = useTranslation("matrix");
  if (!summary) return <Skeleton h={74} mb="sm" />;
  const number = new Intl.NumberFormat(i18n.language);
  const chosen = list.values.compliance_flag;
  const open = (flag: string) => list.set({ compliance_flag: flag === chosen ? "" : flag });
  return (
    <div className="matrix-tiles" role="group" aria-label={t("tiles")}>
      <button type="button" className="matrix-tile" aria-pressed={chosen === ""} onClick={() => open("")}>
        <strong>{number.format(summary.people)}</strong>
        {t("people", { count: summary.people })}
      </button>
      {summary.severity_order.map((flag) => (
        <button
          key={flag}
          type="button"
          className="matrix-tile"
          data-flag={flag}
          aria-pressed={chosen === flag}
          onClick={() => open(flag)}
        >
          <strong>{number.format(summary.counts[flag])}</strong>
          {t(`common:flag.${flag}`)}
        </button>
      ))}
      <div className="matrix-tile" data-quiet>
        <strong>{number.format(summary.no_requirements)}</strong>
        {t("no_requirements")}
      </div>
    </div>
  );
}
