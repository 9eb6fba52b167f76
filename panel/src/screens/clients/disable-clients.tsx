import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ConfirmDialog } from "../../components/forms/dialog-form.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { useReadAgain } from "../../components/forms/use-save.ts";
import { toast } from "../../components/toast.ts";
import type { Client } from "./client-data.ts";

/** Disables the selected clients, after their number was confirmed. */
export function DisableClients({ clients, done }: { clients: readonly Client[]; done: () => void }) {
  const { t } = useTranslation("clients");
  const [asked, setAsked] = useState(false);
  const able = clients.filter(({ state }) => state !== "disabled" && state !== "revoked");
  const disable = useMutation({
    mutationFn: async () => dataOf(await api.POST("/panel/api/clients/disable", { body: { ids: able.map(({ id }) => id) } })),
    onSuccess: ({ disabled }) => {
      setAsked(false);
      toast.done(t("bulk.done", { count: disabled }));
      done();
    },
    onSettled: useReadAgain("clients"),
  });
  const ask = () => {
    disable.reset();
    setAsked(true);
  };
  return (
    <>
      <ReasonedButton size="xs" variant="default" reason={able.length === 0 ? t("bulk.nothing") : null} onClick={ask}>
        {t("bulk.disable")}
      </ReasonedButton>
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        title={t("bulk.title", { count: able.length })}
        text={t("bulk.text", { names: able.map(({ name }) => name).join(", ") })}
        submit={t("bulk.confirm", { count: able.length })}
        action={disable}
      />
    </>
  );
}
