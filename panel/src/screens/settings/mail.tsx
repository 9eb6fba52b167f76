import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { Facts } from "../../components/values/facts.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { Section } from "../../components/section.tsx";

/** Whether mails leave, and whom they name as their sender: set by whoever runs the service. */
export function Mail() {
  const { t } = useTranslation("settings");
  const query = useQuery({
    queryKey: ["mail-settings"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/mailbox/settings", { signal })),
    staleTime: 60_000,
  });
  return (
    <Section title={t("mail.title")} action={<TextLink to="/mailbox">{t("mail.mailbox")}</TextLink>}>
      {query.error ? <ProblemAlert error={query.error} retry={() => void query.refetch()} /> : null}
      {!query.data && !query.error ? <Skeleton h={60} /> : null}
      {query.data ? (
        <Facts
          rows={[
            [t("mail.delivery"), t(query.data.sent ? "mail.sent" : query.data.readable ? "mail.shown" : "mail.kept")],
            [
              t("mail.from"),
              <span key="from" className="panel-mono">
                {query.data.from}
              </span>,
            ],
          ]}
        />
      ) : null}
    </Section>
  );
}
