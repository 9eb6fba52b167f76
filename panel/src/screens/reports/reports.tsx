import { Badge, Paper, Table, Text } from "@mantine/core";
import { IconPlus, IconReportAnalytics } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { LinkButton, TextLink } from "../../components/values/link.tsx";
import { type Report, useSubjects } from "./report-data.ts";

/** The user's own reports, and those that others share. */
export function Reports() {
  const { t } = useTranslation("reports");
  const query = useQuery({
    queryKey: ["reports"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/reports", { signal })).reports,
  });
  const add = (
    <LinkButton to="/reports/new" leftSection={<IconPlus size={16} aria-hidden />}>
      {t("list.add")}
    </LinkButton>
  );
  return (
    <Page title={t("list.title")} description={t("list.text")} actions={add}>
      <Unanswered query={query} height={240} />
      {query.data?.length === 0 ? (
        <EmptyState icon={IconReportAnalytics} title={t("list.empty")} text={t("list.empty_text")} />
      ) : null}
      {query.data && query.data.length > 0 ? <ReportTable reports={query.data} /> : null}
    </Page>
  );
}

function ReportTable({ reports }: { reports: readonly Report[] }) {
  const { t } = useTranslation("reports");
  const subjects = useSubjects();
  return (
    <Paper p="xs">
      <Table.ScrollContainer
        minWidth={0}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: "region", "aria-label": t("list.title") } }}
      >
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t("field.name")}</Table.Th>
              <Table.Th scope="col">{t("field.subject")}</Table.Th>
              <Table.Th scope="col">{t("field.owner")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {reports.map(({ id, name, is_shared, definition, owner }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <TextLink to="/reports/$report_id" params={{ report_id: id }}>
                    {name}
                  </TextLink>{" "}
                  {is_shared ? <Badge variant="light">{t("list.shared")}</Badge> : null}
                </Table.Td>
                <Table.Td>{subjects.data?.find((one) => one.name === definition.subject)?.title ?? ""}</Table.Td>
                <Table.Td>
                  {owner?.name ?? (
                    <Text size="sm" c="dimmed">
                      {t("list.no_owner")}
                    </Text>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}
