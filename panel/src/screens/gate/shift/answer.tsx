import { Paper, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Day, When } from "../../../components/values/when.tsx";
import { UnknownNumber, Verdict } from "../answer.tsx";
import type { ListAnswer } from "./rules.ts";

/** What the list says that was taken along, and of when it is; a list that may not answer says why. */
export function ListAnswerPart({ answer, number, as_of }: { answer: ListAnswer; number: string; as_of: string }) {
  const { t } = useTranslation("gate");
  if (answer.kind === "unknown") return <UnknownNumber number={number} />;
  const { kind } = answer;
  if (kind !== "told")
    return (
      <Paper p="md" className="gate-answer" data-allowed={false}>
        <Verdict allowed={false} />
        <Text mt="sm">{t(`shift.refusal.${kind}`)}</Text>
      </Paper>
    );
  const { entry, allowed, until } = answer;
  return (
    <Paper p="md" className="gate-answer" data-allowed={allowed}>
      <Stack gap="sm">
        <Verdict allowed={allowed} />
        <div>
          <Text fw={600} size="xl">
            {entry.name}
          </Text>
          <Text c="dimmed">{number}</Text>
        </div>
        {until ? (
          <Text>
            {t("holds_until")} <Day date={until} />
          </Text>
        ) : null}
        <Text size="sm" c="dimmed" component="div">
          {t("shift.by_list")} <When at={as_of} />
        </Text>
      </Stack>
    </Paper>
  );
}
