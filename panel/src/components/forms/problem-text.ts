import type { TFunction } from "i18next";
import { ApiProblem, offline_code, timeout_code } from "../../api/problem.ts";

/** What went wrong, in words for the reader: ours where we know better than the server, else the problem's own. */
export function problemText(error: unknown, t: TFunction): { title: string; detail: string | null } {
  if (!(error instanceof ApiProblem)) return { title: t("common:problem.unexpected"), detail: null };
  if (error.code === offline_code) return { title: t("common:problem.offline"), detail: t("common:problem.offline_detail") };
  if (error.code === timeout_code) return { title: t("common:problem.timeout"), detail: t("common:problem.timeout_detail") };
  if (error.status === 429)
    return {
      title: t("common:problem.busy"),
      detail: t("common:problem.wait", { count: Math.max(1, error.retry_after_s ?? 1) }),
    };
  if (error.status >= 500) return { title: t("common:problem.server"), detail: error.detail };
  return { title: error.title || t("common:problem.unexpected"), detail: error.detail };
}
