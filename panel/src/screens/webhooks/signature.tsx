import { Alert, Button, Paper, PasswordInput, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { Page } from "../../components/page.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";

/** Compares body, header and secret, and shows what a receiver did wrong. */
export function SignatureTester() {
  const { t } = useTranslation("webhooks");
  const form = useForm({ initialValues: { header: "", body: "", secret: "" } });
  const check = useMutation({
    gcTime: 0,
    mutationFn: async ({ header, body, secret }: typeof form.values) =>
      dataOf(await api.POST("/panel/api/webhooks/signature-check", { body: { header, secret, body_base64: base64(body) } })),
  });
  const rest = useFormProblems(form, check.error, { "/body_base64": "body" });
  const verdict = check.data;
  return (
    <Page
      title={t("signature.title")}
      description={t("signature.description")}
      parents={[{ title: t("title"), to: "/webhooks" }]}
      width="narrow"
    >
      <Paper p="md">
        <form onSubmit={form.onSubmit((values) => check.mutate(values))}>
          <Stack gap="sm">
            <Textarea
              label={t("signature.body")}
              description={t("signature.body_text")}
              classNames={{ input: "panel-mono" }}
              minRows={5}
              maxRows={14}
              required
              spellCheck={false}
              key={form.key("body")}
              {...form.getInputProps("body")}
            />
            <TextInput
              label="X-LMS-Signature"
              placeholder="t=1770024600,v1=…"
              classNames={{ input: "panel-mono" }}
              required
              spellCheck={false}
              autoComplete="off"
              key={form.key("header")}
              {...form.getInputProps("header")}
            />
            <PasswordInput
              label={t("signature.secret")}
              description={t("signature.secret_text")}
              placeholder="whsec_…"
              required
              autoComplete="off"
              visibilityToggleButtonProps={{ "aria-label": t("common:show_password") }}
              key={form.key("secret")}
              {...form.getInputProps("secret")}
            />
            <ProblemAlert error={rest} />
            <Button type="submit" loading={check.isPending} style={{ alignSelf: "flex-start" }}>
              {t("signature.check")}
            </Button>
            <div role="status">
              {verdict ? (
                <Alert color={verdict.verdict === "valid" ? "green" : "red"} title={t(`verdict.${verdict.verdict}`)}>
                  <Text size="sm">{t(`verdict_text.${verdict.verdict}`)}</Text>
                  {verdict.expected ? (
                    <Text size="xs" className="panel-mono" mt="xs" style={{ overflowWrap: "anywhere" }}>
                      {t("signature.expected")} v1={verdict.expected}
                    </Text>
                  ) : null}
                  {verdict.age_seconds === null ? null : (
                    <Text size="xs" c="dimmed">
                      {t("signature.age", { count: verdict.age_seconds })}
                    </Text>
                  )}
                </Alert>
              ) : null}
            </div>
          </Stack>
        </form>
      </Paper>
    </Page>
  );
}

const chunk = 8_192;

function base64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += chunk) parts.push(String.fromCharCode(...bytes.subarray(at, at + chunk)));
  return btoa(parts.join(""));
}
