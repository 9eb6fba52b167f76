import { Stack } from "@mantine/core";
import { IconFileImport, IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { type Column, DataList } from "../../components/lists/data-list.tsx";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { Page } from "../../components/page.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { useListState } from "../../components/lists/use-list-state.ts";
import { When } from "../../components/values/when.tsx";
import { useTrainingReason } from "../people/people-data.ts";
import { ImportState } from "./import-state.tsx";
import { FileColumns } from "./file-columns.tsx";
import { Upload } from "./upload-form.tsx";

type Row = components["schemas"]["ImportList"]["imports"][number];

/** Imports of people: a form for a new file, which starts with a dry run, and the earlier ones. */
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
        <FileColumns />
        <DataList
          label={t("shell:nav.imports")}
          columns={useColumns()}
          query={query}
          rows={query.data}
          id={(row) => row.id}
          state={list}
          empty={<EmptyState icon={IconFileImport} title={t("list.empty")} text={t("list.empty_text")} />}
        />
      </Stack>
    </Page>
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
