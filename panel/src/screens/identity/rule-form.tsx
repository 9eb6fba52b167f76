import { Button, NativeSelect, Radio, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { Section } from "../../components/section.tsx";
import { Unanswered } from "../../components/unanswered.tsx";
import { keepSetUp, useBreakGlassCandidates, type Administrator, type Provider } from "./identity-data.ts";

type Values = { rule: Provider["rule"]; break_glass_id: string };

const rules = ["offered", "required_for_administrators", "required_for_all"] as const;

/** Who must sign in by the provider, and which administrator may sign in without it in an emergency. */
export function SignInRule({ provider }: { provider: Provider }) {
  const { t } = useTranslation("identity");
  const candidates = useBreakGlassCandidates();
  return (
    <Section title={t("rule.title")}>
      <Text size="sm" c="dimmed" mb="sm">
        {t("rule.text")}
      </Text>
      <Unanswered query={candidates} height={200} />
      {candidates.data ? <RuleForm provider={provider} candidates={candidates.data} /> : null}
    </Section>
  );
}

function RuleForm({ provider, candidates }: { provider: Provider; candidates: readonly Administrator[] }) {
  const { t } = useTranslation("identity");
  const form = useForm<Values>({
    mode: "controlled",
    initialValues: { rule: provider.rule, break_glass_id: provider.break_glass_id ?? "" },
  });
  const save = useSave({
    changes: "settings",
    save: async ({ rule, break_glass_id }: Values) =>
      dataOf(await api.PUT("/panel/api/identity-provider/rule", { body: { rule, break_glass_id: break_glass_id || null } })),
    done: t("rule.saved"),
    onSaved: keepSetUp,
  });
  const rest = useFormProblems(form, save.error);
  const { rule, break_glass_id } = form.values;
  const reason = rule === "offered" ? null : reasonOf(provider, break_glass_id);
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="md">
        <ProblemAlert error={rest} />
        <Radio.Group label={t("rule.label")} {...form.getInputProps("rule")}>
          <Stack gap="xs" mt="xs">
            {rules.map((value) => (
              <Radio key={value} value={value} label={t(`rule.${value}`)} description={t(`rule.${value}_text`)} />
            ))}
          </Stack>
        </Radio.Group>
        <NativeSelect
          label={t("rule.break_glass")}
          description={t(candidates.length === 0 ? "rule.no_candidate" : "rule.break_glass_text")}
          data={[{ value: "", label: t("rule.nobody") }, ...candidates.map(({ id, name }) => ({ value: id, label: name }))]}
          {...form.getInputProps("break_glass_id")}
        />
        <div>
          {reason === null ? (
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              {t("common:save")}
            </Button>
          ) : (
            <ReasonedButton reason={t(reason)} onClick={() => undefined}>
              {t("common:save")}
            </ReasonedButton>
          )}
        </div>
      </Stack>
    </form>
  );
}

/** Why sign-in by the provider cannot be required yet. */
function reasonOf({ state }: Provider, break_glass_id: string): "rule.needs_provider" | "rule.needs_break_glass" | null {
  if (state !== "on") return "rule.needs_provider";
  return break_glass_id === "" ? "rule.needs_break_glass" : null;
}
