import { Button, Group, Paper, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconCertificate, IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { StateBadge } from "../../components/values/state-badge.tsx";
import { Day } from "../../components/values/when.tsx";
import { useTraining } from "./use-training.ts";

/** The learner's certificates, to print and to have verified. */
export function MyCertificates() {
  const { t } = useTranslation("my-training");
  const { data, error, refetch } = useTraining();
  return (
    <Page title={t("certificates.title")} description={t("certificates.text")} width="narrow">
      <ProblemAlert error={error} retry={() => void refetch()} />
      {data || error ? null : <Skeleton h={120} />}
      {data?.certificates.length === 0 ? (
        <EmptyState icon={IconCertificate} title={t("certificates.none")} text={t("certificates.none_text")} />
      ) : null}
      <Stack gap="sm">
        {data?.certificates.map(({ id, number, course_title, status, valid_from, valid_until, verification_url }) => (
          <Paper key={id} p="md">
            <Group justify="space-between" align="flex-start" gap="sm">
              <Stack gap={4} style={{ minWidth: 0 }}>
                <Group gap="xs">
                  <Title order={2}>{course_title}</Title>
                  <StateBadge state={status} />
                </Group>
                <Text size="sm" c="dimmed" component="div">
                  <Day date={valid_from} /> – <Day date={valid_until} none={t("certificates.no_end")} />
                </Text>
                <Text size="sm" component="div" style={{ overflowWrap: "anywhere" }}>
                  <a href={verification_url} target="_blank" rel="noreferrer" className="panel-quiet-link">
                    {t("certificates.verify", { number })}
                  </a>
                </Text>
              </Stack>
              <Button
                component="a"
                href={`/panel/api/my/certificates/${id}/pdf`}
                download
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
              >
                {t("certificates.pdf")}
              </Button>
            </Group>
          </Paper>
        ))}
      </Stack>
    </Page>
  );
}
