import { Button, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ProblemAlert } from "../../components/forms/problem-alert.tsx";
import { Section } from "../../components/section.tsx";
import { CopyField } from "../../components/values/copy-field.tsx";
import { Facts } from "../../components/values/facts.tsx";
import { Exact, When } from "../../components/values/when.tsx";
import { type TheSandbox, useSwitch } from "./sandbox-data.ts";

/** The existing sandbox, and the button that opens it. */
export function Standing({ sandbox }: { sandbox: TheSandbox }) {
  const { t } = useTranslation("sandbox");
  const open = useSwitch("/panel/api/sandbox/open");
  const { code, name, created_at, now, people, people_max, mails_kept_max } = sandbox;
  return (
    <Section
      title={t("there.title")}
      action={
        <Button loading={open.isPending} onClick={() => open.mutate()}>
          {t("there.open")}
        </Button>
      }
    >
      <Stack gap="sm">
        <ProblemAlert error={open.error} />
        <CopyField label={t("there.code")} value={code} />
        <Facts
          rows={[
            [t("there.name"), name],
            [t("there.made"), <When key="made" at={created_at} />],
            [t("there.clock"), <Exact key="clock" at={now} />],
            [t("there.people"), t("there.people_of", { people, max: people_max })],
            [t("there.mails"), t("there.mails_text", { max: mails_kept_max })],
          ]}
        />
      </Stack>
    </Section>
  );
}
