import { IconAlertTriangle, IconCheck, IconClock, IconHourglass, IconProgress } from "@tabler/icons-react";
import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";

const flags = {
  COMPLIANT: ["green", IconCheck],
  EXPIRING_SOON: ["yellow", IconClock],
  OVERDUE: ["red", IconAlertTriangle],
  IN_PROGRESS: ["blue", IconProgress],
  PENDING: ["gray", IconHourglass],
} as const;

export type Flag = keyof typeof flags;

/** A compliance flag: word, sign and colour, so that no one of them has to be seen. */
export function FlagChip({ flag }: { flag: Flag }) {
  const { t } = useTranslation();
  const [color, Icon] = flags[flag];
  return (
    <Badge miw="max-content" color={color} leftSection={<Icon size={12} aria-hidden />}>
      {t(`flag.${flag}`)}
    </Badge>
  );
}
