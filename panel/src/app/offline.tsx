import { Box, Button, CloseButton } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { onNotLoaded } from "../components/use-late.ts";

/**
 * Shows that the network is down, or that a part of the page could not be loaded. The live region is always rendered, so that
 * screen readers announce it.
 */
export function OfflineNotice() {
  const { t } = useTranslation("shell");
  const offline = useOffline();
  const [missing, setMissing] = useState(false);
  useEffect(() => onNotLoaded(() => setMissing(true)), []);
  return (
    <Box role="status" className={offline || missing ? "panel-offline" : undefined}>
      {offline ? (
        <>
          <IconCloudOff size={16} aria-hidden /> {t("offline")}
        </>
      ) : null}
      {missing && !offline ? (
        <>
          {t("not_loaded.part")}
          <Button size="compact-sm" color="dark" onClick={() => location.reload()}>
            {t("not_loaded.reload")}
          </Button>
          <CloseButton c="inherit" aria-label={t("common:close")} onClick={() => setMissing(false)} />
        </>
      ) : null}
    </Box>
  );
}

function useOffline(): boolean {
  const [offline, setOffline] = useState(!navigator.onLine);
  useEffect(() => {
    const look = () => setOffline(!navigator.onLine);
    addEventListener("online", look);
    addEventListener("offline", look);
    return () => {
      removeEventListener("online", look);
      removeEventListener("offline", look);
    };
  }, []);
  return offline;
}
