import { Button, Group, PasswordInput, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../../api/client.ts";
import { useFormProblems } from "../../../components/forms/form-problems.ts";
import { useSave } from "../../../components/forms/use-save.ts";
import { keepSetUp, type SetUp } from "../identity-data.ts";
import { ProviderProblem } from "../provider-problem.tsx";
import { no_facts, type Fact, type OidcGuide, type SamlGuide } from "./products.ts";

type Values = Record<Fact, string> & { client_id: string; client_secret: string };
type Guide = OidcGuide | SamlGuide;

const metadata_chars_max = 262_144;

/**
 * Fields for the values that the provider shows, under the provider's own names. They give the address of its discovery document
 * or metadata.
 */
export function ConnectStep({ guide, next }: { guide: Guide; next: () => void }) {
  const { t } = useTranslation("identity-wizard");
  const form = useForm<Values>({ mode: "controlled", initialValues: { ...no_facts, client_id: "", client_secret: "" } });
  const save = useSave({
    changes: "settings",
    save: async (values: Values) => send(guide, values),
    done: t("identity:form.saved"),
    onSaved: (set_up, client) => {
      keepSetUp(set_up, client);
      next();
    },
  });
  const rest = useFormProblems(form, save.error);
  const address = guide.addressOf(form.values);
  const is_known = address !== null || (guide.protocol === "saml" && form.values.metadata.trim() !== "");
  const has_client = guide.protocol === "saml" || (form.values.client_id.trim() !== "" && form.values.client_secret !== "");
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="md">
        <Text size="sm">{t("connect.text")}</Text>
        <ProviderProblem error={rest} />
        {guide.facts.map(({ fact, name, example }) =>
          fact === "metadata" ? (
            <Textarea
              key={fact}
              label={name}
              description={t("connect.paste")}
              placeholder={example}
              maxLength={metadata_chars_max}
              rows={4}
              spellCheck={false}
              classNames={{ input: "panel-mono" }}
              {...form.getInputProps(fact)}
            />
          ) : (
            <TextInput
              key={fact}
              label={name}
              description={t("connect.example", { example })}
              maxLength={500}
              spellCheck={false}
              autoComplete="off"
              {...form.getInputProps(fact)}
            />
          ),
        )}
        {address === null ? null : (
          <div role="status">
            <Text size="sm" fw={550}>
              {t(guide.protocol === "oidc" ? "connect.discovery" : "connect.metadata")}
            </Text>
            <Text size="sm" className="panel-mono" style={{ overflowWrap: "anywhere" }}>
              {address}
            </Text>
          </div>
        )}
        {guide.protocol === "oidc" ? <ClientFields guide={guide} form={form} /> : null}
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending} disabled={!is_known || !has_client}>
            {t("connect.save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function ClientFields({ guide, form }: { guide: OidcGuide; form: ReturnType<typeof useForm<Values>> }) {
  const { t } = useTranslation("identity-wizard");
  return (
    <>
      <TextInput
        label={guide.client_id}
        maxLength={300}
        spellCheck={false}
        autoComplete="off"
        {...form.getInputProps("client_id")}
      />
      <PasswordInput
        label={guide.client_secret}
        description={t("identity:form.client_secret_text")}
        maxLength={1_000}
        autoComplete="off"
        visibilityToggleButtonProps={{ "aria-label": t("common:show_password") }}
        {...form.getInputProps("client_secret")}
      />
    </>
  );
}

/** The contexts for confirmations are sent unchanged; they are edited on the page of the set-up. */
async function send(guide: Guide, values: Values): Promise<SetUp> {
  const address = guide.addressOf(values);
  const { external_id_claim } = guide;
  if (guide.protocol === "oidc") {
    const body = {
      issuer: address ?? "",
      client_id: values.client_id.trim(),
      authentication: "client_secret_basic",
      client_secret: values.client_secret.trim(),
      external_id_claim,
      ...(guide.scopes === undefined ? {} : { scopes: guide.scopes }),
    } as const;
    return dataOf(await api.PUT("/panel/api/identity-provider", { body }));
  }
  const { subject_attribute, email_attribute } = guide;
  const body = {
    ...(address === null ? { metadata: values.metadata.trim() } : { metadata_url: address }),
    subject_attribute,
    email_attribute,
    external_id_claim,
    idp_initiated: false,
  };
  return dataOf(await api.PUT("/panel/api/identity-provider/saml", { body }));
}
