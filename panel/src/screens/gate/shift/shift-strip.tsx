import { Button, Group, NativeSelect, Paper, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../../api/client.ts";
import { isProblem } from "../../../api/problem.ts";
import { ProblemAlert } from "../../../components/forms/problem-alert.tsx";
import { toast } from "../../../components/toast.ts";
import { Exact, When } from "../../../components/values/when.tsx";
import type { useShift } from "./use-shift.ts";

/** The age of the downloaded list, and the buttons to renew or remove it. */
export function ShiftStrip({ shift, course_code }: { shift: ReturnType<typeof useShift>; course_code: string }) {
  const { t } = useTranslation("gate");
  const [chosen, setChosen] = useState<string | null>(null);
  const department_id = chosen ?? shift.shift?.department_id ?? "";
  const take = useMutation({
    mutationFn: () => shift.take({ course_code: course_code || null, department_id: department_id || null }),
    onSuccess: () => toast.done(t("shift.taken")),
  });
  const list = shift.shift?.list;
  const is_too_long = isProblem(take.error) && take.error.code === "GATE_LIST_TOO_LONG";
  return (
    <Paper p="sm" component="section" aria-label={t("shift.title")}>
      <Stack gap="xs">
        {list ? (
          <Text size="sm" component="div">
            {t("shift.list_of", { count: list.people.length })} <When at={list.as_of} />. {t("shift.ends")}{" "}
            <Exact at={list.ends_at} />
          </Text>
        ) : (
          <Text size="sm" c="dimmed">
            {t("shift.text")}
          </Text>
        )}
        {shift.waiting > 0 ? <Text size="sm">{t("shift.waiting", { count: shift.waiting })}</Text> : null}
        <ProblemAlert error={take.error} />
        {is_too_long || department_id !== "" ? <DepartmentField value={department_id} onChange={setChosen} /> : null}
        <Group gap="xs">
          <Button variant="default" size="xs" loading={take.isPending} onClick={() => take.mutate()}>
            {t(list ? "shift.renew" : "shift.begin")}
          </Button>
          {list ? (
            <Button variant="default" size="xs" onClick={() => void shift.erase()}>
              {t("shift.end")}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Paper>
  );
}

/** Limits the list to a department, for organisations whose full list is too long. */
function DepartmentField({ value, onChange }: { value: string; onChange: (department_id: string) => void }) {
  const { t } = useTranslation("gate");
  const departments = useQuery({
    queryKey: ["gate-departments"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/gate/departments", { signal })).departments,
  });
  const choices = (departments.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <NativeSelect
        label={t("shift.department")}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={[{ value: "", label: t("shift.choose") }, ...choices]}
      />
      <ProblemAlert error={departments.error} retry={() => void departments.refetch()} />
    </>
  );
}
