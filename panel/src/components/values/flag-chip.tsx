import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type Flag, flags } from "./flags.ts";
import type { Tone } from "./state-badge.tsx";

const colors: Readonly<Record<Tone, string>> = { good: "green", info: "blue", warning: "yellow", bad: "red", quiet: "gray" };

/** A compliance flag as word, icon and colour, so that a reader who misses one of them still understands it. */
export function FlagChip({ flag }: { flag: Flag }) {
  const { t } = useTranslation();
  const { tone, Icon } = flags[flag];
  return (
    <Badge miw="max-content" color={colors[tone]} leftSection={<Icon size={12} aria-hidden />}>
      {t(`flag.${flag}`)}
    </Badge>
  );
}
