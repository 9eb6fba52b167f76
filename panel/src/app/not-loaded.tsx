import { Button, Group, Text } from "@mantine/core";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Page } from "../components/page.tsx";
import { isOutdated } from "./outdated.ts";

/** The text in place of a screen whose code could not be loaded. Tries again once the network is back. */
export function NotLoaded({ retry }: { retry: () => Promise<void> }) {
  const { t } = useTranslation("shell");
  const [busy, setBusy] = useState(false);
  const tryAgain = async () => {
    setBusy(true);
    // Another version has other file names, which only a reload of the page finds. Drafts bring back what was typed
    // (api/drafts.ts).
    if (await isOutdated()) location.reload();
    await retry();
    setBusy(false);
  };
  const tryWhenOnline = useEffectEvent(tryAgain);
  useEffect(() => {
    void isOutdated().then((outdated) => outdated && location.reload());
    const onLine = () => void tryWhenOnline();
    addEventListener("online", onLine);
    return () => removeEventListener("online", onLine);
  }, []);
  return (
    <Page title={t("not_loaded.title")} width="narrow">
      <div role="alert">
        <Text>{t("not_loaded.text")}</Text>
        <Group mt="md">
          <Button aria-disabled={busy} onClick={() => void (busy || tryAgain())}>
            {t("common:retry")}
          </Button>
        </Group>
      </div>
    </Page>
  );
}
