import { Alert, Button, Code, Group, Modal, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCopy, IconDownload } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { saveAs } from "../../components/save-as.ts";
import { toast } from "../../components/toast.ts";
import { Unanswered } from "../../components/unanswered.tsx";
import { copyText } from "../../components/values/copy-text.ts";
import { When } from "../../components/values/when.tsx";

const codes_key = ["recovery-codes"];

/** Shows how many recovery codes are left, and replaces them by a new set. */
export function RecoveryCodes() {
  const { t } = useTranslation("account");
  const client = useQueryClient();
  const query = useQuery({
    queryKey: codes_key,
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/recovery-codes", { signal })),
  });
  const make = useMutation({
    gcTime: 0,
    mutationFn: async () => dataOf(await api.POST("/panel/api/recovery-codes")).codes,
    onSuccess: () => client.invalidateQueries({ queryKey: codes_key }),
  });
  if (query.error || !query.data) return <Unanswered query={query} height={72} />;
  const { left, created_at } = query.data;
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">
        {t("recovery_codes.left", { count: left })}
        {created_at === null ? null : (
          <>
            {" "}
            {t("recovery_codes.made_at")} <When at={created_at} />
          </>
        )}
      </Text>
      <ProblemAlert error={make.error} />
      <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
        {t(left === 0 ? "recovery_codes.make" : "recovery_codes.replace")}
      </Button>
      {make.data ? <CodesDialog codes={make.data} forget={make.reset} /> : null}
    </Stack>
  );
}

/** Shows a set of codes, which can be seen only once. */
function CodesDialog({ codes, forget }: { codes: readonly string[]; forget: () => void }) {
  const { t } = useTranslation("account");
  const text = codes.map((code) => `${code}\n`).join("");
  const copy = async () => {
    if (await copyText(text)) toast.done(t("common:copied"));
  };
  return (
    <Modal
      opened
      onClose={forget}
      title={t("recovery_codes.dialog")}
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": t("common:close") }}
    >
      <Stack gap="sm">
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
          {t("recovery_codes.once")}
        </Alert>
        <Code block className="panel-secret" aria-label={t("recovery_codes.title")}>
          {text}
        </Code>
        <Group gap="xs">
          <Button data-autofocus leftSection={<IconCopy size={16} />} onClick={() => void copy()}>
            {t("recovery_codes.copy")}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => saveAs(new Blob([text], { type: "text/plain" }), "muster-recovery-codes.txt")}
          >
            {t("recovery_codes.download")}
          </Button>
        </Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={forget}>
            {t("recovery_codes.done")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
