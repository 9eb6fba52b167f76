import { useTranslation } from "react-i18next";
import { SidePanel } from "../../components/side-panel.tsx";
import type { Pair } from "./pair.ts";
import { Why } from "./why.tsx";

/** Why a flag is what it is, when time will change it, on which records it is based, and what can be done. */
export function Explanation({ pair, as_of, onClose }: { pair: Pair | null; as_of: string; onClose: () => void }) {
  const { t } = useTranslation("matrix");
  return (
    <SidePanel
      opened={pair !== null}
      onClose={onClose}
      title={pair ? t("explain.title", { name: pair.name ?? "–", code: pair.course_code }) : ""}
    >
      {pair ? <Why user_id={pair.user_id} name={pair.name} course={{ course_code: pair.course_code }} as_of={as_of} /> : null}
    </SidePanel>
  );
}
