import { Alert, Grid, Stack } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useSession } from "../../api/session.ts";
import { TextLink } from "../../components/values/link.tsx";
import { Page } from "../../components/page.tsx";
import { ReasonedLink } from "../../components/forms/reasoned-link.tsx";
import { unansweredPage } from "../../components/unanswered.tsx";
import { AccountActions } from "./account-actions.tsx";
import { ErasePerson, ErasureNotice } from "./erase-person.tsx";
import { nameOf, type Person, usePerson, useTrainingReason } from "./people-data.ts";
import { PersonBounce } from "./person-bounce.tsx";
import { PersonState, SourceBadge } from "./person-badges.tsx";
import { PersonBadge } from "./person-badge.tsx";
import { PersonEnrollments } from "./person-enrollments.tsx";
import { PersonEvents } from "./person-events.tsx";
import { PersonHistory } from "./person-history.tsx";
import { PersonalFile } from "./personal-file.tsx";
import { PersonRecord } from "./person-record.tsx";
import { PersonReports } from "./person-reports.tsx";
import { PersonTraining } from "./person-training.tsx";

/** One person: record, account, training with its reasons, and history. */
export function PersonPage() {
  const { t } = useTranslation("people");
  const { person_id } = useParams({ strict: false }) as { person_id: string };
  const query = usePerson(person_id);
  const { role, departments } = useSession().account;
  const parents = [{ title: t("shell:nav.people"), to: "/people" }];
  if (!query.data) return unansweredPage(query, { title: t("detail.title"), parents });
  const person = query.data;
  return (
    <Page
      title={nameOf(person)}
      parents={parents}
      aside={
        <>
          <PersonState person={person} />
          <SourceBadge person={person} />
        </>
      }
      description={[person.employee_no, person.job_title, person.department_name].filter(Boolean).join(" · ")}
      actions={
        <>
          <EditButton person={person} />
          <AccountActions person={person} />
          <PersonBadge person={person} />
          <PersonalFile person={person} />
          <ErasePerson person={person} />
        </>
      }
    >
      <Stack gap="md">
        <ErasureNotice person={person} />
        {departments === null ? <PersonBounce id={person.id} /> : null}
        {person.managed_by === "scim" && person.status !== "anonymized" ? (
          <Alert color="indigo" variant="light" icon={<IconInfoCircle size={18} />} title={t("scim.title")}>
            {t("scim.text")}
            {role === "it_admin" ? (
              <div>
                <TextLink to="/scim" search={{ tab: "log", resource_id: person.id }}>
                  {t("scim.log")}
                </TextLink>
              </div>
            ) : null}
          </Alert>
        ) : null}
        <Grid gap="md">
          <Grid.Col span={{ base: 12, lg: 4 }}>
            <Stack gap="md">
              <PersonRecord person={person} />
              <PersonReports id={person.id} />
              <PersonHistory person={person} />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 8 }}>
            <Stack gap="md">
              <PersonTraining person={person} />
              <PersonEnrollments person={person} />
              {departments === null ? <PersonEvents id={person.id} /> : null}
            </Stack>
          </Grid.Col>
        </Grid>
      </Stack>
    </Page>
  );
}

function EditButton({ person }: { person: Person }) {
  const { t } = useTranslation("people");
  const not_allowed = useTrainingReason();
  const reason = not_allowed ?? whyNot(person, t("scim.text"), t("anonymized_text"));
  return (
    <ReasonedLink variant="default" reason={reason} to="/people/$person_id/edit" params={{ person_id: person.id }}>
      {t("edit.button")}
    </ReasonedLink>
  );
}

function whyNot({ managed_by, status }: Person, scim: string, anonymized: string): string | null {
  if (status === "anonymized") return anonymized;
  return managed_by === "scim" ? scim : null;
}
