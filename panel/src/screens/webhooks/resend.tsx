import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { DraftNotice } from "../../components/forms/draft-notice.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { toast } from "../../components/toast.ts";
import { useDialog, useDraft } from "../../components/forms/use-draft.ts";
import { useClock } from "../../components/values/when.tsx";
import { Closing } from "./closing.tsx";
import { keys, localInput, type Subscription } from "./types.ts";

const day_ms = 86_400_000;

/** Sends one more attempt of every delivery that has failed since an instant. */
export function RetryAllButton({ subscription: { id, state } }: { subscription: Subscription }) {
  const { t } = useTranslation("webhooks");
  return (
    <SinceDialog
      name="retry"
      button={t("retry_all.button")}
      reason={state === "disabled" ? t("retry.disabled") : null}
      title={t("retry_all.title")}
      text={t("retry_all.text")}
      confirm={t("retry_all.confirm")}
      send={async (since) => {
        const done = dataOf(
          await api.POST("/panel/api/webhooks/subscriptions/{id}/retry-failed", { params: { path: { id } }, body: { since } }),
        );
        return t("retry_all.done", { count: done.retried }) + (done.more ? ` ${t("retry_all.more")}` : "");
      }}
    />
  );
}

/** Creates a new delivery of every event since an instant. */
export function ReplayButton({ subscription: { id } }: { subscription: Subscription }) {
  const { t } = useTranslation("webhooks");
  return (
    <SinceDialog
      name="replay"
      button={t("replay.button")}
      reason={null}
      title={t("replay.title")}
      text={t("replay.text")}
      confirm={t("replay.confirm")}
      send={async (since) => {
        const done = dataOf(
          await api.POST("/panel/api/webhooks/subscriptions/{id}/replay", { params: { path: { id } }, body: { since } }),
        );
        return t("replay.done", { count: done.queued }) + (done.next_since === null ? "" : ` ${t("replay.more")}`);
      }}
    />
  );
}

type SinceDialogProps = {
  /** The name of the draft. */
  name: string;
  button: string;
  reason: string | null;
  title: string;
  text: string;
  confirm: string;
  /** Returns the message to show. */
  send: (since: string) => Promise<string>;
};

function SinceDialog({ name, button, reason, title, text, confirm, send }: SinceDialogProps) {
  const { t } = useTranslation("webhooks");
  const { now } = useClock();
  const client = useQueryClient();
  const [opened, setOpened] = useDialog(name);
  const form = useForm({ initialValues: { since: localInput(new Date(now - day_ms)) } });
  const act = useMutation({
    mutationFn: ({ since }: { since: string }) => send(new Date(since).toISOString()),
    onSuccess: (message) => {
      setOpened(false);
      toast.done(message);
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.list }),
  });
  const open = () => {
    form.setInitialValues({ since: localInput(new Date(now - day_ms)) });
    form.reset();
    act.reset();
    setOpened(true);
  };
  const draft = useDraft(form, name, { opened });
  return (
    <>
      <ReasonedButton variant="default" reason={reason} onClick={open}>
        {button}
      </ReasonedButton>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={title}
        closeButtonProps={{ "aria-label": t("common:close") }}
      >
        <form onSubmit={form.onSubmit((values) => act.mutate(values))}>
          <Stack gap="sm">
            <Text size="sm">{text}</Text>
            <DraftNotice draft={draft} />
            <ProblemAlert error={act.error} />
            <TextInput
              data-autofocus
              type="datetime-local"
              label={t("since")}
              key={form.key("since")}
              {...form.getInputProps("since")}
              required
            />
            <Group justify="flex-end">
              <Closing onClose={() => setOpened(false)} />
              <Button type="submit" loading={act.isPending}>
                {confirm}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
