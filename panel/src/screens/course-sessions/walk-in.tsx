import { Button, Group, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { toast } from "../../components/toast.ts";

/** Adds a person who attends without a booking, by employee number. */
export function WalkIn({ session_id }: { session_id: string }) {
  const { t } = useTranslation("course-sessions");
  const client = useQueryClient();
  const [number, setNumber] = useState("");
  const add = useMutation({
    mutationFn: async (employee_no: string) =>
      dataOf(
        await api.POST("/panel/api/course-sessions/{id}/walk-ins", {
          params: { path: { id: session_id } },
          body: { employee_no },
        }),
      ),
    onSuccess: (attendance) => {
      client.setQueryData(["attendance", session_id], attendance);
      setNumber("");
      toast.done(t("walk_in.done"));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (number.trim() !== "") add.mutate(number.trim());
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="xs">
        <TextInput
          label={t("walk_in.label")}
          description={t("walk_in.text")}
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
          maxLength={64}
          autoComplete="off"
        />
        <Button type="submit" variant="default" loading={add.isPending}>
          {t("walk_in.add")}
        </Button>
      </Group>
      <ProblemAlert error={add.error} />
    </form>
  );
}
