import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import { ConfirmDialog } from "../../components/forms/dialog-form.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { todayIn, useClock } from "../../components/values/when.tsx";
import { useTrainingReason } from "../people/people-data.ts";
import type { Licence } from "./licence-data.ts";

const day_ms = 86_400_000;

/** Ends a licence as of yesterday, so that nothing more is assigned by it. Setting a later last day reverses it. */
export function EndLicence({ licence: { id, name, state, valid_from } }: { licence: Licence }) {
  const { t } = useTranslation("catalogue");
  const { now, zone } = useClock();
  const [asking, setAsking] = useState(false);
  const not_allowed = useTrainingReason();
  const today = todayIn(zone, now);
  const close = () => setAsking(false);
  const end = useSave({
    changes: "catalogue",
    save: () => {
      const yesterday = new Date(Date.parse(today) - day_ms).toISOString().slice(0, 10);
      return api.PATCH("/panel/api/licenses/{id}", { params: { path: { id } }, body: { valid_until: yesterday } });
    },
    done: t("licence.end.done", { name }),
    onSaved: close,
  });
  const begins_late = valid_from !== null && valid_from >= today;
  const reason = not_allowed ?? (state === "ended" ? t("licence.end.ended") : begins_late ? t("licence.end.not_begun") : null);
  return (
    <>
      <ReasonedButton variant="default" color="red" reason={reason} onClick={() => setAsking(true)}>
        {t("licence.end.button")}
      </ReasonedButton>
      <ConfirmDialog
        opened={asking}
        onClose={close}
        title={t("licence.end.title", { name })}
        text={t("licence.end.text")}
        submit={t("licence.end.button")}
        action={end}
      />
    </>
  );
}
