// Packages of SCORM 1.2 and 2004, exactly as specified (CAM 1.2 §2.3, CAM 2004 4th Edition §3.4). Their content uses the runtime
// as that of authoring tools does: it looks for it in its parent windows, continues where it was, and reports how it ended.
import { zipOf, type ZipEntry } from "./zip.ts";

export type SampleItem = { id: string; title: string; href: string; parameters?: string; inner?: string; type?: "sco" | "asset" };

const items_default: readonly SampleItem[] = [{ id: "ITEM-1", title: "Working at height", href: "content/index.html" }];

export function manifest12(items: readonly SampleItem[] = items_default, title = "Working at height"): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- made by hand -->
<manifest identifier="MANIFEST-1" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="ORG-1"><organization identifier="ORG-1"><title>${title}</title>
${items.map(itemOf).join("\n")}
  </organization></organizations>
  <resources>
${items.map((item) => resourceOf(item, "scormtype")).join("\n")}
  </resources>
</manifest>`;
}

export function manifest2004(items: readonly SampleItem[] = items_default, title = "Working at height"): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="MANIFEST-1" version="1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"
  xmlns:adlseq="http://www.adlnet.org/xsd/adlseq_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
  <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
  <organizations default="ORG-1"><organization identifier="ORG-1"><title>${title}</title>
${items.map(itemOf).join("\n")}
  </organization></organizations>
  <resources>
${items.map((item) => resourceOf(item, "scormType")).join("\n")}
  </resources>
</manifest>`;
}

function itemOf({ id, title, parameters, inner = "" }: SampleItem): string {
  const given = parameters === undefined ? "" : ` parameters="${parameters}"`;
  return `    <item identifier="${id}" identifierref="RES-${id}"${given}><title>${title}</title>${inner}</item>`;
}

function resourceOf({ id, href, type = "sco" }: SampleItem, name: string): string {
  return `    <resource identifier="RES-${id}" type="webcontent" adlcp:${name}="${type}" href="${href}"><file href="${href}"/></resource>`;
}

/** Three pages and a question, like a bought course. The page number is kept in suspend_data, with padding that makes it long. */
export function lesson(standard: "1.2" | "2004", script = ""): string {
  const names =
    standard === "1.2"
      ? {
          api: "API",
          begin: "LMSInitialize",
          get: "LMSGetValue",
          set: "LMSSetValue",
          commit: "LMSCommit",
          end: "LMSFinish",
          location: "cmi.core.lesson_location",
          exit: "cmi.core.exit",
          entry: "cmi.core.entry",
          learner: "cmi.core.student_name",
        }
      : {
          api: "API_1484_11",
          begin: "Initialize",
          get: "GetValue",
          set: "SetValue",
          commit: "Commit",
          end: "Terminate",
          location: "cmi.location",
          exit: "cmi.exit",
          entry: "cmi.entry",
          learner: "cmi.learner_name",
        };
  const outcome =
    standard === "1.2"
      ? `set("cmi.core.score.min", "0"); set("cmi.core.score.max", "10"); set("cmi.core.score.raw", String(score)); set("cmi.core.lesson_status", score >= 8 ? "passed" : "failed");
         set("cmi.core.session_time", "0000:05:30.00");`
      : `set("cmi.score.scaled", String(score / 10)); set("cmi.completion_status", "completed"); set("cmi.success_status", score >= 8 ? "passed" : "failed");
         set("cmi.session_time", "PT5M30S");`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Lesson</title>
<link rel="stylesheet" href="style.css"></head>
<body><h1 id="page"></h1><p id="entry"></p><p id="learner"></p>
<button id="next">Next page</button> <button id="right">Right answer</button> <button id="wrong">Wrong answer</button>
<script>
  function find(place) { for (var tries = 0; place && tries < 8; tries += 1) { if (place.${names.api}) return place.${names.api}; if (place.parent === place) return null; place = place.parent; } return null; }
  var api = find(window);
  var set = function (name, value) { if (api.${names.set}(name, value) !== "true") document.title = "refused " + name; };
  var get = function (name) { return api.${names.get}(name); };
  api.${names.begin}("");
  var page = Number((get("cmi.suspend_data").match(/page=(\\d+)/) || [0, 1])[1]);
  function show() {
    document.getElementById("page").textContent = "Page " + page;
    document.getElementById("entry").textContent = "entry: " + get("${names.entry}");
    document.getElementById("learner").textContent = get("${names.learner}");
  }
  show();
  document.getElementById("next").onclick = function () {
    page += 1; set("${names.location}", "page-" + page); set("cmi.suspend_data", "page=" + page + ";" + new Array(1000).join("x")); set("${names.exit}", "suspend"); api.${names.commit}(""); show();
  };
  function answer(score) { ${outcome} set("${names.exit}", ""); api.${names.commit}(""); api.${names.end}(""); document.getElementById("page").textContent = "The end"; }
  document.getElementById("right").onclick = function () { answer(9); };
  document.getElementById("wrong").onclick = function () { answer(3); };
  ${script}
</script></body></html>`;
}

export type SamplePackage = { items?: readonly SampleItem[]; more?: readonly ZipEntry[]; script?: string; title?: string };

/** A package in which every item is the lesson above. */
export function scormPackage(
  standard: "1.2" | "2004",
  { items = items_default, more = [], script = "", title }: SamplePackage = {},
): Buffer {
  const manifest = standard === "1.2" ? manifest12(items, title) : manifest2004(items, title);
  const pages = [...new Set(items.map(({ href }) => href))];
  return zipOf([
    { name: "imsmanifest.xml", content: manifest },
    ...pages.map((name) => ({ name, content: lesson(standard, script) })),
    { name: "content/style.css", content: "body { font-family: sans-serif } h1 { color: #1d2430 }" },
    ...more,
  ]);
}
