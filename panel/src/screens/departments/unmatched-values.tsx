import { useTranslation } from "react-i18next";
import { Page } from "../../components/page.tsx";
import { Unmatched } from "../scim/unmatched.tsx";

/** Links to the departments and companies that identity providers have named and the organisation lacks. */
export function UnmatchedValues() {
  const { t } = useTranslation("places");
  return (
    <Page title={t("unmatched.title")} parents={[{ title: t("shell:nav.departments"), to: "/departments" }]}>
      <Unmatched />
    </Page>
  );
}
