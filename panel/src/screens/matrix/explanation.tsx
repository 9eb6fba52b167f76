import { Alert, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { FlagChip } from "../../components/flag-chip.tsx";
import { Id } from "../../components/id.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { SidePanel } from "../../components/side-panel.tsx";
import { Day } from "../../components/when.tsx";
import type { Pair } from "./matrix.tsx";

type Explained = components["schemas"]["ComplianceExplanation"];

/** Why a flag is what it is, when time will change it, and what it rests on. */
export function Explanation({ pair, as_of, onClose }: { pair: Pair | null; as_of: string; onClose: () => void }) {
  const { t } = useTranslation("matrix");
  return (
    <SidePanel
      opened={pair !== null}
      onClose={onClose}
      title={pair ? t("explain.title", { name: pair.name ?? "–", code: pair.course_code }) : ""}
    >
      {pair ? <Body pair={pair} as_of={as_of} /> : null}
    </SidePanel>
  );
}

function Body({ pair: { user_id, course_code }, as_of }: { pair: Pair; as_of: string }) {
  const { t } = useTranslation("matrix");
  const query = { user_id, course_code, ...(as_of === "" ? {} : { as_of }) };
  const found = useQuery({
    queryKey: ["explanation", query],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/compliance/explain", { params: { query }, signal })),
  });
  if (found.error) return <ProblemAlert error={found.error} retry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton h={160} />;
  const { status, reasons, paused } = found.data;
  return (
    <Stack gap="lg">
      <section>
        <Title order={3} mb={6}>
          {t("explain.now")}
        </Title>
        <Group gap="xs">{status ? <FlagChip flag={status} /> : <Text size="sm">{t("explain.nothing")}</Text>}</Group>
        {paused ? (
          <Alert color="yellow" mt="sm">
            {t("explain.paused")}
          </Alert>
        ) : null}
      </section>
      <section>
        <Title order={3} mb={6}>
          {t("explain.why")}
        </Title>
        <ul className="matrix-reasons">
          {reasons.map(({ code, detail }) => (
            <li key={code + detail}>
              <Text size="sm" fw={550}>
                {t(`reason.${code}`)}
              </Text>
              <Text size="sm" c="dimmed" lang="en">
                {detail}
              </Text>
            </li>
          ))}
        </ul>
      </section>
      <Change explained={found.data} />
      <Evidence explained={found.data} />
    </Stack>
  );
}

function Change({ explained: { next_status, next_change_on } }: { explained: Explained }) {
  const { t } = useTranslation("matrix");
  return (
    <section>
      <Title order={3} mb={6}>
        {t("explain.when")}
      </Title>
      {next_change_on === null ? (
        <Text size="sm">{t("explain.never")}</Text>
      ) : (
        <Group gap="xs">
          <Text size="sm">
            <Day date={next_change_on} />
          </Text>
          <span aria-hidden>→</span>
          {next_status ? <FlagChip flag={next_status} /> : <Text size="sm">{t("explain.gone")}</Text>}
        </Group>
      )}
    </section>
  );
}

function Evidence({ explained: { evidence } }: { explained: Explained }) {
  const { t } = useTranslation("matrix");
  const kinds = [
    ["enrollments", evidence.enrollment_ids],
    ["certificates", evidence.certificate_ids],
    ["rules", evidence.rule_ids],
  ] as const;
  if (kinds.every(([, ids]) => ids.length === 0)) return null;
  return (
    <section>
      <Title order={3} mb={6}>
        {t("explain.evidence")}
      </Title>
      {kinds.map(([kind, ids]) =>
        ids.length === 0 ? null : (
          <Group key={kind} gap="xs">
            <Text size="sm" c="dimmed">
              {t(`evidence.${kind}`)}
            </Text>
            {ids.map((id) => (
              <Id key={id} value={id} short />
            ))}
          </Group>
        ),
      )}
    </section>
  );
}
