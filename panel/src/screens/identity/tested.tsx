import { Alert } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Search } from "../../app/search.ts";

const tones = { ok: "green", unknown: "yellow", failed: "red" } as const;

/** The result of the test sign-in from which the administrator has just returned. */
export function Tested() {
  const { t } = useTranslation("identity");
  const search: Search = useSearch({ strict: false });
  const test = search["test"];
  if (test !== "ok" && test !== "unknown" && test !== "failed") return null;
  return (
    <Alert color={tones[test]} role="status" title={t(`test.${test}`)}>
      {t(`test.${test}_text`)}
    </Alert>
  );
}
