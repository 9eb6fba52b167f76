import type { PackageItem, Standard } from "../manifest/item.ts";
import type { Elements } from "./elements.ts";
import { timeOf } from "./times.ts";

/** The stored state of an item in a registration. */
export type KeptItem = { elements: Elements; ended: boolean; total_s: number };
export type Learner = { id: string; name: string };

/**
 * The data model with which an item begins or continues, by the names of elements. The runtime gets it before the content
 * initializes.
 */
export function startValues(standard: Standard, item: PackageItem, kept: KeptItem | null, learner: Learner): Elements {
  return standard === "scorm_1.2" ? start12(item, kept, learner) : start2004(item, kept, learner);
}

/** Elements of an ended session; the next session sets them again. */
const of_the_session = new Set(["cmi.core.exit", "cmi.core.session_time", "cmi.exit", "cmi.session_time"]);

function resumed(kept: KeptItem): Elements {
  return Object.fromEntries(Object.entries(kept.elements).filter(([name]) => !of_the_session.has(name)));
}

function start12(item: PackageItem, kept: KeptItem | null, learner: Learner): Elements {
  // An item that has not reported its end was interrupted, so the learner continues it.
  const entry = kept === null ? "ab-initio" : !kept.ended || kept.elements["cmi.core.exit"] === "suspend" ? "resume" : "";
  return present({
    "cmi.core.student_id": learner.id,
    "cmi.core.student_name": learner.name,
    "cmi.core.credit": "credit",
    "cmi.core.lesson_mode": "normal",
    "cmi.core.entry": entry,
    "cmi.core.total_time": timeOf("scorm_1.2", kept?.total_s ?? 0),
    "cmi.launch_data": item.launch_data,
    "cmi.student_data.mastery_score": item.passing_score === null ? null : String(item.passing_score),
    "cmi.student_data.max_time_allowed": item.max_time_allowed,
    "cmi.student_data.time_limit_action": item.time_limit_action,
    ...(kept === null ? {} : resumed(kept)),
  });
}

/** RTE 4th Edition §4.2.8: an item that ended with anything but suspend begins a new attempt. */
function start2004(item: PackageItem, kept: KeptItem | null, learner: Learner): Elements {
  const exit = kept?.elements["cmi.exit"];
  const goes_on = kept !== null && (!kept.ended || exit === "suspend" || exit === "logout");
  return present({
    "cmi.learner_id": learner.id,
    "cmi.learner_name": learner.name,
    "cmi.credit": "credit",
    "cmi.mode": "normal",
    "cmi.entry": goes_on ? "resume" : "ab-initio",
    "cmi.total_time": timeOf("scorm_2004", goes_on ? kept.total_s : 0),
    "cmi.launch_data": item.launch_data,
    "cmi.scaled_passing_score": item.passing_score === null ? null : String(item.passing_score / 100),
    "cmi.completion_threshold": item.completion_threshold,
    "cmi.time_limit_action": item.time_limit_action,
    ...(goes_on ? resumed(kept) : {}),
  });
}

function present(values: Record<string, string | null>): Elements {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null));
}
