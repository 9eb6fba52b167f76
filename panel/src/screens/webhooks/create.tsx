import { Alert, Anchor, Button, Group, NativeSelect, Paper, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { linkTo } from "../../components/values/link.tsx";
import { Page } from "../../components/page.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { UnsavedGuard } from "../../components/forms/unsaved-guard.tsx";
import { useDraft } from "../../components/forms/use-draft.ts";
import { EventPicker } from "./event-picker.tsx";
import { SigningSecretDialog } from "./secret-created.tsx";
import { TargetVerdict } from "./target-verdict.tsx";
import { keys, type Choices, type EventType } from "./types.ts";
import { WantedFields, wantedOf, wantedValues, type WantedValues } from "./wanted-fields.tsx";

/** Creates a subscription and tests it, on one page. */
export function CreateWebhook() {
  const { t } = useTranslation("webhooks");
  const choices = useQuery({
    queryKey: ["webhook-choices"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/webhooks/choices", { signal })),
  });
  return (
    <Page
      title={t("create.title")}
      description={t("create.description")}
      parents={[{ title: t("title"), to: "/webhooks" }]}
      width="narrow"
    >
      <ProblemAlert error={choices.error} retry={() => void choices.refetch()} />
      {choices.data ? <Form choices={choices.data} /> : choices.error ? null : <Skeleton h={420} />}
    </Page>
  );
}

type Values = WantedValues & { client_id: string; name: string; target_url: string; subscribed_events: EventType[] };

function Form({ choices }: { choices: Choices }) {
  const { t } = useTranslation("webhooks");
  const navigate = useNavigate();
  const client = useQueryClient();
  const able = choices.clients.find(({ can_manage }) => can_manage);
  const form = useForm<Values>({
    initialValues: {
      client_id: (able ?? choices.clients[0])?.id ?? "",
      name: "",
      target_url: "",
      subscribed_events: [],
      ...wantedValues(),
    },
    validate: { subscribed_events: (events) => (events.length === 0 ? t("create.no_event") : null) },
  });
  const save = useMutation({
    gcTime: 0,
    mutationFn: async (values: Values) => dataOf(await api.POST("/panel/api/webhooks/subscriptions", { body: wantedOf(values) })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.list }),
  });
  const rest = useFormProblems(form, save.error);
  const draft = useDraft(form, "webhook", { done: save.isSuccess });
  const { used, limit } = choices.quota;
  const leave = () => {
    const { id } = save.data!;
    save.reset();
    form.resetDirty();
    void navigate(linkTo({ to: "/webhooks/$webhook_id", params: { webhook_id: id } }));
  };
  if (choices.clients.length === 0) return <Alert color="yellow">{t("create.no_client")}</Alert>;
  return (
    <form onSubmit={form.onSubmit((body) => save.mutate(body))}>
      <UnsavedGuard dirty={form.isDirty() && !save.isSuccess} draft={draft} />
      <Stack gap="md">
        <ProblemAlert error={rest} />
        <Receiver form={form} clients={choices.clients} />
        <EventPicker
          types={choices.event_types}
          value={form.values.subscribed_events}
          onChange={(events) => form.setFieldValue("subscribed_events", events)}
          error={form.errors["subscribed_events"]}
        />
        <WantedFields form={form} />
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {t("create.quota", { used, limit })}
          </Text>
          <Button type="submit" loading={save.isPending}>
            {t("create.submit")}
          </Button>
        </Group>
      </Stack>
      <SigningSecretDialog id={save.data?.id ?? ""} secret={save.data?.secret_token ?? null} forget={leave} />
      <Anchor href="/docs" target="_blank" size="xs" c="dimmed" display="inline-block" mih={24}>
        {t("create.guide")}
      </Anchor>
    </form>
  );
}

type ReceiverProps = { form: UseFormReturnType<Values>; clients: Choices["clients"] };

/** The address for events, and the client that the subscription belongs to. */
function Receiver({ form, clients }: ReceiverProps) {
  const { t } = useTranslation("webhooks");
  const { client_id, target_url } = form.values;
  return (
    <Paper p="md">
      <Stack gap="sm">
        <NativeSelect
          label={t("create.client")}
          description={t("create.client_text")}
          data={clients.map(({ id, name, can_manage }) => ({
            value: id,
            label: can_manage ? name : `${name} ${t("create.without_scope")}`,
          }))}
          key={form.key("client_id")}
          {...form.getInputProps("client_id")}
        />
        <TextInput
          label={t("create.name")}
          placeholder={t("create.name_example")}
          required
          maxLength={100}
          key={form.key("name")}
          {...form.getInputProps("name")}
        />
        <TextInput
          label={t("create.url")}
          description={t("create.url_text")}
          placeholder="https://hooks.example.com/muster"
          required
          type="text"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={2_048}
          key={form.key("target_url")}
          {...form.getInputProps("target_url")}
        />
        <TargetVerdict
          client_id={client_id}
          target_url={target_url}
          hosts={clients.find(({ id }) => id === client_id)?.webhook_hosts ?? []}
        />
      </Stack>
    </Paper>
  );
}
