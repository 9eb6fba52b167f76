import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { contentOf, forgetContent, type OpenedContent, rememberContent } from "../../api/opened-content.ts";
import { useSession } from "../../api/session.ts";
import { training_key } from "./use-training.ts";

/** How long the player may take to send what it has kept. */
const sending_max_ms = 8_000;
/** How often a server that did not answer is tried again, even if the network was never down. */
const again_ms = 15_000;
/** How long to wait for the lock: a page that has just released it may still hold it for a moment. */
const letting_go_max_ms = 1_000;
const sandbox = "allow-scripts allow-same-origin";

type Owner = Parameters<typeof contentOf>[0];

/**
 * The lock lets one page of the browser send at a time. Two pages that send for one launch would give the same number to
 * different commits, and the server would take only one of them.
 */
const lockOf = (place: string) => `muster.content:${place}`;

/**
 * Holds the lock of a place while a page shows its content. Until it is released, the content itself sends what is kept, and no
 * other page of this browser does. Without TLS the browser has no locks, and then nothing is kept either.
 */
export function holdContent(owner: Owner, place: string, opened: OpenedContent): () => void {
  let letGo: () => void = () => undefined;
  let is_held = true;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  void (navigator.locks as LockManager | undefined)?.request(lockOf(place), () => {
    if (is_held) rememberContent(owner, place, opened);
    return held;
  });
  return () => {
    is_held = false;
    letGo();
  };
}

/**
 * Sends what players have kept in this browser: at once, when the network is back, and at intervals. `onSent` is called after
 * commits were sent.
 */
export function useKeptContent(onSent: (place: string) => void): void {
  const { account, organisation } = useSession();
  const client = useQueryClient();
  useEffect(() => {
    const owner = { account, organisation };
    const send = async () => {
      for (const place of contentOf(owner).keys()) {
        if (!(await sendKept(owner, place))) continue;
        onSent(place);
        await client.invalidateQueries({ queryKey: training_key });
        await client.invalidateQueries({ queryKey: ["my-course"] });
      }
    };
    void send();
    const online = () => void send();
    addEventListener("online", online);
    const again = setInterval(online, again_ms);
    return () => {
      removeEventListener("online", online);
      clearInterval(again);
    };
  }, [account, organisation, client, onSent]);
}

const sending = new Map<string, Promise<boolean>>();

/**
 * Resolves to whether everything that was kept has been sent. False also if no content was opened, or if a page shows the
 * content.
 */
export function sendKept(owner: Owner, place: string): Promise<boolean> {
  const opened = contentOf(owner).get(place);
  if (opened === undefined) return Promise.resolve(false);
  const under_way = sending.get(opened.url);
  if (under_way) return under_way;
  const signal = AbortSignal.timeout(letting_go_max_ms);
  const asking = navigator.locks.request(lockOf(place), { signal }, () => askPlayer(opened));
  const sent = asking
    .catch(() => false)
    .then((is_sent) => {
      sending.delete(opened.url);
      if (is_sent && contentOf(owner).get(place)?.url === opened.url) forgetContent(owner, place);
      return is_sent;
    });
  sending.set(opened.url, sent);
  return sent;
}

/** Opens the player in a hidden frame, because only a page of the content origin can read what was kept there. */
function askPlayer({ url }: OpenedContent): Promise<boolean> {
  const frame = document.createElement("iframe");
  const asked = new URL(url);
  asked.searchParams.set("kept", "yes");
  frame.hidden = true;
  frame.title = "";
  frame.setAttribute("aria-hidden", "true");
  frame.setAttribute("sandbox", sandbox);
  frame.referrerPolicy = "no-referrer";
  frame.src = asked.href;
  return new Promise<boolean>((resolve) => {
    const end = (is_sent: boolean) => {
      removeEventListener("message", hear);
      clearTimeout(timer);
      frame.remove();
      resolve(is_sent);
    };
    const hear = ({ origin, source, data }: MessageEvent<{ from?: string; kind?: string } | null>) => {
      if (origin !== asked.origin || source !== frame.contentWindow || data?.from !== "muster.content") return;
      if (data.kind === "closed" || data.kind === "unsent") end(data.kind === "closed");
    };
    const timer = setTimeout(() => end(false), sending_max_ms);
    addEventListener("message", hear);
    document.body.append(frame);
  });
}
