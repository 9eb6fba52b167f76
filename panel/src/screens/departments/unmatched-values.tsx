import { useTranslation } from "react-i18next";
import { Page } from "../../components/page.tsx";
import { Unmatched } from "../scim/unmatched.tsx";

/** What identity providers call departments and companies, and nobody here knows. */
export function UnmatchedValues() {
  const { t } = useTranslation("places");
  return (
    <Page title={t("unmatched.title")} parents={[{ title: t("shell:nav.departments"), to: "/departments" }]}>
      <Unmatched />
    </Page>
  );
}
