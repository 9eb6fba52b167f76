import { Button, Group, Paper, SegmentedControl, SimpleGrid, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { DateField } from "../../components/forms/date-field.tsx";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { linkTo } from "../../components/values/link.tsx";
import { Page } from "../../components/page.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { UnsavedGuard } from "../../components/forms/unsaved-guard.tsx";
import { useDraft } from "../../components/forms/use-draft.ts";
import { useReadAgain } from "../../components/forms/use-save.ts";
import { linesOf, type Scope } from "./client-data.ts";
import { ClientSecret } from "./client-secret.tsx";
import {
  AllowListField,
  DpopField,
  field_names,
  HostsField,
  LimitFields,
  MethodsField,
  ProfileField,
  ScopesField,
  type SettingsForm,
} from "./settings-fields.tsx";
import { useSetup } from "./use-setup.ts";

const presets: Readonly<Record<string, Scope[]>> = {
  hr_sync: ["users:read", "users:write"],
  reporting: ["users:read", "compliance:read"],
  identity_provider: ["scim"],
  custom: [],
};
const purposes: readonly SettingsForm["purpose"][] = ["hr_sync", "reporting", "identity_provider", "custom"];
const expiries = ["never", "90", "180", "365", "date"] as const;

type Form = UseFormReturnType<SettingsForm>;

/** Creates a client on one page: purpose, scopes, limits, and then its secret. */
export function CreateClient() {
  const { t } = useTranslation("clients");
  const navigate = useNavigate();
  const setup = useSetup();
  const form = useNewClient();
  const { create, made } = useCreate();
  const rest = useFormProblems(form, create.error, field_names);
  const draft = useDraft(form, "client", { done: made });
  const leave = () => {
    const id = create.data?.client.id ?? "";
    create.reset();
    void navigate(linkTo({ to: "/clients/$client_id", params: { client_id: id } }));
  };
  return (
    <Page
      title={t("create.title")}
      description={t("create.description")}
      parents={[{ title: t("list.title"), to: "/clients" }]}
      width="narrow"
    >
      <UnsavedGuard dirty={form.isDirty() && !made} draft={draft} />
      <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
        <Stack gap="md">
          <ProblemAlert error={rest} />
          <ProblemAlert error={setup.error} retry={() => void setup.refetch()} />
          <Part title={t("create.purpose")}>
            <Purpose form={form} />
            <TextInput
              label={t("field.name")}
              description={t("field.name_text")}
              required
              maxLength={100}
              {...form.getInputProps("name")}
            />
          </Part>
          <Part title={t("create.may")}>
            <ScopesField form={form} />
            {form.values.scopes.includes("scim") ? <ProfileField form={form} /> : null}
            <MethodsField form={form} />
            <DpopField form={form} />
          </Part>
          <Part title={t("create.from")}>
            <AllowListField form={form} setup={setup.data} />
            {form.values.scopes.includes("webhooks:manage") ? <HostsField form={form} /> : null}
          </Part>
          <Part title={t("create.until")}>
            <Expiry form={form} />
            <LimitFields form={form} setup={setup.data} />
          </Part>
          <Group>
            <Button type="submit" loading={create.isPending}>
              {t("create.submit")}
            </Button>
            <Text size="sm" c="dimmed">
              {t("create.next")}
            </Text>
          </Group>
        </Stack>
      </form>
      <ClientSecret client={create.data?.client ?? null} secret={create.data?.secret ?? null} forget={leave} />
    </Page>
  );
}

function useNewClient() {
  const { t } = useTranslation("clients");
  return useForm<SettingsForm>({
    initialValues: {
      name: "",
      scopes: [],
      methods: ["api_key", "oauth2"],
      dpop_bound_access_tokens: false,
      ip_allowlist: "",
      webhook_hosts: "",
      expires_on: dayIn(365),
      scim_profile: "generic",
      per_minute: "",
      burst: "",
      per_day: "",
      purpose: "custom",
      expiry: "365",
    },
    validate: {
      name: (value) => (value.trim() === "" ? t("field.name_missing") : null),
      scopes: (value) => (value.length === 0 ? t("field.scopes_missing") : null),
      methods: (value) => (value.length === 0 ? t("field.methods_missing") : null),
    },
  });
}

/** `made` stays after the dialog has forgotten the secret. */
function useCreate() {
  const readAgain = useReadAgain("clients");
  const [made, setMade] = useState(false);
  const create = useMutation({
    mutationFn: async (values: SettingsForm) => dataOf(await api.POST("/panel/api/clients", { body: bodyOf(values) })),
    // The secret is kept only in this mutation, until the dialog forgets it.
    gcTime: 0,
    onSuccess: () => {
      setMade(true);
      void readAgain();
    },
  });
  return { create, made };
}

/** The purpose of the client; the choice fills in scopes and name. */
function Purpose({ form }: { form: Form }) {
  const { t } = useTranslation("clients");
  const choose = (value: SettingsForm["purpose"]) => {
    form.setFieldValue("purpose", value);
    if (value !== "custom") form.setFieldValue("scopes", presets[value]!);
    form.setFieldValue("scim_profile", value === "identity_provider" ? "entra" : "generic");
    if (form.values.name === "" || purposes.some((one) => form.values.name === t(`preset.${one}`)))
      form.setFieldValue("name", value === "custom" ? "" : t(`preset.${value}`));
  };
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
      {purposes.map((one) => (
        <PurposeButton key={one} purpose={one} chosen={form.values.purpose === one} onClick={() => choose(one)} />
      ))}
    </SimpleGrid>
  );
}

type PurposeButtonProps = { purpose: SettingsForm["purpose"]; chosen: boolean; onClick: () => void };

function PurposeButton({ purpose, chosen, onClick }: PurposeButtonProps) {
  const { t } = useTranslation("clients");
  return (
    <Button
      variant={chosen ? "light" : "default"}
      aria-pressed={chosen}
      h="auto"
      py="xs"
      styles={{ label: { whiteSpace: "normal", textAlign: "left" }, inner: { justifyContent: "flex-start" } }}
      onClick={onClick}
    >
      <span>
        {t(`preset.${purpose}`)}
        <Text size="xs" {...(chosen ? {} : { c: "dimmed" })} component="span" display="block" fw={400}>
          {t(`preset_text.${purpose}`)}
        </Text>
      </span>
    </Button>
  );
}

function Expiry({ form }: { form: Form }) {
  const { t } = useTranslation("clients");
  const { expiry } = form.values;
  const expire = (value: SettingsForm["expiry"]) => {
    form.setFieldValue("expiry", value);
    if (value !== "date") form.setFieldValue("expires_on", value === "never" ? "" : dayIn(Number(value)));
  };
  return (
    <>
      <SegmentedControl
        aria-label={t("create.until")}
        value={expiry}
        onChange={expire}
        data={expiries.map((value) => ({ value, label: t(`expiry.${value}`) }))}
      />
      {expiry === "date" ? <DateField label={t("field.expires_on")} {...form.getInputProps("expires_on")} /> : null}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper p="md" component="section">
      <Stack gap="sm">
        <Title order={2}>{title}</Title>
        {children}
      </Stack>
    </Paper>
  );
}

function dayIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** The request's body; clients of identity providers get limits that do not slow down a synchronisation. */
function bodyOf(values: SettingsForm) {
  const { ip_allowlist, webhook_hosts, expires_on, per_minute, burst, per_day, name, purpose, expiry: _, ...rest } = values;
  const given = Object.fromEntries(Object.entries({ per_minute, burst, per_day }).filter(([, value]) => value !== ""));
  const profile = purpose === "identity_provider" ? { profile: "identity_provider" as const } : {};
  return {
    ...rest,
    name: name.trim(),
    ip_allowlist: linesOf(ip_allowlist),
    webhook_hosts: linesOf(webhook_hosts),
    expires_on: expires_on === "" ? null : expires_on,
    rate: { ...profile, ...given },
  };
}
