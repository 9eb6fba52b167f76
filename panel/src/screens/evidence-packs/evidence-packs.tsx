import { Anchor, Button, Progress, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconFileZip, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { ConfirmDialog } from "../../components/forms/dialog-form.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { type Column, DataList } from "../../components/lists/data-list.tsx";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { useListState } from "../../components/lists/use-list-state.ts";
import { Page } from "../../components/page.tsx";
import { CopyField } from "../../components/values/copy-field.tsx";
import { type Tone, ToneBadge } from "../../components/values/state-badge.tsx";
import { Day, When } from "../../components/values/when.tsx";
import { OrderDialog } from "./order-dialog.tsx";

type Pack = components["schemas"]["EvidencePack"];

const look_again_ms = 1_000;
const tones = {
  queued: "info",
  running: "info",
  ready: "good",
  failed: "bad",
  cancelled: "quiet",
  removed: "quiet",
} as const satisfies Record<Pack["status"], Tone>;

/** Evidence packs for auditors: order, follow, download and delete them. */
export function EvidencePacks() {
  const { t } = useTranslation("evidence-packs");
  const list = useListState({});
  const [ordering, setOrdering] = useState(false);
  const query = useQuery({
    queryKey: ["evidence-packs"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/evidence-packs", { signal })),
    refetchInterval: ({ state: { data } }) => (data?.packs.some(isUnderWay) ? look_again_ms : false),
  });
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOrdering(true)}>
      {t("order.button")}
    </Button>
  );
  return (
    <Page title={t("shell:nav.evidence_packs")} description={t("text")} actions={add}>
      <Stack gap="md">
        <DataList
          label={t("shell:nav.evidence_packs")}
          columns={useColumns()}
          query={query}
          rows={query.data?.packs}
          id={({ id }) => id}
          state={list}
          empty={<EmptyState icon={IconFileZip} title={t("empty")} text={t("empty_text")} />}
        />
        {query.data ? <CopyField label={t("key")} value={query.data.key_fingerprint} description={t("key_text")} /> : null}
      </Stack>
      <OrderDialog opened={ordering} onClose={() => setOrdering(false)} />
    </Page>
  );
}

function isUnderWay({ status }: Pack): boolean {
  return status === "queued" || status === "running";
}

function useColumns(): Column<Pack>[] {
  const { t, i18n } = useTranslation("evidence-packs");
  const number = new Intl.NumberFormat(i18n.language);
  return [
    { key: "as_of", title: t("field.as_of"), width: 170, render: ({ as_of }) => <When at={as_of} /> },
    { key: "from", title: t("field.from"), secondary: true, render: ({ from }) => (from ? <Day date={from} /> : "–") },
    {
      key: "content",
      title: t("field.content"),
      render: ({ people_total, courses }) =>
        t("content", { people: number.format(people_total), courses: number.format(courses) }),
    },
    { key: "ordered", title: t("field.ordered"), secondary: true, render: (pack) => <Ordered pack={pack} /> },
    { key: "status", title: t("field.status"), width: 180, render: (pack) => <Standing pack={pack} /> },
    { key: "file", title: t("field.file"), width: 220, render: (pack) => <File pack={pack} /> },
  ];
}

function Ordered({ pack: { ordered_by, ordered_at } }: { pack: Pack }) {
  return (
    <>
      {ordered_by} · <When at={ordered_at} />
    </>
  );
}

function Standing({ pack }: { pack: Pack }) {
  const { t } = useTranslation("evidence-packs");
  const { status, failure, people_done, people_total, stopped } = pack;
  const done = people_total === 0 ? 0 : (100 * people_done) / people_total;
  return (
    <div aria-live="polite">
      <ToneBadge tone={tones[status]}>{t(`status.${status}`)}</ToneBadge>
      {isUnderWay(pack) ? <Progress mt={6} value={done} aria-label={t("progress")} /> : null}
      {stopped ? <Text size="xs">{t("stopped")}</Text> : null}
      {failure ? <Text size="xs">{t(`failure.${failure}`)}</Text> : null}
    </div>
  );
}

function File({ pack }: { pack: Pack }) {
  const { t, i18n } = useTranslation("evidence-packs");
  const [asking, setAsking] = useState(false);
  const cancel = useSave({
    changes: "evidence_packs",
    save: async () => dataOf(await api.POST("/panel/api/evidence-packs/{id}/cancel", { params: { path: { id: pack.id } } })),
    done: t("cancel.done"),
    onSaved: () => setAsking(false),
  });
  const is_ready = pack.status === "ready";
  if (!is_ready && !isUnderWay(pack)) return "–";
  const size = new Intl.NumberFormat(i18n.language, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 });
  return (
    <Stack gap={4} align="flex-start">
      {is_ready ? (
        <Anchor href={`/panel/api/evidence-packs/${pack.id}/file`} download size="sm">
          {t("take", { size: size.format(pack.size_bytes / 1_000_000) })}
        </Anchor>
      ) : null}
      {is_ready && pack.expires_at ? (
        <Text size="xs" c="dimmed">
          {t("kept_until")} <When at={pack.expires_at} />
        </Text>
      ) : null}
      <Button size="compact-xs" variant="default" onClick={() => setAsking(true)}>
        {t(is_ready ? "cancel.remove" : "cancel.button")}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        action={cancel}
        title={t(is_ready ? "cancel.remove_title" : "cancel.title")}
        text={t(is_ready ? "cancel.remove_text" : "cancel.text")}
        submit={t(is_ready ? "cancel.remove" : "cancel.button")}
      />
    </Stack>
  );
}
