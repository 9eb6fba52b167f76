import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { Facts } from "../../components/values/facts.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { useDaysKept } from "../../components/values/use-retention.ts";
import { Section } from "../../components/section.tsx";
import { Unanswered } from "../../components/unanswered.tsx";

function MailsKept() {
  const { t } = useTranslation("settings");
  const days = useDaysKept("mails");
  return days === null ? t("mail.not_sent") : t("mail.kept", { count: days });
}

/** Whether mails are sent, and with which sender; set by the operator of the service. */
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
            [
              t("mail.delivery"),
              query.data.sent ? t("mail.sent") : query.data.readable ? t("mail.shown") : <MailsKept key="kept" />,
            ],
            [
              t("mail.from"),
              <span key="from" className="panel-mono">
                {query.data.from}
              </span>,
            ],
            [
              t("reminders.title"),
              <TextLink key="reminders" to="/settings/reminders">
                {t("reminders.open")}
              </TextLink>,
            ],
            [
              t("digests.title"),
              <TextLink key="digests" to="/settings/digests">
                {t("digests.open")}
              </TextLink>,
            ],
          ]}
        />
      ) : null}
    </Section>
  );
}
