import { Button, Checkbox, FileInput, Group, NumberInput, Paper, Stack } from "@mantine/core";
import { IconFileImport, IconUpload } from "@tabler/icons-react";
import { useForm } from "@mantine/form";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { type Column, DataList } from "../../components/data-list.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { linkTo, TextLink } from "../../components/link.tsx";
import { Page } from "../../components/page.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { ReasonedButton } from "../../components/reasoned-button.tsx";
import { useListState } from "../../components/use-list-state.ts";
import { When } from "../../components/when.tsx";
import { useTrainingReason } from "../people/people-data.ts";
import { ImportState } from "./import-state.tsx";
import { rememberTried, upload } from "./upload.ts";

type Row = components["schemas"]["ImportList"]["imports"][number];
const max_deactivate_percent_default = 5;

/** Files of people: a new one, which is tried out first, and those of before. */
export function Imports() {
  const { t } = useTranslation("imports");
  const list = useListState({});
  const reason = useTrainingReason();
  const query = useQuery({
    queryKey: ["imports"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/imports", { signal })).imports,
  });
  return (
    <Page title={t("shell:nav.imports")} description={t("list.text")}>
      <Stack gap="md">
        {reason === null ? (
          <Upload />
        ) : (
          <ReasonedButton
            reason={reason}
            leftSection={<IconUpload size={16} />}
            style={{ alignSelf: "start" }}
            onClick={() => undefined}
          >
            {t("upload.try")}
          </ReasonedButton>
        )}
        <DataList
          label={t("shell:nav.imports")}
          columns={useColumns()}
          rows={query.data}
          id={(row) => row.id}
          state={list}
          error={query.error}
          retry={() => void query.refetch()}
          empty={<EmptyState icon={IconFileImport} title={t("list.empty")} text={t("list.empty_text")} />}
        />
      </Stack>
    </Page>
  );
}

function Upload() {
  const { t } = useTranslation("imports");
  const navigate = useNavigate();
  const form = useForm<{ file: File | null; deactivate_missing: boolean; max_deactivate_percent: number | string }>({
    initialValues: { file: null, deactivate_missing: false, max_deactivate_percent: max_deactivate_percent_default },
    validate: { file: (file) => (file ? null : t("upload.choose")) },
  });
  const send = useMutation({
    mutationFn: async ({ file, deactivate_missing, max_deactivate_percent }: typeof form.values) => {
      const options = { deactivate_missing, max_deactivate_percent: Number(max_deactivate_percent) };
      const made = await upload(file!, { ...options, dry_run: true });
      rememberTried({ id: made.id, file: file!, options: { ...options, dry_run: false } });
      return made;
    },
    onSuccess: ({ id }) => navigate(linkTo({ to: "/imports/$import_id", params: { import_id: id } })),
  });
  return (
    <Paper p="md" component="form" onSubmit={form.onSubmit((values) => send.mutate(values))} noValidate>
      <Stack gap="sm">
        <ProblemAlert error={send.error} />
        <FileInput
          label={t("upload.file")}
          description={t("upload.file_text")}
          placeholder={t("upload.choose")}
          accept=".csv,.ndjson,.jsonl,text/csv,application/x-ndjson"
          leftSection={<IconUpload size={16} aria-hidden />}
          key={form.key("file")}
          {...form.getInputProps("file")}
        />
        <Checkbox
          label={t("upload.deactivate_missing")}
          description={t("upload.deactivate_missing_text")}
          key={form.key("deactivate_missing")}
          {...form.getInputProps("deactivate_missing", { type: "checkbox" })}
        />
        {form.values.deactivate_missing ? (
          <NumberInput
            label={t("upload.max_percent")}
            min={0}
            max={100}
            hideControls
            allowDecimal={false}
            maw={260}
            key={form.key("max_deactivate_percent")}
            {...form.getInputProps("max_deactivate_percent")}
          />
        ) : null}
        <Group>
          <Button type="submit" loading={send.isPending}>
            {t("upload.try")}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation("imports");
  return [
    {
      key: "created",
      title: t("field.file"),
      width: 150,
      render: ({ id, created_at, format }) => (
        <TextLink to="/imports/$import_id" params={{ import_id: id }}>
          {format.toUpperCase()} · <When at={created_at} />
        </TextLink>
      ),
    },
    { key: "kind", title: t("field.kind"), render: ({ dry_run }) => t(dry_run ? "kind.dry_run" : "kind.real") },
    { key: "status", title: t("field.status"), width: 116, render: ({ status }) => <ImportState status={status} /> },
    { key: "rows", title: t("field.rows"), align: "right", render: ({ rows_done, rows }) => `${rows_done} / ${rows}` },
    { key: "invalid", title: t("count.invalid"), align: "right", render: ({ invalid }) => invalid },
    { key: "by", title: t("field.started_by"), secondary: true, render: ({ started_by }) => started_by ?? "–" },
  ];
}
