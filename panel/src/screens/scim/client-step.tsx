import { Button, Divider, Group, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { SecretDialog } from "../../components/forms/secret-dialog.tsx";
import { type Connection, connections_key } from "./connections.ts";
import type { Provider } from "./providers.ts";

type Props = { provider: Provider; connections: readonly Connection[]; chosen: string; choose: (client_id: string) => void };

/** Chooses the provider's client: a new one, or an existing one. */
export function ClientStep({ provider, connections, chosen, choose }: Props) {
  const { t } = useTranslation("scim");
  const [picked, setPicked] = useState(chosen);
  return (
    <Stack gap="md">
      <NewClient provider={provider} choose={choose} />
      {connections.length > 0 ? (
        <>
          <Divider label={t("client.or")} />
          <Radio.Group label={t("client.existing")} value={picked} onChange={setPicked}>
            <Stack gap="xs" mt="xs">
              {connections.map(({ client, profile }) => (
                <Radio key={client.id} value={client.id} label={`${client.name} · ${profile}`} />
              ))}
            </Stack>
          </Radio.Group>
          <Group justify="flex-end">
            <Button variant="default" disabled={picked === ""} onClick={() => choose(picked)}>
              {t("client.use")}
            </Button>
          </Group>
        </>
      ) : null}
    </Stack>
  );
}

function NewClient({ provider, choose }: Pick<Props, "provider" | "choose">) {
  const { t } = useTranslation("scim");
  const client = useQueryClient();
  const form = useForm({ initialValues: { name: provider.name } });
  const make = useMutation({
    gcTime: 0,
    mutationFn: async ({ name }: { name: string }) =>
      dataOf(
        await api.POST("/panel/api/clients", {
          body: {
            name,
            scopes: ["scim"],
            methods: ["api_key", "oauth2"],
            ip_allowlist: [],
            expires_on: null,
            webhook_hosts: [],
            scim_profile: provider.profile,
            rate: { profile: "identity_provider" },
          } as never,
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: connections_key }),
  });
  const rest = useFormProblems(form, make.error);
  const go = () => {
    const { id } = make.data!.client;
    make.reset();
    choose(id);
  };
  return (
    <form onSubmit={form.onSubmit((values) => make.mutate(values))}>
      <Stack gap="sm">
        <ProblemAlert error={rest} />
        <TextInput
          label={t("client.name")}
          description={t("client.name_text")}
          required
          maxLength={100}
          key={form.key("name")}
          {...form.getInputProps("name")}
        />
        <Text size="sm" c="dimmed">
          {t("client.what", { profile: provider.profile })}
        </Text>
        <Group justify="flex-end">
          <Button type="submit" loading={make.isPending}>
            {t("client.create")}
          </Button>
        </Group>
      </Stack>
      <SecretDialog
        secret={make.data?.secret ?? null}
        forget={go}
        kept="hashed"
        title={t("client.secret")}
        env={{ SCIM_TOKEN: make.data?.secret ?? "" }}
        file_name="scim.env"
      />
    </form>
  );
}
