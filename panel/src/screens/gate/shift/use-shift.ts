import { useCallback, useEffect, useRef, useState } from "react";
import { api, dataOf } from "../../../api/client.ts";
import { eraseLists, readKept, worker_scope, worker_url, writeKept } from "../../../api/gate-store.ts";
import type { components } from "../../../api/schema.d.ts";
import { useSession } from "../../../api/session.ts";
import { dayOf } from "../badge/verify.ts";
import { answerByList, type ListAnswer, refusalOf, type Shift } from "./rules.ts";

export type Decision = components["schemas"]["SendGateDecisionsRequest"]["decisions"][number];

/** The most decisions in one request. */
const sent_max = 500;
/** How often waiting decisions are sent again; they are also sent at once when the network is back. */
const send_again_ms = 60_000;

/** A guard's shift: a list that answers without a network, and the decisions that wait to be sent. */
export function useShift() {
  const { id } = useSession().account;
  const [shift, setShift] = useState<Shift | null>(null);
  const [waiting, setWaiting] = useState<readonly Decision[]>([]);
  const state = useRef<{ shift: Shift | null; waiting: readonly Decision[] }>({ shift: null, waiting: [] });

  const keepShift = useCallback((next: Shift | null) => {
    state.current.shift = next;
    setShift(next);
  }, []);
  const keepWaiting = useCallback(
    async (next: readonly Decision[]) => {
      state.current.waiting = next;
      setWaiting(next);
      await writeKept("waiting", id, next);
    },
    [id],
  );
  const erase = useCallback(async () => {
    keepShift(null);
    await eraseLists();
  }, [keepShift]);

  const send = useSending(state, keepWaiting);
  const addWaiting = useCallback((found: readonly Decision[]) => {
    state.current.waiting = [...found, ...state.current.waiting];
    setWaiting(state.current.waiting);
  }, []);
  useKept(id, { keepShift, addWaiting, send, erase });
  useEnd(shift, erase);

  return {
    shift,
    waiting: waiting.length,
    erase,
    /** Downloads the list of a work and caches the page. */
    take: async (asked: { course_code: string | null; department_id: string | null }) => {
      const list = dataOf(await api.POST("/panel/api/gate/list", { body: asked }));
      const check = dataOf(await api.GET("/panel/api/gate/check"));
      const latest_ms = Date.now();
      const { department_id } = asked;
      const taken: Shift = { list, department_id, check, ahead_ms: Date.parse(list.as_of) - latest_ms, latest_ms };
      await writeKept("list", id, taken);
      await keepPage();
      keepShift(taken);
    },
    answer: (number: string, course_code: string): ListAnswer | null => {
      const { shift: now } = state.current;
      if (now === null) return null;
      const clock_ms = Date.now();
      const today = dayOf(clock_ms + now.ahead_ms, now.check.time_zone);
      const answer = answerByList(now, { number, course_code, today }, clock_ms);
      if (clock_ms > now.latest_ms) {
        keepShift({ ...now, latest_ms: clock_ms });
        void writeKept("list", id, { ...now, latest_ms: clock_ms });
      }
      return answer;
    },
    /** Stores a decision that was made without a network until it is sent. */
    remember: async (decision: Omit<Decision, "id" | "decided_at">) => {
      const ahead_ms = state.current.shift?.ahead_ms ?? 0;
      const decided_at = new Date(Date.now() + ahead_ms).toISOString();
      await keepWaiting([...state.current.waiting, { ...decision, id: crypto.randomUUID(), decided_at }]);
      if (navigator.onLine) await send();
    },
  };
}

type State = { current: { shift: Shift | null; waiting: readonly Decision[] } };

/** Sends waiting decisions. Those that have arrived are removed; the others are sent again later. */
function useSending(state: State, keepWaiting: (next: readonly Decision[]) => Promise<void>): () => Promise<void> {
  const busy = useRef(false);
  return useCallback(async () => {
    if (busy.current || state.current.waiting.length === 0) return;
    busy.current = true;
    try {
      const decisions = state.current.waiting.slice(0, sent_max);
      await api.POST("/panel/api/gate/decisions", { body: { decisions } });
      const sent = new Set(decisions.map(({ id }) => id));
      await keepWaiting(state.current.waiting.filter(({ id }) => !sent.has(id)));
    } catch {
      // Without a network, or after the session has ended, the decisions stay.
    } finally {
      busy.current = false;
    }
  }, [state, keepWaiting]);
}

type Keeping = {
  keepShift: (next: Shift | null) => void;
  addWaiting: (found: readonly Decision[]) => void;
  send: () => Promise<void>;
  erase: () => Promise<void>;
};

/**
 * Reads what this account has stored, erases the lists of other accounts, and sends waiting decisions as soon as there is a
 * network.
 */
function useKept(id: string, { keepShift, addWaiting, send, erase }: Keeping): void {
  useEffect(() => {
    const begin = async () => {
      addWaiting((await readKept<Decision[]>("waiting", id)) ?? []);
      const kept = await readKept<Shift>("list", id);
      if (kept !== null && refusalOf(kept, Date.now()) === "too_old") await erase();
      else {
        if (kept !== null) keepShift(kept);
        await eraseLists(id);
      }
      await send();
    };
    // In a browser without storage, as in some private windows, there is no shift.
    begin().catch(() => undefined);
    const again = setInterval(() => void send(), send_again_ms);
    const online = () => void send();
    addEventListener("online", online);
    return () => {
      clearInterval(again);
      removeEventListener("online", online);
    };
  }, [id, keepShift, addWaiting, send, erase]);
}

/** Erases the list when it expires. */
function useEnd(shift: Shift | null, erase: () => Promise<void>): void {
  const ends_ms = shift === null ? null : Date.parse(shift.list.ends_at) - shift.ahead_ms;
  useEffect(() => {
    if (ends_ms === null) return undefined;
    const end = setTimeout(() => void erase(), Math.max(0, ends_ms - Date.now()));
    return () => clearTimeout(end);
  }, [ends_ms, erase]);
}

/** Caches the page and all files that it has loaded, so that it can be reloaded without a network. */
async function keepPage(): Promise<void> {
  await navigator.serviceWorker.register(worker_url, { scope: worker_scope });
  const registration = await navigator.serviceWorker.getRegistration(worker_scope);
  const worker = registration?.active ?? registration?.waiting ?? registration?.installing;
  if (!worker) throw new Error("the browser keeps no page");
  const files = performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname }) => pathname);
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<string>((resolve) => {
    port1.addEventListener("message", ({ data }) => resolve(String(data)));
    port1.start();
  });
  worker.postMessage({ files }, [port2]);
  const said = await answer;
  if (said !== "kept") throw new Error(said);
}
