import { Stack, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { Section } from "../../components/section.tsx";
import { Day } from "../../components/values/when.tsx";
import { Unanswered } from "../../components/unanswered.tsx";

type Changes = components["schemas"]["ContractChanges"];

/** Deprecations, and the changes of each version, in the contract's own words, which are English. */
export function Changes() {
  const { t } = useTranslation("developer");
  const query = useQuery({
    queryKey: ["contract", "changes"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/contract/changes", { signal })),
    staleTime: 60_000,
  });
  if (query.error || !query.data) return <Unanswered query={query} height={320} />;
  return (
    <>
      <Section title={t("deprecations.title")}>
        <Deprecations deprecations={query.data.deprecations} />
      </Section>
      <Section title={t("changelog.title")}>
        <Text size="sm" c="dimmed" mb="sm">
          {t("changelog.text", { version: query.data.version })}
        </Text>
        <Stack gap="sm" lang="en">
          {query.data.changelog.map(({ version, changes }) => (
            <div key={version}>
              <Title order={3}>{version}</Title>
              <ul className="developer-changes">
                {changes.map((change) => (
                  <li key={change}>
                    <Marked text={change} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </Stack>
      </Section>
    </>
  );
}

function Deprecations({ deprecations }: { deprecations: Changes["deprecations"] }) {
  const { t } = useTranslation("developer");
  return (
    <>
      <Text size="sm" mb={deprecations.length > 0 ? "sm" : 4} fw={deprecations.length > 0 ? 400 : 600}>
        {deprecations.length > 0 ? t("deprecations.some") : t("deprecations.none")}
      </Text>
      {deprecations.length > 0 ? (
        <Table.ScrollContainer minWidth={460} type="native">
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("deprecations.operation")}</Table.Th>
                <Table.Th>{t("deprecations.since")}</Table.Th>
                <Table.Th>{t("deprecations.until")}</Table.Th>
                <Table.Th>{t("deprecations.instead")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {deprecations.map(({ operation_id, method, path, summary, deprecated_on, sunset_on, link }) => (
                <Table.Tr key={operation_id}>
                  <Table.Td>
                    <span className="panel-mono">{`${method} ${path}`}</span>
                    <Text size="xs" c="dimmed" lang="en">
                      {summary}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Day date={deprecated_on} />
                  </Table.Td>
                  <Table.Td>
                    <Day date={sunset_on} />
                  </Table.Td>
                  <Table.Td>
                    <a href={link} target="_blank" rel="noreferrer" aria-label={t("deprecations.read_named", { path })}>
                      {t("deprecations.read")}
                    </a>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      ) : null}
      <Text size="sm" c="dimmed">
        {t("deprecations.text")}
      </Text>
    </>
  );
}

/** Changes use only one mark of Markdown, that of code. */
function Marked({ text }: { text: string }) {
  const parts = text.split("`");
  return parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one sentence never move
    <Fragment key={index}>{index % 2 === 1 ? <code className="panel-mono">{part}</code> : part}</Fragment>
  ));
}
