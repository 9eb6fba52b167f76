import { Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { FlagChip } from "../../components/values/flag-chip.tsx";
import { Facts } from "../../components/values/facts.tsx";
import { Id } from "../../components/values/id.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { Day, When } from "../../components/values/when.tsx";
import { unansweredPage } from "../../components/unanswered.tsx";
import { EnrollmentActions } from "./enrollment-actions.tsx";
import { EnrollmentSource } from "./enrollment-source.tsx";
import { type Enrollment, EnrollmentState } from "./enrollment-state.tsx";
import { PackageProgress } from "./package-progress.tsx";

/** One enrollment, and the actions that are available now. */
export function EnrollmentPage() {
  const { t } = useTranslation("enrollments");
  const { enrollment_id: id } = useParams({ strict: false }) as { enrollment_id: string };
  const query = useQuery({
    queryKey: ["enrollment", id],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/enrollments/{id}", { params: { path: { id } }, signal })),
  });
  const parents = [{ title: t("shell:nav.enrollments"), to: "/enrollments" }];
  if (!query.data) return unansweredPage(query, { title: t("detail.title"), parents });
  const { enrollment, person } = query.data;
  const name = person.full_name ?? enrollment.employee_no ?? person.id;
  return (
    <Page
      title={enrollment.course_title}
      parents={parents}
      aside={
        <>
          <EnrollmentState enrollment={enrollment} />
          {enrollment.compliance_status ? <FlagChip flag={enrollment.compliance_status} /> : null}
        </>
      }
      description={[name, enrollment.course_code, enrollment.cycle_year].join(" · ")}
      actions={<EnrollmentActions enrollment={enrollment} />}
    >
      <Stack gap="md" maw="44rem">
        <Section title={t("detail.facts")}>
          <EnrollmentRecord enrollment={enrollment} name={name} />
        </Section>
        <PackageProgress enrollment_id={enrollment.id} />
      </Stack>
    </Page>
  );
}

function EnrollmentRecord({ enrollment, name }: { enrollment: Enrollment; name: string }) {
  const { t } = useTranslation("enrollments");
  const by = enrollment.source_ref?.name;
  const rows: [string, ReactNode][] = [
    [
      t("training:person"),
      <TextLink key="person" to="/people/$person_id" params={{ person_id: enrollment.user_id }}>
        {name}
      </TextLink>,
    ],
    [
      t("training:source_title"),
      <Group key="source" gap="xs">
        <EnrollmentSource source={enrollment.source} />
        {by}
      </Group>,
    ],
    [t("training:due"), <Day key="due" date={enrollment.due_date} />],
    [t("field.assigned"), <When key="assigned" at={enrollment.assigned_at} />],
    [t("field.started"), <When key="started" at={enrollment.started_at} />],
    [t("field.completed"), <When key="completed" at={enrollment.completed_at} />],
    [t("field.attempts"), t("field.attempts_of", { used: enrollment.attempts_used, allowed: enrollment.attempts_allowed })],
    [t("field.score"), enrollment.score === null ? "–" : `${enrollment.score} %`],
    [t("field.certificate"), enrollment.certificate?.number ?? "–"],
    [t("field.mandatory"), t(enrollment.mandatory ? "yes" : "no")],
    [t("field.id"), <Id key="id" value={enrollment.id} short />],
  ];
  return <Facts rows={rows} />;
}
