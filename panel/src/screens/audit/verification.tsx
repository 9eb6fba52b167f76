import { Alert, Button, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { IconShieldCheck, IconShieldX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { CopyField } from "../../components/values/copy-field.tsx";
import { Id } from "../../components/values/id.tsx";
import { Exact } from "../../components/values/when.tsx";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";

/** Verifies the audit log's chain, and compares it with a checkpoint if the user has kept one. */
export function Verification() {
  const { t } = useTranslation("audit");
  const form = useForm({ initialValues: { checkpoint: "" } });
  const verify = useMutation({
    mutationFn: async ({ checkpoint }: { checkpoint: string }) => {
      const query = checkpoint.trim() === "" ? {} : { checkpoint: checkpoint.trim() };
      return dataOf(await api.GET("/panel/api/audit/verification", { params: { query } }));
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => verify.mutate(values))}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t("verify.text")}
        </Text>
        <TextInput
          label={t("verify.checkpoint")}
          description={t("verify.checkpoint_text")}
          autoComplete="off"
          spellCheck={false}
          key={form.key("checkpoint")}
          {...form.getInputProps("checkpoint")}
        />
        <ProblemAlert error={verify.error} />
        <Button type="submit" loading={verify.isPending} style={{ alignSelf: "flex-start" }}>
          {t("verify.start")}
        </Button>
        <div aria-live="polite">{verify.data ? <Result found={verify.data} /> : null}</div>
      </Stack>
    </form>
  );
}

function Result({ found }: { found: components["schemas"]["AuditVerification"] }) {
  const { t } = useTranslation("audit");
  const { intact, rows, unsealed, first_fault, checkpoint, checkpoint_holds, takeovers, restored_before_checkpoint } = found;
  return (
    <Stack gap="sm">
      <Alert
        color={intact ? "green" : "red"}
        icon={intact ? <IconShieldCheck size={18} /> : <IconShieldX size={18} />}
        title={t(intact ? "verify.intact" : restored_before_checkpoint === null ? "verify.broken" : "verify.older")}
      >
        <Text size="sm">{t("verify.rows", { count: rows })}</Text>
        {unsealed > 0 ? <Text size="sm">{t("verify.unsealed", { count: unsealed })}</Text> : null}
        {first_fault ? (
          <Text size="sm" component="div" fw={550}>
            {t(`fault.${first_fault.kind}`, { seq: first_fault.seq ?? "–" })} <Id value={first_fault.audit_id} short />
          </Text>
        ) : null}
        {restored_before_checkpoint !== null ? (
          <Text size="sm">{t("verify.restored", { seq: restored_before_checkpoint })}</Text>
        ) : null}
        {checkpoint_holds === false && restored_before_checkpoint === null ? (
          <Text size="sm">{t("verify.checkpoint_missed")}</Text>
        ) : null}
        {checkpoint_holds ? <Text size="sm">{t("verify.checkpoint_holds")}</Text> : null}
      </Alert>
      {takeovers.map(({ seq, began_at }) => (
        <Text key={seq} size="sm">
          {t("verify.takeover", { seq })} <Exact at={began_at} />
        </Text>
      ))}
      {checkpoint ? <CopyField label={t("verify.keep")} value={checkpoint} /> : null}
    </Stack>
  );
}
