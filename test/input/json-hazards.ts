/** What one request body must come to: a status, and where it is accepted, what is then stored. */
export type Hazard = {
  name: string;
  body: Buffer;
  status: 201 | 400 | 422;
  /** On 422: where the fault is, and of what kind. */
  fault?: { pointer: string; code: string };
  /** On 201: the members as they come back. */
  stored?: Record<string, unknown>;
};

let numbers = 0;

/** The members of a person that is accepted, with others in the place of some; as JSON text. */
function person(members: Record<string, string> = {}): string {
  numbers += 1;
  const plain: Record<string, string> = {
    employee_no: `"H${numbers}"`,
    first_name: '"Anna"',
    last_name: '"Kowalska"',
    email: `"h${numbers}@muster.example"`,
  };
  const all = { ...plain, ...members };
  return `{${Object.entries(all)
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
    .join(",")}}`;
}

const bytes = (text: string) => Buffer.from(text, "utf8");
const refused = (name: string, body: string | Buffer): Hazard => ({
  name,
  body: typeof body === "string" ? bytes(body) : body,
  status: 400,
});
const unacceptable = (name: string, body: string, pointer: string, code: string): Hazard => ({
  name,
  body: bytes(body),
  status: 422,
  fault: { pointer, code },
});
const accepted = (name: string, body: string, stored: Record<string, unknown>): Hazard => ({
  name,
  body: bytes(body),
  status: 201,
  stored,
});

/** Texts that are no JSON at all (RFC 8259), or no object. */
const no_objects: Record<string, string> = {
  "an empty body": "",
  "a blank": " ",
  null: "null",
  true: "true",
  "a number": "1",
  "a string": '"person"',
  "an array": "[]",
  "an array of objects": "[{}]",
  "an open brace": "{",
  "a closing brace": "}",
  "brackets that do not match": "{]",
  "single quotes": "{'first_name':'Anna'}",
  "a name without quotes": '{first_name:"Anna"}',
  "a trailing comma": '{"first_name":"Anna",}',
  "a leading comma": '{,"first_name":"Anna"}',
  "two commas": '{"a":1,,"b":2}',
  "no colon": '{"first_name" "Anna"}',
  "no value": '{"first_name":}',
  "no name": '{:"Anna"}',
  "a colon for a comma": '{"a":1:"b":2}',
  "two objects": "{}{}",
  "two lines of objects": "{}\n{}",
  "text behind the object": "{} x",
  "a NUL behind the object": "{}\0",
  "text before the object": "x{}",
  "a guard against scripts": ")]}'\n{}",
  "a line comment": '{"a":1} // person',
  "a block comment": '{/* person */"a":1}',
  "a hash comment": '# person\n{"a":1}',
  "a leading zero": '{"a":01}',
  "a leading plus": '{"a":+1}',
  "a leading dot": '{"a":.5}',
  "a trailing dot": '{"a":5.}',
  "an empty exponent": '{"a":1e}',
  "a hexadecimal number": '{"a":0x10}',
  "an octal number": '{"a":0o10}',
  "a number with separators": '{"a":1_000}',
  "a big integer literal": '{"a":1n}',
  NaN: '{"a":NaN}',
  Infinity: '{"a":Infinity}',
  "minus Infinity": '{"a":-Infinity}',
  undefined: '{"a":undefined}',
  "a lone minus": '{"a":-}',
  "true in capitals": '{"a":True}',
  "true cut off": '{"a":tru}',
  "a string that does not end": '{"a":"x',
  "a string that ends in a backslash": '{"a":"x\\',
  "an unknown escape": '{"a":"\\x41"}',
  "a short escape": '{"a":"\\u12"}',
  "a braced escape": '{"a":"\\u{1F600}"}',
  "an escaped quote of single kind": '{"a":"\\\'"}',
  "an octal escape": '{"a":"\\101"}',
  "a newline in a string": '{"a":"x\ny"}',
  "a tab in a string": '{"a":"x\ty"}',
  "a NUL in a string": '{"a":"x\0y"}',
  "an escape character in a string": '{"a":"\u001b[31m"}',
  "a vertical tab between tokens": '{\v"a":1}',
  "a no-break space between tokens": '{\u00a0"a":1}',
  "a line separator between tokens": '{\u2028"a":1}',
  "a byte order mark": "\ufeff{}",
  "a form": "first_name=Anna&last_name=Kowalska",
  XML: "<person><first_name>Anna</first_name></person>",
  YAML: "first_name: Anna",
  "a template": '{"a":`x`}',
  "a call": '({"a":1})',
};

/** Bytes that are no UTF-8, or no UTF-8 of JSON. */
const no_utf8: Record<string, Buffer> = {
  "UTF-16, little endian": Buffer.from('{"a":"x"}', "utf16le"),
  "UTF-16 with a byte order mark": Buffer.from('\ufeff{"a":"x"}', "utf16le"),
  "UTF-16, big endian": Buffer.from('{"a":"x"}', "utf16le").swap16(),
  "UTF-32": Buffer.from(Array.from('{"a":1}', (letter) => [letter.charCodeAt(0), 0, 0, 0]).flat()),
  Latin1: Buffer.from('{"a":"é"}', "latin1"),
  "a cut-off character": Buffer.from([...bytes('{"a":"'), 0xe2, 0x82, ...bytes('"}')]),
  "a lone continuation": Buffer.from([...bytes('{"a":"'), 0x80, ...bytes('"}')]),
  "an overlong slash": Buffer.from([...bytes('{"a":"'), 0xc0, 0xaf, ...bytes('"}')]),
  "an overlong NUL": Buffer.from([...bytes('{"a":"'), 0xc0, 0x80, ...bytes('"}')]),
  "an encoded surrogate": Buffer.from([...bytes('{"a":"'), 0xed, 0xa0, 0x80, ...bytes('"}')]),
  "a pair of encoded surrogates": Buffer.from([...bytes('{"a":"'), 0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80, ...bytes('"}')]),
  "a character beyond U+10FFFF": Buffer.from([...bytes('{"a":"'), 0xf4, 0x90, 0x80, 0x80, ...bytes('"}')]),
  "a sequence of five bytes": Buffer.from([...bytes('{"a":"'), 0xf8, 0x88, 0x80, 0x80, 0x80, ...bytes('"}')]),
  "the byte FE": Buffer.from([...bytes('{"a":"'), 0xfe, ...bytes('"}')]),
  "the byte FF": Buffer.from([...bytes('{"a":"'), 0xff, ...bytes('"}')]),
  "a compressed body that does not say so": Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xab, 0xae, 5, 0]),
};

/** JSON that two readers may understand differently, or that is meant to hurt. */
const ambiguous: Record<string, string> = {
  "a member twice": person({ first_name: '"Anna","first_name":"Ewa"' }),
  "a member twice with the same value": person({ first_name: '"Anna","first_name":"Anna"' }),
  "a member twice, once escaped": person({ first_name: '"Anna","\\u0066irst_name":"Ewa"' }),
  "a member twice, once null": person({ first_name: 'null,"first_name":"Anna"' }),
  "a member twice in an inner object": person({ attributes: '{"cost_center":"a","cost_center":"b"}' }),
  "a member twice in a member that is ignored": person({ id: '[{"a":1,"a":2}]' }),
  "an empty name twice": '{"":1,"":2}',
  "the same emoji twice as a name": '{"\\ud83d\\ude00":1,"😀":2}',
  __proto__: person({ __proto__of: "1" }).replace("__proto__of", "__proto__"),
  "__proto__ with an object": '{"__proto__":{"polluted":true}}',
  "__proto__ escaped": '{"\\u005f_proto__":{"polluted":true}}',
  "__proto__ in an inner object": person({ attributes: '{"__proto__":{"polluted":true}}' }),
  "__proto__ in a member that is ignored": person({ id: '{"__proto__":{"polluted":true}}' }),
  "__proto__ in an array": person({ id: '[[{"__proto__":1}]]' }),
  "33 levels": `{"id":${"[".repeat(32)}${"]".repeat(32)}}`,
  "33 levels of objects": `${'{"id":'.repeat(33)}1${"}".repeat(33)}`,
  "100,000 levels": `{"id":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
  "100,000 levels of objects": `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`,
  "100,000 open brackets": "[".repeat(100_000),
  "100,000 open braces": '{"a":'.repeat(100_000),
  "100,000 members": `{${Array.from({ length: 80_000 }, (_, index) => `"k${index}":1`).join()}}`,
  "a name of 500,000 letters": `{"${"a".repeat(500_000)}":1}`,
};

/** Members that hold text, by the place at which a fault in them is named. */
const texts: Record<string, (value: string) => Record<string, string>> = {
  "#/employee_no": (value) => ({ employee_no: value }),
  "#/first_name": (value) => ({ first_name: value }),
  "#/last_name": (value) => ({ last_name: value }),
  "#/email": (value) => ({ email: value }),
  "#/department_name": (value) => ({ department_name: value }),
  "#/job_title": (value) => ({ job_title: value }),
  "#/language": (value) => ({ language: value }),
  "#/employment_start_date": (value) => ({ employment_start_date: value }),
  "#/attributes/cost_center": (value) => ({ attributes: `{"cost_center":${value}}` }),
};

const no_text: Record<string, string> = {
  "U+0000": '"a\\u0000b"',
  "a lone high surrogate": '"a\\ud83d"',
  "a lone low surrogate": '"\\ude00b"',
  "surrogates in the wrong order": '"\\ude00\\ud83d"',
};

const unstorable: Hazard[] = [
  ...Object.entries(texts).flatMap(([pointer, members]) =>
    Object.entries(no_text).map(([name, value]) =>
      unacceptable(`${name} in ${pointer}`, person(members(value)), pointer, "INVALID_FORMAT"),
    ),
  ),
  unacceptable("U+0000 in a name", person({ "a\u0000b": "1" }), "#/a%00b", "UNKNOWN_FIELD"),
  unacceptable("a lone surrogate in a name", person().replace("{", '{"\\ud83d":1,'), "#/%EF%BF%BD", "UNKNOWN_FIELD"),
  unacceptable("U+0000 in a member that is ignored", person({ id: '"\\u0000"' }), "#/id", "INVALID_FORMAT"),
  unacceptable("31 combining marks", person({ last_name: `"a${"\u0301".repeat(31)}"` }), "#/last_name", "INVALID_FORMAT"),
  unacceptable(
    "300,000 combining marks",
    person({ last_name: `"a${"\u0323\u0307".repeat(150_000)}"` }),
    "#/last_name",
    "INVALID_FORMAT",
  ),
  unacceptable("a name of blanks", person({ first_name: '"   "' }), "#/first_name", "TOO_SHORT"),
  unacceptable("a name of no-break spaces", person({ first_name: '"\\u00a0\\u3000\\ufeff"' }), "#/first_name", "TOO_SHORT"),
  unacceptable("101 letters", person({ first_name: `"${"a".repeat(101)}"` }), "#/first_name", "TOO_LONG"),
  unacceptable("101 emoji", person({ first_name: `"${"😀".repeat(101)}"` }), "#/first_name", "TOO_LONG"),
  unacceptable("a control character in a number", person({ employee_no: '"1\\u00072"' }), "#/employee_no", "INVALID_FORMAT"),
  unacceptable("a newline in a number", person({ employee_no: '"1\\n2"' }), "#/employee_no", "INVALID_FORMAT"),
  unacceptable(
    "a control character of the second set",
    person({ employee_no: '"1\\u00852"' }),
    "#/employee_no",
    "INVALID_FORMAT",
  ),
  unacceptable("an address with a newline", person({ email: '"a@b.example\\nBcc: c@d.example"' }), "#/email", "INVALID_FORMAT"),
  unacceptable("constructor", person({ constructor: '{"prototype":{"polluted":true}}' }), "#/constructor", "UNKNOWN_FIELD"),
  unacceptable(
    "an attribute named constructor",
    person({ attributes: '{"constructor":"x"}' }),
    "#/attributes/constructor",
    "UNKNOWN_ATTRIBUTE",
  ),
  unacceptable(
    "an attribute named toString",
    person({ attributes: '{"toString":"x"}' }),
    "#/attributes/toString",
    "UNKNOWN_ATTRIBUTE",
  ),
  unacceptable(
    "an attribute named prototype",
    person({ attributes: '{"prototype":"x"}' }),
    "#/attributes/prototype",
    "UNKNOWN_ATTRIBUTE",
  ),
  ...Object.entries({
    "1e400": "1e400",
    "-1e400": "-1e400",
    "a number of 100,000 digits": "9".repeat(100_000),
    "the first integer that is not exact": "9007199254740993",
    "the last one below": "-9007199254740993",
    "the largest double": "1.7976931348623157e308",
  }).map(([name, value]) =>
    unacceptable(name, person({ attributes: `{"shoe_size":${value}}` }), "#/attributes/shoe_size", "OUT_OF_RANGE"),
  ),
  ...["1", "true", "[]", "{}", '["Anna"]', '{"value":"Anna"}', "1.5"].map((value) =>
    unacceptable(`${value} for a text`, person({ first_name: value }), "#/first_name", "INVALID_TYPE"),
  ),
  ...["1", "true", '"x"', "[]", '["cost_center"]'].map((value) =>
    unacceptable(`${value} for an object`, person({ attributes: value }), "#/attributes", "INVALID_TYPE"),
  ),
  ...["{}", "[1]", "[null]", "[[]]", "true", "41"].map((value) =>
    unacceptable(
      `${value} for a text attribute`,
      person({ attributes: `{"cost_center":${value}}` }),
      /^\[(1|null|\[\])\]$/.test(value) ? "#/attributes/cost_center/0" : "#/attributes/cost_center",
      "INVALID_TYPE",
    ),
  ),
];

const strange: Hazard[] = [
  accepted("blanks around a name", person({ first_name: '"  Anna \\t\\r\\n"' }), { first_name: "Anna" }),
  accepted("no-break and ideographic spaces around a name", person({ first_name: '"\\u00a0Anna\\u3000\\ufeff"' }), {
    first_name: "Anna",
  }),
  accepted("blanks between tokens", ` \t\r\n${person()}\n`, { first_name: "Anna" }),
  accepted("escaped ASCII", person({ first_name: '"\\u0041nn\\u0061"' }), { first_name: "Anna" }),
  accepted("an escaped slash", person({ first_name: '"A\\/B"' }), { first_name: "A/B" }),
  accepted("decomposed letters", person({ last_name: '"Ko\\u0301zka"' }), { last_name: "K\u00f3zka" }),
  accepted("the sign of Ångström", person({ last_name: '"\\u212bngstro\\u0308m"' }), { last_name: "\u00c5ngstr\u00f6m" }),
  accepted("Hangul in parts", person({ last_name: '"\\u1112\\u1161\\u11ab"' }), { last_name: "\ud55c" }),
  accepted("a ligature stays", person({ last_name: '"\ufb01nn"' }), { last_name: "\ufb01nn" }),
  accepted("30 combining marks", person({ last_name: `"q${"\u0323".repeat(30)}"` }), { last_name: `q${"\u0323".repeat(30)}` }),
  accepted("100 combinations that become one letter each", person({ first_name: `"${"e\u0301".repeat(100)}"` }), {
    first_name: "\u00e9".repeat(100),
  }),
  accepted("an emoji", person({ first_name: '"😀"' }), { first_name: "😀" }),
  accepted("an emoji as a pair of escapes", person({ first_name: '"\\ud83d\\ude00"' }), { first_name: "😀" }),
  accepted("a family in one emoji", person({ first_name: '"👩‍👩‍👧‍👦"' }), { first_name: "👩‍👩‍👧‍👦" }),
  accepted("a flag", person({ first_name: '"🇵🇱"' }), { first_name: "🇵🇱" }),
  accepted("100 emoji", person({ first_name: `"${"😀".repeat(100)}"` }), { first_name: "😀".repeat(100) }),
  accepted("a zero-width space", person({ first_name: '"An\\u200bna"' }), { first_name: "An\u200bna" }),
  accepted("a byte order mark within", person({ first_name: '"An\\ufeffna"' }), { first_name: "An\ufeffna" }),
  accepted("text from right to left", person({ first_name: '"\\u202eannA"' }), { first_name: "\u202eannA" }),
  accepted("a line separator", person({ first_name: '"An\\u2028na"' }), { first_name: "An\u2028na" }),
  accepted("a noncharacter", person({ first_name: '"An\\uffffna"' }), { first_name: "An\uffffna" }),
  accepted("the last character", person({ first_name: '"An\\udbff\\udfffna"' }), { first_name: "An\u{10ffff}na" }),
  accepted("a private character", person({ first_name: '"\\ue000"' }), { first_name: "\ue000" }),
  accepted("a control character in a title", person({ job_title: '"a\\u0007b"' }), { job_title: "a\u0007b" }),
  accepted("quotes and backslashes", person({ last_name: '"O\'Brien \\"\\\\\\" --"' }), { last_name: 'O\'Brien "\\" --' }),
  accepted("a statement", person({ last_name: '"\'; drop table person; --"' }), { last_name: "'; drop table person; --" }),
  accepted("a template", person({ last_name: '"${7*7}{{7*7}}%s%n"' }), { last_name: "${7*7}{{7*7}}%s%n" }),
  accepted("a script", person({ last_name: '"<script>alert(1)</script>"' }), { last_name: "<script>alert(1)</script>" }),
  accepted("a formula", person({ last_name: "\"=cmd|' /C calc'!A0\"" }), { last_name: "=cmd|' /C calc'!A0" }),
  accepted("a word that looks like null", person({ last_name: '"null"' }), { last_name: "null" }),
  accepted("a letter that grows when folded", person({ first_name: `"${"\u0130".repeat(100)}"` }), {
    first_name: "\u0130".repeat(100),
  }),
  accepted("a letter that decomposes into eighteen", person({ first_name: `"${"\ufdfa".repeat(100)}"` }), {
    first_name: "\ufdfa".repeat(100),
  }),
  accepted("32 levels in a member that is ignored", person({ id: `${"[".repeat(31)}${"]".repeat(31)}` }), { first_name: "Anna" }),
  accepted("an integer written with an exponent", person({ attributes: '{"shoe_size":4.1e1}' }), {
    attributes: { shoe_size: 41 },
  }),
  accepted("minus zero", person({ attributes: '{"shoe_size":-0}' }), { attributes: { shoe_size: 0 } }),
  accepted("the smallest double", person({ attributes: '{"shoe_size":5e-324}' }), { attributes: { shoe_size: 5e-324 } }),
  accepted("the largest exact integer", person({ attributes: '{"shoe_size":9007199254740991}' }), {
    attributes: { shoe_size: 9007199254740991 },
  }),
  accepted("a fraction", person({ attributes: '{"shoe_size":0.1}' }), { attributes: { shoe_size: 0.1 } }),
  accepted("null for an optional member", person({ job_title: "null", attributes: "null" }), { job_title: null, attributes: {} }),
  accepted("an empty object", person({ attributes: "{}" }), { attributes: {} }),
  accepted("an attribute of 1,000 letters", person({ attributes: `{"cost_center":"${"ł".repeat(1000)}"}` }), {
    attributes: { cost_center: "ł".repeat(1000) },
  }),
];

export const json_hazards: readonly Hazard[] = [
  ...Object.entries(no_objects).map(([name, body]) => refused(name, body)),
  ...Object.entries(no_utf8).map(([name, body]) => refused(name, body)),
  ...Object.entries(ambiguous).map(([name, body]) => refused(name, body)),
  ...unstorable,
  ...strange,
];
