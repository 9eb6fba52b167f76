import { Button, Checkbox, Group, NativeSelect, NumberInput, Paper, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ApiProblem } from "../../api/problem.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { toast } from "../../components/toast.ts";
import { ToneBadge } from "../../components/values/state-badge.tsx";
import { type Mark, markOf, rowsOf } from "./marks.ts";
import type { AttendanceOf, Attendee } from "./session-data.ts";
import { WalkIn } from "./walk-in.tsx";

type AttendanceListProps = {
  attendance: AttendanceOf;
  /** Why attendance cannot be recorded; null: it can. */
  reason: string | null;
};

/** Records who attended and with what result, for each person or for all at once. Designed for one-handed use on a phone. */
export function AttendanceList({ attendance, reason }: AttendanceListProps) {
  const { t } = useTranslation("course-sessions");
  const { course_session: session, people, is_open } = attendance;
  const [marks, setMarks] = useState<Readonly<Record<string, Mark>>>({});
  const save = useSaving(session.id, setMarks);
  const open = people.filter(({ passed }) => passed === null);
  const rows = rowsOf(open, marks);
  const markAll = (change: Partial<Mark>) =>
    setMarks(Object.fromEntries(open.map((one) => [one.person_id, { ...(marks[one.person_id] ?? markOf(one)), ...change }])));
  const why = reason ?? (is_open ? null : t("attendance.not_open"));
  const booked = open.filter(({ state }) => state === "booked");
  return (
    <Stack gap="sm">
      {people.length === 0 ? <Text c="dimmed">{t("attendance.nobody")}</Text> : null}
      {why === null || reason !== null ? null : <Text c="dimmed">{why}</Text>}
      {booked.length > 0 && why === null ? (
        <Group gap="xs">
          <Button variant="default" onClick={() => markAll({ attended: true })}>
            {t("attendance.all_there")}
          </Button>
          <Button variant="default" onClick={() => markAll({ attended: true, result: "passed" })}>
            {t("attendance.all_passed")}
          </Button>
        </Group>
      ) : null}
      <Stack gap="xs" role="list">
        {people.map((one) => (
          <Person
            key={one.person_id}
            person={one}
            mark={marks[one.person_id] ?? markOf(one)}
            set={why === null ? (mark) => setMarks((before) => ({ ...before, [one.person_id]: mark })) : null}
            refusal={save.refused[one.person_id]}
          />
        ))}
      </Stack>
      <ProblemAlert error={save.error} />
      {open.length > 0 ? (
        <ReasonedButton
          size="md"
          reason={why ?? (rows.length === 0 ? t("attendance.nothing") : null)}
          loading={save.busy}
          onClick={() => save.send(rows)}
        >
          {rows.length === 0 ? t("attendance.save_none") : t("attendance.save", { count: rows.length })}
        </ReasonedButton>
      ) : null}
      {why === null ? <WalkIn session_id={session.id} /> : null}
    </Stack>
  );
}

/** Saves the marks. A mark that the server refuses stays, with the reason. */
function useSaving(
  session_id: string,
  setMarks: (change: (before: Readonly<Record<string, Mark>>) => Record<string, Mark>) => void,
) {
  const { t } = useTranslation("course-sessions");
  const client = useQueryClient();
  const [refused, setRefused] = useState<Readonly<Record<string, ApiProblem>>>({});
  const saving = useMutation({
    mutationFn: async (people: ReturnType<typeof rowsOf>) =>
      dataOf(
        await api.POST("/panel/api/course-sessions/{id}/attendance", { params: { path: { id: session_id } }, body: { people } }),
      ),
    onSuccess: async ({ results, attendance }) => {
      const problems = results.flatMap(({ person_id, problem }) =>
        problem ? [[person_id, new ApiProblem(problem.status, problem)] as const] : [],
      );
      setRefused(Object.fromEntries(problems));
      setMarks((before) => Object.fromEntries(Object.entries(before).filter(([id]) => problems.some(([one]) => one === id))));
      client.setQueryData(["attendance", session_id], attendance);
      toast.done(t("attendance.saved", { count: results.length - problems.length }));
      await client.invalidateQueries({ queryKey: ["course-sessions"] });
    },
  });
  return { refused, error: saving.error, busy: saving.isPending, send: saving.mutate };
}

type PersonProps = { person: Attendee; mark: Mark; set: ((mark: Mark) => void) | null; refusal: ApiProblem | undefined };

function Person({ person, mark, set, refusal }: PersonProps) {
  const { t } = useTranslation("course-sessions");
  const name = person.full_name ?? person.employee_no ?? t("attendance.erased");
  return (
    <Paper p="sm" withBorder role="listitem">
      <Group justify="space-between" gap="xs">
        <div>
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed">
            {person.employee_no}
          </Text>
        </div>
        <Badges person={person} />
      </Group>
      {person.passed === null && set !== null ? <Marks name={name} mark={mark} set={set} /> : null}
      {refusal ? <ProblemAlert error={refusal} /> : null}
    </Paper>
  );
}

function Badges({ person: { state, is_walk_in, attended, passed, score } }: { person: Attendee }): ReactNode {
  const { t } = useTranslation("course-sessions");
  return (
    <Group gap={4}>
      {state === "waiting" ? <ToneBadge tone="info">{t("attendance.waiting")}</ToneBadge> : null}
      {is_walk_in ? <ToneBadge tone="quiet">{t("attendance.walk_in")}</ToneBadge> : null}
      {passed === null && attended !== null ? (
        <ToneBadge tone={attended ? "good" : "warning"}>{t(attended ? "attendance.there" : "attendance.absent")}</ToneBadge>
      ) : null}
      {passed === null ? null : (
        <ToneBadge tone={passed ? "good" : "bad"}>{t(passed ? "result.passed" : "result.failed")}</ToneBadge>
      )}
      {score === null ? null : <Text size="sm">{t("score_of", { score })}</Text>}
    </Group>
  );
}

function Marks({ name, mark, set }: { name: string; mark: Mark; set: (mark: Mark) => void }) {
  const { t } = useTranslation("course-sessions");
  return (
    <Group gap="sm" mt="xs" align="flex-end">
      <Checkbox
        size="md"
        label={t("attendance.was_there")}
        aria-label={t("attendance.was_there_named", { name })}
        checked={mark.attended === true}
        onChange={(event) => {
          const attended = event.currentTarget.checked;
          set(attended ? { ...mark, attended } : { attended, result: "", score: "" });
        }}
      />
      <NativeSelect
        aria-label={t("result.named", { name })}
        value={mark.result}
        onChange={(event) => {
          const result = event.currentTarget.value as Mark["result"];
          set({ ...mark, attended: result === "" ? mark.attended : true, result });
        }}
        data={(["", "passed", "failed"] as const).map((value) => ({
          value,
          label: t(`result.${value === "" ? "none" : value}`),
        }))}
      />
      <NumberInput
        aria-label={t("score_named", { name })}
        placeholder="%"
        w={80}
        min={0}
        max={100}
        allowDecimal={false}
        hideControls
        disabled={mark.result === ""}
        value={mark.score}
        onChange={(score) => set({ ...mark, score })}
      />
    </Group>
  );
}
