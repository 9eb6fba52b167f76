import { Anchor, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Section } from "../../components/section.tsx";
import { Facts } from "../../components/values/facts.tsx";
import { CodeBlock } from "../developer/code.tsx";
import type { Answer } from "./send.ts";

/** The answer of the API. */
export function AnswerPart({ answer: { status, headers, body, is_cut, page } }: { answer: Answer }) {
  const { t } = useTranslation("console");
  return (
    <Section title={t("answer.title")}>
      <Stack gap="sm">
        <div role="status">{t("answer.status", { status })}</div>
        {page === null ? null : (
          <Anchor href={page} target="_blank" rel="noreferrer" underline="always">
            {t("answer.page")}
          </Anchor>
        )}
        <Facts rows={headers} />
        {body === "" ? (
          <Text size="sm">{t("answer.empty")}</Text>
        ) : (
          <div>
            <CodeBlock label={t("answer.body")} file={t("answer.body")} text={body} />
          </div>
        )}
        {is_cut ? <Text size="sm">{t("answer.cut")}</Text> : null}
      </Stack>
    </Section>
  );
}
