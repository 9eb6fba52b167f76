import { Button, Group, NativeSelect, Paper, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { optional_fields } from "../../api/person-fields.ts";
import { DateField } from "../../components/forms/date-field.tsx";
import { useFormProblems } from "../../components/forms/form-problems.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { UnsavedGuard } from "../../components/forms/unsaved-guard.tsx";
import { useDraft } from "../../components/forms/use-draft.ts";
import type { Saving } from "../../components/forms/use-save.ts";
import type { AttributeDefinition } from "../../components/forms/conditions.ts";
import { NothingFound } from "../../components/lists/nothing-found.tsx";
import { AttributeFields } from "./attribute-fields.tsx";
import { type Person, useContractors, useDepartments } from "./people-data.ts";
import { type PersonValues, valuesOf } from "./person-values.ts";

type PersonFormProps = {
  person: Partial<Person>;
  definitions: readonly AttributeDefinition[];
  submit: string;
  save: Saving<PersonValues>;
};

/** Maps the server's findings to fields of the form. */
const fields = { "/department_name": "department_id", "/contractor_name": "contractor_id" };

export function PersonForm({ person, definitions, submit, save }: PersonFormProps) {
  const { t } = useTranslation("people");
  const form = useForm({ initialValues: valuesOf(person, definitions) });
  const rest = useFormProblems(form, save.error, fields);
  const draft = useDraft(form, "person", { done: save.isSuccess });
  const field = (name: FieldName) => ({
    label: t([`field.${name}`, `common:person.${name}`]),
    key: form.key(name),
    ...form.getInputProps(name),
  });
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <UnsavedGuard dirty={form.isDirty() && !save.isSuccess} draft={draft} />
      <Stack gap="md">
        <ProblemAlert error={rest} />
        <Paper p="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <TextInput {...field("first_name")} required maxLength={100} autoComplete="off" />
            <TextInput {...field("last_name")} required maxLength={100} autoComplete="off" />
            <TextInput {...field("employee_no")} required maxLength={64} autoComplete="off" />
            <TextInput {...field("email")} type="email" maxLength={254} autoComplete="off" />
          </SimpleGrid>
        </Paper>
        <Paper p="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <WorkerFields field={field} contractor={form.values.worker_type === "b2b_contractor"} person={person} />
            <ManagerField field={field} />
            {optional_fields.map((optional) => {
              const { key, ...props } = field(optional.name);
              if (optional.kind === "date") return <DateField key={key} {...props} />;
              const description = t(`field_text.${optional.name}`, { defaultValue: "" });
              return <TextInput key={key} {...props} maxLength={optional.characters_max} {...(description && { description })} />;
            })}
          </SimpleGrid>
        </Paper>
        <AttributeFields form={form} definitions={definitions} />
        <Group>
          <Button type="submit" loading={save.isPending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function ManagerField({ field }: { field: FieldOf }) {
  const { t } = useTranslation("people");
  const { key, ...props } = field("manager_employee_no");
  return <TextInput key={key} {...props} maxLength={64} autoComplete="off" description={t("field_text.manager_employee_no")} />;
}

type FieldName = Exclude<keyof PersonValues, "attributes">;
type FieldOf = (name: FieldName) => Record<string, unknown> & { label: string; key: string };

function WorkerFields({ field, contractor, person }: { field: FieldOf; contractor: boolean; person: Partial<Person> }) {
  const { t } = useTranslation("people");
  const departments = useDepartments();
  const contractors = useContractors();
  const known = (departments.data ?? []).map(({ id, path }) => ({ value: id, label: path.join(" › ") }));
  const companies = (contractors.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const clear = { "aria-label": t("clear") };
  const { key: type_key, ...type } = field("worker_type");
  const { key: department_key, ...department } = field("department_id");
  const { key: contractor_key, ...company } = field("contractor_id");
  return (
    <>
      <NativeSelect
        key={type_key}
        {...type}
        data={(["internal_payroll", "b2b_contractor"] as const).map((value) => ({ value, label: t(`worker_type.${value}`) }))}
      />
      <Select
        key={department_key}
        {...department}
        data={withCurrent(known, person.department_id, person.department_name)}
        searchable
        clearable
        clearButtonProps={clear}
        limit={100}
        nothingFoundMessage={<NothingFound>{t("list.no_department")}</NothingFound>}
      />
      {contractor ? (
        <Select
          key={contractor_key}
          {...company}
          data={withCurrent(companies, person.contractor_id, person.contractor_name)}
          searchable
          clearable
          clearButtonProps={clear}
          limit={100}
          nothingFoundMessage={<NothingFound>{t("no_contractor")}</NothingFound>}
        />
      ) : null}
      <ProblemAlert error={departments.error} retry={() => void departments.refetch()} />
      <ProblemAlert error={contractor ? contractors.error : null} retry={() => void contractors.refetch()} />
    </>
  );
}

type Choice = { value: string; label: string };

/** The choices together with the person's present one, which may be inactive. */
function withCurrent(choices: Choice[], id: string | null | undefined, name: string | null | undefined): Choice[] {
  if (!id || choices.some(({ value }) => value === id)) return choices;
  return [{ value: id, label: name ?? id }, ...choices];
}
