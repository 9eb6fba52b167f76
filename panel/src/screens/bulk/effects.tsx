import { Alert, List, Skeleton, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { components } from "../../api/schema.d.ts";

type Preview = components["schemas"]["BulkPreview"];
type Kind = NonNullable<components["schemas"]["BulkOrder"]["kind"]>;

/** The preview of an order: how many people it changes, who is left out and why, and how many seats it takes. */
export function Effects({ kind, preview, waiting }: { kind: Kind; preview: Preview | undefined; waiting: boolean }) {
  const { t, i18n } = useTranslation("bulk");
  const number = new Intl.NumberFormat(i18n.language);
  if (!preview)
    return waiting ? (
      <div role="status">
        <Text size="sm" c="dimmed">
          {t("preview.waiting")}
        </Text>
        <Skeleton height={64} mt="xs" />
      </div>
    ) : null;
  const { assigned, has_it, left_out, seats } = preview;
  const limited = seats.filter(({ free }) => free !== null);
  return (
    <div role="status">
      <Text size="sm" fw={550}>
        {t("preview.title")}
      </Text>
      <List size="sm">
        <List.Item>
          {t(kind === "assign" ? "preview.assigned" : "preview.done", { count: assigned, people: number.format(assigned) })}
        </List.Item>
        {has_it > 0 ? (
          <List.Item>
            {t(kind === "assign" ? "preview.has_it" : "preview.nothing_to_do", { count: has_it, people: number.format(has_it) })}
          </List.Item>
        ) : null}
        {left_out.map(({ reason, count }) => (
          <List.Item key={reason}>
            {t("preview.left_out", { count, people: number.format(count), reason: t(`reason.${reason}`) })}
          </List.Item>
        ))}
        {limited.map(({ license_id, name, free, taken }) => (
          <List.Item key={license_id}>
            {t("preview.seats", { name, taken: number.format(taken), free: number.format(free ?? 0) })}
          </List.Item>
        ))}
      </List>
      {assigned === 0 ? (
        <Alert color="yellow" variant="light" mt="xs" title={t(kind === "assign" ? "preview.nobody" : "preview.none")}>
          {t(kind === "assign" ? "preview.nobody_text" : "preview.none_text")}
        </Alert>
      ) : null}
    </div>
  );
}
