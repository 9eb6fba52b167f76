import { Alert, Anchor, Button, Paper, Progress, SimpleGrid, Stack, Table, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { linkTo } from "../../components/values/link.tsx";
import { Page } from "../../components/page.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { Section } from "../../components/section.tsx";
import { When } from "../../components/values/when.tsx";
import { unansweredPage } from "../../components/unanswered.tsx";
import { ImportState } from "./import-state.tsx";
import { type Import, triedOf, upload } from "./upload.ts";

const look_again_ms = 1_000;
const counts = ["rows", "create", "update", "unchanged", "deactivate", "invalid"] as const;
const isOver = ({ status }: Import) => status === "finished" || status === "failed";

/** One import: its progress, what it does or would do, and after a dry run the button to carry it out. */
export function ImportPage() {
  const { t } = useTranslation("imports");
  const { import_id: id } = useParams({ strict: false }) as { import_id: string };
  const query = useQuery({
    queryKey: ["import", id],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/imports/{id}", { params: { path: { id } }, signal })),
    refetchInterval: ({ state: { data } }) => (data && isOver(data) ? false : look_again_ms),
  });
  const parents = [{ title: t("shell:nav.imports"), to: "/imports" }];
  if (!query.data) return unansweredPage(query, { title: t("detail.title"), parents, height: 240 });
  const record = query.data;
  return (
    <Page
      title={t(record.dry_run ? "detail.dry_run" : "detail.real")}
      parents={parents}
      aside={<ImportState status={record.status} />}
      description={<When at={record.created_at} />}
      actions={<CarryOut record={record} />}
    >
      <Stack gap="md">
        <State record={record} />
        <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm">
          {counts.map((name) => (
            <Paper p="sm" key={name}>
              <Text size="xl" fw={620}>
                {record.counts[name]}
              </Text>
              <Text size="xs" c="dimmed">
                {t(`count.${name}`)}
              </Text>
            </Paper>
          ))}
        </SimpleGrid>
        <Effects record={record} />
      </Stack>
    </Page>
  );
}

function State({ record }: { record: Import }) {
  const { t } = useTranslation("imports");
  const { rows } = record.counts;
  if (record.status === "failed")
    return (
      <Alert color="red" variant="light" role="alert" title={t("detail.failed")}>
        {record.failure?.line ? `${t("detail.line", { line: record.failure.line })} ` : ""}
        {record.failure?.detail}
      </Alert>
    );
  if (record.status === "finished")
    return record.dry_run ? (
      <Alert color="indigo" variant="light" title={t("detail.tried")}>
        {t("detail.tried_text")}
      </Alert>
    ) : null;
  const percent = rows === 0 ? 0 : Math.round((100 * record.rows_done) / rows);
  return (
    <div>
      <Progress value={percent} animated size="lg" aria-label={t("detail.progress")} />
      <Text size="sm" c="dimmed" mt={4} role="status">
        {t("detail.done_of", { done: record.rows_done, rows })}
      </Text>
    </div>
  );
}

/** Carries out a file whose dry run is shown here; this page still holds the file. */
function CarryOut({ record }: { record: Import }) {
  const { t } = useTranslation("imports");
  const client = useQueryClient();
  const navigate = useNavigate();
  const tried = triedOf(record.id);
  const run = useMutation({
    mutationFn: () => upload(tried!.file, tried!.options),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ["imports"] });
      await navigate(linkTo({ to: "/imports/$import_id", params: { import_id: id } }));
    },
  });
  if (!record.dry_run || record.status !== "finished" || !tried) return null;
  return (
    <>
      <ProblemAlert error={run.error} />
      <Button loading={run.isPending} onClick={() => run.mutate()}>
        {t("detail.carry_out")}
      </Button>
    </>
  );
}

function Effects({ record }: { record: Import }) {
  const { t } = useTranslation("imports");
  const report = (
    <Anchor href={`/panel/api/imports/${record.id}/report.csv`} download size="sm">
      {t("detail.report")}
    </Anchor>
  );
  if (record.rows_preview.length === 0)
    return <Section title={t("detail.effects")}>{isOver(record) ? <Text size="sm">{t("detail.nothing")}</Text> : null}</Section>;
  return (
    <Section title={t("detail.effects")} action={report}>
      <Table.ScrollContainer minWidth={720} type="native">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("field.row")}</Table.Th>
              <Table.Th>{t("field.employee_no")}</Table.Th>
              <Table.Th>{t("field.full_name")}</Table.Th>
              <Table.Th>{t("field.action")}</Table.Th>
              <Table.Th>{t("field.changes")}</Table.Th>
              <Table.Th>{t("field.courses")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {record.rows_preview.map((row) => (
              <Table.Tr key={`${row.row ?? "-"} ${row.employee_no ?? "-"}`}>
                <Table.Td>{row.row ?? "–"}</Table.Td>
                <Table.Td>{row.employee_no ?? "–"}</Table.Td>
                <Table.Td>{row.full_name ?? "–"}</Table.Td>
                <Table.Td>{t(`action.${row.action}`)}</Table.Td>
                <Table.Td>
                  {Object.entries(row.changes).map(([field, pair]) => (
                    <div key={field}>
                      {t([`columns.${field}`, `common:person.${field}`], { defaultValue: field })}:{" "}
                      {pair.map((value) => (value === null ? "–" : JSON.stringify(value))).join(" → ")}
                    </div>
                  ))}
                  {row.errors.map(({ pointer, detail }) => (
                    <Text size="sm" c="red" key={pointer + detail}>
                      {t([`columns.${pointer.slice(2)}`, `common:person.${pointer.slice(2)}`], {
                        defaultValue: pointer.slice(2),
                      })}
                      : {detail}
                    </Text>
                  ))}
                </Table.Td>
                <Table.Td>
                  {row.effects.enrollments_assigned.map((code) => `+ ${code}`).join(", ")}{" "}
                  {row.effects.enrollments_cancelled.map((code) => `− ${code}`).join(", ")}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}
