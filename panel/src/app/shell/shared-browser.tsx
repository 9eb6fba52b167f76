import { Button, Group, Modal, Text } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { session_key, useSignOut } from "../../api/session.ts";
import { toast } from "../../components/toast.ts";

/** How many seconds before the session ends the page asks whether the user is still there (WCAG 2.2.1). */
const warned_s = 30;
const look_ms = 1_000;
/** While the user moves, reads or types, a request renews the session at this interval. */
const used_every_ms = 60_000;
/** The interval at which a sign-out without an answer is repeated. */
const leave_again_ms = 10_000;
const signs = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;

/** Stands above every page in a shared browser: the button to sign out, which also happens by itself when the user is idle. */
export function SharedBrowser({ idle_s }: { idle_s: number }) {
  const { t } = useTranslation("shell");
  const { mutate: leave, isPending, isSuccess } = useSignOut(toast.failed);
  const [is_asked, setAsked] = useState(false);
  const stay = useIdle(idle_s * 1_000, { warn: setAsked, leave });
  return (
    <aside className="panel-shared" aria-label={t("shared.label")}>
      <IconUsers size={18} aria-hidden />
      <span>{t("shared.text")}</span>
      <Button size="compact-md" loading={isPending || isSuccess} onClick={() => leave()}>
        {t("shared.done")}
      </Button>
      <Modal opened={is_asked} onClose={stay} title={t("shared.asked")} withCloseButton={false}>
        <Text size="sm" mb="md">
          {t("shared.asked_text", { count: warned_s })}
        </Text>
        <Group>
          <Button onClick={stay} data-autofocus>
            {t("shared.stay")}
          </Button>
          <Button variant="default" loading={isPending || isSuccess} onClick={() => leave()}>
            {t("shared.done")}
          </Button>
        </Group>
      </Modal>
    </aside>
  );
}

type Ends = { warn: (asked: boolean) => void; leave: () => void };

/**
 * Calls `warn` before the user has been idle for `idle_ms`, then `leave`, repeatedly until the session has ended. Returns the
 * function that says that the user is still there.
 */
function useIdle(idle_ms: number, { warn, leave }: Ends): () => void {
  const client = useQueryClient();
  const last = useRef({ sign_ms: 0, used_ms: 0, left_ms: 0, warned: false });
  const stay = useCallback(() => {
    const now_ms = Date.now();
    last.current = { ...last.current, sign_ms: now_ms, warned: false };
    warn(false);
    if (now_ms - last.current.used_ms < used_every_ms) return;
    last.current.used_ms = now_ms;
    void client.invalidateQueries({ queryKey: session_key });
  }, [client, warn]);
  useEffect(() => {
    last.current = { sign_ms: Date.now(), used_ms: Date.now(), left_ms: 0, warned: false };
    // Once the question is shown, only its answer counts: a passer-by may move the mouse.
    const sign = () => (last.current.warned ? undefined : stay());
    for (const name of signs) addEventListener(name, sign, { passive: true });
    const timer = setInterval(() => {
      const now_ms = Date.now();
      const rest_ms = last.current.sign_ms + idle_ms - now_ms;
      if (rest_ms <= 0) {
        if (now_ms - last.current.left_ms < leave_again_ms) return;
        last.current.left_ms = now_ms;
        leave();
      } else if (rest_ms <= warned_s * 1_000 && !last.current.warned) {
        last.current.warned = true;
        warn(true);
      }
    }, look_ms);
    return () => {
      clearInterval(timer);
      for (const name of signs) removeEventListener(name, sign);
    };
  }, [idle_ms, leave, stay, warn]);
  return stay;
}
