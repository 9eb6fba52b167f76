import i18next, { type TFunction } from "i18next";
import { passkey_not_given_code, passkey_there_code } from "../../api/passkeys.ts";
import { ApiProblem, type FieldProblem, offline_code, timeout_code } from "../../api/problem.ts";

/** What went wrong, in words for the reader: ours where we know better than the server, else the problem's own. */
export function problemText(error: unknown, t: TFunction): { title: string; detail: string | null } {
  if (!(error instanceof ApiProblem)) return { title: t("common:problem.unexpected"), detail: null };
  if (error.code === offline_code) return { title: t("common:problem.offline"), detail: t("common:problem.offline_detail") };
  if (error.code === timeout_code) return { title: t("common:problem.timeout"), detail: t("common:problem.timeout_detail") };
  if (error.code === passkey_not_given_code)
    return { title: t("common:problem.passkey_not_given"), detail: t("common:problem.passkey_not_given_detail") };
  if (error.code === passkey_there_code)
    return { title: t("common:problem.passkey_there"), detail: t("common:problem.passkey_there_detail") };
  if (error.status === 429)
    return {
      title: t("common:problem.busy"),
      detail: t("common:problem.wait", { count: Math.max(1, error.retry_after_s ?? 1) }),
    };
  const detail = inOwnWords(error.detail, t(`problems:text.${error.code}`, { defaultValue: "" }));
  if (error.status >= 500) return { title: t("common:problem.server"), detail };
  const title = inOwnWords(error.title, t(`problems:title.${error.code}`, { defaultValue: "" }));
  return { title: title ?? t("common:problem.unexpected"), detail };
}

/** What is wrong with one field. */
export function faultText({ code, detail }: FieldProblem, t: TFunction): string {
  return inOwnWords(detail, t(`problems:fault.${code}`, { defaultValue: "" })) ?? code;
}

/** The server writes English, and more exactly than a text for all problems of a code: another language takes that text. */
function inOwnWords(servers: string | null, own: string): string | null {
  return (i18next.language.startsWith("en") ? servers || own : own || servers) || null;
}
