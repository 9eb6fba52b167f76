// Calendar files, read by an independent parser.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import ICAL from "ical.js";
import { calendarOf, type CalendarEvent } from "./calendar.ts";

const event: CalendarEvent = {
  id: "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f",
  title: "Pierwsza pomoc; część 1, ćwiczenia\\praktyka",
  location: "Hall B, first floor; behind the gate, to the left of the very long corridor with ą, ę and 🚒",
  starts_at: "2026-03-02T08:00:00.000Z",
  ends_at: "2026-03-02T14:30:00.000Z",
  revision: 3,
  cancelled_at: null,
  is_booked: true,
  url: "https://muster.example/panel/my-training",
  updated_at: "2026-02-20T10:11:12.345Z",
};

function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const [found] = calendar.getAllSubcomponents("vevent");
  const said = (name: string) => found!.getFirstPropertyValue(name)?.toString();
  return { calendar, said, parsed: new ICAL.Event(found) };
}

test("a calendar reads place, time, id and revision as they are, whatever letters the texts have", () => {
  const { calendar, said, parsed } = read(calendarOf(event));
  assert.deepEqual(
    [calendar.getFirstPropertyValue("version"), calendar.getFirstPropertyValue("method"), calendar.getAllSubcomponents().length],
    ["2.0", "PUBLISH", 1],
  );
  assert.deepEqual([parsed.uid, parsed.sequence, parsed.summary, parsed.location], [event.id, 3, event.title, event.location]);
  assert.deepEqual(
    [parsed.startDate.toJSDate().toISOString(), parsed.endDate.toJSDate().toISOString()],
    [event.starts_at, event.ends_at],
  );
  assert.deepEqual(
    [said("status"), said("transp"), said("dtstamp"), said("url")],
    ["CONFIRMED", "OPAQUE", "2026-02-20T10:11:12Z", event.url],
  );
});

test("one who waits may come, and what is cancelled does not take place", () => {
  assert.equal(read(calendarOf({ ...event, is_booked: false })).said("status"), "TENTATIVE");
  assert.equal(read(calendarOf({ ...event, cancelled_at: event.updated_at })).said("status"), "CANCELLED");
});

test("no text breaks out of its line, and no line is longer than 75 octets (RFC 5545 §3.1)", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.string({ unit: "grapheme", maxLength: 300 }),
      (location, title) => {
        const text = calendarOf({ ...event, location, title });
        const lines = text.split("\r\n");
        assert.ok(lines.every((line) => Buffer.byteLength(line) <= 75));
        assert.ok(lines.every((line) => !/[\u0000-\u0008\u000a-\u001f\u007f]/.test(line)));
        const { calendar, parsed } = read(text);
        assert.equal(calendar.getAllSubcomponents().length, 1);
        assert.deepEqual([parsed.uid, parsed.sequence], [event.id, 3]);
      },
    ),
    { numRuns: 300 },
  );
});
