import { Alert, Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter, useSearch } from "@tanstack/react-router";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { chosenBy, typedCode, waysOf, withPasskey } from "../../api/passkeys.ts";
import { isProblem } from "../../api/problem.ts";
import { replaceSession, type Session, useSessionQuery } from "../../api/session.ts";
import { sharedBy } from "../../api/shared-browser.ts";
import { Bare } from "../../app/shell/bare.tsx";
import { DoorLogo } from "../../app/shell/logo.tsx";
import type { Search } from "../../app/search.ts";
import { TextLink } from "../../components/values/link.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { CompanyRefusal, CompanySignIn } from "./company-sign-in.tsx";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { namingOrganisation, rememberedTenantCode, rememberTenantCode } from "./tenant-code.ts";

type Credentials = { tenant_code: string; login: string; password: string; totp?: string };
/** `by_passkey`: the user chose a passkey where a code would be accepted too. */
type Given = Credentials & { by_passkey?: boolean };

/** Signs in with what was typed, and asks for a passkey if it is the second factor. */
async function signIn({ totp, by_passkey = false, ...rest }: Given): Promise<Session> {
  const code = by_passkey ? {} : typedCode(totp ?? "");
  const body = { ...rest, ...code };
  const headers = namingOrganisation(rest.tenant_code);
  return withPasskey(
    async (more) => dataOf(await api.POST("/panel/api/sign-in", { body: { ...body, ...more }, headers })),
    chosenBy(by_passkey, code),
  );
}

/** Asks for tenant code, login and password; the second factor is asked for once the password was accepted. */
export function SignIn() {
  const { t } = useTranslation("sign-in");
  const client = useQueryClient();
  const { history } = useRouter();
  const search: Search = useSearch({ strict: false });
  const next = nextOf(search);
  const session = useSessionQuery();
  const shared = useSharedBrowser(session.data === null);
  const [values, setValues] = useState<Credentials>(() => ({
    tenant_code: organisationOf(search) ?? rememberedTenantCode(),
    login: "",
    password: "",
    totp: "",
  }));
  const [door, setDoor] = useState(values.tenant_code);
  const sign_in = useMutation({
    mutationFn: signIn,
    onSuccess: (session, { tenant_code }) => {
      rememberTenantCode(tenant_code);
      replaceSession(client, session);
    },
  });
  const { needs_code, has_passkey } = useWays(sign_in.error);
  const code = useRef<HTMLInputElement>(null);
  useEffect(() => code.current?.focus(), [needs_code]);

  const signed_in = Boolean(session.data);
  useEffect(() => {
    if (signed_in) history.replace(`/panel${next}`);
  }, [signed_in, history, next]);
  const set = (name: keyof Credentials) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setValues((before) => ({ ...before, [name]: value }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sign_in.mutate(values);
  };
  return (
    <Bare title={t("title")} text={t("text")} logo={<DoorLogo tenant_code={door} headers={namingOrganisation(door)} />}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          {search["ended"] && !sign_in.error ? (
            <Alert color="indigo" role="status" title={t("ended.title")}>
              {t("ended.text")}
            </Alert>
          ) : null}
          <Refusal error={sign_in.error} />
          {sign_in.isIdle ? <CompanyRefusal came={search["company"]} /> : null}
          {shared ? <SharedNote /> : null}
          <Fields
            values={values}
            set={set}
            onCode={() => setDoor(values.tenant_code.trim().toUpperCase())}
            code={needs_code ? code : null}
            shared={shared}
          />
          <Button type="submit" loading={sign_in.isPending} fullWidth mt="xs">
            {t("submit")}
          </Button>
          {needs_code && has_passkey ? (
            <Button
              variant="default"
              fullWidth
              disabled={sign_in.isPending}
              onClick={() => sign_in.mutate({ ...values, by_passkey: true })}
            >
              {t("passkey.instead")}
            </Button>
          ) : null}
          <CompanySignIn tenant_code={values.tenant_code} login={values.login} next={next} />
          {shared ? null : <PasskeySignIn tenant_code={values.tenant_code} busy={sign_in.isPending} />}
          <Text size="sm" ta="center">
            <TextLink to="/reset-password">{t("forgot")}</TextLink>
          </Text>
        </Stack>
      </form>
    </Bare>
  );
}

type FieldsProps = {
  values: Credentials;
  set: (name: keyof Credentials) => (event: { currentTarget: { value: string } }) => void;
  /** Called when the last digit of the code was typed. */
  onCode: () => void;
  /** The field of the second factor; null: it is not asked for. */
  code: RefObject<HTMLInputElement | null> | null;
  /** A shared browser is asked not to store what is typed. */
  shared: boolean;
};

function Fields({ values, set, onCode, code, shared }: FieldsProps) {
  const { t } = useTranslation("sign-in");
  return (
    <>
      <TextInput
        name="tenant_code"
        label={t("tenant_code")}
        value={values.tenant_code}
        onChange={set("tenant_code")}
        onBlur={onCode}
        autoComplete="organization"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus={values.tenant_code === ""}
        required
        maxLength={64}
      />
      <TextInput
        name="login"
        label={t("login")}
        value={values.login}
        onChange={set("login")}
        autoComplete={shared ? "off" : "username webauthn"}
        spellCheck={false}
        autoFocus={values.tenant_code !== ""}
        required
        maxLength={320}
      />
      <PasswordInput
        name="password"
        label={t("password")}
        value={values.password}
        onChange={set("password")}
        autoComplete={shared ? "one-time-code" : "current-password"}
        required
        visibilityToggleButtonProps={{ "aria-label": t("common:show_password") }}
      />
      {code ? (
        <TextInput
          ref={code}
          name="totp"
          label={t("code")}
          description={t("code_description")}
          value={values.totp ?? ""}
          onChange={set("totp")}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maxLength={40}
        />
      ) : null}
    </>
  );
}

/** Every refusal looks the same, except a missing second factor. */
function Refusal({ error }: { error: unknown }) {
  const { t } = useTranslation("sign-in");
  if (isProblem(error, "SECOND_FACTOR_REQUIRED") && (waysOf(error).totp || waysOf(error).recovery_code)) return null;
  if (isProblem(error, "SIGN_IN_FAILED"))
    return (
      <Alert color="red" role="alert" title={t("failed.title")}>
        {t("failed.text")}
      </Alert>
    );
  return <ProblemAlert error={error} />;
}

/** The second factors to offer, once one was asked for. */
function useWays(error: unknown): { needs_code: boolean; has_passkey: boolean } {
  const ways = waysOf(error);
  return { needs_code: useRemembered(ways.totp || ways.recovery_code), has_passkey: useRemembered(ways.passkey !== null) };
}

/** True once `now` was true: a wrong code must not remove the code's field. */
function useRemembered(now: boolean): boolean {
  const [seen, setSeen] = useState(false);
  if (now && !seen) setSeen(true);
  return seen || now;
}

/** The organisation named by a mail's link. */
function organisationOf({ organisation }: Search): string | null {
  return typeof organisation === "string" && /^[A-Za-z0-9-]{1,64}$/.test(organisation) ? organisation : null;
}

/** The page to return to, within the panel only. */
function nextOf({ next }: Search): string {
  return typeof next === "string" && /^\/(?![/\\])/.test(next) ? next : "/";
}

/** Whether the browser is shared. Its mark is renewed while no user is signed in, so that it does not expire. */
function useSharedBrowser(signed_out: boolean): boolean {
  const shared = sharedBy() !== null;
  const { mutate } = useMutation({ mutationFn: () => api.POST("/panel/api/shared-browser") });
  useEffect(() => {
    if (shared && signed_out) mutate();
  }, [shared, signed_out, mutate]);
  return shared;
}

function SharedNote() {
  const { t } = useTranslation("sign-in");
  return (
    <Text size="sm" c="dimmed">
      {t("shared")}
    </Text>
  );
}
