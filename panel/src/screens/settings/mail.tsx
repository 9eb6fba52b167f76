import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { Facts } from "../../components/values/facts.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { Section } from "../../components/section.tsx";
import { Unanswered } from "../../components/unanswered.tsx";

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
      <Unanswered query={query} height={60} />
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
