import { SegmentedControl, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Page } from "../../components/page.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { LinkButton } from "../../components/values/link.tsx";
import { Domains } from "./domains.tsx";
import { type SetUp, useSetUp } from "./identity-data.ts";
import { PeopleForm } from "./people-form.tsx";
import { ProviderForm } from "./provider-form.tsx";
import { ProviderState } from "./provider-state.tsx";
import { SignInRule } from "./rule-form.tsx";
import { RolesForm } from "./roles-form.tsx";
import { SamlForm } from "./saml-form.tsx";
import { SharedBrowsers } from "./shared-browsers.tsx";
import { SignIns } from "./sign-ins.tsx";
import { Tested } from "./tested.tsx";

/** Sign-in by the company's identity provider: set-up, test, switch, and the results of the last sign-ins. */
export function IdentityScreen() {
  const { t } = useTranslation("identity");
  const set_up = useSetUp();
  return (
    <Page
      title={t("title")}
      description={t("description")}
      parents={[{ title: t("shell:nav.settings"), to: "/settings" }]}
      actions={<LinkButton to="/settings/sign-in/connect">{t("wizard")}</LinkButton>}
      width="narrow"
    >
      <Unanswered query={set_up} height={480} />
      {set_up.data ? (
        <Stack gap="md">
          <Tested />
          <ProviderSetUp set_up={set_up.data} key={set_up.data.provider?.updated_at ?? "none"} />
          {set_up.data.provider ? <ProviderState provider={set_up.data.provider} /> : null}
          {set_up.data.provider ? (
            <SignInRule provider={set_up.data.provider} key={`rule ${set_up.data.provider.updated_at}`} />
          ) : null}
          {set_up.data.provider ? (
            <PeopleForm provider={set_up.data.provider} key={`people ${set_up.data.provider.updated_at}`} />
          ) : null}
          {set_up.data.provider ? (
            <RolesForm provider={set_up.data.provider} key={`roles ${set_up.data.provider.updated_at}`} />
          ) : null}
          <Domains />
          <SharedBrowsers />
          <SignIns />
        </Stack>
      ) : null}
    </Page>
  );
}

const protocols = ["oidc", "saml"] as const;

/** The set-up of one provider, by its protocol. */
function ProviderSetUp({ set_up }: { set_up: SetUp }) {
  const { t } = useTranslation("identity");
  const [protocol, setProtocol] = useState(set_up.provider?.protocol ?? "oidc");
  return (
    <>
      <SegmentedControl
        aria-label={t("protocol.label")}
        value={protocol}
        onChange={(value) => setProtocol(value)}
        data={protocols.map((value) => ({ value, label: t(`protocol.${value}`) }))}
      />
      {protocol === "oidc" ? <ProviderForm set_up={set_up} /> : <SamlForm set_up={set_up} />}
    </>
  );
}
