import { Button } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import {
  answerPasskey,
  knowsPasskeys,
  offerNoMore,
  offerPasskeys,
  type PasskeyAnswer,
  type PasskeyRequest,
} from "../../api/passkeys.ts";
import { replaceSession, type Session } from "../../api/session.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { namingOrganisation, rememberTenantCode } from "./tenant-code.ts";

/** The browser's suggestion is renewed before its challenge expires (after 5 minutes). */
const offer_again_ms = 240_000;

/** Signs in by a passkey, without login and password. `busy`: the user is signing in another way. */
export function PasskeySignIn({ tenant_code, busy }: { tenant_code: string; busy: boolean }) {
  const { t } = useTranslation("sign-in");
  const client = useQueryClient();
  const sign_in = useMutation({
    mutationFn: async (offered: PasskeyAnswer | null) =>
      signInBy(offered ?? (await answerPasskey(await askFor(tenant_code))), tenant_code),
    onSuccess: (session) => {
      rememberTenantCode(session.organisation.code);
      replaceSession(client, session);
    },
  });
  useOffer(busy || sign_in.isPending || sign_in.isSuccess, tenant_code, sign_in.mutate);
  if (!knowsPasskeys()) return null;
  return (
    <>
      <ProblemAlert error={sign_in.error} />
      <Button
        variant="default"
        fullWidth
        leftSection={<IconKey size={16} aria-hidden />}
        loading={sign_in.isPending || sign_in.isSuccess}
        onClick={() => sign_in.mutate(null)}
      >
        {t("passkey.submit")}
      </Button>
    </>
  );
}

async function askFor(tenant_code: string): Promise<PasskeyRequest> {
  return dataOf(await api.POST("/panel/api/sign-in/passkey/request", { headers: namingOrganisation(tenant_code) }));
}

async function signInBy(passkey: PasskeyAnswer, tenant_code: string): Promise<Session> {
  const its_own = namingOrganisation(organisationIn(passkey.user_handle ?? ""));
  const headers = { ...namingOrganisation(tenant_code), ...its_own };
  return dataOf(await api.POST("/panel/api/sign-in/passkey", { body: { passkey }, headers }));
}

/** Suggests the browser's passkeys in the login field, unless `busy`; calls `chosen` with the answer of the chosen one. */
function useOffer(busy: boolean, tenant_code: string, chosen: (passkey: PasskeyAnswer) => void): void {
  const now = useRef({ busy, tenant_code });
  useEffect(() => {
    now.current = { busy, tenant_code };
  }, [busy, tenant_code]);
  useEffect(() => {
    const offer = async () => {
      if (now.current.busy) return;
      const passkey = await offerPasskeys(() => askFor(now.current.tenant_code));
      if (passkey !== null && !now.current.busy) chosen(passkey);
    };
    void offer();
    const timer = setInterval(() => void offer(), offer_again_ms);
    return () => {
      clearInterval(timer);
      void offerNoMore();
    };
  }, [chosen]);
}

const account_bytes = 16;

/** The organisation's code, which follows the account's id in a passkey's user handle; a proxy in front finds the node by it. */
function organisationIn(user_handle: string): string {
  try {
    return atob(user_handle.replaceAll("-", "+").replaceAll("_", "/")).slice(account_bytes);
  } catch {
    return "";
  }
}
