import { Anchor, Button, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { useSave } from "../../components/forms/use-save.ts";
import { Section } from "../../components/section.tsx";
import { CopyField } from "../../components/values/copy-field.tsx";
import { Certificates } from "./certificates.tsx";
import { keepSetUp, type SetUp } from "./identity-data.ts";
import { ProviderProblem } from "./provider-problem.tsx";

type Values = {
  metadata_url: string;
  metadata: string;
  subject_attribute: string;
  email_attribute: string;
  external_id_claim: string;
  step_up_acr: string;
  idp_initiated: boolean;
};

const metadata_chars_max = 262_144;

/** A SAML provider: our addresses and metadata for it, and its metadata for us. */
export function SamlForm({ set_up }: { set_up: SetUp }) {
  const { t } = useTranslation("identity");
  const saml = set_up.provider?.saml ?? null;
  const form = useForm<Values>({ mode: "controlled", initialValues: valuesOf(set_up) });
  const save = useSave({
    changes: "settings",
    save: async (values: Values) => send(values, set_up),
    done: t("form.saved"),
    onSaved: keepSetUp,
  });
  const rest = useFormProblems(form, save.error);
  return (
    <Section title={t("form.title")}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack gap="md">
          <CopyField label={t("saml.acs")} description={t("saml.acs_text")} value={set_up.redirect_uri} />
          <CopyField label={t("saml.entity_id")} description={t("saml.entity_id_text")} value={set_up.entity_id} />
          {saml === null ? null : (
            <div>
              <Anchor href={set_up.entity_id} size="sm">
                {t("saml.download")}
              </Anchor>
            </div>
          )}
          <ProviderProblem error={rest} />
          {saml === null ? null : <Certificates certificates={saml.certificates} issuer={set_up.provider!.issuer} />}
          <MetadataFields form={form} known={saml !== null} />
          <AttributeFields form={form} />
          <Switch
            label={t("saml.idp_initiated")}
            description={t("saml.idp_initiated_text")}
            {...form.getInputProps("idp_initiated", { type: "checkbox" })}
          />
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

type Form = ReturnType<typeof useForm<Values>>;

function MetadataFields({ form, known }: { form: Form; known: boolean }) {
  const { t } = useTranslation("identity");
  return (
    <>
      <TextInput
        label={t("saml.metadata_url")}
        description={t("saml.metadata_url_text")}
        maxLength={500}
        spellCheck={false}
        {...form.getInputProps("metadata_url")}
      />
      <Textarea
        label={t("saml.metadata")}
        description={t(known ? "saml.metadata_kept" : "saml.metadata_text")}
        maxLength={metadata_chars_max}
        rows={4}
        spellCheck={false}
        classNames={{ input: "panel-mono" }}
        {...form.getInputProps("metadata")}
      />
    </>
  );
}

function AttributeFields({ form }: { form: Form }) {
  const { t } = useTranslation("identity");
  return (
    <>
      {(["subject_attribute", "email_attribute", "external_id_claim"] as const).map((name) => (
        <TextInput
          key={name}
          label={t(`saml.${name}`)}
          description={t(`saml.${name}_text`)}
          maxLength={200}
          spellCheck={false}
          {...form.getInputProps(name)}
        />
      ))}
      <TextInput
        label={t("form.step_up_acr")}
        description={t("form.step_up_acr_text")}
        maxLength={300}
        spellCheck={false}
        {...form.getInputProps("step_up_acr")}
      />
    </>
  );
}

async function send(values: Values, { provider }: SetUp): Promise<SetUp> {
  const metadata = values.metadata.trim();
  const metadata_url = values.metadata_url.trim();
  const is_new = metadata_url !== "" && (metadata_url !== provider?.saml?.metadata_url || metadata === "");
  const body = {
    ...(metadata === "" ? {} : { metadata }),
    ...(is_new && metadata === "" ? { metadata_url } : {}),
    subject_attribute: values.subject_attribute.trim() || null,
    email_attribute: values.email_attribute.trim() || null,
    external_id_claim: values.external_id_claim.trim() || null,
    step_up_acr: values.step_up_acr.trim() || null,
    idp_initiated: values.idp_initiated,
  };
  return dataOf(await api.PUT("/panel/api/identity-provider/saml", { body }));
}

function valuesOf({ provider }: SetUp): Values {
  const saml = provider?.saml ?? null;
  return {
    metadata_url: saml?.metadata_url ?? "",
    metadata: "",
    subject_attribute: saml?.subject_attribute ?? "",
    email_attribute: saml?.email_attribute ?? "",
    external_id_claim: saml === null ? "" : (provider?.external_id_claim ?? ""),
    step_up_acr: saml === null ? "" : (provider?.step_up_acr ?? ""),
    idp_initiated: saml?.idp_initiated ?? false,
  };
}
