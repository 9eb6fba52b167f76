import { Button, FileButton, Group, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { evidence_types, sendEvidence, useEvidenceFault } from "../enrollments/evidence-file.ts";
import { useTrainingReason } from "../people/people-data.ts";

type Certificate = Pick<components["schemas"]["PanelCertificate"], "id" | "number" | "source" | "evidence">;

/** The file of external evidence: to download, add, replace or remove. */
export function EvidenceCell({ certificate: { id, number, source, evidence } }: { certificate: Certificate }) {
  const { t } = useTranslation("certificates");
  const reason = useTrainingReason("of_person");
  const faultOf = useEvidenceFault();
  const [fault, setFault] = useState<string | null>(null);
  const keep = useSave({ changes: "training", save: (file: File) => sendEvidence(id, file), done: t("file.done") });
  const remove = useSave({
    changes: "training",
    save: () => api.DELETE("/panel/api/certificates/{id}/evidence", { params: { path: { id } } }),
    done: t("file.removed"),
  });
  if (source !== "external") return <>–</>;
  const choose = (file: File | null) => {
    const found = file === null ? null : faultOf(file);
    setFault(found);
    if (file !== null && found === null) keep.mutate(file);
  };
  const action = t(evidence === null ? "file.add" : "file.replace");
  const button = { size: "compact-xs", variant: "subtle" } as const;
  return (
    <>
      {evidence === null ? null : (
        <a href={`/panel/api/certificates/${id}/evidence`} download={evidence.name} aria-label={t("file.get", { number })}>
          {evidence.name}
        </a>
      )}
      <Group gap={4}>
        {reason === null ? (
          <FileButton accept={evidence_types.join(",")} onChange={choose}>
            {(props) => (
              <Button {...props} {...button} loading={keep.isPending} aria-label={t("file.named", { action, number })}>
                {action}
              </Button>
            )}
          </FileButton>
        ) : (
          <ReasonedButton {...button} reason={reason} onClick={() => undefined}>
            {action}
          </ReasonedButton>
        )}
        {evidence === null ? null : (
          <ReasonedButton
            {...button}
            color="red"
            reason={reason}
            loading={remove.isPending}
            onClick={() => remove.mutate(undefined)}
          >
            {t("file.remove")}
          </ReasonedButton>
        )}
      </Group>
      {fault === null ? null : (
        <Text size="xs" c="red" role="alert">
          {fault}
        </Text>
      )}
      <ProblemAlert error={keep.error ?? remove.error} />
    </>
  );
}
