import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ConfirmByName } from "../../components/forms/confirm-by-name.tsx";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { Section } from "../../components/section.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { CopyField } from "../../components/values/copy-field.tsx";
import { ToneBadge, type Tone } from "../../components/values/state-badge.tsx";
import { When } from "../../components/values/when.tsx";
import { useDomains, type Domain } from "./identity-data.ts";

/** The organisation's e-mail domains: added, proved by a DNS TXT record, removed. */
export function Domains() {
  const { t } = useTranslation("identity");
  const query = useDomains();
  return (
    <Section title={t("domains.title")}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t("domains.text")}
        </Text>
        <Unanswered query={query} height={160} />
        {query.data?.domains.map((domain) => (
          <OneDomain key={domain.id} domain={domain} />
        ))}
        <AddDomain />
      </Stack>
    </Section>
  );
}

type State = "verified" | "losing" | "missing" | "unreachable" | "new";

function stateOf({ verified_at, missing_since, outcome }: Domain): State {
  if (verified_at !== null) return missing_since === null ? "verified" : "losing";
  return outcome === "missing" || outcome === "unreachable" ? outcome : "new";
}

const tones: Readonly<Record<State, Tone>> = {
  verified: "good",
  losing: "warning",
  missing: "warning",
  unreachable: "warning",
  new: "quiet",
};

function OneDomain({ domain }: { domain: Domain }) {
  const { t } = useTranslation("identity");
  const { id, record, checked_at } = domain;
  const state = stateOf(domain);
  const check = useSave({
    changes: "settings",
    save: async () => dataOf(await api.POST("/panel/api/domains/{id}/check", { params: { path: { id } } })),
    done: (checked) => t(`domains.state.${stateOf(checked)}`),
  });
  return (
    <Stack gap="xs" component="article" aria-label={domain.domain}>
      <Group justify="space-between">
        <Text fw={600}>{domain.domain}</Text>
        <ToneBadge tone={tones[state]}>{t(`domains.state.${state}`)}</ToneBadge>
      </Group>
      {state === "losing" ? <Alert color="yellow">{t("domains.losing_text")}</Alert> : null}
      {state === "verified" ? null : (
        <>
          <CopyField label={t("domains.record_name")} value={record.name} />
          <CopyField label={t("domains.record_value")} value={record.value} />
        </>
      )}
      {checked_at === null ? null : (
        <Text size="xs" c="dimmed">
          {t("domains.checked")} <When at={checked_at} />
        </Text>
      )}
      <ProblemAlert error={check.error} />
      <Group>
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          {t("domains.check")}
        </Button>
        <RemoveDomain domain={domain} />
      </Group>
    </Stack>
  );
}

function RemoveDomain({ domain: { id, domain } }: { domain: Domain }) {
  const { t } = useTranslation("identity");
  const [opened, setOpened] = useState(false);
  const remove = useSave({
    changes: "settings",
    save: async () => api.DELETE("/panel/api/domains/{id}", { params: { path: { id } } }),
    done: t("domains.removed"),
    onSaved: () => setOpened(false),
  });
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setOpened(true)}>
        {t("domains.remove")}
      </Button>
      <ConfirmByName
        opened={opened}
        title={t("domains.remove_title")}
        text={t("domains.remove_text")}
        name={domain}
        confirm={t("domains.remove")}
        doing={remove}
        onConfirm={() => remove.mutate()}
        onClose={() => setOpened(false)}
      />
    </>
  );
}

function AddDomain() {
  const { t } = useTranslation("identity");
  const form = useForm({ mode: "controlled", initialValues: { domain: "" } });
  const add = useSave({
    changes: "settings",
    save: async (body: { domain: string }) => dataOf(await api.POST("/panel/api/domains", { body })),
    done: t("domains.added"),
    onSaved: () => form.reset(),
  });
  const rest = useFormProblems(form, add.error);
  return (
    <form onSubmit={form.onSubmit((values) => add.mutate(values))} noValidate>
      <Stack gap="sm">
        <ProblemAlert error={rest} />
        <TextInput
          label={t("domains.add_label")}
          description={t("domains.add_text")}
          maxLength={253}
          spellCheck={false}
          {...form.getInputProps("domain")}
        />
        <div>
          <Button type="submit" variant="default" loading={add.isPending} disabled={form.values.domain.trim() === ""}>
            {t("domains.add")}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
