import { Group, Loader, Stack, Text, ThemeIcon } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { LinkButton } from "../../components/values/link.tsx";
import { Section } from "../../components/section.tsx";
import type { Figures } from "./figures.ts";

const steps = ["client", "first_call", "webhook", "scim"] as const;
const targets = { client: "/clients/new", first_call: "/developer", webhook: "/webhooks/new", scim: "/scim/connect" } as const;

export function isSetUp({ set_up }: Figures): boolean {
  return steps.every((step) => set_up[step]);
}

/** The steps to a connected organisation; a completed step is ticked automatically. */
export function SetUp(done: Figures["set_up"]) {
  const { t } = useTranslation("overview");
  const next = steps.find((step) => !done[step]);
  return (
    <Section title={t("set_up.title")}>
      <Stack gap="sm" component="ol" m={0} p={0} style={{ listStyle: "none" }}>
        {steps.map((step, index) => (
          <Group key={step} component="li" gap="sm" align="flex-start" aria-current={step === next ? "step" : undefined}>
            <ThemeIcon size={26} radius="xl" variant={done[step] ? "filled" : "light"} color={done[step] ? "green.8" : "indigo"}>
              {done[step] ? <IconCheck size={15} aria-label={t("set_up.done")} /> : <span>{index + 1}</span>}
            </ThemeIcon>
            <div style={{ flex: "1 1 12rem" }}>
              <Text size="sm" fw={550}>
                {t(`set_up.${step}`)}
              </Text>
              {done[step] ? null : (
                <Text size="sm" c="dimmed">
                  {t(`set_up.${step}_text`)}
                </Text>
              )}
              {step === "first_call" && next === step ? (
                <Group gap="xs" mt={4} role="status">
                  <Loader size={14} aria-hidden />
                  <Text size="sm">{t("set_up.waiting")}</Text>
                </Group>
              ) : null}
            </div>
            {done[step] ? null : (
              <LinkButton size="xs" variant={step === next ? "filled" : "default"} to={targets[step]}>
                {t(`set_up.${step}_button`)}
              </LinkButton>
            )}
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
