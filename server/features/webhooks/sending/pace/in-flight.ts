import { afterAnswer, openWindow, roomOf, whileWaiting, window_initial, type Window } from "./window.ts";

/** What this process has under way at each subscription, and how much more each may be sent. */
export type InFlight = {
  /** An attempt begins. What it returns is called once, when the attempt has ended; null: it says nothing about the receiver. */
  begin(subscription_id: string): (answer: Answered | null) => void;
  /** The room of each subscription that was heard of lately; all others have `room_default`. */
  rooms(): Rooms;
  /** More may be due to a subscription than it was given, so that an end of an attempt at it makes room for more. */
  setMore(subscription_id: string, more: boolean): void;
  /** Whether that is so of one, or of any. */
  hasMore(subscription_id?: string): boolean;
};

export type Answered = { good: boolean; reused: boolean };
export type Rooms = { subscription_ids: string[]; rooms: number[]; room_default: number };

type Entry = { window: Window; under_way: Set<UnderWay>; more: boolean; heard_ms: number };

/** `most`: that were under way together with it so far, itself included. */
type UnderWay = { began_ms: number; most: number };

/** A receiver that was sent nothing for so long is found out anew. */
const forgotten_after_ms = 10_000;

export function createInFlight(now = () => performance.now()): InFlight {
  const entries = new Map<string, Entry>();

  const entryOf = (id: string): Entry => {
    const known = entries.get(id);
    if (known) return known;
    const entry: Entry = { window: openWindow(now()), under_way: new Set(), more: false, heard_ms: now() };
    entries.set(id, entry);
    return entry;
  };
  return {
    begin(subscription_id) {
      const entry = entryOf(subscription_id);
      const began_ms = now();
      const one = { began_ms, most: 0 };
      entry.heard_ms = began_ms;
      entry.under_way.add(one);
      for (const each of entry.under_way) each.most = Math.max(each.most, entry.under_way.size);
      return (answer) => {
        const ended_ms = now();
        entry.heard_ms = ended_ms;
        if (answer) entry.window = afterAnswer(entry.window, { ...answer, began_ms, ended_ms, under_way: one.most });
        entry.under_way.delete(one);
      };
    },
    rooms() {
      const now_ms = now();
      const found: Rooms = { subscription_ids: [], rooms: [], room_default: window_initial };
      for (const [id, entry] of entries) {
        const [oldest] = entry.under_way;
        if (oldest) entry.window = whileWaiting(entry.window, oldest.began_ms, now_ms);
        else if (now_ms - entry.heard_ms > forgotten_after_ms) {
          entries.delete(id);
          continue;
        }
        const room = roomOf(entry.window, entry.under_way.size);
        if (room === 0) entry.more = true;
        found.subscription_ids.push(id);
        found.rooms.push(room);
      }
      return found;
    },
    setMore(subscription_id, more) {
      entryOf(subscription_id).more = more;
    },
    hasMore(subscription_id) {
      if (subscription_id !== undefined) return entries.get(subscription_id)?.more ?? false;
      return entries.values().some(({ more }) => more);
    },
  };
}
