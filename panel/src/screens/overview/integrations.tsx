import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { Figure } from "../../components/values/figure.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { Section } from "../../components/section.tsx";
import type { Tone } from "../../components/values/state-badge.tsx";
import { StackedBars } from "../../components/values/stacked-bars.tsx";
import { useClock, When } from "../../components/values/when.tsx";
import { dateFormat } from "../../components/values/dates.ts";
import type { Figures } from "./figures.ts";
import { isSetUp, SetUp } from "./set-up.tsx";

const refresh_ms = 30_000;
/** How often the figures are read while the first call has not come: administrators watch this page and wait for it. */
const waiting_ms = 2_000;
/** A figure is coloured if more requests than this share are refused, or fewer deliveries than that share arrive. */
const errors_share_max = 0.05;
const webhooks_share_min = 0.95;

/** The figures of all integrations. `children`: what needs attention, which stands above the chart. */
export function Integrations({ children }: { children: ReactNode }) {
  const figures = useQuery({
    queryKey: ["integration-figures"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/overview/integrations", { signal })),
    refetchInterval: ({ state: { data } }) => (data && !isSetUp(data) ? waiting_ms : refresh_ms),
  });
  if (figures.error && !figures.data)
    return (
      <>
        <ProblemAlert error={figures.error} retry={() => void figures.refetch()} />
        {children}
      </>
    );
  return (
    <>
      {figures.data ? <Four {...figures.data} /> : <Skeleton h={98} />}
      {figures.data && !isSetUp(figures.data) ? <SetUp {...figures.data.set_up} /> : null}
      {children}
      {figures.data ? <LastDay {...figures.data} /> : <Skeleton h={240} />}
    </>
  );
}

function Four({ requests, hours, webhooks, scim }: Figures) {
  const { t, i18n } = useTranslation("overview");
  const number = new Intl.NumberFormat(i18n.language);
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent", maximumFractionDigits: 1 });
  const sumOf = (names: readonly (keyof Omit<Figures["hours"][number], "at">)[]) =>
    hours.reduce((sum, hour) => names.reduce((all, name) => all + hour[name], sum), 0);
  const errors = sumOf(["refused", "limited", "failed"]);
  const answered = sumOf(["succeeded"]) + errors;
  const ended = webhooks.succeeded + webhooks.failed;
  const delivered = ended === 0 ? null : webhooks.succeeded / ended;
  const used = requests.quota === 0 ? 0 : requests.today / requests.quota;
  return (
    <section className="figures" aria-label={t("figures")}>
      <Figure
        label={t("figure.requests")}
        value={number.format(requests.today)}
        text={t("figure.requests_text", { quota: number.format(requests.quota) })}
        tone={used >= 0.8 ? "warning" : "quiet"}
        part={used}
        target={{ to: "/request-log" }}
      />
      <Figure
        label={t("figure.errors")}
        value={answered === 0 ? "–" : percent.format(errors / answered)}
        text={t("figure.errors_text", { count: errors, errors: number.format(errors), all: number.format(answered) })}
        tone={answered > 0 && errors / answered > errors_share_max ? "warning" : "quiet"}
        target={{ to: "/request-log", search: { status: "refused", period: "24h" } }}
      />
      <Figure
        label={t("figure.webhooks")}
        value={delivered === null ? "–" : percent.format(delivered)}
        text={[
          t("figure.webhooks_text", { succeeded: number.format(webhooks.succeeded), all: number.format(ended) }),
          webhooks.pending > 0 ? t("figure.webhooks_pending", { pending: number.format(webhooks.pending) }) : null,
          webhooks.disabled > 0 ? t("figure.webhooks_disabled", { count: webhooks.disabled }) : null,
          webhooks.degraded > 0 ? t("figure.webhooks_degraded", { count: webhooks.degraded }) : null,
        ]
          .filter((part) => part !== null)
          .join(" · ")}
        tone={toneOfWebhooks(webhooks, delivered)}
        target={{ to: "/webhooks" }}
      />
      <Figure
        label={t("figure.scim")}
        value={<When at={scim.last_change_at} none={t("figure.scim_never")} />}
        text={t("figure.scim_text", { refused: number.format(scim.refused), not_let_in: number.format(scim.not_let_in) })}
        tone={scim.refused + scim.not_let_in > 0 ? "warning" : "quiet"}
        target={{ to: "/scim" }}
      />
    </section>
  );
}

/** A disabled subscription sends nothing, so it does not show in the share of deliveries. */
function toneOfWebhooks({ disabled, degraded }: Figures["webhooks"], delivered: number | null): Tone {
  if (disabled > 0 || (delivered !== null && delivered < webhooks_share_min)) return "bad";
  return degraded > 0 ? "warning" : "quiet";
}

function LastDay({ hours }: Figures) {
  const { t, i18n } = useTranslation("overview");
  const { zone } = useClock();
  const clock = dateFormat("clock", i18n.language, zone);
  const exact = dateFormat("minute", i18n.language, zone);
  return (
    <Section title={t("last_day.title")}>
      <StackedBars
        label={t("last_day.title")}
        unit={t("last_day.hour")}
        series={[
          { key: "succeeded", name: t("last_day.succeeded"), tone: "info" },
          { key: "refused", name: t("last_day.refused"), tone: "warning" },
          { key: "limited", name: t("last_day.limited"), tone: "serious" },
          { key: "failed", name: t("last_day.failed"), tone: "bad" },
        ]}
        bars={hours.map(({ at, ...values }) => ({
          key: at,
          label: clock.format(new Date(at)),
          title: exact.format(new Date(at)),
          values,
        }))}
      />
    </Section>
  );
}
