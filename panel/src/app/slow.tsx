import { useTranslation } from "react-i18next";

/** Stands beside what the server has painted, and is seen once scripts should have arrived long since (shell.css). */
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
