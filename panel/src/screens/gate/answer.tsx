import { Group, List, Paper, Stack, Text, Title } from "@mantine/core";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "../../api/schema.d.ts";
import { Day } from "../../components/values/when.tsx";
import "./gate.css";

type Answer = components["schemas"]["GateAnswer"];
type Requirement = Answer["requirements"][number];

/** Yes or no as a word, an icon and a different frame, so that colour is not needed; then the person, and the reasons. */
export function GateAnswer({ answer }: { answer: Answer }) {
  const { t } = useTranslation("gate");
  const { allowed, person, reasons, requirements, holds_until } = answer;
  const facts = [person.employee_no, person.contractor_name].filter(Boolean).join(" · ");
  return (
    <AnswerFrame allowed={allowed}>
      <Holder name={person.full_name} facts={facts} until={holds_until} />
      {reasons.length > 0 ? (
        <List spacing="xs">
          {reasons.map((reason) => (
            <List.Item key={reason}>{t(`refusal.${reason}`)}</List.Item>
          ))}
        </List>
      ) : null}
      {requirements.length === 0 ? (
        <Text c="dimmed">{t("nothing_required")}</Text>
      ) : (
        <Stack gap="xs" role="list">
          {requirements.map((one) => (
            <Line key={one.course_code} requirement={one} />
          ))}
        </Stack>
      )}
    </AnswerFrame>
  );
}

/** The answer for a number that no person has, which is a no. */
export function UnknownNumber({ number }: { number: string }) {
  const { t } = useTranslation("gate");
  return (
    <AnswerFrame allowed={false}>
      <Text>{t("unknown", { number })}</Text>
    </AnswerFrame>
  );
}

/** The framed answer: yes or no, and its explanation. */
export function AnswerFrame({ allowed, children }: { allowed: boolean; children: ReactNode }) {
  const { t } = useTranslation("gate");
  const Icon = allowed ? IconCircleCheck : IconCircleX;
  return (
    <Paper p="md" className="gate-answer" data-allowed={allowed}>
      <Stack gap="sm">
        <Group gap="sm" wrap="nowrap">
          <Icon size={56} aria-hidden />
          <Title order={2} className="gate-verdict">
            {t(allowed ? "yes" : "no")}
          </Title>
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}

/** The person, and until when the answer holds. */
export function Holder({ name, facts, until }: { name: string; facts: string; until: string | null }) {
  const { t } = useTranslation("gate");
  return (
    <>
      <div>
        <Text fw={600} size="xl">
          {name}
        </Text>
        <Text c="dimmed">{facts}</Text>
      </div>
      {until ? (
        <Text>
          {t("holds_until")} <Day date={until} />
        </Text>
      ) : null}
    </>
  );
}

function Line({ requirement: { course_title, met, reason, valid_until, due_date, holds_until } }: { requirement: Requirement }) {
  const { t } = useTranslation("gate");
  const Icon = met ? IconCircleCheck : IconCircleX;
  const date = met ? holds_until : reason === "EXPIRED" ? valid_until : reason === "OVERDUE" ? due_date : null;
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" role="listitem">
      <Icon size={20} aria-hidden className="gate-sign" />
      <div>
        <Text fw={met ? undefined : 600}>{course_title}</Text>
        <Text size="sm" c="dimmed" component="div">
          {t(met ? (date ? "met_until" : "met") : `unmet.${reason ?? "NOT_HELD"}`)} {date ? <Day date={date} /> : null}
        </Text>
      </div>
    </Group>
  );
}
