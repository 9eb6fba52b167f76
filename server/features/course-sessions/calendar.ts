// A session as a calendar file (RFC 5545, text/calendar). A calendar recognises an event by its UID, and of two versions takes
// the one with the higher SEQUENCE (§3.8.7.4). Times are in UTC (§3.3.5, form 2), which needs no time zone definition.
import type { SessionRow } from "./sql.ts";

export type CalendarEvent = Pick<SessionRow, "id" | "location" | "starts_at" | "ends_at" | "revision" | "cancelled_at"> & {
  title: string;
  /** Whether the reader is booked; false: on the waiting list. */
  is_booked: boolean;
  /** The address of the session in the panel. */
  url: string;
  updated_at: string;
};

/** RFC 5545 §3.1: the most octets of a line, without its line break. */
const line_octets_max = 75;

export function calendarOf(event: CalendarEvent): string {
  const status = event.cancelled_at !== null ? "CANCELLED" : event.is_booked ? "CONFIRMED" : "TENTATIVE";
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Muster//Course sessions//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${event.id}`,
    `SEQUENCE:${event.revision}`,
    `DTSTAMP:${utc(event.updated_at)}`,
    `LAST-MODIFIED:${utc(event.updated_at)}`,
    `DTSTART:${utc(event.starts_at)}`,
    `DTEND:${utc(event.ends_at)}`,
    `SUMMARY:${escaped(event.title)}`,
    `LOCATION:${escaped(event.location)}`,
    `URL:${event.url}`,
    `STATUS:${status}`,
    `TRANSP:${status === "CONFIRMED" ? "OPAQUE" : "TRANSPARENT"}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return `${lines.map(folded).join("\r\n")}\r\n`;
}

function utc(instant: string): string {
  return instant.replace(/\.\d+Z$/, "Z").replaceAll(/[-:]/g, "");
}

/** §3.3.11: TEXT. Other control characters are not allowed in it. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "");
}

/** §3.1: a long line continues after a line break and a space. No character is split. */
function folded(line: string): string {
  const parts = [""];
  let octets = 0;
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (octets + length > line_octets_max) {
      parts.push("");
      octets = 1;
    }
    parts[parts.length - 1] += character;
    octets += length;
  }
  return parts.join("\r\n ");
}
