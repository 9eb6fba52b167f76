import { Alert, Badge, Button, Checkbox, Group, NumberInput, Select, SimpleGrid, Stack, Text, Textarea } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconAlertTriangle, IconMapPin } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { linesOf, risks, scopes, type Client, type Method, type Scope, type Setup } from "./client-data.ts";
import { isNetwork, isWithin } from "./networks.ts";

/** The fields of a client's forms; lists are texts, one entry on each line. */
export type SettingsForm = {
  name: string;
  scopes: Scope[];
  methods: Method[];
  dpop_bound_access_tokens: boolean;
  ip_allowlist: string;
  webhook_hosts: string;
  expires_on: string;
  scim_profile: Client["scim_profile"];
  per_minute: number | "";
  burst: number | "";
  per_day: number | "";
  /** The purpose of a new client, which chooses its scopes, and its expiry. */
  purpose: "hr_sync" | "reporting" | "identity_provider" | "custom";
  expiry: "never" | "90" | "180" | "365" | "date";
};
type Form = UseFormReturnType<SettingsForm>;

const risk_colors = { medium: "yellow", high: "red" } as const;
const profiles = ["generic", "entra", "okta", "strict"] as const;

/** Fields that have another name in the request's body. */
export const field_names = { "/rate/per_minute": "per_minute", "/rate/burst": "burst", "/rate/per_day": "per_day" };

export function ScopesField({ form }: { form: Form }) {
  const { t } = useTranslation("clients");
  return (
    <Checkbox.Group label={t("field.scopes")} description={t("field.scopes_text")} {...form.getInputProps("scopes")}>
      <Stack gap="xs" mt="xs">
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={
              <Group gap={6} component="span">
                <span className="panel-mono">{scope}</span>
                <Badge size="xs" color={risk_colors[risks[scope]]}>
                  {t(`risk.${risks[scope]}`)}
                </Badge>
              </Group>
            }
            description={t(`scope.${scope.replace(":", "_")}`)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

export function MethodsField({ form }: { form: Form }) {
  const { t } = useTranslation("clients");
  return (
    <Checkbox.Group label={t("field.methods")} {...form.getInputProps("methods")}>
      <Stack gap="xs" mt="xs">
        {(["api_key", "oauth2"] as const).map((method) => (
          <Checkbox key={method} value={method} label={t(`method.${method}`)} description={t(`method_text.${method}`)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

/** Whether tokens must be bound to a key; hidden for clients that get no tokens. */
export function DpopField({ form }: { form: Form }) {
  const { t } = useTranslation("clients");
  if (!form.values.methods.includes("oauth2")) return null;
  return (
    <Checkbox
      label={t("field.dpop")}
      description={t(form.values.methods.includes("api_key") ? "field.dpop_text_with_keys" : "field.dpop_text")}
      {...form.getInputProps("dpop_bound_access_tokens", { type: "checkbox" })}
    />
  );
}

export function ProfileField({ form }: { form: Form }) {
  const { t } = useTranslation("clients");
  return (
    <Select
      label={t("field.scim_profile")}
      description={t("field.scim_profile_text")}
      allowDeselect={false}
      data={profiles.map((value) => ({ value, label: t(`profile.${value}`) }))}
      {...form.getInputProps("scim_profile")}
    />
  );
}

/** The networks from which a client may call. It shows which entries are invalid, and whether known callers would be refused. */
export function AllowListField({ form, setup, last_used }: { form: Form; setup: Setup | undefined; last_used?: string | null }) {
  const { t } = useTranslation("clients");
  const lines = linesOf(form.values.ip_allowlist);
  const wrong = lines.filter((line) => !isNetwork(line));
  const address = setup?.your_address;
  const outside = lines.length > 0 && address !== undefined && !isWithin(address, lines);
  const { error, ...props } = form.getInputProps("ip_allowlist");
  return (
    <Stack gap="xs">
      <Textarea
        label={t("field.ip_allowlist")}
        description={t("field.ip_allowlist_text")}
        placeholder={"192.0.2.0/24\n2001:db8::/32"}
        classNames={{ input: "panel-mono" }}
        autosize
        minRows={3}
        {...props}
        error={error ?? (wrong.length > 0 ? t("field.no_network", { value: wrong.join(", ") }) : null)}
      />
      {address === undefined ? null : (
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconMapPin size={14} />}
            disabled={isWithin(address, lines)}
            onClick={() => form.setFieldValue("ip_allowlist", [...lines, address].join("\n"))}
          >
            {t("field.add_address", { address })}
          </Button>
        </Group>
      )}
      {outside ? (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
          {t("field.locks_out", { address })}
          {last_used ? ` ${t("field.locks_out_used")}` : null}
        </Alert>
      ) : null}
    </Stack>
  );
}

export function HostsField({ form }: { form: Form }) {
  const { t } = useTranslation("clients");
  return (
    <Textarea
      label={t("field.webhook_hosts")}
      description={t("field.webhook_hosts_text")}
      placeholder={"hooks.example.com\n*.example.com"}
      classNames={{ input: "panel-mono" }}
      autosize
      minRows={3}
      {...form.getInputProps("webhook_hosts")}
    />
  );
}

/** Limits below those of the contract; an empty field means the contract's limit. */
export function LimitFields({ form, setup }: { form: Form; setup: Setup | undefined }) {
  const { t, i18n } = useTranslation("clients");
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      {(["per_minute", "burst", "per_day"] as const).map((limit) => (
        <NumberInput
          key={limit}
          label={t(`field.${limit}`)}
          description={setup ? t("field.contract", { limit: number.format(setup.contract[limit]) }) : " "}
          placeholder={setup ? String(setup.contract[limit]) : ""}
          min={1}
          {...(setup ? { max: setup.contract[limit] } : {})}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          hideControls
          {...form.getInputProps(limit)}
        />
      ))}
    </SimpleGrid>
  );
}

export function Hint({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}
