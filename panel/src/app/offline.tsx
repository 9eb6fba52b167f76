import { Box } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

/** Says that the network is gone, for as long as it is. The live region is always there, so that it is read out. */
export function OfflineNotice() {
  const { t } = useTranslation("shell");
  const offline = useOffline();
  return (
    <Box role="status" className={offline ? "panel-offline" : undefined}>
      {offline ? (
        <>
          <IconCloudOff size={16} aria-hidden /> {t("offline")}
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
