import { Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconBook, IconBraces, IconBug, IconSend } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useSession } from "../../api/session.ts";
import { CopyField } from "../../components/values/copy-field.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { Page } from "../../components/page.tsx";
import { Changes } from "./changes.tsx";
import { Command } from "./command.tsx";
import { GeneratedClients } from "./generated-clients.tsx";
import { Kit } from "./kit.tsx";
import { Quickstarts } from "./quickstarts.tsx";
import "./developer.css";

/**
 * What an integrator needs apart from a client: addresses, first calls, the API reference, the meaning of each problem, and
 * changes.
 */
export function Developer() {
  const { t } = useTranslation("developer");
  const { account, organisation, base_url } = useSession();
  const references = [
    { href: "/docs", icon: IconBook, title: t("reference.title"), text: t("reference.text") },
    { href: "/openapi.json", icon: IconBraces, title: t("contract.title"), text: t("contract.text") },
    { href: "/postman-collection.json", icon: IconSend, title: t("postman.title"), text: t("postman.text") },
    { href: "/problems", icon: IconBug, title: t("problems.title"), text: t("problems.text") },
  ];
  return (
    <Page title={t("title")} description={t("description")}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, md: 3 }}>
          <CopyField label={t("base_url")} value={`${base_url}/api/v1`} />
          <CopyField label={t("scim_url")} value={`${base_url}/scim/v2/${organisation.code}`} />
          <CopyField label={t("tenant_header")} value={`X-Tenant-Code: ${organisation.code}`} />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
          {references.map(({ href, icon: Icon, title, text }) => (
            <Paper key={href} p="md" component="a" href={href} target="_blank" className="panel-card-link">
              <Icon size={20} stroke={1.6} aria-hidden />
              <Title order={2} mt={6}>
                {title}
              </Title>
              <Text size="sm" c="dimmed">
                {text}
              </Text>
            </Paper>
          ))}
        </SimpleGrid>
        <Quickstarts />
        <Kit />
        <GeneratedClients />
        {account.role === "it_admin" ? (
          <Text size="sm">
            {t("signature.text")} <TextLink to="/webhooks/signature">{t("signature.link")}</TextLink>
          </Text>
        ) : null}
        <Command />
        <Changes />
      </Stack>
    </Page>
  );
}
