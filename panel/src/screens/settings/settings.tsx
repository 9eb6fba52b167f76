import { Skeleton, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { TextLink } from "../../components/values/link.tsx";
import { Page } from "../../components/page.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { Attributes } from "./attributes.tsx";
import { Contract } from "./contract.tsx";
import { Mail } from "./mail.tsx";
import { Organisation } from "./organisation.tsx";
import { useSettings } from "./settings-data.ts";

/** The organisation itself: what it can change, and what it cannot and why. */
export function Settings() {
  const { t } = useTranslation("settings");
  const settings = useSettings();
  return (
    <Page
      title={t("title")}
      description={
        <>
          <div>{t("description")}</div>
          <div>
            <TextLink to="/administrators">{t("administrators")}</TextLink>
          </div>
        </>
      }
      width="narrow"
    >
      {settings.error ? <ProblemAlert error={settings.error} retry={() => void settings.refetch()} /> : null}
      {settings.isPending ? <Skeleton h={420} /> : null}
      {settings.data ? (
        <Stack gap="md">
          <Organisation settings={settings.data} />
          <Attributes attributes={settings.data.attributes} />
          <Mail />
          <Contract settings={settings.data} />
        </Stack>
      ) : null}
    </Page>
  );
}
