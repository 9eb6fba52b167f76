import { Anchor, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconFileCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";
import { useSave } from "../../components/forms/use-save.ts";
import { type Column, DataList } from "../../components/lists/data-list.tsx";
import { EmptyState } from "../../components/lists/empty-state.tsx";
import { offsetPage, useListPage } from "../../components/lists/use-list-page.ts";
import { useListState } from "../../components/lists/use-list-state.ts";
import { Page } from "../../components/page.tsx";
import { TextLink } from "../../components/values/link.tsx";
import { type Tone, ToneBadge } from "../../components/values/state-badge.tsx";
import { Day, When } from "../../components/values/when.tsx";
import { useTrainingReason } from "../people/people-data.ts";

type Submission = components["schemas"]["SubmissionList"]["submissions"][number];

const tones = { waiting: "info", accepted: "good", refused: "quiet" } as const satisfies Record<Submission["state"], Tone>;

/** Evidence that companies have submitted for their own people: to view, accept or refuse. */
export function Submissions() {
  const { t } = useTranslation("company-evidence");
  const list = useListState({});
  const query = useListPage(["submissions"], { ...offsetPage(list), state: "waiting" as const }, (asked, signal) =>
    api.GET("/panel/api/submissions", { params: { query: asked }, signal }),
  );
  const [refusing, setRefusing] = useState<Submission | null>(null);
  return (
    <Page title={t("shell:nav.submissions")} description={t("text")}>
      <DataList
        label={t("shell:nav.submissions")}
        columns={useColumns(setRefusing)}
        query={query}
        rows={query.data?.submissions}
        id={({ id }) => id}
        state={list}
        empty={<EmptyState icon={IconFileCheck} title={t("empty")} text={t("empty_text")} />}
      />
      <RefuseDialog submission={refusing} onClose={() => setRefusing(null)} />
    </Page>
  );
}

function useColumns(refuse: (submission: Submission) => void): Column<Submission>[] {
  const { t } = useTranslation("company-evidence");
  return [
    {
      key: "person",
      title: t("field.person"),
      render: ({ user_id, full_name, employee_no }) => (
        <>
          <TextLink to="/people/$person_id" params={{ person_id: user_id }}>
            {full_name}
          </TextLink>
          <Text size="xs" c="dimmed">
            {employee_no}
          </Text>
        </>
      ),
    },
    { key: "company", title: t("field.company"), render: ({ contractor_name }) => contractor_name },
    { key: "course", title: t("field.course"), render: ({ course_title }) => course_title },
    { key: "completed_on", title: t("field.completed_on"), render: ({ completed_on }) => <Day date={completed_on} /> },
    {
      key: "submitted_at",
      title: t("field.submitted_at"),
      secondary: true,
      render: ({ submitted_at }) => <When at={submitted_at} />,
    },
    {
      key: "file",
      title: t("field.file"),
      render: ({ id, file_name }) => (
        <Anchor href={`/panel/api/submissions/${id}/file`} download={file_name} size="sm">
          {file_name}
        </Anchor>
      ),
    },
    {
      key: "decide",
      title: t("field.decide"),
      width: 230,
      render: (submission) => <Decide submission={submission} onRefuse={() => refuse(submission)} />,
    },
  ];
}

function Decide({ submission, onRefuse }: { submission: Submission; onRefuse: () => void }) {
  const { t } = useTranslation("company-evidence");
  const reason = useTrainingReason();
  const accept = useSave({
    changes: "company_evidence",
    save: async () => dataOf(await api.POST("/panel/api/submissions/{id}/accept", { params: { path: { id: submission.id } } })),
    done: t("accepted"),
  });
  if (submission.state !== "waiting")
    return <ToneBadge tone={tones[submission.state]}>{t(`state.${submission.state}`)}</ToneBadge>;
  const about = { person: submission.full_name, course: submission.course_title };
  return (
    <Stack gap={4}>
      <Group gap={6}>
        <ReasonedButton
          size="compact-sm"
          reason={reason}
          loading={accept.isPending}
          onClick={() => accept.mutate(undefined)}
          aria-label={t("accept_named", about)}
        >
          {t("accept")}
        </ReasonedButton>
        <ReasonedButton
          size="compact-sm"
          variant="default"
          reason={reason}
          onClick={onRefuse}
          aria-label={t("refuse_named", about)}
        >
          {t("refuse")}
        </ReasonedButton>
      </Group>
      <ProblemAlert error={accept.error} />
    </Stack>
  );
}

function RefuseDialog({ submission, onClose }: { submission: Submission | null; onClose: () => void }) {
  const { t } = useTranslation("company-evidence");
  const { form, dialog } = useDialogForm({
    opened: submission !== null,
    onClose,
    values: { reason: "" },
    draft: "refuse-evidence",
    changes: "company_evidence",
    save: async (body) => {
      await api.POST("/panel/api/submissions/{id}/refuse", { params: { path: { id: submission!.id } }, body });
    },
    done: t("refused"),
  });
  return (
    <DialogForm dialog={dialog} title={t("refuse_title")} text={t("refuse_text")} submit={t("refuse")}>
      <TextInput label={t("field.reason")} maxLength={300} required data-autofocus {...form.getInputProps("reason")} />
    </DialogForm>
  );
}
