// Packages of cmi5, exactly as specified (cmi5 §13 and §14). Their AUs use the store as those of authoring tools do: they fetch
// their token, read their launch data, continue from their state, and report how they ended.
import { zipOf, type ZipEntry } from "./zip.ts";

export type SampleAu = { id: string; title: string; move_on: string; mastery_score?: number; url?: string; block?: string };

const aus_default: readonly SampleAu[] = [
  { id: "https://content.example/au/one", title: "Working at height", move_on: "CompletedAndPassed", mastery_score: 0.8 },
];

export function courseStructure(aus: readonly SampleAu[] = aus_default, title = "Working at height"): string {
  const au = ({ id, title: name, move_on, mastery_score, url = "au/index.html" }: SampleAu) =>
    `<au id="${id}" moveOn="${move_on}"${mastery_score === undefined ? "" : ` masteryScore="${mastery_score}"`} launchMethod="AnyWindow">
      <title><langstring lang="de-DE">Deutsch</langstring><langstring lang="en-US">${name}</langstring></title>
      <description><langstring lang="en-US">${name}</langstring></description>
      <url>${url}</url><launchParameters>start=1</launchParameters><entitlementKey>key-1</entitlementKey></au>`;
  const blocks = [...new Set(aus.flatMap(({ block }) => block ?? []))];
  return `<?xml version="1.0" encoding="utf-8"?>
<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd">
  <course id="https://content.example/course"><title><langstring lang="en-US">${title}</langstring></title><description><langstring lang="en-US">${title}</langstring></description></course>
  ${aus
    .filter(({ block }) => block === undefined)
    .map(au)
    .join("\n  ")}
  ${blocks
    .map(
      (block) =>
        `<block id="${block}"><title><langstring lang="en-US">Block</langstring></title><description><langstring lang="en-US">Block</langstring></description>${aus
          .filter((one) => one.block === block)
          .map(au)
          .join("")}</block>`,
    )
    .join("\n  ")}
</courseStructure>`;
}

/** An AU with pages and a question, in plain script. */
export const sample_au = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>AU</title></head>
<body><h1 id="page">…</h1>
<button id="next">Next page</button> <button id="right">Right answer</button> <button id="wrong">Wrong answer</button> <button id="leave">Leave</button>
<script>
  var given = new URLSearchParams(location.search), endpoint = given.get("endpoint"), page = 1, token, launch;
  function call(method, path, body) {
    return fetch(endpoint + path, { method: method, headers: { Authorization: "Basic " + token, "X-Experience-API-Version": "1.0.3", "Content-Type": "application/json" }, body: body === undefined ? undefined : JSON.stringify(body) });
  }
  function stateOf(name) {
    return "activities/state?" + new URLSearchParams({ stateId: name, activityId: given.get("activityId"), agent: given.get("actor"), registration: given.get("registration") });
  }
  function say(verb, result, counts) {
    var context = JSON.parse(JSON.stringify(launch.contextTemplate));
    context.contextActivities.category = [{ id: "https://w3id.org/xapi/cmi5/context/categories/cmi5" }].concat(counts ? [{ id: "https://w3id.org/xapi/cmi5/context/categories/moveon" }] : []);
    var statement = { id: crypto.randomUUID(), actor: JSON.parse(given.get("actor")), verb: { id: "http://adlnet.gov/expapi/verbs/" + verb }, object: { id: given.get("activityId") }, context: context, timestamp: new Date().toISOString() };
    if (result) statement.result = result;
    return call("POST", "statements", statement).then(function (answer) { if (!answer.ok) return answer.text().then(function (text) { document.getElementById("page").textContent = "refused " + text; throw new Error(text); }); });
  }
  function show() { document.getElementById("page").textContent = "Page " + page; }
  fetch(given.get("fetch"), { method: "POST" }).then(function (answer) { return answer.json(); }).then(function (answer) {
    token = answer["auth-token"];
    return call("GET", stateOf("LMS.LaunchData"));
  }).then(function (answer) { return answer.json(); }).then(function (data) {
    launch = data;
    return call("GET", stateOf("bookmark"));
  }).then(function (answer) { return answer.ok ? answer.json() : { page: 1 }; }).then(function (kept) {
    page = kept.page;
    return say("initialized");
  }).then(show);
  document.getElementById("next").onclick = function () { call("PUT", stateOf("bookmark"), { page: page + 1 }).then(function () { page += 1; show(); }); };
  function end() { return say("terminated", { duration: "PT5M30S" }).then(function () { location.href = launch.returnURL; }); }
  document.getElementById("right").onclick = function () {
    say("completed", { completion: true, duration: "PT5M" }, true)
      .then(function () { return say("passed", { success: true, score: { scaled: 0.9 }, duration: "PT5M" }, true); }).then(end);
  };
  document.getElementById("wrong").onclick = function () { say("failed", { success: false, score: { scaled: 0.3 }, duration: "PT5M" }, true).then(end); };
  document.getElementById("leave").onclick = end;
</script></body></html>`;

/** `page`: the page of each AU; default: the one above. */
export type SampleCourse = { aus?: readonly SampleAu[]; more?: readonly ZipEntry[]; title?: string; page?: string };

export function cmi5Package({ aus = aus_default, more = [], title, page = sample_au }: SampleCourse = {}): Buffer {
  const pages = [...new Set(aus.map(({ url = "au/index.html" }) => url.split("?")[0]!))];
  return zipOf([
    { name: "cmi5.xml", content: courseStructure(aus, title) },
    ...pages.map((name) => ({ name, content: page })),
    ...more,
  ]);
}
