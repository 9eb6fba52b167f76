import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ApiProblem } from "../../api/problem.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { useListState } from "../../components/lists/use-list-state.ts";
import { Page } from "../../components/page.tsx";
import { GateAnswer, UnknownNumber } from "./answer.tsx";
import { AskForm } from "./ask-form.tsx";
import { BadgeAnswer } from "./badge/answer.tsx";
import { useBadges } from "./badge/use-badges.ts";
import { looksLikeBadge } from "./badge/verify.ts";
import { ListAnswerPart } from "./shift/answer.tsx";
import { ShiftStrip } from "./shift/shift-strip.tsx";
import { useShift } from "./shift/use-shift.ts";
import { type Asked, useGateAnswer } from "./use-answer.ts";

const loadScanner = async () => ({ default: (await import("./badge/scanner.tsx")).Scanner });
const Scanner = lazy(loadScanner);

/**
 * For a guard's phone: may this person do this work today? The guard enters a number or a badge and a work, and sees a large yes
 * or no.
 */
export function Gate() {
  const { t } = useTranslation("gate");
  // The work is kept in the address, because it stays the same at a gate.
  const list = useListState({ course_code: "" });
  const { course_code } = list.values;
  const [number, setNumber] = useState("");
  const [asked, setAsked] = useState<Asked | null>(null);
  const [scans, setScans] = useState(false);
  const works = useQuery({
    queryKey: ["gate-works"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/gate/works", { signal })).works,
  });
  const shift = useShift();
  const answer = useGateAnswer(asked, shift);
  const badges = useBadges(shift);
  const known = works.data ?? shift.shift?.check.works ?? [];
  const choices = [{ value: "", label: t("any_work") }, ...choicesOf(known, course_code)];
  // Loaded in advance, because there may be no network when it is needed. If this fails, the first scan loads it or shows what is
  // missing.
  useEffect(() => void loadScanner().catch(() => undefined), []);
  const name = choices.find(({ value }) => value === course_code)?.label ?? "";

  /** Clears the answer about the previous person. */
  const forget = () => {
    setAsked(null);
    badges.clear();
  };
  const show = (text: string) => {
    forget();
    setScans(false);
    setNumber("");
    void badges.read(text, { course_code, name });
  };
  const ask = (text: string) => {
    if (looksLikeBadge(text)) return show(text);
    badges.clear();
    setAsked({ employee_no: text, course_code, count: (asked?.count ?? 0) + 1 });
  };
  return (
    <Page title={t("title")} description={t("description")} width="narrow">
      <Stack gap="md">
        <AskForm
          work={course_code}
          works={choices}
          onWork={(work) => {
            list.set({ course_code: work });
            forget();
          }}
          number={number}
          onNumber={(text) => {
            setNumber(text);
            forget();
          }}
          onAsk={ask}
          isAsking={answer.isFetching}
          scans={scans}
          onScan={() => {
            forget();
            setScans(!scans);
          }}
        />
        <Suspense>{scans ? <Scanner onText={show} /> : null}</Suspense>
        {known.length > 0 ? null : <ProblemAlert error={works.error} retry={() => void works.refetch()} />}
        <ProblemAlert error={badges.error} retry={badges.retry} />
        <div role="status" aria-live="assertive">
          {answer.data?.by === "service" && !answer.isFetching ? <GateAnswer answer={answer.data.answer} /> : null}
          {answer.data?.by === "list" && asked ? <ListAnswerPart {...answer.data} number={asked.employee_no} /> : null}
          {asked && isUnknown(answer.error) ? <UnknownNumber number={asked.employee_no} /> : null}
          {badges.answer ? <BadgeAnswer answer={badges.answer} onCompared={badges.compared} /> : null}
        </div>
        {isUnknown(answer.error) ? null : <ProblemAlert error={answer.error} retry={() => void answer.refetch()} />}
        <ShiftStrip shift={shift} course_code={course_code} />
      </Stack>
    </Page>
  );
}

/** The chosen work is included before the list is loaded, and when it is no longer in the list. */
function choicesOf(works: readonly { course_code: string; course_title: string }[], chosen: string) {
  const choices = works.map(({ course_code: value, course_title: label }) => ({ value, label }));
  const is_listed = chosen === "" || choices.some(({ value }) => value === chosen);
  return is_listed ? choices : [{ value: chosen, label: chosen }, ...choices];
}

function isUnknown(error: unknown): boolean {
  return error instanceof ApiProblem && error.errors.some(({ code }) => code === "UNKNOWN_PERSON");
}
