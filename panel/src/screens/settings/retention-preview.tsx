import { Alert, Button, Group, Modal, Stack, Table, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { components } from "../../api/schema.d.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import type { Retention } from "../../components/values/use-retention.ts";
import { When } from "../../components/values/when.tsx";
import { useKeptFor } from "./kept.tsx";

type Preview = components["schemas"]["RetentionPreview"];

type RetentionPreviewProps = {
  /** null: the dialog is closed. */
  preview: Preview | null;
  kinds: readonly Retention["kinds"][number][];
  busy: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
};

/** How many records of each kind saving would delete. */
export function RetentionPreview({ preview, kinds, busy, error, onConfirm, onClose }: RetentionPreviewProps) {
  const { t } = useTranslation("settings");
  const going = preview?.kinds.filter(({ goes }) => goes > 0) ?? [];
  const erases = going.some(({ kind }) => kinds.some((one) => one.kind === kind && one.outcome === "erased"));
  return (
    <Modal
      opened={preview !== null}
      onClose={onClose}
      title={t("retention.preview_title")}
      size="lg"
      closeButtonProps={{ "aria-label": t("common:close") }}
    >
      <Stack gap="sm">
        <ProblemAlert error={error} />
        <PreviewTable kinds={preview?.kinds ?? []} />
        {going.length === 0 ? (
          <Text size="sm">{t("retention.nothing_goes")}</Text>
        ) : (
          <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />} title={t("retention.for_good")}>
            {t("retention.for_good_text")}
            {erases ? <div>{t("retention.erases")}</div> : null}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("common:cancel")}
          </Button>
          <Button color={going.length === 0 ? undefined : "red.9"} loading={busy} onClick={onConfirm}>
            {t("common:save")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function PreviewTable({ kinds }: { kinds: Preview["kinds"] }) {
  const { t, i18n } = useTranslation("settings");
  const keptFor = useKeptFor();
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <Table.ScrollContainer
      minWidth={0}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: "region", "aria-label": t("retention.preview_title") } }}
    >
      <Table verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t("retention.kind")}</Table.Th>
            <Table.Th scope="col">{t("retention.kept")}</Table.Th>
            <Table.Th scope="col" ta="right">
              {t("retention.goes")}
            </Table.Th>
            <Table.Th scope="col">{t("retention.oldest_left")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {kinds.map(({ kind, days, goes, goes_more, oldest_left }) => (
            <Table.Tr key={kind}>
              <Table.Th scope="row" fw={400}>
                {t(`kept.kind.${kind}`)}
              </Table.Th>
              <Table.Td>{keptFor(days)}</Table.Td>
              <Table.Td ta="right">
                {goes_more ? t("retention.more_than", { number: number.format(goes) }) : number.format(goes)}
              </Table.Td>
              <Table.Td>{oldest_left === null ? "–" : <When at={oldest_left} />}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
