import { Button, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "../../api/session.ts";
import { ConfirmDialog } from "../../components/forms/dialog-form.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { Section } from "../../components/section.tsx";
import { AnswerPart } from "./answer-part.tsx";
import { type ConsoleCall, callOf, faultsOf } from "./call.ts";
import { CallTexts } from "./call-texts-part.tsx";
import type { Operation } from "./operations.ts";
import { sendCall } from "./send.ts";

/** Characters that a header value may have. */
const sendable = /^[\x21-\x7e]+$/;

/** The parameters of one operation, the button that sends it, its answer, and the same call as a program. */
export function CallForm({ operation, api_key }: { operation: Operation; api_key: string }) {
  const { t } = useTranslation("console");
  const { organisation } = useSession();
  const [parameters, setParameters] = useState<Record<string, string>>({});
  const [body, setBody] = useState(operation.body ?? "");
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState(false);
  const send = useMutation({
    gcTime: 0,
    mutationFn: (call: ConsoleCall) => sendCall(call, organisation.code, api_key),
  });
  const faults = faultsOf(operation, { parameters, body });
  const call = faults.size === 0 ? callOf(operation, { parameters, body }) : null;
  const errorOf = (name: string) => {
    const fault = tried ? faults.get(name) : undefined;
    return fault === undefined ? null : t(`fault.${fault}`);
  };
  const has_key = sendable.test(api_key);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (call === null || !has_key) return;
    if (call.method !== "GET" && organisation.kind === "live") setAsking(true);
    else send.mutate(call);
  };
  const confirm = () => {
    setAsking(false);
    if (call !== null) send.mutate(call);
  };
  return (
    <>
      <Section title={operation.summary}>
        <form onSubmit={submit} noValidate>
          <Stack gap="sm">
            <Text size="sm" className="panel-mono">{`${operation.method} ${operation.path}`}</Text>
            <Text size="sm" c="dimmed">
              {operation.scopes.length > 0 ? t("scope", { scopes: operation.scopes.join(", ") }) : t("any_scope")}
            </Text>
            <ParameterFields operation={operation} values={parameters} errorOf={errorOf} onChange={setParameters} />
            {operation.body === null ? null : (
              <Textarea
                label={t("body")}
                description={t("body_text")}
                classNames={{ input: "panel-mono" }}
                autosize
                minRows={4}
                maxRows={20}
                spellCheck={false}
                value={body}
                error={errorOf("body")}
                onChange={(event) => setBody(event.currentTarget.value)}
              />
            )}
            {tried && !has_key ? (
              <Text size="sm" c="red" role="alert">
                {t("key_missing")}
              </Text>
            ) : null}
            <ProblemAlert error={send.error} />
            <Button type="submit" loading={send.isPending} style={{ alignSelf: "flex-start" }}>
              {t("send")}
            </Button>
          </Stack>
        </form>
      </Section>
      {send.data ? <AnswerPart answer={send.data} /> : null}
      {call === null ? null : <CallTexts call={call} />}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t("live.title", { code: organisation.code })}
        text={t("live.text", { name: organisation.name })}
        submit={t("live.send")}
        action={{ isPending: false, error: null, mutate: confirm }}
      />
    </>
  );
}

type ParameterFieldsProps = {
  operation: Operation;
  values: Readonly<Record<string, string>>;
  errorOf: (name: string) => string | null;
  onChange: (values: Record<string, string>) => void;
};

function ParameterFields({ operation, values, errorOf, onChange }: ParameterFieldsProps) {
  return operation.parameters.map(({ name, required, description, example }) => (
    <TextInput
      key={name}
      label={name}
      description={description === "" ? undefined : <span lang="en">{description}</span>}
      placeholder={example}
      required={required}
      autoComplete="off"
      spellCheck={false}
      value={values[name] ?? ""}
      error={errorOf(name)}
      onChange={(event) => onChange({ ...values, [name]: event.currentTarget.value })}
    />
  ));
}
