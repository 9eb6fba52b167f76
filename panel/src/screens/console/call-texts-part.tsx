import { useTranslation } from "react-i18next";
import { useSession } from "../../api/session.ts";
import { CodeTabs } from "../developer/code-tabs.tsx";
import type { ConsoleCall } from "./call.ts";
import { language_names, languages, textOf } from "./call-texts.ts";

/** The same call in several languages, without the secret. */
export function CallTexts({ call }: { call: ConsoleCall }) {
  const { t } = useTranslation("console");
  const { organisation, base_url } = useSession();
  return (
    <CodeTabs
      title={t("texts.title")}
      text={t("texts.text")}
      languages={languages}
      names={language_names}
      codeOf={(language) => textOf(language, call, { base_url, tenant_code: organisation.code })}
    />
  );
}
