import { Button, Group, Paper, Stack, TextInput } from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { Search } from "../../app/search.ts";
import { DateField } from "../../components/forms/date-field.tsx";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { toast } from "../../components/toast.ts";
import { UnsavedGuard } from "../../components/forms/unsaved-guard.tsx";
import { useDraft } from "../../components/forms/use-draft.ts";
import { clients_key, linesOf, type Client } from "./client-data.ts";
import {
  AllowListField,
  DpopField,
  field_names,
  Hint,
  HostsField,
  LimitFields,
  MethodsField,
  ProfileField,
  ScopesField,
  type SettingsForm,
} from "./settings-fields.tsx";
import { useSetup } from "./use-setup.ts";

type Part = "access" | "limits" | "hosts";

/** One part of a client's settings, as a form of its own. */
export function ClientSettings({ client, part }: { client: Client; part: Part }) {
  const { t } = useTranslation("clients");
  const queries = useQueryClient();
  const setup = useSetup();
  const form = useForm<SettingsForm>({ initialValues: valuesOf(client) });
  const save = useMutation({
    mutationFn: async (values: SettingsForm) =>
      dataOf(await api.PATCH("/panel/api/clients/{id}", { params: { path: { id: client.id } }, body: changeOf(values, part) })),
    onSuccess: (changed) => {
      form.setInitialValues(valuesOf(changed));
      form.setValues(valuesOf(changed));
      toast.done(t("settings.saved"));
      void queries.invalidateQueries({ queryKey: clients_key });
      // These queries of the webhook form contain the client's hosts, so the form must read them again.
      for (const key of ["webhook-choices", "webhook-target"]) void queries.invalidateQueries({ queryKey: [key] });
    },
  });
  const rest = useFormProblems(form, save.error, field_names);
  const draft = useDraft(form, part);
  useHostToAdd(form, part);
  const revoked = client.state === "revoked";
  return (
    <Paper p="md" maw="48rem">
      <UnsavedGuard dirty={form.isDirty()} draft={draft} />
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack gap="md">
          <ProblemAlert error={rest} />
          {part === "access" ? (
            <>
              <TextInput label={t("field.name")} maxLength={100} {...form.getInputProps("name")} />
              <ScopesField form={form} />
              {form.values.scopes.includes("scim") ? <ProfileField form={form} /> : null}
              <MethodsField form={form} />
              <DpopField form={form} />
              <AllowListField form={form} setup={setup.data} last_used={client.last_used_at} />
              <DateField
                label={t("field.expires_on")}
                description={t("field.expires_text")}
                {...form.getInputProps("expires_on")}
              />
            </>
          ) : null}
          {part === "limits" ? (
            <>
              <Hint>{t("settings.limits_text")}</Hint>
              <LimitFields form={form} setup={setup.data} />
            </>
          ) : null}
          {part === "hosts" ? <HostsField form={form} /> : null}
          <Group>
            <Button type="submit" loading={save.isPending} disabled={revoked || !form.isDirty()}>
              {t("common:save")}
            </Button>
            {revoked ? <Hint>{t("credentials.revoked")}</Hint> : null}
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

/** A webhook form that needs a host passes it in the address. It is added to the list, and only has to be saved. */
function useHostToAdd(form: UseFormReturnType<SettingsForm>, part: Part): void {
  const { add_host }: Search = useSearch({ strict: false });
  useEffect(() => {
    const hosts = linesOf(form.getValues().webhook_hosts);
    if (part !== "hosts" || typeof add_host !== "string" || hosts.includes(add_host)) return;
    form.setFieldValue("webhook_hosts", [...hosts, add_host].join("\n"));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only once, so that the host can be removed from the list again
  }, [add_host, part]);
}

function valuesOf(client: Client): SettingsForm {
  const { name, scopes, methods, dpop_bound_access_tokens, scim_profile, rate } = client;
  return {
    name,
    scopes,
    methods,
    dpop_bound_access_tokens,
    ip_allowlist: client.ip_allowlist.join("\n"),
    webhook_hosts: client.webhook_hosts.join("\n"),
    expires_on: client.expires_on ?? "",
    scim_profile,
    per_minute: rate.per_minute ?? "",
    burst: rate.burst ?? "",
    per_day: rate.per_day ?? "",
    purpose: "custom",
    expiry: "date",
  };
}

function changeOf(values: SettingsForm, part: Part) {
  const { name, scopes, methods, dpop_bound_access_tokens, scim_profile, per_minute, burst, per_day } = values;
  const limitOf = (value: number | "") => (value === "" ? null : value);
  if (part === "hosts") return { webhook_hosts: linesOf(values.webhook_hosts) };
  if (part === "limits") return { rate: { per_minute: limitOf(per_minute), burst: limitOf(burst), per_day: limitOf(per_day) } };
  const ip_allowlist = linesOf(values.ip_allowlist);
  const expires_on = values.expires_on === "" ? null : values.expires_on;
  return { name: name.trim(), scopes, methods, dpop_bound_access_tokens, scim_profile, ip_allowlist, expires_on };
}
