import { useTranslation } from "react-i18next";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { toast } from "../../components/toast.ts";
import { useTrainingReason } from "../people/people-data.ts";
import { useSave } from "../../components/forms/use-save.ts";

/** Deactivates or activates a course or path. It takes effect at once, without a confirmation, and can be undone. */
export function StateButton({ active, save }: { active: boolean; save: (active: boolean) => Promise<unknown> }) {
  const { t } = useTranslation("catalogue");
  const reason = useTrainingReason();
  const change = useSave({ changes: "catalogue", save, done: t(active ? "archived" : "restored") });
  return (
    <ReasonedButton
      variant="default"
      reason={reason}
      loading={change.isPending}
      onClick={() => change.mutate(!active, { onError: toast.failed })}
    >
      {t(active ? "archive" : "restore")}
    </ReasonedButton>
  );
}
