import { Alert, Button, Checkbox, FileInput, Group, NumberInput, Paper, Skeleton, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconUpload } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAttributes } from "../../components/forms/conditions.ts";
import { linkTo } from "../../components/values/link.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { MapColumns } from "./map-columns.tsx";
import { type Attribute, isServersName, matchColumns } from "./match-columns.ts";
import { type Encoding, readTable, type Table, UnreadableFile } from "./read-table.ts";
import { rememberTried, upload } from "./upload.ts";
import { csvOf } from "./write-csv.ts";

const max_deactivate_percent_default = 5;

/** What the user has chosen for a file: its encoding and the meaning of its columns; null: as detected. */
type Chosen = { file: File | null; encoding: Encoding | null; names: (string | null)[] | null };
const nothing_chosen: Chosen = { file: null, encoding: null, names: null };

/** Uploads a file of people. Its columns are matched with the fields of a person before the dry run. */
export function Upload() {
  const { t } = useTranslation("imports");
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(nothing_chosen);
  const attributes = useAttributes().data ?? [];
  const table = useTable(chosen);
  const found = table.data ? matchColumns(table.data.header, attributes) : [];
  const names = chosen.names ?? found;
  const form = useForm<{ file: File | null; deactivate_missing: boolean; max_deactivate_percent: number | string }>({
    initialValues: { file: null, deactivate_missing: false, max_deactivate_percent: max_deactivate_percent_default },
    validate: { file: (file) => (file ? null : t("upload.choose")) },
    onValuesChange: ({ file }) => file === chosen.file || setChosen({ ...nothing_chosen, file }),
  });
  const unmatched = table.data && !names.includes("employee_no") ? t("map.no_number") : null;
  const send = useMutation({
    mutationFn: async ({ file, deactivate_missing, max_deactivate_percent }: typeof form.values) => {
      const options = { deactivate_missing, max_deactivate_percent: Number(max_deactivate_percent) };
      const sent = table.data && !isReadByServer(table.data, names, attributes) ? rewritten(file!, table.data, names) : file!;
      const made = await upload(sent, { ...options, dry_run: true });
      rememberTried({ id: made.id, file: sent, options: { ...options, dry_run: false } });
      return made;
    },
    onSuccess: ({ id }) => navigate(linkTo({ to: "/imports/$import_id", params: { import_id: id } })),
  });
  return (
    <Paper
      p="md"
      component="form"
      onSubmit={form.onSubmit((values) => {
        if (!table.isLoading && !table.error && unmatched === null) send.mutate(values);
      })}
      noValidate
    >
      <Stack gap="sm">
        <ProblemAlert error={send.error} />
        <FileInput
          label={t("upload.file")}
          description={t("upload.file_text")}
          placeholder={t("upload.choose")}
          accept=".csv,.txt,.xlsx,.ndjson,.jsonl,text/csv,application/x-ndjson,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          leftSection={<IconUpload size={16} aria-hidden />}
          key={form.key("file")}
          {...form.getInputProps("file")}
        />
        <Columns
          table={table}
          names={names}
          attributes={attributes}
          fault={unmatched}
          onChosen={(part) => setChosen({ ...chosen, ...part })}
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

type ColumnsProps = {
  table: ReturnType<typeof useTable>;
  names: (string | null)[];
  attributes: readonly Attribute[];
  fault: string | null;
  onChosen: (part: Partial<Chosen>) => void;
};

/** The meaning of the columns of the chosen file, once it has been read. */
function Columns({ table, names, attributes, fault, onChosen }: ColumnsProps) {
  const { t } = useTranslation("imports");
  return (
    <>
      {table.error ? (
        <Alert color="red" variant="light" role="alert" title={t("map.unreadable")}>
          {t(`map.${table.error instanceof UnreadableFile ? table.error.reason : "not_csv"}`)}
        </Alert>
      ) : null}
      {table.isLoading ? <Skeleton h={160} /> : null}
      {table.data ? (
        <MapColumns
          table={table.data}
          names={names}
          attributes={attributes}
          fault={fault}
          onNames={(changed) => onChosen({ names: changed })}
          onEncoding={(encoding) => onChosen({ encoding, names: null })}
        />
      ) : null}
    </>
  );
}

const is_ndjson = /\.(ndjson|jsonl)$/i;

/** The chosen file as a table. NDJSON is not read here, because it has no columns to match. */
function useTable({ file, encoding }: Chosen) {
  return useQuery({
    queryKey: ["import-file", file?.name, file?.size, file?.lastModified, encoding],
    queryFn: () => readTable(file!, encoding ?? undefined),
    enabled: file !== null && !is_ndjson.test(file.name),
    retry: false,
    gcTime: 0,
  });
}

function isReadByServer({ kind, encoding, header }: Table, names: (string | null)[], attributes: { key: string }[]): boolean {
  return (
    kind === "csv" && encoding === "utf-8" && header.every((name, at) => names[at] === name && isServersName(name, attributes))
  );
}

function rewritten(file: File, table: Table, names: (string | null)[]): File {
  return new File([csvOf(table, names)], file.name.replace(/\.\w+$/, ".csv"), { type: "text/csv" });
}
