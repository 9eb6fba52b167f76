import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { Page } from "../../components/page.tsx";
import { QrCode } from "../../components/qr-code.tsx";
import { Section } from "../../components/section.tsx";
import { Unanswered } from "../../components/unanswered.tsx";

/** The code is requested again at this interval, so that a replaced code is shown no longer than that. */
const ask_again_ms = 10_000;
const code_px = 320;

/** The check-in screen of a room, on a wall or tablet: a code that changes, and a field for learners without a phone. */
export function CheckIn() {
  const { t } = useTranslation("course-sessions");
  const { course_session_id: id } = useParams({ strict: false }) as { course_session_id: string };
  const is_trainer = useSession().account.role === "learner";
  const list = is_trainer ? `/teaching/${id}` : `/course-sessions/${id}`;
  const code = useQuery({
    queryKey: ["check-in-code", id],
    gcTime: 0,
    refetchInterval: ask_again_ms,
    refetchIntervalInBackground: true,
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/course-sessions/{id}/check-in", { params: { path: { id } }, signal })),
  });
  return (
    <Page title={t("check_in.title")} description={t("check_in.text")} parents={[{ title: t("one"), to: list }]} width="narrow">
      <Stack gap="md">
        <Section title={t("check_in.phone")}>
          <Unanswered query={code} height={code_px} />
          {code.data ? (
            <Stack align="center">
              <QrCode text={code.data.url} label={t("check_in.code")} width={code_px} />
            </Stack>
          ) : null}
        </Section>
        <Kiosk id={id} />
      </Stack>
    </Page>
  );
}

/** Checks in people by their numbers, one after the other. The message about one person is cleared for the next. */
function Kiosk({ id }: { id: string }) {
  const { t } = useTranslation("course-sessions");
  const [number, setNumber] = useState("");
  const enter = useMutation({
    gcTime: 0,
    mutationFn: async (employee_no: string) =>
      dataOf(await api.POST("/panel/api/course-sessions/{id}/check-in", { params: { path: { id } }, body: { employee_no } })),
    onSuccess: () => setNumber(""),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (number.trim() !== "") enter.mutate(number.trim());
  };
  return (
    <Section title={t("check_in.kiosk")}>
      <form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            label={t("check_in.number")}
            value={number}
            onChange={(event) => {
              setNumber(event.currentTarget.value);
              enter.reset();
            }}
            maxLength={64}
            autoComplete="off"
          />
          <Button type="submit" loading={enter.isPending}>
            {t("check_in.enter")}
          </Button>
        </Group>
      </form>
      <div role="status">
        <ProblemAlert error={enter.error} />
        {enter.data ? (
          <Alert mt="sm" color="green">
            <Text fw={600}>{enter.data.full_name}</Text>
            {t(`check_in.${enter.data.status}`)}
          </Alert>
        ) : null}
      </div>
    </Section>
  );
}
