import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ProblemAlert } from "../../../components/forms/problem-alert.tsx";
import { toast } from "../../../components/toast.ts";
import { Exact, When } from "../../../components/values/when.tsx";
import type { useShift } from "./use-shift.ts";

/** How old the list is that was taken along, and what may be done with it. */
export function ShiftStrip({ shift, course_code }: { shift: ReturnType<typeof useShift>; course_code: string }) {
  const { t } = useTranslation("gate");
  const take = useMutation({
    mutationFn: () => shift.take(course_code === "" ? null : course_code),
    onSuccess: () => toast.done(t("shift.taken")),
  });
  const list = shift.shift?.list;
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
