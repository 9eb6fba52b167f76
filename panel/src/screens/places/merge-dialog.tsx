import { List, Select, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";
import { NothingFound } from "../../components/lists/nothing-found.tsx";
import type { Kind } from "./belongings.tsx";

export const merge_draft = "merge";

type Counts = { people: number; departments: number; rules: number; groups: number; aliases: number };

type MergeDialogProps = {
  kind: Kind;
  id: string;
  name: string;
  /** How many people, rules, groups and names would move. */
  counts: Counts;
  /** The departments or companies into which it can be merged. */
  choices: { value: string; label: string }[];
  opened: boolean;
  onClose: () => void;
};

/** Merges a duplicate into another department or company, after showing what moves. */
export function MergeDialog({ kind, id, name, counts, choices, opened, onClose }: MergeDialogProps) {
  const { t } = useTranslation("places");
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: { into_id: "" },
    draft: merge_draft,
    validate: { into_id: (value) => (value ? null : t("required")) },
    changes: "places",
    save: (body) => {
      const params = { path: { id } };
      return kind === "department"
        ? api.POST("/panel/api/departments/{id}/merge", { params, body })
        : api.POST("/panel/api/contractors/{id}/merge", { params, body });
    },
    done: (saved) => t(saved.data !== undefined && "people_total" in saved.data ? "merge.going_over" : "merge.done", { name }),
  });
  const shown = Object.entries(counts).filter(([, count]) => count > 0) as [keyof Counts, number][];
  return (
    <DialogForm dialog={dialog} title={t("merge.title", { name })} text={t("merge.text", { name })} submit={t("merge.submit")}>
      <Select
        data-autofocus
        label={t(`merge.into_${kind}`)}
        placeholder={t("merge.choose")}
        required
        searchable
        limit={100}
        data={choices.filter(({ value }) => value !== id)}
        nothingFoundMessage={<NothingFound>{t("nothing_found")}</NothingFound>}
        key={form.key("into_id")}
        {...form.getInputProps("into_id")}
      />
      <Stack gap={4}>
        <Text size="sm" fw={600}>
          {t("merge.goes_over")}
        </Text>
        {shown.length === 0 ? <Text size="sm">{t("merge.nothing")}</Text> : null}
        <List size="sm" spacing={2}>
          {shown.map(([what, count]) => (
            <List.Item key={what}>{t(`merge.count.${what}`, { count })}</List.Item>
          ))}
        </List>
      </Stack>
    </DialogForm>
  );
}
