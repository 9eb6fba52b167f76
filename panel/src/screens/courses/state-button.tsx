import { useTranslation } from "react-i18next";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { toast } from "../../components/toast.ts";
import { useTrainingReason } from "../people/people-data.ts";
import { useSaveCatalogue } from "./course-data.ts";

/** Takes a course or path out of the catalogue, or puts it back: harmless, and at once. */
export function StateButton({ active, save }: { active: boolean; save: (active: boolean) => Promise<unknown> }) {
  const { t } = useTranslation("catalogue");
  const reason = useTrainingReason();
  const change = useSaveCatalogue(save, t(active ? "archived" : "restored"), () => undefined);
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
