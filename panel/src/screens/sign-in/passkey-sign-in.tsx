import { Button } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { answerPasskey, knowsPasskeys } from "../../api/passkeys.ts";
import { replaceSession } from "../../api/session.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { namingOrganisation, rememberTenantCode } from "./tenant-code.ts";

/** A way in without login and password: the device says who it is. */
export function PasskeySignIn({ tenant_code }: { tenant_code: string }) {
  const { t } = useTranslation("sign-in");
  const client = useQueryClient();
  const sign_in = useMutation({
    mutationFn: async () => {
      const headers = namingOrganisation(tenant_code);
      const passkey = await answerPasskey(dataOf(await api.POST("/panel/api/sign-in/passkey/request", { headers })));
      const its_own = namingOrganisation(organisationIn(passkey.user_handle ?? ""));
      return dataOf(await api.POST("/panel/api/sign-in/passkey", { body: { passkey }, headers: { ...headers, ...its_own } }));
    },
    onSuccess: (session) => {
      rememberTenantCode(session.organisation.code);
      replaceSession(client, session);
    },
  });
  if (!knowsPasskeys()) return null;
  return (
    <>
      <ProblemAlert error={sign_in.error} />
      <Button
        variant="default"
        fullWidth
        leftSection={<IconKey size={16} aria-hidden />}
        loading={sign_in.isPending || sign_in.isSuccess}
        onClick={() => sign_in.mutate()}
      >
        {t("passkey.submit")}
      </Button>
    </>
  );
}

const account_bytes = 16;

/** The organisation's code, which a passkey keeps behind the account's id; a proxy in front finds the node by it. */
function organisationIn(user_handle: string): string {
  try {
    return atob(user_handle.replaceAll("-", "+").replaceAll("_", "/")).slice(account_bytes);
  } catch {
    return "";
  }
}
