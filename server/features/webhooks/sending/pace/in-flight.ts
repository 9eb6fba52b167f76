import { afterAnswer, openWindow, roomOf, whileWaiting, window_initial, type Window } from "./window.ts";

/** The attempts that this process has under way at each subscription, and how many more it may start. */
export type InFlight = {
  /**
   * Registers the start of an attempt. Returns the function to call once when it has ended; null: the outcome says nothing about
   * the receiver.
   */
  begin(subscription_id: string): (answer: Answered | null) => void;
  /** How many more attempts each recently used subscription may start; all others may start `room_default`. */
  rooms(): Rooms;
  /**
   * Notes whether more deliveries of a subscription may be due than were claimed, so that the end of an attempt triggers a claim.
   */
  setMore(subscription_id: string, more: boolean): void;
  /** Whether more may be due to this subscription, or without an id to any. */
  hasMore(subscription_id?: string): boolean;
};

export type Answered = { good: boolean; reused: boolean };
export type Rooms = { subscription_ids: string[]; rooms: number[]; room_default: number };

type Entry = { window: Window; under_way: Set<UnderWay>; more: boolean; heard_ms: number };

/** `most`: the highest number of attempts that were under way at the same time as this one, itself included. */
type UnderWay = { began_ms: number; most: number };

/** After this time without an attempt the window of a receiver is forgotten, and the next attempt opens a new one. */
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
