import { useTranslation } from "react-i18next";

/** A notice beside what the server has painted. It becomes visible when scripts have not arrived for long (shell.css). */
export function Slow() {
  const { t } = useTranslation("shell");
  return (
    <>
      <noscript>
        <p className="panel-slow">{t("slow.no_script")}</p>
      </noscript>
      <p className="panel-slow" data-later role="alert">
        {t("slow.text")}
      </p>
    </>
  );
}
