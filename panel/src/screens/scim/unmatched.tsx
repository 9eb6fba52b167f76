import { Button, Group, Modal, NativeSelect, Stack, Table, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPuzzle } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../api/call.ts";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { DraftNotice } from "../../components/forms/draft-notice.tsx";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { toast } from "../../components/toast.ts";
import { useDialogs, useDraft } from "../../components/forms/use-draft.ts";
import { When } from "../../components/values/when.tsx";
import { Unanswered } from "../../components/unanswered.tsx";

type Unmatched = components["schemas"]["UnmatchedValueList"]["values"][number];
type Resolution = { value: Unmatched; resolution: "link" | "create" | "dismiss"; target_id?: string };

const key = ["scim", "unmatched"];

/** Names of departments and contractors that providers have sent and the organisation lacks, each with what it means. */
export function Unmatched() {
  const { t } = useTranslation("scim");
  const list = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/scim/unmatched", { signal })).values,
  });
  if (list.error || !list.data) return <Unanswered query={list} height={160} />;
  if (list.data.length === 0)
    return <EmptyState icon={IconPuzzle} title={t("unmatched.empty")} text={t("unmatched.empty_text")} />;
  return <Values values={list.data} />;
}

const nameOf = ({ field, value }: Unmatched) => `${field} ${value}`;
/** The name of the draft for linking a value. */
const draftOf = (value: Unmatched) => `link ${nameOf(value)}`;

function Values({ values }: { values: Unmatched[] }) {
  const { t } = useTranslation("scim");
  const client = useQueryClient();
  const [open, setOpen] = useDialogs(Object.fromEntries(values.map((value) => [nameOf(value), draftOf(value)])));
  const linking = values.find((value) => nameOf(value) === open) ?? null;
  const setLinking = (value: Unmatched | null) => setOpen(value && nameOf(value));
  const resolve = useMutation({
    mutationFn: async ({ value: { field, value }, ...rest }: Resolution) =>
      dataOf(await api.POST("/panel/api/scim/unmatched", { body: { field, value, ...rest } })),
    onSuccess: ({ people, more }) => {
      setLinking(null);
      toast.done(t("unmatched.done", { count: people }) + (more ? ` ${t("unmatched.more")}` : ""));
    },
    onError: (error) => linking ?? toast.failed(error),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm" maw="44rem">
        {t("unmatched.text")}
      </Text>
      <ValueTable values={values} link={setLinking} resolve={resolve.mutate} />
      <Modal
        opened={linking !== null}
        onClose={() => setLinking(null)}
        title={linking ? t("unmatched.link_named", linking) : ""}
        closeButtonProps={{ "aria-label": t("common:close") }}
      >
        {linking ? (
          <LinkForm
            value={linking}
            error={resolve.error}
            busy={resolve.isPending}
            link={(target_id) => resolve.mutate({ value: linking, resolution: "link", target_id })}
          />
        ) : null}
      </Modal>
    </>
  );
}

type ValueTableProps = { values: Unmatched[]; link: (value: Unmatched) => void; resolve: (resolution: Resolution) => void };

function ValueTable({ values, link, resolve }: ValueTableProps) {
  const { t } = useTranslation("scim");
  return (
    <Table.ScrollContainer
      minWidth={0}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: "region", "aria-label": t("tab.unmatched") } }}
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t("unmatched.value")}</Table.Th>
            <Table.Th scope="col">{t("unmatched.field")}</Table.Th>
            <Table.Th scope="col" ta="right">
              {t("unmatched.people")}
            </Table.Th>
            <Table.Th scope="col">{t("unmatched.since")}</Table.Th>
            <Table.Th scope="col" aria-label={t("unmatched.actions")} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {values.map((value) => (
            <Table.Tr key={nameOf(value)}>
              <Table.Td fw={600}>{value.value}</Table.Td>
              <Table.Td>{t(`field.${value.field}`)}</Table.Td>
              <Table.Td ta="right">{value.people_count}</Table.Td>
              <Table.Td>
                <When at={value.since} />
              </Table.Td>
              <Table.Td>
                <Group gap={4} justify="flex-end">
                  <Button size="compact-sm" onClick={() => link(value)} aria-label={t("unmatched.link_named", value)}>
                    {t("unmatched.link")}
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => resolve({ value, resolution: "create" })}
                    aria-label={t("unmatched.create_named", value)}
                  >
                    {t("unmatched.create")}
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    onClick={() => resolve({ value, resolution: "dismiss" })}
                    aria-label={t("unmatched.dismiss_named", value)}
                  >
                    {t("unmatched.dismiss")}
                  </Button>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

type Named = { id: string; name: string; code: string };
type LinkFormProps = { value: Unmatched; error: unknown; busy: boolean; link: (target_id: string) => void };

const pause_ms = 250;

function LinkForm({ value, error, busy, link }: LinkFormProps) {
  const { t } = useTranslation("scim");
  const form = useForm({ initialValues: { text: "", target: "" } });
  const draft = useDraft(form, draftOf(value), { opened: true });
  const { text, target } = form.values;
  const [q] = useDebouncedValue(text, pause_ms);
  const lists = { department: "departments", contractor: "contractors" } as const;
  const name = lists[value.field];
  const found = useQuery({
    queryKey: ["scim", name, q],
    queryFn: async ({ signal }) => {
      const query = { q, active: true, limit: 50 };
      return (await call<Record<string, Named[]>>("GET", `/panel/api/${name}`, { query, signal }))[name] ?? [];
    },
  });
  const options = found.data ?? [];
  const chosen = options.some(({ id }) => id === target) ? target : (options[0]?.id ?? "");
  return (
    <Stack gap="sm">
      <Text size="sm">{t("unmatched.link_text", { count: value.people_count })}</Text>
      <DraftNotice draft={draft} />
      <ProblemAlert error={error ?? found.error} />
      <TextInput
        data-autofocus
        label={t("unmatched.find")}
        key={form.key("text")}
        {...form.getInputProps("text")}
        maxLength={200}
      />
      <NativeSelect
        label={t(`field.${value.field}`)}
        value={chosen}
        onChange={(event) => form.setFieldValue("target", event.currentTarget.value)}
        data={options.map((option) => ({ value: option.id, label: `${option.name} · ${option.code}` }))}
      />
      <Group justify="flex-end">
        <Button disabled={chosen === ""} loading={busy} onClick={() => link(chosen)}>
          {t("unmatched.link")}
        </Button>
      </Group>
    </Stack>
  );
}
