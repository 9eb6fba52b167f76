import type { Standard } from "../manifest/item.ts";

/** The longest session that counts; a longer one comes from a wrong clock. */
const session_max_s = 86_400;

/** The seconds of a `session_time`; 0 when it is missing or malformed. */
export function secondsOf(standard: Standard, text: string | undefined): number {
  const seconds = standard === "scorm_1.2" ? ofTimespan(text ?? "") : ofDuration(text ?? "");
  return Math.min(Math.round(seconds), session_max_s);
}

/** A `total_time` in the format of the standard. */
export function timeOf(standard: Standard, seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (standard !== "scorm_1.2") return `PT${hours}H${minutes}M${rest}S`;
  return [String(Math.min(hours, 9_999)).padStart(4, "0"), String(minutes).padStart(2, "0"), String(rest).padStart(2, "0")].join(
    ":",
  );
}

function ofTimespan(text: string): number {
  const [, hours = "0", minutes = "0", seconds = "0"] = /^(\d+):(\d+):(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

/** ISO 8601 duration; years and months count with their usual length. */
function ofDuration(text: string): number {
  const match = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(text);
  if (match === null) return 0;
  const [years, months, days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return years * 31_557_600 + months * 2_629_800 + days * 86_400 + hours * 3_600 + minutes * 60 + seconds;
}
