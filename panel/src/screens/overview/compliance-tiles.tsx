import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { Figure } from "../../components/values/figure.tsx";
import { flags } from "../../components/values/flags.ts";
import { Unanswered } from "../../components/unanswered.tsx";

/** How many people have each flag, as in the matrix; each number links to its rows there. */
export function ComplianceTiles() {
  const { t, i18n } = useTranslation("overview");
  const summary = useQuery({
    queryKey: ["compliance-summary"],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/compliance/matrix", { params: { query: { limit: 1 } }, signal })).summary,
  });
  if (summary.error || !summary.data) return <Unanswered query={summary} height={92} />;
  const { counts, people, severity_order } = summary.data;
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <section className="figures" aria-label={t("compliance")}>
      <Figure label={t("people")} value={number.format(people)} target={{ to: "/compliance" }} />
      {severity_order.map((flag) => (
        <Figure
          key={flag}
          label={t(`common:flag.${flag}`)}
          value={number.format(counts[flag])}
          tone={counts[flag] === 0 ? "quiet" : flags[flag].tone}
          target={{ to: "/compliance", search: { compliance_flag: flag } }}
        />
      ))}
    </section>
  );
}
