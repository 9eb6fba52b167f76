import { Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import { ApiProblem } from "../../api/problem.ts";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";
import { ChoosePerson } from "../enrollments/choose.tsx";
import type { PersonGroup } from "./group-data.tsx";

const fields = { "/employee_nos": "numbers", "/person_ids": "person_id" };
const unknown_code = "UNKNOWN_PERSON";

type AddMembersProps = { group: PersonGroup; opened: boolean; onClose: () => void };

/** Adds one person, or all people of a pasted list of employee numbers. */
export function AddMembers({ group, opened, onClose }: AddMembersProps) {
  const { t } = useTranslation("groups");
  const { form, save, dialog } = useDialogForm({
    opened,
    onClose,
    values: { person_id: "", numbers: "" },
    draft: "members",
    fields,
    changes: "rules",
    save: async ({ person_id, numbers }) => {
      const body = { person_ids: person_id ? [person_id] : [], employee_nos: numbersOf(numbers) };
      return dataOf(await api.POST("/panel/api/groups/{id}/join", { params: { path: { id: group.id } }, body }));
    },
    done: ({ moved, unchanged }) =>
      `${t("done.join", { count: moved })} ${unchanged > 0 ? t("done.already", { count: unchanged }) : ""}`.trim(),
  });
  const unknown = unknownOf(save.error, save.variables?.numbers ?? "");
  return (
    <DialogForm dialog={dialog} title={t("members.add")} text={t("members.add_text")} submit={t("members.submit")}>
      <ChoosePerson
        key={form.key("person_id")}
        {...form.getInputProps("person_id")}
        clearable
        clearButtonProps={{ "aria-label": t("members.clear") }}
      />
      <Textarea
        label={t("members.numbers")}
        description={t("members.numbers_text")}
        key={form.key("numbers")}
        {...form.getInputProps("numbers")}
        error={
          form.errors["numbers"] && unknown.length > 0
            ? t("members.unknown", { count: unknown.length, numbers: unknown.join(", ") })
            : form.errors["numbers"]
        }
        autosize
        minRows={4}
        maxRows={12}
      />
    </DialogForm>
  );
}

/** Numbers on separate lines, or separated by commas or semicolons. */
function numbersOf(text: string): string[] {
  return text
    .split(/[\n,;\t]+/)
    .map((number) => number.trim())
    .filter(Boolean);
}

/** The sent numbers that belong to no person. */
function unknownOf(error: unknown, sent: string): string[] {
  if (!(error instanceof ApiProblem)) return [];
  const numbers = numbersOf(sent);
  return error.errors.flatMap(({ code, pointer }) => {
    const index = code === unknown_code ? /employee_nos\/(\d+)$/.exec(pointer ?? "")?.[1] : undefined;
    return index === undefined ? [] : [numbers[Number(index)] ?? ""];
  });
}
