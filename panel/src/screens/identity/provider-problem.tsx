import { Alert, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { isProblem } from "../../api/problem.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";

/** Why the provider cannot be used, and how to correct it; other failures are shown as everywhere. */
export function ProviderProblem({ error }: { error: unknown }) {
  const { t } = useTranslation("identity");
  if (!isProblem(error, "PROVIDER_NOT_USABLE") || typeof error.members["refusal"] !== "string")
    return <ProblemAlert error={error} />;
  const { refusal, said } = error.members;
  return (
    <Alert color="red" role="alert" title={t("not_usable")}>
      <Text size="sm">{t(`refusal.${refusal}`)}</Text>
      {typeof said === "string" ? (
        <Text size="sm" className="panel-mono" style={{ overflowWrap: "anywhere" }}>
          {said}
        </Text>
      ) : null}
    </Alert>
  );
}
