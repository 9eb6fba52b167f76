import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { When } from "../../../components/values/when.tsx";
import { AnswerFrame, Holder, UnknownNumber } from "../answer.tsx";
import type { ListAnswer } from "./rules.ts";

/** The answer of the downloaded list, with the list's age; or the reason why it may not answer. */
export function ListAnswerPart({ answer, number, as_of }: { answer: ListAnswer; number: string; as_of: string }) {
  const { t } = useTranslation("gate");
  if (answer.kind === "unknown") return <UnknownNumber number={number} />;
  const { kind } = answer;
  if (kind !== "told")
    return (
      <AnswerFrame allowed={false}>
        <Text>{t(`shift.refusal.${kind}`)}</Text>
      </AnswerFrame>
    );
  const { entry, allowed, until } = answer;
  return (
    <AnswerFrame allowed={allowed}>
      <Holder name={entry.name} facts={number} until={until} />
      <Text size="sm" c="dimmed" component="div">
        {t("shift.by_list")} <When at={as_of} />
      </Text>
    </AnswerFrame>
  );
}
