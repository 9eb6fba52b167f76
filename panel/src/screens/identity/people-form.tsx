import { Button, NativeSelect, Select, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { useSave } from "../../components/forms/use-save.ts";
import { NothingFound } from "../../components/lists/nothing-found.tsx";
import { Section } from "../../components/section.tsx";
import { useContractors, useDepartments } from "../people/people-data.ts";
import { keepSetUp, type People, type Provider } from "./identity-data.ts";

type Values = Record<"first_name_claim" | "last_name_claim" | "employee_no_claim" | "department_claim", string> & {
  on: boolean;
  department_id: string | null;
  worker_type: People["worker_type"];
  contractor_id: string | null;
};

const worker_types = ["internal_payroll", "b2b_contractor"] as const;

/** Whether people are created at their first sign-in, and from which claims. */
export function PeopleForm({ provider }: { provider: Provider }) {
  const { t } = useTranslation("identity");
  const form = useForm<Values>({ mode: "controlled", initialValues: valuesOf(provider) });
  const save = useSave({
    changes: "settings",
    save: async (values: Values) => dataOf(await api.PUT("/panel/api/identity-provider/people", { body: bodyOf(values) })),
    done: (_, { on }) => t(on ? "people.now_on" : "people.now_off"),
    onSaved: keepSetUp,
  });
  const rest = useFormProblems(form, save.error);
  return (
    <Section title={t("people.title")}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t("people.text")}
          </Text>
          <ProblemAlert error={rest} />
          <Switch label={t("people.on")} description={t("people.on_text")} {...form.getInputProps("on", { type: "checkbox" })} />
          {(["first_name_claim", "last_name_claim", "employee_no_claim", "department_claim"] as const).map((name) => (
            <TextInput
              key={name}
              label={t(`people.${name}`)}
              description={t(`people.${name}_text`)}
              required={name === "first_name_claim" || name === "last_name_claim"}
              maxLength={200}
              spellCheck={false}
              {...form.getInputProps(name)}
            />
          ))}
          <PlaceFields form={form} />
          <div>
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              {t("common:save")}
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  );
}

function PlaceFields({ form }: { form: ReturnType<typeof useForm<Values>> }) {
  const { t } = useTranslation("identity");
  const departments = useDepartments();
  const contractors = useContractors();
  const is_contractor = form.values.worker_type === "b2b_contractor";
  return (
    <>
      <Select
        label={t("people.department_id")}
        description={t("people.department_id_text")}
        data={(departments.data ?? []).map(({ id, path }) => ({ value: id, label: path.join(" › ") }))}
        searchable
        clearable
        clearButtonProps={{ "aria-label": t("people.no_department") }}
        limit={100}
        nothingFoundMessage={<NothingFound>{t("people.nothing_found")}</NothingFound>}
        {...form.getInputProps("department_id")}
      />
      <NativeSelect
        label={t("people.worker_type")}
        data={worker_types.map((value) => ({ value, label: t(`people.${value}`) }))}
        {...form.getInputProps("worker_type")}
      />
      {is_contractor ? (
        <Select
          label={t("people.contractor_id")}
          data={(contractors.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          searchable
          limit={100}
          nothingFoundMessage={<NothingFound>{t("people.nothing_found")}</NothingFound>}
          {...form.getInputProps("contractor_id")}
        />
      ) : null}
      <ProblemAlert error={departments.error ?? contractors.error} />
    </>
  );
}

function bodyOf({ employee_no_claim, department_claim, contractor_id, ...rest }: Values): People {
  return {
    ...rest,
    first_name_claim: rest.first_name_claim.trim(),
    last_name_claim: rest.last_name_claim.trim(),
    employee_no_claim: employee_no_claim.trim() || null,
    department_claim: department_claim.trim() || null,
    contractor_id: rest.worker_type === "b2b_contractor" ? contractor_id : null,
  };
}

/** The usual names of these claims in OpenID Connect, and those of Entra in SAML. */
const usual = {
  oidc: ["given_name", "family_name"],
  saml: [
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname",
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname",
  ],
} as const;

function valuesOf({ people, protocol }: Provider): Values {
  const [first_name_claim, last_name_claim] = usual[protocol];
  if (people === null)
    return {
      on: false,
      first_name_claim,
      last_name_claim,
      employee_no_claim: "",
      department_claim: "",
      department_id: null,
      worker_type: "internal_payroll",
      contractor_id: null,
    };
  return { ...people, employee_no_claim: people.employee_no_claim ?? "", department_claim: people.department_claim ?? "" };
}
