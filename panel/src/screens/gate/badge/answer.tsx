import { Button, List, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Day, Exact } from "../../../components/values/when.tsx";
import { AnswerFrame, Holder } from "../answer.tsx";
import type { Refusal, WorkAnswer, Verified } from "./verify.ts";

/** The result of a badge. `shown_at`: when the same badge was admitted at this gate before. */
export type BadgeAnswerData = {
  verified: Verified;
  told: WorkAnswer | null;
  course_code: string;
  work: string;
  shown_at: string | null;
};

/**
 * Yes or no for a badge, with the name to compare. A badge that was admitted before needs the guard's confirmation that the name
 * was compared.
 */
export function BadgeAnswer({ answer, onCompared }: { answer: BadgeAnswerData; onCompared: () => void }) {
  const { t } = useTranslation("gate");
  const { verified, told, work, shown_at } = answer;
  const { claims, refusal } = verified;
  const allowed = refusal === null && shown_at === null && told !== null && told.allowed;
  return (
    <AnswerFrame allowed={allowed}>
      {claims ? <Holder name={claims.fn} facts={[claims.no, claims.co].filter(Boolean).join(" · ")} until={null} /> : null}
      <Text>{work}</Text>
      {refusal ? <Why refusal={refusal} /> : null}
      {shown_at !== null ? (
        <>
          <Text fw={600} component="div">
            {t("badge.shown_before")} <Exact at={shown_at} />
          </Text>
          <Text>{t("badge.shown_before_text")}</Text>
          <Button variant="default" onClick={onCompared}>
            {t("badge.compared")}
          </Button>
        </>
      ) : null}
      {refusal === null && shown_at === null && told ? <Says told={told} /> : null}
      {claims ? (
        <Text size="sm" c="dimmed" component="div">
          {t("badge.valid_until")} <Exact at={new Date(claims.exp * 1000).toISOString()} />
        </Text>
      ) : null}
    </AnswerFrame>
  );
}

function Says({ told }: { told: WorkAnswer }) {
  const { t } = useTranslation("gate");
  if (told.allowed)
    return told.until === null ? null : (
      <Text>
        {t("holds_until")} <Day date={told.until} />
      </Text>
    );
  return <Text>{t(told.is_unknown ? "badge.left_out" : "badge.not_held")}</Text>;
}

function Why({ refusal }: { refusal: Refusal }) {
  const { t } = useTranslation("gate");
  return (
    <List>
      <List.Item>{t(`badge.refusal.${refusal}`)}</List.Item>
    </List>
  );
}
