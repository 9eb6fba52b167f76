import { Progress, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { components } from "../../api/schema.d.ts";
import { Section } from "../../components/section.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { When } from "../../components/values/when.tsx";
import type { Kind } from "./belongings.tsx";

type Merging = components["schemas"]["ContractorDetail"]["merging"];

const look_again_ms = 2_000;

/** How soon to read again while people are being moved. */
export function lookAgainAtMerge(detail: { merging: Merging } | undefined): number | false {
  return detail?.merging ? look_again_ms : false;
}

/** How many people have been moved to the merge's target. */
export function MergingSection({ kind, merging }: { kind: Kind; merging: NonNullable<Merging> }) {
  const { t, i18n } = useTranslation("places");
  const number = new Intl.NumberFormat(i18n.language);
  const { into_id, into_name, people_done, people_total, updated_at } = merging;
  return (
    <Section title={t("merging.title")}>
      <div aria-live="polite">
        <Progress value={people_total === 0 ? 0 : (100 * people_done) / people_total} animated aria-label={t("merging.title")} />
        <Text size="sm" mt={6}>
          {t("merging.text", { done: number.format(people_done), total: number.format(people_total) })}{" "}
          {kind === "department" ? (
            <TextLink to="/departments/$department_id" params={{ department_id: into_id }}>
              {into_name}
            </TextLink>
          ) : (
            <TextLink to="/contractors/$contractor_id" params={{ contractor_id: into_id }}>
              {into_name}
            </TextLink>
          )}
        </Text>
        <Text size="xs" c="dimmed">
          {t("merging.last_progress")} <When at={updated_at} />
        </Text>
      </div>
    </Section>
  );
}
