import { Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSession } from "../../api/session.ts";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { ReasonedButton } from "../../components/forms/reasoned-button.tsx";
import { Section } from "../../components/section.tsx";
import { type CreatedSandbox, useMake } from "./sandbox-data.ts";

const name_chars_max = 200;

/** The screen while there is no sandbox: what a sandbox is, and the button that creates it. */
export function NoSandbox({ onMade }: { onMade: (made: CreatedSandbox) => void }) {
  const { t } = useTranslation("sandbox");
  const { account, organisation } = useSession();
  const make = useMake(null);
  const name = t("none.name", { name: organisation.name }).slice(0, name_chars_max);
  return (
    <Section title={t("none.title")}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t("none.text")}</Text>
        <ProblemAlert error={make.error} />
        <ReasonedButton
          reason={account.role === "it_admin" ? null : t("only_it")}
          loading={make.isPending}
          onClick={() => make.mutate(name, { onSuccess: onMade })}
        >
          {t("none.button")}
        </ReasonedButton>
      </Stack>
    </Section>
  );
}
