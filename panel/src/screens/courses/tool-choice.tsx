import { NativeSelect, Stack, Text, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import type { ListValues } from "./item-values.ts";

/** The LTI tool that an item launches, and the parameters that it gets. */
export function ToolChoice({ form, at }: { form: UseFormReturnType<ListValues>; at: string }) {
  const { t } = useTranslation("course-items");
  const { data, error } = useQuery({
    queryKey: ["lti-tools"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/lti-tools", { signal })),
  });
  const tools = data?.tools ?? [];
  return (
    <Stack gap="sm">
      <ProblemAlert error={error} />
      <NativeSelect
        label={t("tool.choose")}
        description={t("tool.choose_text")}
        required
        data={[{ value: "", label: t("item.choose") }, ...tools.map(({ id, name }) => ({ value: id, label: name }))]}
        key={form.key(`${at}.tool_id`)}
        {...form.getInputProps(`${at}.tool_id`)}
      />
      {data && tools.length === 0 ? <Text size="sm">{t("tool.none")}</Text> : null}
      <TextInput
        type="url"
        label={t("tool.url")}
        description={t("tool.url_text")}
        placeholder="https://"
        maxLength={2_048}
        key={form.key(`${at}.url`)}
        {...form.getInputProps(`${at}.url`)}
      />
      <Textarea
        label={t("tool.custom")}
        description={t("tool.custom_text")}
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        key={form.key(`${at}.custom`)}
        {...form.getInputProps(`${at}.custom`)}
      />
    </Stack>
  );
}
