import { Progress, SimpleGrid, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ToneBadge } from "../../components/values/state-badge.tsx";
import { Section } from "../../components/section.tsx";
import { When } from "../../components/values/when.tsx";
import { type Batch, isStopped } from "./rule-data.ts";
import { StoppedBatch } from "./stopped-batch.tsx";

const figures = ["matched", "unmatched", "joined", "left", "assigned", "cancelled"] as const;

/** The state of the last evaluation, in one line. */
export function BatchLine({ batch }: { batch: Batch | null }) {
  const { t, i18n } = useTranslation("rules");
  const number = new Intl.NumberFormat(i18n.language);
  if (batch === null) return <span>–</span>;
  if (batch.finished_at !== null) return <When at={batch.finished_at} />;
  if (isStopped(batch)) return <ToneBadge tone="bad">{t("batch.stopped_short")}</ToneBadge>;
  const [done, total] = [number.format(batch.people_done), number.format(batch.people_total)];
  return <span>{t("batch.running_short", { done, total })}</span>;
}

/** The last evaluation: its progress, and what it has changed. */
export function BatchSection({ batch }: { batch: Batch | null }) {
  const { t } = useTranslation("rules");
  return (
    <Section title={t("batch.title")}>
      {batch === null ? (
        <Text size="sm" c="dimmed">
          {t("batch.none")}
        </Text>
      ) : (
        <Figures batch={batch} />
      )}
    </Section>
  );
}

function Figures({ batch }: { batch: Batch }) {
  const { t, i18n } = useTranslation("rules");
  const number = new Intl.NumberFormat(i18n.language);
  const { people_done, people_total, finished_at } = batch;
  const values = { done: number.format(people_done), total: number.format(people_total) };
  const changed = figures.filter((name) => batch.done[name] > 0);
  return (
    <div aria-live="polite">
      {isStopped(batch) ? (
        <StoppedBatch batch={batch} />
      ) : finished_at === null ? (
        <>
          <Progress value={people_total === 0 ? 0 : (100 * people_done) / people_total} animated aria-label={t("batch.title")} />
          <Text size="sm" mt={6}>
            {t("batch.running", values)}
          </Text>
          <Text size="xs" c="dimmed">
            {t("batch.last_progress")} <When at={batch.updated_at} />
          </Text>
        </>
      ) : (
        <Text size="sm">
          {t("batch.finished", values)} · <When at={finished_at} />
        </Text>
      )}
      {finished_at !== null && changed.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("batch.nothing")}
        </Text>
      ) : null}
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs" mt={changed.length > 0 ? "sm" : 0}>
        {changed.map((name) => (
          <div key={name}>
            <Text fw={620}>{number.format(batch.done[name])}</Text>
            <Text size="xs" c="dimmed">
              {t(`batch.${name}`)}
            </Text>
          </div>
        ))}
      </SimpleGrid>
    </div>
  );
}
