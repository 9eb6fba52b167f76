import { Alert, Group, NativeSelect, Stack, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { panelFetch } from "../../api/fetch.ts";
import type { components } from "../../api/schema.d.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { ReasonedFileButton } from "../../components/forms/reasoned-file-button.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { mib_bytes, mibOf } from "../../components/values/mebibytes.ts";
import { useTrainingReason } from "../people/people-data.ts";

type ContentPackage = components["schemas"]["ContentPackage"];

const archive_max_mib = 100;

function usePackages() {
  return useQuery({
    queryKey: ["packages"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/packages", { signal })),
  });
}

/** Uploads a package; the typed client sends JSON only. `id`: the package of which it is a new version. */
async function send(id: string | null, file: File): Promise<ContentPackage> {
  const path = id === null ? "/panel/api/packages" : `/panel/api/packages/${id}/archive`;
  const url = new URL(path, location.origin);
  url.searchParams.set("file_name", file.name);
  const headers = { accept: "application/json", "content-type": "application/zip" };
  const answer = await panelFetch(new Request(url, { method: id === null ? "POST" : "PUT", headers, body: file }));
  return (await answer.json()) as ContentPackage;
}

/** The package of a course or item: an existing one, or a new upload. */
export function PackageChoice({ form, field }: { form: UseFormReturnType<any, any>; field: string }) {
  const { t } = useTranslation("catalogue");
  const { data, error } = usePackages();
  const reason = useTrainingReason();
  const package_id: string = form.getInputProps(field).value;
  const packages = data?.packages ?? [];
  const chosen = packages.find(({ id }) => id === package_id);
  const remove = useSave({
    changes: "packages",
    save: (id: string) => api.DELETE("/panel/api/packages/{id}", { params: { path: { id } } }),
    done: t("package.removed"),
    onSaved: () => form.setFieldValue(field, ""),
  });
  return (
    <Stack gap="sm">
      <ProblemAlert error={error ?? remove.error} />
      {data && !data.can_be_opened ? <Alert color="yellow">{t("package.no_origin")}</Alert> : null}
      <NativeSelect
        label={t("package.choose")}
        description={t("package.choose_text")}
        required
        data={[{ value: "", label: t("package.none") }, ...packages.map(({ id, title }) => ({ value: id, label: title }))]}
        key={form.key(field)}
        {...form.getInputProps(field)}
      />
      {chosen ? <Facts of={chosen} /> : null}
      <Group gap="xs">
        <Upload label={t("package.upload")} id={null} onSaved={({ id }) => form.setFieldValue(field, id)} />
        {chosen ? <Upload label={t("package.replace")} id={chosen.id} onSaved={() => undefined} /> : null}
        {chosen && chosen.courses.length === 0 ? (
          <ReasonedButton
            variant="subtle"
            color="red"
            reason={reason}
            loading={remove.isPending}
            onClick={() => remove.mutate(chosen.id)}
          >
            {t("package.remove")}
          </ReasonedButton>
        ) : null}
      </Group>
    </Stack>
  );
}

function Facts({ of: { standard, version, archive_bytes, file_name, courses } }: { of: ContentPackage }) {
  const { t } = useTranslation("catalogue");
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
      {t("package.facts", {
        standard: t(`package.standard.${standard.replace(".", "_")}`),
        version,
        size: mibOf(archive_bytes),
        file: file_name,
      })}
      {courses.length > 0 ? ` ${t("package.used", { courses: courses.map(({ title }) => title).join(", ") })}` : ""}
    </Text>
  );
}

type UploadProps = { label: string; id: string | null; onSaved: (saved: ContentPackage) => void };

function Upload({ label, id, onSaved }: UploadProps) {
  const { t } = useTranslation("catalogue");
  const reason = useTrainingReason();
  const [fault, setFault] = useState<string | null>(null);
  const upload = useSave({ changes: "packages", save: (file: File) => send(id, file), done: t("package.uploaded"), onSaved });
  const choose = (file: File | null) => {
    const is_large = file !== null && file.size > archive_max_mib * mib_bytes;
    setFault(is_large ? t("package.too_large", { size: archive_max_mib }) : null);
    if (file !== null && !is_large) upload.mutate(file);
  };
  return (
    <Stack gap="xs">
      <ReasonedFileButton label={label} accept=".zip,application/zip" reason={reason} busy={upload.isPending} onChoose={choose} />
      {fault === null ? null : (
        <Text size="xs" c="red" role="alert">
          {fault}
        </Text>
      )}
      <ProblemAlert error={upload.error} />
    </Stack>
  );
}

/** The title of a course's package. */
export function PackageTitle({ id }: { id: string }) {
  const { data } = usePackages();
  return <>{data?.packages.find((one) => one.id === id)?.title ?? "–"}</>;
}
