import { Button, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ApiProblem } from "../../api/problem.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { useListState } from "../../components/lists/use-list-state.ts";
import { Page } from "../../components/page.tsx";
import { GateAnswer, UnknownNumber } from "./answer.tsx";

/** One question, as it was asked: pressed again, it is asked anew. */
type Asked = { employee_no: string; course_code: string; count: number };

/** May this person do this work, today? For a guard's phone: a number, a work, and one large word. */
export function Gate() {
  const { t } = useTranslation("gate");
  // The work stays in the address, as the gate stays where it is.
  const list = useListState({ course_code: "" });
  const { course_code } = list.values;
  const [number, setNumber] = useState("");
  const [asked, setAsked] = useState<Asked | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const works = useQuery({
    queryKey: ["gate-works"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/gate/works", { signal })).works,
  });
  const answer = useQuery({
    queryKey: ["gate", asked],
    enabled: asked !== null,
    // An answer holds for the moment in which it was given.
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const { employee_no, course_code: work } = asked!;
      const query = work === "" ? { employee_no } : { employee_no, course_code: work };
      return dataOf(await api.GET("/panel/api/gate", { params: { query }, signal }));
    },
  });

  const ask = (event: FormEvent) => {
    event.preventDefault();
    const employee_no = number.trim();
    if (employee_no !== "") setAsked({ employee_no, course_code, count: (asked?.count ?? 0) + 1 });
    field.current?.select();
  };
  const change = (work: string) => {
    list.set({ course_code: work });
    setAsked(null);
  };
  return (
    <Page title={t("title")} description={t("description")} width="narrow">
      <Stack gap="md">
        <form onSubmit={ask}>
          <Stack gap="sm">
            <NativeSelect
              label={t("work")}
              value={course_code}
              onChange={(event) => change(event.currentTarget.value)}
              data={[{ value: "", label: t("any_work") }, ...choicesOf(works.data ?? [], course_code)]}
            />
            <TextInput
              ref={field}
              label={t("number")}
              value={number}
              onChange={(event) => {
                setNumber(event.currentTarget.value);
                // The answer about somebody else must not stand beside this number.
                setAsked(null);
              }}
              size="lg"
              maxLength={64}
              required
              autoComplete="off"
              autoCapitalize="characters"
            />
            <Button type="submit" size="lg" loading={answer.isFetching} fullWidth>
              {t("ask")}
            </Button>
          </Stack>
        </form>
        <ProblemAlert error={works.error} retry={() => void works.refetch()} />
        <div role="status" aria-live="assertive">
          {answer.data && !answer.isFetching ? <GateAnswer answer={answer.data} /> : null}
          {asked && isUnknown(answer.error) ? <UnknownNumber number={asked.employee_no} /> : null}
        </div>
        {isUnknown(answer.error) ? null : <ProblemAlert error={answer.error} retry={() => void answer.refetch()} />}
      </Stack>
    </Page>
  );
}

/** What is asked about is named even before the list is there, or where it is no longer in it. */
function choicesOf(works: readonly { course_code: string; course_title: string }[], chosen: string) {
  const choices = works.map(({ course_code: value, course_title: label }) => ({ value, label }));
  const is_listed = chosen === "" || choices.some(({ value }) => value === chosen);
  return is_listed ? choices : [{ value: chosen, label: chosen }, ...choices];
}

function isUnknown(error: unknown): boolean {
  return error instanceof ApiProblem && error.errors.some(({ code }) => code === "UNKNOWN_PERSON");
}
