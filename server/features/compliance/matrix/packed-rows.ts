// Rows of the matrix come from the database in a packed form (matrix-rows-sql.ts) and are converted to JSON here. A page has
// 2,000 entries with the same thirteen members; building their JSON took 5 of the database's 8 ms. The text that entries of the
// same shape share is built once and copied; ids, days and instants are written into the copy.
//
// A packed row is text: the row's JSON up to its courses, then one line for each entry with:
//
//   ids     enrollment_id, certificate_id, renewal_enrollment_id: 32 hex digits each, zeros for null
//   days    due_date, valid_until, next_change_on: days since 2000 as 8 hex digits each, the greatest number for null
//   instant completed_at: microseconds since 2000 as 16 hex digits, the greatest number for null
//   words   status, basis, enrollment_status, cycle_year, next_status and in_grace (t or f), with blanks between; nothing for null
//   tab, the course's place in the order of codes as 6 hex digits, its code as JSON, colon
//
// Lines are in any order. To sort them took the database half a millisecond for a page.

const id_names = ["enrollment_id", "certificate_id", "renewal_enrollment_id"] as const;
const day_names = ["due_date", "valid_until", "next_change_on"] as const;
const id_digits = 32;
const day_digits = 8;
const place_digits = 6;
const days_at = id_names.length * id_digits;
const instant_at = days_at + day_names.length * day_digits;
const words_at = instant_at + 16;

const no_day = 0x7fffffff;
/** 9999-12-31, the latest end of a certificate. Its `next_change_on` may be the day after, whose year has five digits. */
const last_short_day = 2_921_939;
const days_to_2000 = 10_957;
const day_ms = 86_400_000;
const [zero, newline, tab, comma] = [0x30, 0x0a, 0x09, 0x2c];
const empty_id = "        -    -    -    -            ";
const empty_instant = "          T  :  :  .   Z";
const row_end = Buffer.from("}}");

/**
 * The JSON of all entries with the same words (up to the tab) and the same null members, with the offsets of the ids, days and
 * instant; -1: null.
 */
type Shape = { words: Uint8Array; nulls: number; text: Uint8Array; ids: number[]; days: number[]; instant: number };

type Page = {
  bytes: Buffer;
  end: number;
  /** A row in bytes; the same memory for each row. */
  row: Buffer;
  /** By the words, and by the members that are null or longer than usual. */
  shapes: Map<string, Shape>;
  /** The shape of the previous entry, which most entries share. */
  shape: Shape | undefined;
  days: Map<number, Uint8Array>;
  /** Numbers of the present entry: its days, and the upper and lower half of its instant. */
  numbers: Int32Array;
};

/** A JSON array that grows while its rows arrive. */
export type GrowingRows = {
  /** Writes one packed row; returns the bytes that were added. They are valid until the next call. */
  add(packed: string): Uint8Array;
  /** Writes the text behind the rows; returns all bytes. */
  end(after: string): Buffer;
};

/** Packed rows as the elements of a JSON array, in bytes, behind `before`. `rows_max`: about how many rows there will be. */
export function openRows(before: string, rows_max: number): GrowingRows {
  const page: Page = {
    bytes: no_bytes,
    end: 0,
    row: no_bytes,
    shapes: new Map(),
    shape: undefined,
    days: new Map(),
    numbers: new Int32Array(day_names.length + 2),
  };
  writeText(page, before);
  let count = 0;
  return {
    add(packed) {
      if (count === 0) grow(page, Math.min(rows_max * Math.ceil(packed.length * growth), first_bytes_max) + spare_bytes);
      const from = page.end;
      if (count > 0) writeText(page, ",");
      count += 1;
      writeRow(page, bytesOf(page, packed));
      return page.bytes.subarray(from, page.end);
    },
    end(after) {
      writeText(page, after);
      return page.bytes.subarray(0, page.end);
    },
  };
}

const no_bytes = Buffer.alloc(0);
/** How many times as long as packed a row is. If rows are longer, the bytes are copied. */
const growth = 2.4;
/** Enough for a page of 200 people with 40 courses. */
const first_bytes_max = 4 * 2 ** 20;
const spare_bytes = 1_024;

/** Packed rows as the elements of a JSON array, in bytes, between `before` and `after`. */
export function jsonOfRows(before: string, packed: readonly string[], after: string): Buffer {
  const rows = openRows(before, packed.length);
  for (const row of packed) rows.add(row);
  return rows.end(after);
}

function bytesOf(page: Page, packed: string): Buffer {
  const size_max = 3 * packed.length;
  if (page.row.length < size_max) page.row = Buffer.allocUnsafe(2 * size_max);
  return page.row.subarray(0, page.row.write(packed));
}

function writeRow(page: Page, row: Buffer): void {
  const head_end = row.indexOf(newline);
  write(page, row.subarray(0, head_end));
  const lines = linesOf(row, head_end + 1);
  for (let line = 0; line < lines.length; line += 1) {
    if (line > 0) page.bytes[page.end++] = comma;
    writeEntry(page, row, lines[line]!);
  }
  write(page, row_end);
}

/** An entry of a row: where it begins and ends, where its course's code begins, and the course's place. */
type Line = { at: number; code_at: number; end: number; place: number };

/** The entries of a row in the order of their courses. The database sends them in the order in which it finds them. */
function linesOf(row: Buffer, from: number): Line[] {
  const lines: Line[] = [];
  let ordered = true;
  let last = -1;
  for (let at = from; at < row.length;) {
    let code_at = at + words_at;
    while (row[code_at] !== tab) if ((code_at += 1) > row.length) throw new Error("an entry without a course");
    const place = placeAt(row, code_at + 1);
    code_at += 1 + place_digits;
    let end = code_at;
    while (end < row.length && row[end] !== newline) end += 1;
    lines.push({ at, code_at, end, place });
    if (place < last) ordered = false;
    last = place;
    at = end + 1;
  }
  return ordered ? lines : lines.sort((one, other) => one.place - other.place);
}

function writeEntry(page: Page, row: Buffer, { at, code_at, end }: Line): void {
  const shape = shapeOf(page, row, at);
  makeRoom(page, end - code_at + shape.text.length + 1);
  const { bytes, numbers } = page;
  let to = page.end;
  for (let from = code_at; from < end; from += 1) bytes[to++] = row[from]!;
  bytes.set(shape.text, to);
  page.end = to + shape.text.length;
  for (let place = 0; place < id_names.length; place += 1) {
    const id_to = shape.ids[place]!;
    if (id_to >= 0) copyId(row, at + place * id_digits, bytes, to + id_to);
  }
  for (let place = 0; place < day_names.length; place += 1) {
    const day_to = shape.days[place]!;
    if (day_to >= 0) copyDay(page, numbers[place]!, to + day_to);
  }
  if (shape.instant >= 0) copyInstant(page, to + shape.instant);
}

/** The shape of the entry at `at`; its days and instant are then in the page's `numbers`. */
function shapeOf(page: Page, row: Buffer, at: number): Shape {
  const nulls = readNumbers(page, row, at);
  const last = page.shape;
  if (last?.nulls === nulls && isText(row, at + words_at, last.words)) return last;
  const words = row.toString("latin1", at + words_at, row.indexOf(tab, at + words_at) + 1);
  const key = `${nulls} ${words}`;
  let shape = page.shapes.get(key);
  if (shape === undefined) page.shapes.set(key, (shape = makeShape(words, nulls)));
  return (page.shape = shape);
}

/** Returns, as bits, which members are null or longer than usual. */
function readNumbers({ numbers }: Page, row: Buffer, at: number): number {
  for (let place = 0; place < numbers.length; place += 1) numbers[place] = numberAt(row, at + days_at + place * day_digits);
  let nulls = numbers[day_names.length] === no_day ? 1 : 0;
  for (let place = 0; place < id_names.length; place += 1) if (isZero(row, at + place * id_digits)) nulls |= 2 << place;
  for (let place = 0; place < day_names.length; place += 1) {
    const day = numbers[place]!;
    if (day === no_day) nulls |= 16 << place;
    else if (day > last_short_day) nulls |= 128 << place;
  }
  return nulls;
}

function isText(row: Buffer, from: number, text: Uint8Array): boolean {
  for (let place = 0; place < text.length; place += 1) if (row[from + place] !== text[place]) return false;
  return true;
}

/** Builds the JSON of a shape, with members in the order of the contract. */
function makeShape(words: string, nulls: number): Shape {
  const [status, basis, enrollment_status, cycle_year, next_status, in_grace] = words.trimEnd().split(" ");
  const shape = { ids: [-1, -1, -1], days: [-1, -1, -1], instant: -1 };
  let text = `{"status":"${status}","basis":"${basis}"`;
  const quoted = (name: string, value: string | undefined) => (text += value ? `,"${name}":"${value}"` : `,"${name}":null`);
  const filled = (name: string, empty: string, is_null: boolean): number => {
    quoted(name, is_null ? undefined : empty);
    return is_null ? -1 : text.length - empty.length - 1;
  };
  const id = (place: number) => (shape.ids[place] = filled(id_names[place]!, empty_id, (nulls & (2 << place)) !== 0));
  const day = (place: number) => {
    const empty = " ".repeat((nulls & (128 << place)) === 0 ? 10 : 11);
    shape.days[place] = filled(day_names[place]!, empty, (nulls & (16 << place)) !== 0);
  };
  id(0);
  quoted("enrollment_status", enrollment_status);
  text += `,"cycle_year":${cycle_year || "null"}`;
  day(0);
  shape.instant = filled("completed_at", empty_instant, (nulls & 1) !== 0);
  id(1);
  day(1);
  id(2);
  text += `,"in_grace":${in_grace === "t"}`;
  quoted("next_status", next_status);
  day(2);
  return { ...shape, words: Buffer.from(words, "latin1"), nulls, text: Buffer.from(`${text}}`, "latin1") };
}

/** Writes an id as 8, 4, 4, 4 and 12 digits with dashes. */
function copyId(row: Buffer, from: number, bytes: Buffer, to: number): void {
  for (let digit = 0; digit < 8; digit += 1) bytes[to + digit] = row[from + digit]!;
  for (let digit = 8; digit < 12; digit += 1) {
    bytes[to + digit + 1] = row[from + digit]!;
    bytes[to + digit + 6] = row[from + digit + 4]!;
    bytes[to + digit + 11] = row[from + digit + 8]!;
  }
  for (let digit = 20; digit < id_digits; digit += 1) bytes[to + digit + 4] = row[from + digit]!;
}

/** Writes an instant as `2026-01-31T12:00:00.000Z`, cut off to milliseconds. */
function copyInstant(page: Page, to: number): void {
  const high = page.numbers[day_names.length]!;
  const low = page.numbers[day_names.length + 1]! >>> 0;
  const ms = Math.floor((high * 2 ** 32 + low) / 1_000);
  const day = Math.floor(ms / day_ms);
  const of_day = (ms - day * day_ms) | 0;
  const { bytes } = page;
  copyDay(page, day, to);
  copyTwo((of_day / 3_600_000) | 0, bytes, to + 11);
  copyTwo(((of_day / 60_000) | 0) % 60, bytes, to + 14);
  copyTwo(((of_day / 1_000) | 0) % 60, bytes, to + 17);
  const thousandths = of_day % 1_000;
  bytes[to + 20] = zero + ((thousandths / 100) | 0);
  copyTwo(thousandths % 100, bytes, to + 21);
}

function copyTwo(number: number, bytes: Buffer, to: number): void {
  bytes[to] = zero + ((number / 10) | 0);
  bytes[to + 1] = zero + (number % 10);
}

function copyDay({ bytes, days }: Page, day: number, to: number): void {
  let text = days.get(day);
  if (text === undefined) days.set(day, (text = Buffer.from(textOfDay(day), "latin1")));
  for (let place = 0; place < text.length; place += 1) bytes[to + place] = text[place]!;
}

function textOfDay(day: number): string {
  const date = new Date((day + days_to_2000) * day_ms);
  const numbers = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  return numbers.map((number, place) => String(number).padStart(place === 0 ? 4 : 2, "0")).join("-");
}

/** A signed 32-bit number from eight hex digits. */
function numberAt(row: Buffer, at: number): number {
  let number = 0;
  for (let place = at; place < at + day_digits; place += 1) number = (number << 4) | digitAt(row, place);
  return number;
}

function placeAt(row: Buffer, at: number): number {
  let number = 0;
  for (let place = at; place < at + place_digits; place += 1) number = (number << 4) | digitAt(row, place);
  return number;
}

/** The value of a hex digit. */
function digitAt(row: Buffer, at: number): number {
  const digit = row[at]!;
  return digit < 0x3a ? digit - zero : digit - 0x57;
}

function isZero(row: Buffer, at: number): boolean {
  for (let place = at; place < at + id_digits; place += 1) if (row[place] !== zero) return false;
  return true;
}

function writeText(page: Page, text: string): void {
  write(page, Buffer.from(text));
}

function write(page: Page, bytes: Uint8Array): void {
  makeRoom(page, bytes.length);
  page.bytes.set(bytes, page.end);
  page.end += bytes.length;
}

function makeRoom(page: Page, size: number): void {
  if (page.end + size > page.bytes.length) grow(page, page.end + 2 * size);
}

/** Makes room for this many more bytes. */
function grow(page: Page, size: number): void {
  const bytes = Buffer.allocUnsafe(page.end + size);
  bytes.set(page.bytes.subarray(0, page.end));
  page.bytes = bytes;
}
