import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ConfirmByName } from "../../components/forms/confirm-by-name.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { Section } from "../../components/section.tsx";
import { ToneBadge, type Tone } from "../../components/values/state-badge.tsx";
import { keepSetUp, type Provider } from "./identity-data.ts";
import { ProviderProblem } from "./provider-problem.tsx";

const tones: Readonly<Record<Provider["state"], Tone>> = { draft: "quiet", tested: "info", on: "good" };

/** Buttons to test, switch on and remove the provider. `from`: the page to which a test sign-in returns. */
export function ProviderState({ provider, from = "set-up" }: { provider: Provider; from?: "set-up" | "wizard" }) {
  const { t } = useTranslation("identity");
  const { state } = provider;
  const test = useMutation({
    mutationFn: async () => dataOf(await api.POST("/panel/api/identity-provider/test", { params: { query: { from } } })),
    onSuccess: (departure) => location.assign(departure.location),
  });
  const turn = useSave({
    changes: "settings",
    save: async (on: boolean) => dataOf(await api.PUT("/panel/api/identity-provider/state", { body: { on } })),
    done: (_, on) => t(on ? "state.now_on" : "state.now_off"),
    onSaved: keepSetUp,
  });
  return (
    <Section title={t("state.title")} action={<ToneBadge tone={tones[state]}>{t(`state.${state}`)}</ToneBadge>}>
      <Stack gap="sm">
        <Text size="sm">{t(`state.${state}_text`)}</Text>
        <ProviderProblem error={test.error ?? turn.error} />
        <Group>
          <Button variant="default" loading={test.isPending || test.isSuccess} onClick={() => test.mutate()}>
            {t("state.test")}
          </Button>
          {state === "on" ? (
            <Button variant="default" loading={turn.isPending} onClick={() => turn.mutate(false)}>
              {t("state.switch_off")}
            </Button>
          ) : (
            <ReasonedButton
              reason={state === "draft" ? t("state.untested") : null}
              loading={turn.isPending}
              onClick={() => turn.mutate(true)}
            >
              {t("state.switch_on")}
            </ReasonedButton>
          )}
          <RemoveProvider provider={provider} />
        </Group>
      </Stack>
    </Section>
  );
}

function RemoveProvider({ provider }: { provider: Provider }) {
  const { t } = useTranslation("identity");
  const [opened, setOpened] = useState(false);
  const remove = useSave({
    changes: "settings",
    save: async () => api.DELETE("/panel/api/identity-provider"),
    done: t("remove.done"),
    onSaved: () => setOpened(false),
  });
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setOpened(true)}>
        {t("remove.open")}
      </Button>
      <ConfirmByName
        opened={opened}
        title={t("remove.title")}
        text={t("remove.text")}
        name={provider.protocol === "saml" ? provider.issuer : provider.client_id}
        confirm={t("remove.open")}
        doing={remove}
        onConfirm={() => remove.mutate()}
        onClose={() => setOpened(false)}
      />
    </>
  );
}
