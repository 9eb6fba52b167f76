import { Alert, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { FlagChip } from "../../components/values/flag-chip.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { Day } from "../../components/values/when.tsx";
import { type Enrollment, EnrollmentState } from "../enrollments/enrollment-state.tsx";
import { useCourses } from "../people/people-data.ts";
import { useSentence } from "./sentence.ts";
import { WhatToDo } from "./what-to-do.tsx";
import "./matrix.css";

type Explained = components["schemas"]["ComplianceExplanation"];
type WhyProps = {
  user_id: string;
  name: string | null;
  course: { course_id: string } | { course_code: string };
  /** A past day; empty: now. */
  as_of: string;
};

/** Why a person has a flag in a course, on which records it is based, and what can be done about it. */
export function Why({ user_id, name, course, as_of }: WhyProps) {
  const query = { user_id, ...course, ...(as_of === "" ? {} : { as_of }) };
  const found = useQuery({
    queryKey: ["explanation", query],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/compliance/explain", { params: { query }, signal })),
  });
  const courses = useCourses();
  const enrollments = useEnrollments(found.data?.evidence.enrollment_ids ?? []);
  if (found.error) return <ProblemAlert error={found.error} retry={() => void found.refetch()} />;
  if (!found.data || enrollments === undefined) return <Skeleton h={160} />;
  const explained = found.data;
  const { course_code } = explained;
  const listed = courses.data?.find(({ code }) => code === course_code);
  const of = {
    person_id: user_id,
    person: name ?? explained.employee_no ?? "–",
    course_id: listed?.id ?? enrollments[0]?.course_id ?? null,
    course: listed?.title ?? enrollments[0]?.course_title ?? course_code,
  };
  return (
    <Stack gap="lg">
      <Group gap="xs">
        <TextLink to="/people/$person_id" params={{ person_id: user_id }}>
          {of.person}
        </TextLink>
        <span aria-hidden>·</span>
        {of.course_id === null ? (
          <Text size="sm">{of.course}</Text>
        ) : (
          <TextLink to="/courses/$course_id" params={{ course_id: of.course_id }}>
            {of.course}
          </TextLink>
        )}
      </Group>
      <Now explained={explained} />
      <Reasons explained={explained} />
      <Change explained={explained} />
      <Evidence explained={explained} enrollments={enrollments} />
      <WhatToDo of={of} assignable={listed?.unassignable_reason ?? null} enrollments={enrollments} past={as_of !== ""} />
    </Stack>
  );
}

/** The enrollments behind a flag; undefined: not read yet. An enrollment that cannot be read is left out. */
function useEnrollments(ids: readonly string[]): Enrollment[] | undefined {
  const found = useQueries({
    queries: ids.map((id) => ({
      queryKey: ["enrollment", id],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        dataOf(await api.GET("/panel/api/enrollments/{id}", { params: { path: { id } }, signal })),
    })),
  });
  return found.some(({ isPending }) => isPending) ? undefined : found.flatMap(({ data }) => data?.enrollment ?? []);
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} mb={6}>
        {title}
      </Title>
      {children}
    </section>
  );
}

function Now({ explained: { status, paused } }: { explained: Explained }) {
  const { t } = useTranslation("matrix");
  return (
    <Part title={t("explain.now")}>
      <Group gap="xs">{status ? <FlagChip flag={status} /> : <Text size="sm">{t("explain.nothing")}</Text>}</Group>
      {paused ? (
        <Alert color="yellow" mt="sm">
          {t("explain.paused")}
        </Alert>
      ) : null}
    </Part>
  );
}

function Reasons({ explained: { reasons, course_code } }: { explained: Explained }) {
  const { t } = useTranslation("matrix");
  const sentenceOf = useSentence();
  return (
    <Part title={t("explain.why")}>
      <ul className="matrix-reasons">
        {reasons.map((reason) => (
          <li key={reason.code + reason.detail}>
            <Text size="sm" fw={550}>
              {t(`reason.${reason.code}`)}
            </Text>
            <Text size="sm" c="dimmed">
              {sentenceOf(reason, course_code)}
            </Text>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Change({ explained: { next_status, next_change_on } }: { explained: Explained }) {
  const { t } = useTranslation("matrix");
  return (
    <Part title={t("explain.when")}>
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
    </Part>
  );
}

/** Links to the enrollments, certificates and rules on which the flag is based. */
function Evidence({ explained, enrollments }: { explained: Explained; enrollments: readonly Enrollment[] }) {
  const { t } = useTranslation("matrix");
  const { user_id, course_code, evidence } = explained;
  const certificates = useQuery({
    queryKey: ["certificates", "of", user_id, course_code],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/certificates", { params: { query: { user_id, course_code } }, signal })).certificates,
    enabled: evidence.certificate_ids.length > 0,
  });
  const rules = useQueries({
    queries: evidence.rule_ids.map((id) => ({
      queryKey: ["rule", id],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        dataOf(await api.GET("/panel/api/rules/{id}", { params: { path: { id } }, signal })),
    })),
  });
  const shown = certificates.data?.filter(({ id }) => evidence.certificate_ids.includes(id)) ?? [];
  const named = rules.flatMap(({ data }) => data ?? []);
  if (enrollments.length + shown.length + named.length === 0) return null;
  return (
    <Part title={t("explain.evidence")}>
      <Stack gap={6}>
        {enrollments.map((one) => (
          <Group key={one.id} gap="xs">
            <TextLink to="/enrollments/$enrollment_id" params={{ enrollment_id: one.id }}>
              {t("evidence.enrollment", { cycle: one.cycle_year })}
            </TextLink>
            <EnrollmentState enrollment={one} />
          </Group>
        ))}
        {shown.map(({ id, number }) => (
          <TextLink key={id} to="/certificates" search={{ q: number }}>
            {t("evidence.certificate", { number })}
          </TextLink>
        ))}
        {named.map(({ id, name }) => (
          <TextLink key={id} to="/rules/$rule_id" params={{ rule_id: id }}>
            {t("evidence.rule", { name })}
          </TextLink>
        ))}
      </Stack>
    </Part>
  );
}
