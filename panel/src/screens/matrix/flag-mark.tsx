import { useTranslation } from "react-i18next";
import { type Flag, flags } from "../../components/values/flags.ts";

/** A flag as in the matrix, a letter on a colour; its name stands beside it. */
export function FlagMark({ flag }: { flag: Flag }) {
  const { t } = useTranslation("matrix");
  return <span className="matrix-mark" data-tone={flags[flag].tone} data-letter={t(`common:flag_letter.${flag}`)} aria-hidden />;
}
