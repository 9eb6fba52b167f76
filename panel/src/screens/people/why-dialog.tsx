import { List, Modal, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { FlagChip } from "../../components/flag-chip.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { Day } from "../../components/when.tsx";

type WhyDialogProps = {
  person_id: string;
  course: { course_id: string; course_title: string } | null;
  onClose: () => void;
};

/** Why a flag is what it is, and what time will make of it. */
export function WhyDialog({ person_id, course, onClose }: WhyDialogProps) {
  const { t } = useTranslation("people");
  return (
    <Modal
      opened={course !== null}
      onClose={onClose}
      title={t("compliance.why_title", { course: course?.course_title ?? "" })}
      closeButtonProps={{ "aria-label": t("common:close") }}
    >
      {course ? <Why person_id={person_id} course_id={course.course_id} /> : null}
    </Modal>
  );
}

function Why({ person_id, course_id }: { person_id: string; course_id: string }) {
  const { t } = useTranslation("people");
  const query = useQuery({
    queryKey: ["person", person_id, "why", course_id],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/compliance/explain", { params: { query: { user_id: person_id, course_id } }, signal })),
  });
  if (query.error) return <ProblemAlert error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton h={90} />;
  const { status, reasons, next_status, next_change_on, paused } = query.data;
  return (
    <Stack gap="sm" align="flex-start">
      {status ? <FlagChip flag={status} /> : <Text size="sm">{t("compliance.not_required")}</Text>}
      <List size="sm" spacing={4}>
        {reasons.map(({ code, detail }) => (
          <List.Item key={code + detail}>{detail}</List.Item>
        ))}
      </List>
      {paused ? <Text size="sm">{t("compliance.paused")}</Text> : null}
      {next_change_on && next_status ? (
        <Text size="sm" c="dimmed">
          {t("compliance.next", { flag: t(`common:flag.${next_status}`) })} <Day date={next_change_on} />
        </Text>
      ) : null}
    </Stack>
  );
}
