import { Alert, Button, FileInput, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { panelFetch } from "../../api/fetch.ts";
import { isProblem } from "../../api/problem.ts";
import type { components } from "../../api/schema.d.ts";
import { Bare } from "../../app/shell/bare.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { mib_bytes } from "../../components/values/mebibytes.ts";
import { Day, When } from "../../components/values/when.tsx";

type Opened = components["schemas"]["OpenedEvidenceLink"];
type Submission = { enrollment_id: string; completed_on: string; file: File };

const file_types = ["application/pdf", "image/jpeg", "image/png"];
const file_max_mib = 5;

/** The page of an evidence link: the people from whom evidence is needed, and the state of what the company has submitted. */
export function CompanyEvidence() {
  const { t } = useTranslation("company-evidence");
  // The token stays in the address, so that the company can open the page again. What follows the # reaches no server and no log.
  const [token] = useState(() => (typeof location === "undefined" ? "" : location.hash.slice(1)));
  const query = useQuery({
    queryKey: ["evidence-link"],
    enabled: token !== "",
    retry: false,
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/evidence-link", { headers: headersOf(token), signal })),
  });
  const is_over = token === "" || isProblem(query.error, "EVIDENCE_LINK_NOT_VALID");
  return (
    <Bare
      title={t("door.title")}
      text={query.data ? t("door.text", { organisation: query.data.organisation, company: query.data.contractor }) : undefined}
    >
      {is_over ? (
        <Alert color="red" role="alert" title={t("door.over_title")}>
          {t("door.over_text")}
        </Alert>
      ) : (
        <Unanswered query={query} height={200} />
      )}
      {query.data && !is_over ? <HandIn opened={query.data} token={token} /> : null}
    </Bare>
  );
}

/** The token begins with the organisation's code, by which a proxy finds the node. */
function headersOf(token: string): Record<string, string> {
  return { "X-Evidence-Link": token, "X-Tenant-Code": token.split(".")[0]! };
}

function HandIn({ opened, token }: { opened: Opened; token: string }) {
  const { t, i18n } = useTranslation("company-evidence");
  const client = useQueryClient();
  const asked = opened.asked.filter(({ waits }) => !waits);
  const [enrollment_id, setEnrollment] = useState("");
  const [completed_on, setCompleted] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const send = useMutation({
    mutationFn: (submission: Submission) => sendFile(token, submission),
    onSuccess: async () => {
      setEnrollment("");
      setFile(null);
      await client.invalidateQueries({ queryKey: ["evidence-link"] });
    },
  });
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium", timeZone: "UTC" });
  const choices = asked.map((one) => ({
    value: one.enrollment_id,
    label: [one.full_name, one.course_title, one.due_date ? t("door.due", { date: day.format(new Date(one.due_date)) }) : null]
      .filter((part) => part !== null)
      .join(" · "),
  }));
  const chosen = asked.find((one) => one.enrollment_id === enrollment_id);
  const is_fit = file === null || (file_types.includes(file.type) && file.size <= file_max_mib * mib_bytes);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file !== null && is_fit && chosen) send.mutate({ enrollment_id, completed_on, file });
  };
  return (
    <Stack gap="md">
      {asked.length === 0 ? <Text>{t("door.nothing")}</Text> : null}
      {asked.length > 0 ? (
        <form onSubmit={submit}>
          <Stack gap="sm">
            <NativeSelect
              label={t("door.for")}
              value={enrollment_id}
              onChange={(event) => setEnrollment(event.currentTarget.value)}
              data={[{ value: "", label: t("door.choose") }, ...choices]}
              required
            />
            <TextInput
              type="date"
              label={t("field.completed_on")}
              value={completed_on}
              onChange={(event) => setCompleted(event.currentTarget.value)}
              min={chosen?.assigned_on}
              max={opened.today}
              required
            />
            <FileInput
              label={t("field.file")}
              description={t("door.file_text", { size: file_max_mib })}
              accept={file_types.join(",")}
              value={file}
              onChange={setFile}
              error={is_fit ? null : t("door.file_text", { size: file_max_mib })}
              required
            />
            <ProblemAlert error={send.error} />
            <Button type="submit" loading={send.isPending}>
              {t("door.send")}
            </Button>
          </Stack>
        </form>
      ) : null}
      {/* Stays after the form is gone, when nothing more is asked for. */}
      <div role="status">{send.isSuccess ? t("door.sent") : null}</div>
      <Sent opened={opened} />
    </Stack>
  );
}

function Sent({ opened: { submissions, expires_at } }: { opened: Opened }) {
  const { t } = useTranslation("company-evidence");
  return (
    <Stack gap="xs">
      {submissions.map((one) => (
        <div key={one.id}>
          <Text size="sm" fw={500}>
            {one.full_name} · {one.course_title}
          </Text>
          <Text size="sm" c="dimmed" component="div">
            {t(`state.${one.state}`)} · <Day date={one.completed_on} /> · {one.file_name}
          </Text>
          {one.reason === null ? null : <Text size="sm">{one.reason}</Text>}
        </div>
      ))}
      <Text size="xs" c="dimmed" component="div">
        {t("door.until")} <When at={expires_at} />
      </Text>
    </Stack>
  );
}

/** The typed client sends JSON only. */
async function sendFile(token: string, { enrollment_id, completed_on, file }: Submission): Promise<void> {
  const url = new URL("/panel/api/evidence-link/submissions", location.origin);
  url.search = new URLSearchParams({ enrollment_id, completed_on, name: file.name }).toString();
  const headers = { accept: "application/json", "content-type": file.type, ...headersOf(token) };
  await panelFetch(new Request(url, { method: "POST", headers, body: file }));
}
