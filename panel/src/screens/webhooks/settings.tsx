import { Button, Group, Paper, Skeleton, Stack, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { toast } from "../../components/toast.ts";
import { UnsavedGuard } from "../../components/forms/unsaved-guard.tsx";
import { useDraft } from "../../components/forms/use-draft.ts";
import { EventPicker } from "./event-picker.tsx";
import { TargetVerdict } from "./target-verdict.tsx";
import { keys, type Choices, type EventType, type Subscription } from "./types.ts";
import { WantedFields, wantedOf, wantedValues, type WantedValues } from "./wanted-fields.tsx";

type Settings = WantedValues & { name: string; target_url: string; subscribed_events: EventType[] };

/** Name, address, events, filters and format of a subscription. */
export function SettingsForm({ subscription }: { subscription: Subscription }) {
  const choices = useQuery({
    queryKey: ["webhook-choices"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/webhooks/choices", { signal })),
  });
  if (choices.error) return <ProblemAlert error={choices.error} retry={() => void choices.refetch()} />;
  return choices.data ? <Form subscription={subscription} choices={choices.data} /> : <Skeleton h={300} />;
}

function Form({ subscription, choices }: { subscription: Subscription; choices: Choices }) {
  const { t } = useTranslation("webhooks");
  const client = useQueryClient();
  const { id, client_id } = subscription;
  const form = useForm<Settings>({
    initialValues: {
      name: subscription.name,
      target_url: subscription.target_url,
      subscribed_events: subscription.subscribed_events,
      ...wantedValues(subscription),
    },
    validate: { subscribed_events: (events) => (events.length === 0 ? t("create.no_event") : null) },
  });
  const save = useMutation({
    mutationFn: (settings: Settings) =>
      api.PATCH("/panel/api/webhooks/subscriptions/{id}", { params: { path: { id } }, body: wantedOf(settings) }),
    onSuccess: () => {
      form.resetDirty();
      toast.done(t("settings.saved"));
      return client.invalidateQueries({ queryKey: keys.list });
    },
  });
  const rest = useFormProblems(form, save.error);
  const draft = useDraft(form, "settings");
  const values = form.getValues();
  return (
    <form onSubmit={form.onSubmit((body) => save.mutate(body))}>
      <UnsavedGuard dirty={form.isDirty()} draft={draft} />
      <Stack gap="md">
        <ProblemAlert error={rest} />
        <Paper p="md">
          <Stack gap="sm">
            <Title order={2}>{t("settings.title")}</Title>
            <TextInput label={t("create.name")} required maxLength={100} key={form.key("name")} {...form.getInputProps("name")} />
            <TextInput
              label={t("create.url")}
              description={t("settings.url_text")}
              required
              spellCheck={false}
              autoComplete="off"
              maxLength={2_048}
              key={form.key("target_url")}
              {...form.getInputProps("target_url")}
            />
            <TargetVerdict
              client_id={client_id}
              target_url={values.target_url}
              hosts={choices.clients.find((one) => one.id === client_id)?.webhook_hosts ?? []}
            />
          </Stack>
        </Paper>
        <EventPicker
          types={choices.event_types}
          value={values.subscribed_events}
          onChange={(events) => form.setFieldValue("subscribed_events", events)}
          error={form.errors["subscribed_events"]}
        />
        <WantedFields form={form} names={subscription.names} />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {t("common:save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
