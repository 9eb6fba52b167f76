import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import type { MyItems } from "./use-training.ts";

/** How often the watched parts are reported while a video plays. */
const report_every_s = 10;
const stretches_max = 100;
/** The longest step between two events of a video at normal speed; a longer one is a jump. */
const step_max_s = 2;

type ItemContent = components["schemas"]["MyItemContent"];

type WatchingOptions = {
  course_id: string;
  item_id: string;
  video: NonNullable<ItemContent["video"]>;
  is_open: boolean;
  onChanged: (items: MyItems) => void;
  frame: RefObject<HTMLVideoElement | null>;
};

type Stretch = { from_s: number; to_s: number };

type Heard = { currentTarget: HTMLVideoElement };

/** Reports the watched parts of a video to the server: every few seconds, and when it stops or the page is left. */
export function useWatching(options: WatchingOptions) {
  const { video, frame } = options;
  const { unreported, report, error } = useReporting(options);
  const last_s = useRef<number | null>(null);
  const reported_at_s = useRef(0);

  const latest = useRef(report);
  useEffect(() => {
    latest.current = report;
  });
  useEffect(() => {
    const element = frame.current;
    const leave = () => void (document.visibilityState === "hidden" && element && latest.current(element, true));
    document.addEventListener("visibilitychange", leave);
    return () => {
      document.removeEventListener("visibilitychange", leave);
      if (element) void latest.current(element, true);
    };
  }, [frame]);

  const see = (element: HTMLVideoElement) => {
    const { currentTime: now_s, playbackRate } = element;
    const before_s = last_s.current;
    last_s.current = now_s;
    if (before_s === null || now_s <= before_s || now_s - before_s > step_max_s * Math.max(1, playbackRate)) return;
    const growing = unreported.current.at(-1);
    if (growing?.to_s === before_s) growing.to_s = now_s;
    else unreported.current.push({ from_s: before_s, to_s: now_s });
  };

  const hear = {
    onLoadedMetadata: ({ currentTarget: element }: Heard) => {
      const { position_s } = video;
      if (position_s > 0 && position_s < element.duration - 1) element.currentTime = position_s;
    },
    onPlay: ({ currentTarget }: Heard) => {
      last_s.current = currentTarget.currentTime;
    },
    onSeeking: () => {
      last_s.current = null;
    },
    onTimeUpdate: ({ currentTarget: element }: Heard) => {
      if (element.seeking) return;
      see(element);
      if (Math.abs(element.currentTime - reported_at_s.current) < report_every_s) return;
      reported_at_s.current = element.currentTime;
      void report(element);
    },
    onPause: ({ currentTarget }: Heard) => {
      see(currentTarget);
      void report(currentTarget);
    },
  };
  return { error, hear };
}

/** Sends reports one after the other. Only the report of a page that is being left does not wait for the previous one. */
function useReporting({ course_id, item_id, is_open, onChanged }: WatchingOptions) {
  const client = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  /** Watched parts that are not reported yet; the last one is still growing. */
  const unreported = useRef<Stretch[]>([]);
  const is_reporting = useRef(false);
  const keep = ({ seen_percent, course }: components["schemas"]["MyWatching"], position_s: number) => {
    // A learner who returns to this item continues here.
    client.setQueryData<ItemContent>(["my-course", course_id, "item", item_id], (content) =>
      content?.video ? { ...content, video: { ...content.video, seen_percent, position_s } } : content,
    );
    setError(null);
    onChanged(course);
  };
  const report = async (element: HTMLVideoElement, is_leaving = false): Promise<void> => {
    const { currentTime, duration } = element;
    if (!is_open || !Number.isFinite(duration) || (is_reporting.current && !is_leaving) || unreported.current.length === 0)
      return;
    const duration_s = Math.max(1, Math.round(duration));
    const reporting = unreported.current.splice(0, stretches_max);
    const seen = reporting.map(({ from_s, to_s }) => ({
      from_s: Math.floor(from_s),
      to_s: Math.min(Math.ceil(to_s), duration_s),
    }));
    const body = { position_s: Math.min(Math.floor(currentTime), duration_s), duration_s, seen };
    const path = { id: course_id, item_id };
    is_reporting.current = true;
    try {
      const request = { params: { path }, body, keepalive: is_leaving };
      keep(dataOf(await api.PUT("/panel/api/my/courses/{id}/items/{item_id}/watching", request)), body.position_s);
    } catch (problem) {
      // These parts are sent with the next report.
      unreported.current.unshift(...reporting);
      setError(problem);
      return;
    } finally {
      is_reporting.current = false;
    }
    // If the video has stopped meanwhile, no later event would report the rest.
    if (element.paused) await report(element);
  };
  return { unreported, report, error };
}
