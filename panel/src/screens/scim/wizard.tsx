import { Alert, Badge, Button, Group, Radio, SimpleGrid, Stack, Stepper, Table, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { CopyField } from "../../components/values/copy-field.tsx";
import { LinkButton } from "../../components/values/link.tsx";
import { Page } from "../../components/page.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { useListState } from "../../components/lists/use-list-state.ts";
import { ClientStep } from "./client-step.tsx";
import { type Connection, useConnections } from "./connections.ts";
import { LiveCheck } from "./live-check.tsx";
import "./log.css";
import { provider_ids, providers, type Provider, type ProviderId } from "./providers.ts";

const steps = ["provider", "client", "connect", "mapping"] as const;

/** Guides from the choice of an identity provider to its first request, in the provider's own words. */
export function ScimWizard() {
  const { t } = useTranslation("scim");
  const state = useListState({ provider: "entra", client: "", step: "provider" });
  const list = useConnections();
  const provider = providers[state.values.provider as ProviderId] ?? providers.entra;
  const connection = list.data?.connections.find(({ client }) => client.id === state.values.client);
  const wanted = Math.max(0, steps.indexOf(state.values.step as (typeof steps)[number]));
  // Without a client the later steps cannot be opened.
  const step = connection ? wanted : Math.min(wanted, 1);
  const go = (to: number) => state.set({ step: steps[to]! });
  return (
    <Page
      title={t("wizard.title")}
      description={t("wizard.description")}
      parents={[{ title: t("title"), to: "/scim" }]}
      width="narrow"
    >
      <ProblemAlert error={list.error} retry={() => void list.refetch()} />
      <Stepper active={step} size="xs" mb="lg" onStepClick={go} allowNextStepsSelect={false}>
        {steps.map((name) => (
          <Stepper.Step key={name} label={t(`step.${name}`)} />
        ))}
      </Stepper>
      {step === 0 ? <ProviderStep provider={provider} choose={(id) => state.set({ provider: id })} next={() => go(1)} /> : null}
      {step === 1 ? (
        <ClientStep
          provider={provider}
          connections={list.data?.connections ?? []}
          chosen={state.values.client}
          choose={(client) => state.set({ client, step: "connect" })}
        />
      ) : null}
      {step === 2 && list.data && connection ? (
        <ConnectStep
          provider={provider}
          base_url={list.data.base_url}
          connection={connection}
          since={list.data.now}
          next={() => go(3)}
        />
      ) : null}
      {step === 3 ? <MappingStep provider={provider} /> : null}
    </Page>
  );
}

function ProviderStep({ provider, choose, next }: { provider: Provider; choose: (id: ProviderId) => void; next: () => void }) {
  const { t } = useTranslation("scim");
  return (
    <Stack gap="md">
      <Radio.Group label={t("provider.label")} value={provider.id} onChange={choose}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" mt="xs">
          {provider_ids.map((id) => (
            <Radio.Card key={id} value={id} p="md" radius="lg" aria-label={providers[id].name}>
              <Group wrap="nowrap">
                <Radio.Indicator />
                <div>
                  <Text fw={600}>{providers[id].name}</Text>
                  <Text size="xs" c="dimmed">
                    {t("provider.profile", { profile: providers[id].profile })}
                  </Text>
                </div>
              </Group>
            </Radio.Card>
          ))}
        </SimpleGrid>
      </Radio.Group>
      <Group justify="flex-end">
        <Button onClick={next}>{t("next")}</Button>
      </Group>
    </Stack>
  );
}

type ConnectProps = { provider: Provider; base_url: string; connection: Connection; since: string; next: () => void };

function ConnectStep({ provider, base_url, connection, since, next }: ConnectProps) {
  const { t } = useTranslation("scim");
  const textOf = (value: Provider["fields"][number]["value"]) => {
    if (value === "url") return base_url;
    if (value === "url_entra") return `${base_url}?aadOptscim062020`;
    return value === "secret" ? null : value.text;
  };
  return (
    <Stack gap="md">
      <Text size="sm">
        {t("connect.place")} <b>{provider.place}</b>
      </Text>
      {provider.fields.map(({ name, value }) => {
        const text = textOf(value);
        return text === null ? (
          <div key={name}>
            <Text size="sm" fw={550}>
              {name}
            </Text>
            <Text size="sm" c="dimmed">
              {t("connect.secret", { name: connection.client.name })}
            </Text>
          </div>
        ) : (
          <CopyField key={name} label={name} value={text} />
        );
      })}
      {connection.profile === provider.profile ? null : (
        <Alert color="yellow">{t("connect.profile", { is: connection.profile, wanted: provider.profile })}</Alert>
      )}
      <Text size="sm">
        {t("connect.press")} <b>{provider.test}</b>
      </Text>
      <div className="scim-live">
        <LiveCheck connection={connection} opened_at={since} />
      </div>
      <Group justify="flex-end">
        <Button onClick={next}>{t("next")}</Button>
      </Group>
    </Stack>
  );
}

function MappingStep({ provider }: { provider: Provider }) {
  const { t } = useTranslation("scim");
  return (
    <Stack gap="md">
      <Text size="sm">{t("mapping.text")}</Text>
      <Table.ScrollContainer
        minWidth={0}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: "region", "aria-label": t("step.mapping") } }}
      >
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{provider.name}</Table.Th>
              <Table.Th scope="col">SCIM</Table.Th>
              <Table.Th scope="col">Muster</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {provider.mappings.map(({ theirs, scim, ours }) => (
              <Table.Tr key={scim}>
                <Table.Td>{theirs}</Table.Td>
                <Table.Td className="panel-mono scim-value">{scim}</Table.Td>
                <Table.Td>
                  <Badge color="gray">{ours}</Badge>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group justify="flex-end">
        <LinkButton to="/scim">{t("mapping.done")}</LinkButton>
      </Group>
    </Stack>
  );
}
