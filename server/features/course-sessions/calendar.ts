// A session as a calendar reads it (RFC 5545, text/calendar). A calendar knows an event again by its UID, and takes the one with the higher
// SEQUENCE for the later one (§3.8.7.4); times stand in UTC (§3.3.5, form 2), which needs no description of a zone.
import type { SessionRow } from "./sql.ts";

export type CalendarEvent = Pick<SessionRow, "id" | "location" | "starts_at" | "ends_at" | "revision" | "cancelled_at"> & {
  title: string;
  /** Whether the reader has a place, and not only a chance of one. */
  is_booked: boolean;
  /** Where the reader sees it in the panel. */
  url: string;
  updated_at: string;
};

/** RFC 5545 §3.1: octets of a line, its end apart. */
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

/** §3.3.11: TEXT. Other control characters have no place in it. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "");
}

/** §3.1: a long line goes on behind a blank. No character is divided. */
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
