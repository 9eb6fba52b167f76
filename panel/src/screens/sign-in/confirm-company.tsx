import { Alert, Button, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { Search } from "../../app/search.ts";
import { Bare } from "../../app/shell/bare.tsx";
import { announceConfirmed } from "../../components/forms/confirmed-elsewhere.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { LinkButton } from "../../components/values/link.tsx";
import { CompanyRefusal } from "./company-sign-in.tsx";

/** A window for the confirmation at the company's identity provider. The page that asked for it waits in the other window. */
export function ConfirmCompany() {
  const { t } = useTranslation("sign-in");
  const search: Search = useSearch({ strict: false });
  const came = search["came"];
  return (
    <Bare title={t("confirm.title")}>
      <Stack gap="md">{came === "ok" ? <Confirmed /> : <Departing came={came} />}</Stack>
    </Bare>
  );
}

function Confirmed() {
  const { t } = useTranslation("sign-in");
  useEffect(() => {
    announceConfirmed();
    // Not every browser lets a window close itself after it was at another site.
    window.close();
  }, []);
  return (
    <>
      <Alert color="green" role="status" title={t("confirm.done_title")}>
        {t("confirm.done_text")}
      </Alert>
      <LinkButton to="/" variant="default">
        {t("confirm.to_panel")}
      </LinkButton>
    </>
  );
}

/** Goes to the provider automatically at first; after a refusal, only by the button. */
function Departing({ came }: { came: unknown }) {
  const { t } = useTranslation("sign-in");
  const depart = useMutation({
    mutationFn: async () => dataOf(await api.POST("/panel/api/step-up/company")),
    onSuccess: (departure) => location.assign(departure.location),
  });
  const { mutate } = depart;
  const gone = useRef(false);
  useEffect(() => {
    if (gone.current || came !== undefined) return;
    gone.current = true;
    mutate();
  }, [came, mutate]);
  return (
    <>
      {depart.isIdle ? <CompanyRefusal came={came} /> : null}
      <ProblemAlert error={depart.error} />
      <Text size="sm">{t("confirm.text")}</Text>
      <Button loading={depart.isPending || depart.isSuccess} onClick={() => mutate()}>
        {t("confirm.go")}
      </Button>
    </>
  );
}
