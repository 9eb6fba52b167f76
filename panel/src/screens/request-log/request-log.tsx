import { useTranslation } from "react-i18next";
import { Page } from "../../components/page.tsx";
import { RequestActions, RequestList, useRequestLog } from "./request-list.tsx";

/** The requests of all clients and their answers, the newest first. */
export function RequestLog() {
  const { t } = useTranslation("request-log");
  const log = useRequestLog();
  return (
    <Page title={t("title")} description={t("description")} actions={<RequestActions log={log} />}>
      <RequestList log={log} />
    </Page>
  );
}
