import { bytes, person, type Hazard } from "./hazard.ts";

const accepted = (name: string, body: string, stored: Record<string, unknown>): Hazard => ({
  name,
  body: bytes(body),
  status: 201,
  stored,
});

/** Bodies that look dangerous but are legitimate, and must be stored in normalised form. */
export const oddities: readonly Hazard[] = [
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
  accepted("a noncharacter", person({ first_name: '"An\\uffffna"' }), { first_name: "An\uffffna" }),
  accepted("the last character", person({ first_name: '"An\\udbff\\udfffna"' }), { first_name: "An\u{10ffff}na" }),
  accepted("a private character", person({ first_name: '"\\ue000"' }), { first_name: "\ue000" }),
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
