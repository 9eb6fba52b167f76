import i18next, { type TFunction } from "i18next";
import { passkey_not_given_code, passkey_there_code } from "../../api/passkeys.ts";
import { ApiProblem, type FieldProblem, offline_code, timeout_code } from "../../api/problem.ts";

/** The words for a failure: our own text where there is one for its code, otherwise the problem's. */
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

/**
 * The server writes in English, and more exactly than a text for all problems of a code. So English prefers the server's text,
 * and other languages prefer their own.
 */
function inOwnWords(servers: string | null, own: string): string | null {
  return (i18next.language.startsWith("en") ? servers || own : own || servers) || null;
}
