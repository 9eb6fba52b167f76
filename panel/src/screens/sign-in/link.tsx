import { Button, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../api/call.ts";
import { isProblem } from "../../api/problem.ts";
import { type Session, session_key } from "../../api/session.ts";
import { Bare } from "../../app/bare.tsx";
import { LinkButton } from "../../components/link.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { NewPassword } from "./new-password.tsx";

/**
 * A link from a mail, from `npm start` or from `muster org apply`; the token stands behind the `#`, which no server and no log sees.
 * It is used by a click and not by opening the page: mail scanners open pages.
 */
export function SignInByLink() {
  const { t } = useTranslation("sign-in");
  const client = useQueryClient();
  const navigate = useNavigate();
  const [token] = useState(takeToken);
  const enter = useMutation({
    mutationFn: () => call<Session>("POST", "/panel/api/sign-in/link", { body: { token } }),
    onSuccess: async (session) => {
      client.clear();
      client.setQueryData(session_key, session);
      if (!session.must_set_password) await navigate({ to: "/", replace: true });
    },
  });
  if (enter.data?.must_set_password) {
    return (
      <Bare title={t("new_password.title")}>
        <NewPassword account={enter.data.account.name} onDone={() => void navigate({ to: "/", replace: true })} />
      </Bare>
    );
  }
  const is_used = token === "" || (isProblem(enter.error) && enter.error.status < 429);
  return (
    <Bare title={is_used ? t("link.used_title") : t("link.title")}>
      <Stack gap="md">
        {is_used ? (
          <>
            <Text size="sm">{t("link.used_text")}</Text>
            <LinkButton to="/reset-password">{t("link.new_one")}</LinkButton>
            <LinkButton to="/sign-in" variant="default">
              {t("link.to_sign_in")}
            </LinkButton>
          </>
        ) : (
          <>
            <ProblemAlert error={enter.error} />
            <Text size="sm">{t("link.text")}</Text>
            <Button onClick={() => enter.mutate()} loading={enter.isPending || enter.isSuccess} autoFocus>
              {t("link.continue")}
            </Button>
          </>
        )}
      </Stack>
    </Bare>
  );
}

/** Reads the token and takes it out of the address, and so out of the history. */
function takeToken(): string {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const token = parameters.get("token") ?? new URLSearchParams(location.search).get("token") ?? "";
  history.replaceState(history.state, "", location.pathname);
  return token;
}
