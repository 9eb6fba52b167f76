import { Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";

type LtiTool = components["schemas"]["LtiTool"];

type Values = {
  name: string;
  login_url: string;
  launch_url: string;
  /** One URL on each line. */
  redirect_urls: string;
  keys: "url" | "given";
  jwks_url: string;
  public_keys: string;
  sends_name: boolean;
  sends_email: boolean;
};

type ToolDialogProps = {
  opened: boolean;
  /** null: a new tool is registered. */
  tool: LtiTool | null;
  onClose: () => void;
};

/** Registers or changes an LTI tool. */
export function ToolDialog({ opened, tool, onClose }: ToolDialogProps) {
  const { t } = useTranslation("tools");
  const { form, dialog } = useDialogForm({
    opened,
    onClose,
    values: valuesOf(tool),
    draft: tool === null ? "tool" : `tool-${tool.id}`,
    changes: "tools",
    save: async (values: Values) => {
      const body = bodyOf(values);
      return tool === null
        ? dataOf(await api.POST("/panel/api/lti-tools", { body }))
        : dataOf(await api.PUT("/panel/api/lti-tools/{id}", { params: { path: { id: tool.id } }, body }));
    },
    done: t("saved"),
  });
  const field = (name: keyof Values) => ({ key: form.key(name), ...form.getInputProps(name) });
  const url = (name: "login_url" | "launch_url" | "jwks_url") => (
    <TextInput
      type="url"
      label={t(`field.${name}`)}
      description={t(`field.${name}_text`)}
      placeholder="https://"
      required
      maxLength={2_048}
      {...field(name)}
    />
  );
  const title = tool === null ? t("add") : t("change_named", { name: tool.name });
  return (
    <DialogForm dialog={dialog} title={title} text={t("dialog_text")} submit={t("common:save")} size="lg">
      <TextInput label={t("field.name")} required maxLength={200} {...field("name")} />
      {url("login_url")}
      {url("launch_url")}
      <Textarea
        label={t("field.redirect_urls")}
        description={t("field.redirect_urls_text")}
        required
        autosize
        minRows={2}
        maxRows={10}
        spellCheck={false}
        {...field("redirect_urls")}
      />
      <NativeSelect
        label={t("field.keys")}
        data={[
          { value: "url", label: t("field.keys_url") },
          { value: "given", label: t("field.keys_given") },
        ]}
        {...field("keys")}
      />
      {form.values.keys === "url" ? (
        url("jwks_url")
      ) : (
        <Textarea
          label={t("field.public_keys")}
          description={t(tool !== null && tool.jwks_url === null ? "field.public_keys_stay" : "field.public_keys_text")}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={20_000}
          spellCheck={false}
          autoComplete="off"
          styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
          {...field("public_keys")}
        />
      )}
      <SentData form={form} />
    </DialogForm>
  );
}

/** Which of the learner's data is sent to the tool. */
function SentData({ form }: { form: UseFormReturnType<Values> }) {
  const { t } = useTranslation("tools");
  return (
    <>
      <Checkbox
        label={t("field.sends_name")}
        key={form.key("sends_name")}
        {...form.getInputProps("sends_name", { type: "checkbox" })}
      />
      <Checkbox
        label={t("field.sends_email")}
        description={t("field.sends_text")}
        key={form.key("sends_email")}
        {...form.getInputProps("sends_email", { type: "checkbox" })}
      />
    </>
  );
}

function valuesOf(tool: LtiTool | null): Values {
  return {
    name: tool?.name ?? "",
    login_url: tool?.login_url ?? "",
    launch_url: tool?.launch_url ?? "",
    redirect_urls: tool?.redirect_urls.join("\n") ?? "",
    keys: tool !== null && tool.jwks_url === null ? "given" : "url",
    jwks_url: tool?.jwks_url ?? "",
    public_keys: "",
    sends_name: tool?.sends_name ?? false,
    sends_email: tool?.sends_email ?? false,
  };
}

function bodyOf({ redirect_urls, keys, jwks_url, public_keys, ...rest }: Values) {
  const urls = redirect_urls
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return {
    ...rest,
    redirect_urls: urls,
    ...(keys === "url" ? { jwks_url } : public_keys.trim() === "" ? {} : { public_keys }),
  };
}
