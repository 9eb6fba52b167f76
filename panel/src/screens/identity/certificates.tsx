import { Alert, Stack, Table, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Id } from "../../components/values/id.tsx";
import { ToneBadge, type Tone } from "../../components/values/state-badge.tsx";
import { When } from "../../components/values/when.tsx";
import type { Provider } from "./identity-data.ts";

type Certificate = NonNullable<Provider["saml"]>["certificates"][number];

const tones: Readonly<Record<Certificate["state"], Tone>> = { in_force: "good", ending: "warning", ended: "bad" };

/** The provider's signing certificates with their last days; warns before all of them have expired. */
export function Certificates({ certificates, issuer }: { certificates: readonly Certificate[]; issuer: string }) {
  const { t } = useTranslation("identity");
  const ends = certificates.every(({ state }) => state !== "in_force");
  return (
    <Stack gap="xs">
      <Text size="sm">{t("saml.provider", { issuer })}</Text>
      {ends ? (
        <Alert color="yellow" role="status" title={t("saml.ending_title")}>
          {t("saml.ending_text")}
        </Alert>
      ) : null}
      <Table.ScrollContainer minWidth={420} type="native">
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t("saml.certificate")}</Table.Th>
              <Table.Th scope="col">{t("saml.ends_at")}</Table.Th>
              <Table.Th scope="col">{t("saml.state")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {certificates.map(({ sha256, name, ends_at, state }) => (
              <Table.Tr key={sha256}>
                <Table.Td>
                  <div>{name}</div>
                  <Id value={sha256} short />
                </Table.Td>
                <Table.Td>
                  <When at={ends_at} />
                </Table.Td>
                <Table.Td>
                  <ToneBadge tone={tones[state]}>{t(`saml.${state}`)}</ToneBadge>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}
