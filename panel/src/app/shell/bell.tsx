import { ActionIcon, Indicator } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNotices } from "../../api/notices.ts";

/** The bell asks the server this long after the panel has been shown; until then it shows what came with the page. */
const asks_after_ms = 1_000;

/** A link to the account's notices, with the number of unread ones. */
export function Bell() {
  const { t } = useTranslation("shell");
  const [asks, setAsks] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAsks(true), asks_after_ms);
    return () => clearTimeout(timer);
  }, []);
  const count = useNotices({ enabled: asks }).data?.unread ?? 0;
  return (
    <Indicator label={count} size={16} offset={6} disabled={count === 0}>
      <ActionIcon
        component={Link}
        to="/notices"
        size="lg"
        aria-label={t(count === 0 ? "notices.none" : "notices.bell", { count })}
      >
        <IconBell size={18} />
      </ActionIcon>
    </Indicator>
  );
}
