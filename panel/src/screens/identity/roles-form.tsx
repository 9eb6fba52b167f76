import { ActionIcon, Button, Group, NativeSelect, Paper, Stack, Text, TextInput } from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { Section } from "../../components/section.tsx";
import { ToneBadge } from "../../components/values/state-badge.tsx";
import { administrator_roles, type AdministratorRole } from "../administrators/administrator-data.ts";
import { bodyOf, DepartmentsField } from "../administrators/departments-field.tsx";
import { useDepartments } from "../people/people-data.ts";
import { keepSetUp, type Provider } from "./identity-data.ts";
import { RolePreview } from "./role-preview.tsx";

type Line = { value: string; role: AdministratorRole; department_ids: string[] };
type Values = { claim: string; lines: Line[] };

const lines_max = 50;
const no_line: Line = { value: "", role: "training_admin", department_ids: [] };

/** Which values of a claim give which role. The effects are shown before it is switched on. */
export function RolesForm({ provider }: { provider: Provider }) {
  const { t } = useTranslation("identity");
  const form = useForm<Values>({ mode: "controlled", initialValues: valuesOf(provider) });
  const save = useSave({
    changes: "settings",
    save: async ({ claim, lines }: Values) => {
      const body = { claim: claim.trim(), lines: lines.map(({ value, ...line }) => ({ value: value.trim(), ...bodyOf(line) })) };
      return dataOf(await api.PUT("/panel/api/identity-provider/roles", { body }));
    },
    done: t("roles.saved"),
    onSaved: keepSetUp,
  });
  const rest = useFormProblems(form, save.error);
  const on = provider.roles?.on ?? false;
  return (
    <Section
      title={t("roles.title")}
      action={<ToneBadge tone={on ? "good" : "quiet"}>{t(on ? "roles.is_on" : "roles.is_off")}</ToneBadge>}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t("roles.text")}
        </Text>
        <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
          <Stack gap="md">
            <ProblemAlert error={rest} />
            <TextInput
              label={t("roles.claim")}
              description={t("roles.claim_text")}
              required
              maxLength={200}
              spellCheck={false}
              {...form.getInputProps("claim")}
            />
            {form.values.lines.map((line, place) => (
              // A line is identified by its place, because the first matching line counts.
              // oxlint-disable-next-line react/no-array-index-key
              <LineFields key={place} form={form} line={line} place={place} />
            ))}
            <Group>
              <Button
                variant="default"
                disabled={form.values.lines.length >= lines_max}
                onClick={() => form.insertListItem("lines", no_line)}
              >
                {t("roles.add")}
              </Button>
              <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
                {t("common:save")}
              </Button>
            </Group>
          </Stack>
        </form>
        {provider.roles === null ? null : <RolePreview />}
        {provider.roles === null ? null : <Switching on={on} reason={form.isDirty() ? t("roles.save_first") : null} />}
      </Stack>
    </Section>
  );
}

function LineFields({ form, line, place }: { form: UseFormReturnType<Values>; line: Line; place: number }) {
  const { t } = useTranslation("identity");
  const departments = useDepartments();
  return (
    <Paper p="sm" withBorder role="group" aria-label={t("roles.line", { number: place + 1 })}>
      <Stack gap="sm">
        <Group align="end" wrap="nowrap">
          <TextInput
            label={t("roles.value")}
            required
            maxLength={256}
            spellCheck={false}
            style={{ flex: 1 }}
            {...form.getInputProps(`lines.${place}.value`)}
          />
          <ActionIcon
            variant="subtle"
            color="red"
            size="lg"
            aria-label={t("roles.remove", { number: place + 1 })}
            onClick={() => form.removeListItem("lines", place)}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
        <NativeSelect
          label={t("roles.role")}
          data={administrator_roles.map((role) => ({ value: role, label: t(`shell:role.${role}`) }))}
          {...form.getInputProps(`lines.${place}.role`)}
        />
        <DepartmentsField
          role={line.role}
          known={(departments.data ?? []).filter(({ id }) => line.department_ids.includes(id))}
          {...form.getInputProps(`lines.${place}.department_ids`)}
        />
      </Stack>
    </Paper>
  );
}

function Switching({ on, reason }: { on: boolean; reason: string | null }) {
  const { t } = useTranslation("identity");
  const turn = useSave({
    changes: "settings",
    save: async (wanted: boolean) => dataOf(await api.PUT("/panel/api/identity-provider/roles/state", { body: { on: wanted } })),
    done: (_, wanted) => t(wanted ? "roles.now_on" : "roles.now_off"),
    onSaved: keepSetUp,
  });
  return (
    <Stack gap="sm">
      <ProblemAlert error={turn.error} />
      <div>
        {on ? (
          <Button variant="default" loading={turn.isPending} onClick={() => turn.mutate(false)}>
            {t("roles.switch_off")}
          </Button>
        ) : (
          <ReasonedButton reason={reason} loading={turn.isPending} onClick={() => turn.mutate(true)}>
            {t("roles.switch_on")}
          </ReasonedButton>
        )}
      </div>
    </Stack>
  );
}

function valuesOf({ roles }: Provider): Values {
  const lines = (roles?.lines ?? []).map(({ department_ids, ...line }) => ({ ...line, department_ids: department_ids ?? [] }));
  return { claim: roles?.claim ?? "", lines };
}
