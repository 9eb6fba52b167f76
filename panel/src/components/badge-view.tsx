import { List, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { components } from "../api/schema.d.ts";
import { QrCode } from "./qr-code.tsx";
import { Day, Exact } from "./values/when.tsx";

/** As wide as a phone allows: a code of 97 modules needs 3 px for each. */
const code_px = 420;

/** A badge on a screen: the QR code, the person, the last valid day, and the works that it is for. */
export function BadgeView({ badge }: { badge: components["schemas"]["GateBadge"] }) {
  const { t } = useTranslation("badge");
  return (
    <Stack gap="sm" align="center">
      <QrCode text={badge.token} label={t("code")} width={code_px} correction="L" />
      <Text fw={600} size="xl" ta="center">
        {badge.full_name}
      </Text>
      <Text c="dimmed">{[badge.employee_no, badge.contractor_name].filter(Boolean).join(" · ")}</Text>
      <Text component="div">
        {t("valid_until")} <Exact at={badge.valid_until} />
      </Text>
      {badge.nothing_overdue ? null : <Text>{t("overdue")}</Text>}
      {badge.works.length === 0 ? (
        <Text c="dimmed">{t("no_works")}</Text>
      ) : (
        <List spacing={4}>
          {badge.works.map(({ course_code, course_title, last_day }) => (
            <List.Item key={course_code}>
              {course_title}
              {last_day === null ? null : (
                <>
                  {" "}
                  {t("until")} <Day date={last_day} />
                </>
              )}
            </List.Item>
          ))}
        </List>
      )}
      {badge.left_out > 0 ? <Text size="sm">{t("left_out", { count: badge.left_out })}</Text> : null}
    </Stack>
  );
}
