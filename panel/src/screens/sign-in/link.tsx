import { Button, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { chosenBy, typedCode, waysOf, withPasskey } from "../../api/passkeys.ts";
import { isProblem } from "../../api/problem.ts";
import { replaceSession } from "../../api/session.ts";
import { Bare } from "../../app/shell/bare.tsx";
import { LinkButton } from "../../components/values/link.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { namingOrganisation, rememberTenantCode } from "./tenant-code.ts";

/**
 * Signs in by a link from a mail, from `npm start` or from `muster org apply`. The token follows the `#`, so that it reaches no
 * server and no log. It is used by a click and not when the page opens, because mail scanners open pages.
 */
export function SignInByLink() {
  const { t } = useTranslation("sign-in");
  const client = useQueryClient();
  const navigate = useNavigate();
  const [token] = useState(takeToken);
  const [code, setCode] = useState("");
  const enter = useMutation({
    mutationFn: async (by_passkey: boolean) => {
      const typed = by_passkey ? {} : typedCode(code);
      const body = { token, ...typed };
      const headers = namingOrganisation(token.split(".")[0]!);
      return withPasskey(
        async (more) => dataOf(await api.POST("/panel/api/sign-in/link", { body: { ...body, ...more }, headers })),
        chosenBy(by_passkey, typed),
      );
    },
    onSuccess: async (session) => {
      rememberTenantCode(session.organisation.code);
      replaceSession(client, session);
      await navigate({ to: "/", replace: true });
    },
  });
  const ways = waysOf(enter.error);
  const needs_code = ways.totp || ways.recovery_code || code !== "";
  const by_company = isProblem(enter.error, "COMPANY_SIGN_IN_REQUIRED");
  const is_asked = isProblem(enter.error, "SECOND_FACTOR_REQUIRED") || isProblem(enter.error, "SIGN_IN_FAILED");
  const is_refused = isProblem(enter.error) && saysUsed(enter.error.status) && !by_company && !is_asked;
  const is_used = token === "" || (is_refused && !needs_code);
  if (is_used) return <UsedLink />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    enter.mutate(false);
  };
  return (
    <Bare title={t("link.title")} text={t("link.text")}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {isProblem(enter.error, "SECOND_FACTOR_REQUIRED") && needs_code ? null : <ProblemAlert error={enter.error} />}
          {needs_code ? (
            <TextInput
              label={t("code")}
              description={t("code_description")}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              inputMode="numeric"
              autoComplete="one-time-code"
              autoFocus
              required
              maxLength={40}
            />
          ) : null}
          {by_company ? (
            <LinkButton to="/sign-in">{t("link.to_sign_in")}</LinkButton>
          ) : (
            <Button type="submit" loading={enter.isPending || enter.isSuccess} autoFocus>
              {t("link.continue")}
            </Button>
          )}
          {needs_code && ways.passkey !== null ? (
            <Button variant="default" disabled={enter.isPending} onClick={() => enter.mutate(true)}>
              {t("passkey.instead")}
            </Button>
          ) : null}
        </Stack>
      </form>
    </Bare>
  );
}

/** 421 does not count: the link is valid, but at another server. */
function saysUsed(status: number): boolean {
  return status >= 400 && status < 429 && status !== 421;
}

function UsedLink() {
  const { t } = useTranslation("sign-in");
  return (
    <Bare title={t("link.used_title")} text={t("link.used_text")}>
      <Stack gap="md">
        <LinkButton to="/reset-password">{t("link.another")}</LinkButton>
        <LinkButton to="/sign-in" variant="default">
          {t("link.to_sign_in")}
        </LinkButton>
      </Stack>
    </Bare>
  );
}

/** Reads the token and removes it from the address, and so from the browser's history. */
function takeToken(): string {
  const token = location.hash.slice(1);
  if (token !== "") history.replaceState(history.state, "", location.pathname);
  return token;
}
