import { useTranslation } from "react-i18next";
import { flags, worst_first } from "../../components/values/flags.ts";
import { FlagMark } from "./flag-mark.tsx";
import type { Matrix } from "./use-matrix.ts";

/** The part of the list's state that the tiles change. */
type Narrowed = {
  values: Readonly<Record<"compliance_flag", string>>;
  set: (patch: { compliance_flag: string }) => void;
};

type TilesProps = {
  summary: Matrix["summary"] | undefined;
  list: Narrowed;
  /** Whether to show the letters that the cells below use. */
  legend?: boolean;
};

/** How many people have each flag. A tile with the number 9 filters the list to exactly these 9 rows. */
export function Tiles({ summary, list, legend }: TilesProps) {
  const { t, i18n } = useTranslation("matrix");
  const number = new Intl.NumberFormat(i18n.language);
  const shown = (count: number | undefined) => (count === undefined ? "–" : number.format(count));
  const chosen = list.values.compliance_flag;
  const open = (flag: string) => list.set({ compliance_flag: flag === chosen ? "" : flag });
  return (
    <div className="matrix-tiles" role="group" aria-label={t("tiles")} aria-busy={summary === undefined}>
      <button type="button" className="matrix-tile" aria-pressed={chosen === ""} disabled={!summary} onClick={() => open("")}>
        <strong>{shown(summary?.people)}</strong>
        {t("people", { count: summary?.people ?? 0 })}
      </button>
      {/* The tiles are there before their numbers, so that nothing below them moves. */}
      {(summary?.severity_order ?? worst_first).map((flag) => (
        <button
          key={flag}
          type="button"
          className="matrix-tile"
          data-tone={flags[flag].tone}
          aria-pressed={chosen === flag}
          disabled={!summary}
          onClick={() => open(flag)}
        >
          <strong>{shown(summary?.counts[flag])}</strong>
          {legend ? <FlagMark flag={flag} /> : null}
          {t(`common:flag.${flag}`)}
        </button>
      ))}
      <div className="matrix-tile" data-quiet>
        <strong>{shown(summary?.no_requirements)}</strong>
        {t("no_requirements")}
      </div>
    </div>
  );
}
