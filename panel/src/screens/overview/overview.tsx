import { Paper, SimpleGrid, Stack } from "@mantine/core";
import { Navigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useSession } from "../../api/session.ts";
import { CopyField } from "../../components/values/copy-field.tsx";
import { linkTo } from "../../components/values/link.tsx";
import { Page } from "../../components/page.tsx";
import { Attention } from "./attention.tsx";
import { ComplianceTiles } from "./compliance-tiles.tsx";
import { Integrations } from "./integrations.tsx";
import { SeatsSection } from "./seats.tsx";
import { StandingSection } from "./standing.tsx";

/** The first page after the sign-in, by role: what needs attention, and the most important figures. */
export function Overview() {
  const { t } = useTranslation("overview");
  const { organisation, account } = useSession();
  if (account.role === "guard") return <Navigate {...linkTo({ to: "/gate" })} replace />;
  if (account.role === "learner") return <Navigate {...linkTo({ to: "/my-training" })} replace />;
  return (
    <Page title={t("title", { name: organisation.name })} description={t("description", { name: account.name })}>
      <Stack gap="md">
        {account.role === "it_admin" ? <Addresses /> : <ComplianceTiles />}
        {account.role === "it_admin" ? (
          <Integrations>
            <Attention />
          </Integrations>
        ) : account.departments === null ? (
          <Attention />
        ) : null}
        {account.role === "it_admin" ? null : <StandingSection />}
        {account.departments === null ? <SeatsSection /> : null}
      </Stack>
    </Page>
  );
}

/** The addresses that an integrator asks for first. */
function Addresses() {
  const { t } = useTranslation("overview");
  const { organisation, base_url } = useSession();
  return (
    <Paper p="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <CopyField label={t("tenant_code")} value={organisation.code} description={t("tenant_code_text")} />
        <CopyField label={t("base_url")} value={base_url} description={t("base_url_text")} />
      </SimpleGrid>
    </Paper>
  );
}
