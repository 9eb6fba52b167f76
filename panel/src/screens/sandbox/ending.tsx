import { Group, Paper, Text, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { ConfirmByName } from "../../components/forms/confirm-by-name.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { toast } from "../../components/toast.ts";
import { type CreatedSandbox, sandbox_key, type TheSandbox, useMake } from "./sandbox-data.ts";

/** Resets or deletes the sandbox, after its code was typed. */
export function Ending({ sandbox: { code }, onMade }: { sandbox: TheSandbox; onMade: (made: CreatedSandbox) => void }) {
  const { t } = useTranslation("sandbox");
  const { account } = useSession();
  const client = useQueryClient();
  const [asking, setAsking] = useState<"reset" | "delete" | null>(null);
  const reset = useMake(code);
  const remove = useMutation({
    mutationFn: () => api.DELETE("/panel/api/sandbox/{code}", { params: { path: { code } } }),
    onSuccess: async () => {
      setAsking(null);
      toast.done(t("delete.done"));
      await client.invalidateQueries({ queryKey: sandbox_key });
    },
  });
  const restart = () =>
    reset.mutate("", {
      onSuccess: (made) => {
        setAsking(null);
        toast.done(t("reset.done"));
        onMade(made);
      },
    });
  const reason = account.role === "it_admin" ? null : t("only_it");
  return (
    <>
      <Act
        title={t("reset.title")}
        text={t("reset.text")}
        button={t("reset.button")}
        reason={reason}
        act={() => setAsking("reset")}
      />
      <Act
        title={t("delete.title")}
        text={t("delete.text")}
        button={t("delete.button")}
        reason={reason}
        act={() => setAsking("delete")}
      />
      <ConfirmByName
        opened={asking !== null}
        title={t(asking === "delete" ? "delete.title" : "reset.title")}
        text={t(asking === "delete" ? "delete.text" : "reset.text")}
        name={code}
        confirm={t(asking === "delete" ? "delete.button" : "reset.button")}
        doing={asking === "delete" ? remove : reset}
        onConfirm={() => (asking === "delete" ? remove.mutate() : restart())}
        onClose={() => setAsking(null)}
      />
    </>
  );
}

type ActProps = { title: string; text: string; button: string; reason: string | null; act: () => void };

function Act({ title, text, button, reason, act }: ActProps) {
  return (
    <Paper p="md" component="section">
      <Group justify="space-between">
        <div>
          <Title order={2}>{title}</Title>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </div>
        <ReasonedButton color="red" variant="outline" reason={reason} onClick={act}>
          {button}
        </ReasonedButton>
      </Group>
    </Paper>
  );
}
