import { Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { TextLink } from "../../components/values/link.tsx";
import { Page } from "../../components/page.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { Attributes } from "./attributes.tsx";
import { Contract } from "./contract.tsx";
import { GateSettings } from "./gate.tsx";
import { Kept } from "./kept.tsx";
import { Looks } from "./looks.tsx";
import { Mail } from "./mail.tsx";
import { Organisation } from "./organisation.tsx";
import { useSettings } from "./settings-data.ts";

/** The settings of the organisation: those that it can change, and those that it cannot, with the reason. */
export function Settings() {
  const { t } = useTranslation("settings");
  const settings = useSettings();
  return (
    <Page
      title={t("title")}
      description={
        <>
          <div>{t("description")}</div>
          <div className="panel-page-link">
            <TextLink to="/administrators">{t("administrators")}</TextLink>
          </div>
          <div className="panel-page-link">
            <TextLink to="/settings/sign-in">{t("sign_in")}</TextLink>
          </div>
        </>
      }
      width="narrow"
    >
      <Unanswered query={settings} height={420} />
      {settings.data ? (
        <Stack gap="md">
          <Organisation settings={settings.data} />
          <Looks settings={settings.data} />
          <Attributes attributes={settings.data.attributes} />
          <Mail />
          <GateSettings />
          <Contract settings={settings.data} />
          <Kept />
        </Stack>
      ) : null}
    </Page>
  );
}
