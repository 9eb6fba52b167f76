import { Button, NativeSelect, PasswordInput, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { useSave } from "../../components/forms/use-save.ts";
import { Section } from "../../components/section.tsx";
import { CopyField } from "../../components/values/copy-field.tsx";
import { keepSetUp, type Provider, type SetUp } from "./identity-data.ts";
import { ProviderProblem } from "./provider-problem.tsx";

type Values = {
  issuer: string;
  client_id: string;
  authentication: "client_secret_basic" | "private_key_jwt";
  client_secret: string;
  external_id_claim: string;
  step_up_acr: string;
  scopes: string;
  sign_out_there: boolean;
};

/** The settings of an OpenID Connect provider, and our addresses for it. The secret is never shown again. */
export function ProviderForm({ set_up }: { set_up: SetUp }) {
  const { t } = useTranslation("identity");
  const provider = set_up.provider?.protocol === "oidc" ? set_up.provider : null;
  const form = useForm<Values>({ mode: "controlled", initialValues: valuesOf(provider) });
  const save = useSave({
    changes: "settings",
    save: async ({ client_secret, external_id_claim, step_up_acr, scopes, ...rest }: Values) => {
      const with_secret = rest.authentication === "client_secret_basic" && client_secret !== "" ? { client_secret } : {};
      const claims = {
        external_id_claim: external_id_claim.trim() || null,
        step_up_acr: step_up_acr.trim() || null,
        scopes: scopes.trim() || null,
      };
      const body = { ...rest, ...with_secret, ...claims };
      return dataOf(await api.PUT("/panel/api/identity-provider", { body }));
    },
    done: t("form.saved"),
    onSaved: keepSetUp,
  });
  const rest = useFormProblems(form, save.error);
  const { authentication } = form.values;
  return (
    <Section title={t("form.title")}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack gap="md">
          <OurAddresses set_up={set_up} />
          <ProviderProblem error={rest} />
          <TextInput
            label={t("form.issuer")}
            description={t("form.issuer_text")}
            required
            maxLength={500}
            spellCheck={false}
            {...form.getInputProps("issuer")}
          />
          <TextInput
            label={t("form.client_id")}
            required
            maxLength={300}
            spellCheck={false}
            autoComplete="off"
            {...form.getInputProps("client_id")}
          />
          <NativeSelect
            label={t("form.authentication")}
            description={t("form.authentication_text")}
            data={(["client_secret_basic", "private_key_jwt"] as const).map((value) => ({ value, label: t(`form.${value}`) }))}
            {...form.getInputProps("authentication")}
          />
          {authentication === "client_secret_basic" ? (
            <PasswordInput
              label={t("form.client_secret")}
              description={
                provider?.authentication === "client_secret_basic" ? t("form.client_secret_kept") : t("form.client_secret_text")
              }
              maxLength={1_000}
              autoComplete="off"
              visibilityToggleButtonProps={{ "aria-label": t("common:show_password") }}
              {...form.getInputProps("client_secret")}
            />
          ) : null}
          {authentication === "private_key_jwt" && provider?.public_jwk ? (
            <CopyField
              label={t("form.public_jwk")}
              description={t("form.public_jwk_text")}
              value={JSON.stringify(provider.public_jwk)}
            />
          ) : null}
          <ClaimFields form={form} />
          <SignOutFields form={form} signed_out_uri={set_up.signed_out_uri} />
          <div>
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              {t("common:save")}
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  );
}

/** The claims about people in its tokens, and those that a confirmation must have. */
function ClaimFields({ form }: { form: ReturnType<typeof useForm<Values>> }) {
  const { t } = useTranslation("identity");
  return (
    <>
      <TextInput
        label={t("form.external_id_claim")}
        description={t("form.external_id_claim_text")}
        maxLength={100}
        spellCheck={false}
        {...form.getInputProps("external_id_claim")}
      />
      <TextInput
        label={t("form.step_up_acr")}
        description={t("form.step_up_acr_text")}
        maxLength={300}
        spellCheck={false}
        {...form.getInputProps("step_up_acr")}
      />
      <TextInput
        label={t("form.scopes")}
        description={t("form.scopes_text")}
        maxLength={200}
        spellCheck={false}
        {...form.getInputProps("scopes")}
      />
    </>
  );
}

function SignOutFields({ form, signed_out_uri }: { form: ReturnType<typeof useForm<Values>>; signed_out_uri: string }) {
  const { t } = useTranslation("identity");
  return (
    <>
      <Switch
        label={t("form.sign_out_there")}
        description={t("form.sign_out_there_text")}
        {...form.getInputProps("sign_out_there", { type: "checkbox" })}
      />
      {form.values.sign_out_there ? (
        <CopyField label={t("form.signed_out_uri")} description={t("form.signed_out_uri_text")} value={signed_out_uri} />
      ) : null}
    </>
  );
}

/** Our addresses, to be entered at the provider. */
function OurAddresses({ set_up: { redirect_uri, logout_uri } }: { set_up: SetUp }) {
  const { t } = useTranslation("identity");
  return (
    <>
      <CopyField label={t("form.redirect_uri")} description={t("form.redirect_uri_text")} value={redirect_uri} />
      <CopyField label={t("form.logout_uri")} description={t("form.logout_uri_text")} value={logout_uri} />
    </>
  );
}

function valuesOf(provider: Provider | null): Values {
  return {
    issuer: provider?.issuer ?? "",
    client_id: provider?.client_id ?? "",
    authentication: provider?.authentication === "private_key_jwt" ? "private_key_jwt" : "client_secret_basic",
    client_secret: "",
    external_id_claim: provider === null ? "sub" : (provider.external_id_claim ?? ""),
    step_up_acr: provider?.step_up_acr ?? "",
    scopes: provider?.scopes ?? "",
    sign_out_there: provider?.sign_out_there ?? false,
  };
}
