import { useTranslation } from "react-i18next";
import { useSession } from "../../api/session.ts";
import { CodeTabs } from "./code-tabs.tsx";
import { language_names, languages, snippetOf } from "./snippets.ts";

/** The first call in six languages, with the organisation's own tenant code. */
export function Quickstarts() {
  const { t } = useTranslation("developer");
  const { organisation, base_url } = useSession();
  return (
    <CodeTabs
      title={t("quickstarts.title")}
      text={t("quickstarts.text")}
      languages={languages}
      names={language_names}
      codeOf={(language) => snippetOf(language, { base_url, tenant_code: organisation.code })}
    />
  );
}
