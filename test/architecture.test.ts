// Checks the structure of the code: imports in one direction, no circles, SQL and the environment only where they belong.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { parseSync, Visitor } from "vite";

const root = path.join(import.meta.dirname, "..");

type File = { name: string; text: string; imports: string[] };

const files = filesOf("server/**/*.ts").filter(({ name }) => !/\.(test|long)\.ts$/.test(name));
const panel_files = filesOf("panel/src/**/*.{ts,tsx}");
const sdk_files = filesOf("sdk/typescript/src/**/*.ts");

/** From the top layer to the lowest. Imports within a layer need an entry in `neighbours`. */
const floors = [
  "server/main.ts",
  "server/commands/",
  "server/app.ts|server/panel-routes.ts|server/contract.ts|server/worker.ts",
  "server/protocols/",
  "server/features/",
  "server/platform/",
  // The SDK is the lowest layer; `sdk_users` names the only code that may import it.
  "sdk/typescript/src/",
];

/** Code that calls a service by its API, as an integrator does. */
const sdk_users = "server/commands/mcp/";

/** The features that each feature may import. All features may import `audit` and `events`. */
const neighbours: Record<string, string[]> = {
  // The check of a restored copy uses the order of flags.
  backup: ["compliance"],
  administrators: ["sign-in"],
  certificates: ["people", "courses", "compliance", "mail"],
  compliance: ["courses", "people", "departments"],
  employment: ["people", "rules", "groups", "enrollments", "compliance"],
  enrollments: ["people", "courses", "compliance", "certificates"],
  groups: ["people", "enrollments", "compliance"],
  people: ["departments", "contractors"],
  rules: ["groups", "people", "enrollments", "compliance"],
  documentation: [],
  days: ["people", "employment", "enrollments", "certificates", "compliance", "renewals"],
  "my-training": ["enrollments", "certificates"],
  // Results of tools are recorded like all results. Assertions are verified like those of clients, our keys are made like those
  // for identity providers, and launches belong to sessions.
  lti: ["clients", "course-items", "enrollments", "identity", "sign-in"],
  packages: ["course-items", "enrollments", "learning-records"],
  // The items of a course are its content; their results are recorded like all results.
  "course-items": ["courses", "enrollments"],
  // Results are recorded like all results, and time zones are checked like an organisation's.
  "course-sessions": ["enrollments", "mail", "organisations"],
  // Links are looked up like those of sign-in, an accepted file becomes a result, and files are checked like evidence.
  "company-evidence": ["certificates", "enrollments", "sign-in"],
  "my-team": ["compliance", "enrollments", "mail", "people", "reminders"],
  // The gate judges by the same flags as the other screens.
  gate: ["compliance", "people"],
  catalogue: ["courses", "compliance"],
  // People are selected as for bulk orders. A pack contains flags as of an instant, their explanations, and certificates as they
  // are printed.
  "evidence-packs": ["bulk", "certificates", "compliance"],
  // Bulk orders call the use cases of these features.
  bulk: ["compliance", "courses", "enrollments", "groups", "mail", "people", "reminders", "retention", "sign-in"],
  // What follows when a department or company is moved or merged.
  places: ["departments", "contractors", "people", "rules", "groups", "webhooks"],
  // Clients decide which blocked addresses an organisation may see, because blocks belong to no organisation. Groups know which
  // evaluations have stopped.
  overview: ["clients", "groups", "request-log"],
  // A client's requests are counted from the log.
  clients: ["request-log"],
  renewals: ["people", "enrollments", "compliance"],
  // A page contains the answers that the panel requests first.
  "panel-pages": ["sign-in", "overview"],
  // A learner's sign-in is recorded on the person, and links are sent by mail.
  "sign-in": ["people", "mail"],
  // Sign-in at a provider gives the same sessions, and administrators are notified when a provider's sessions end. An unknown
  // person may be created at the first sign-in.
  identity: ["mail", "sign-in", "people", "employment", "administrators"],
  // An organisation's own sandbox is opened from the panel, with accounts like those of administrators.
  sandbox: [
    "administrators",
    "days",
    "digests",
    "enrollments",
    "mail",
    "organisations",
    "people",
    "reminders",
    "reports",
    "sign-in",
    "webhooks",
  ],
  organisations: [
    "administrators",
    "clients",
    "departments",
    "contractors",
    "courses",
    "people",
    "enrollments",
    "rules",
    "groups",
    "compliance",
    "employment",
    "retention",
    // The example of a certificate is printed like a certificate; its texts may be the organisation's own, like those of mails.
    "certificates",
    "mail",
    // The administrator for emergencies keeps the role.
    "sign-in",
    // Importing an organisation needs the versions of SECRET_KEY with which its secrets were sealed.
    "keys",
  ],
  // Each of these features erases its own data of a person.
  erasure: [
    "people",
    "bulk",
    "evidence-packs",
    "packages",
    "lti",
    "course-items",
    "learning-records",
    "mail",
    "idempotency",
    "imports",
    "reports",
    "request-log",
    "saved-views",
    "retention",
  ],
  "personal-file": ["people"],
  imports: ["courses", "employment", "people", "retention"],
  mail: ["retention"],
  reminders: ["mail"],
  // Its rows are those of these features' lists.
  reports: ["people", "enrollments", "compliance", "certificates", "catalogue", "mail"],
  // Digests are sent at the hours of reminders and for the same reasons; flags say who is covered.
  digests: ["compliance", "mail", "reminders", "retention"],
  "request-log": ["retention"],
  // Each of these features seals its own secrets again.
  keys: ["clients", "erasure", "identity", "mail", "sign-in", "webhooks"],
  // Schemas of the events that these features emit, for the contract.
  feed: ["certificates", "compliance", "enrollments", "groups", "people"],
  webhooks: ["feed", "mail"],
};

/** Files other than a feature's sql.ts that may contain SQL. */
const sql_places = /(^|\/)(sql|[a-z-]+-sql)\.ts$|^server\/platform\/(db|jobs)\//;

test("every file of the server is seen", () => {
  assert.ok(files.length > 30, `saw only ${files.length} files`);
  assert.ok(files.filter((file) => file.imports.length > 0).length > 20, "saw hardly any import");
});

test("imports go downward, from main to the platform", () => {
  const wrong = eachImport().filter(({ from, to }) => floorOf(to) < floorOf(from));
  assert.deepEqual(wrong, []);
});

test("config.ts is read by commands only, and knows only the platform", () => {
  const wrong = eachImport().filter(
    ({ from, to }) => to === "server/config.ts" && !from.startsWith("server/commands/") && from !== "server/main.ts",
  );
  assert.deepEqual(wrong, []);
});

test("features use only the neighbours that the table names", () => {
  const wrong = eachImport().filter(({ from, to }) => {
    const [mine, theirs] = [featureOf(from), featureOf(to)];
    if (mine === null || theirs === null || mine === theirs) return false;
    return theirs !== "audit" && theirs !== "events" && !neighbours[mine]?.includes(theirs);
  });
  assert.deepEqual(wrong, []);
});

test("the server uses the SDK only where it calls a service by its API", () => {
  const users = eachImport().filter(({ to }) => to.startsWith("sdk/"));
  assert.ok(users.length > 0, "saw no use of the SDK");
  assert.deepEqual(
    users.filter(({ from }) => !from.startsWith(sdk_users)),
    [],
  );
});

test("the protocol for models is loaded by its own command alone", () => {
  const users = files.filter(({ text }) => /"@modelcontextprotocol\//.test(withoutComments(text))).map(({ name }) => name);
  assert.ok(users.length > 0, "saw no use of it");
  assert.deepEqual(
    users.filter((name) => !name.startsWith(sdk_users)),
    [],
  );
  const importers = eachImport().filter(({ from, to }) => to.startsWith(sdk_users) && !from.startsWith(sdk_users));
  assert.deepEqual(importers, [{ from: "server/main.ts", to: `${sdk_users}mcp.ts` }]);
});

test("protocols do not use each other", () => {
  const protocolOf = (name: string) => /^server\/protocols\/([^/]+)\//.exec(name)?.[1];
  const wrong = eachImport().filter(({ from, to }) => protocolOf(from) && protocolOf(to) && protocolOf(from) !== protocolOf(to));
  assert.deepEqual(wrong, []);
});

test("there are no import circles, in the server, the panel and the SDK, type-only ones included", () => {
  assert.ok(panel_files.length > 200, `saw only ${panel_files.length} files of the panel`);
  assert.deepEqual([...circles(files), ...circles(panel_files), ...circles(sdk_files)], []);
});

test("the SDK is a package of its own: it imports itself and, for its command, what Node has", () => {
  assert.ok(sdk_files.length > 10, `saw only ${sdk_files.length} files of the SDK`);
  const wrong = sdk_files.flatMap(({ name, text }) => {
    const found = [...withoutComments(text).matchAll(/(?:\bfrom\s+|\bimport\s+|\bimport\(\s*)"([^"]+)"/g)].map(
      ([, target]) => target!,
    );
    const allowed = (target: string) => target.startsWith(".") || (name.includes("/command/") && target.startsWith("node:"));
    const leaves = found.filter(
      (target) => target.startsWith(".") && !path.posix.join(path.posix.dirname(name), target).startsWith("sdk/"),
    );
    return [...found.filter((target) => !allowed(target)), ...leaves].map((target) => `${name}: ${target}`);
  });
  assert.deepEqual(wrong, []);
});

test("there are no circles of features", () => {
  const features = new Map<string, Set<string>>();
  for (const { from, to } of eachImport()) {
    const [mine, theirs] = [featureOf(from), featureOf(to)];
    if (mine !== null && theirs !== null && mine !== theirs) features.set(mine, (features.get(mine) ?? new Set()).add(theirs));
  }
  assert.ok(features.size > 20, `saw only ${features.size} features that use others`);
  assert.deepEqual(circles([...features].map(([name, imports]) => ({ name, imports: [...imports] }))), []);
});

test("no folder holds more than 25 files", () => {
  const folders = new Map<string, number>();
  for (const name of globSync(["server/**/*", "panel/src/**/*", "test/**/*", "bench/**/*", "scripts/**/*", "sdk/*/src/**/*"], {
    cwd: root,
  })) {
    // Texts have one file for each screen and language.
    if (!path.extname(name) || name.includes("locales")) continue;
    const folder = path.posix.dirname(name.replaceAll("\\", "/"));
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  assert.ok(folders.size > 50, `saw only ${folders.size} folders`);
  assert.deepEqual(
    [...folders].filter(([, count]) => count > 25),
    [],
  );
});

test("no file is longer than 400 lines, what is generated left aside", () => {
  const names = globSync(["{server,test,bench,scripts}/**/*.ts", "panel/src/**/*.{ts,tsx}", "sdk/typescript/src/**/*.ts"], {
    cwd: root,
  }).filter((name) => !name.endsWith(".d.ts") && !/[/\\]generated[/\\]/.test(name));
  assert.ok(names.length > 2_000, `saw only ${names.length} files`);
  const lengths = names.map((name) => ({ name, lines: readFileSync(path.join(root, name), "utf8").split("\n").length - 1 }));
  assert.deepEqual(
    lengths.filter(({ lines }) => lines > 400),
    [],
  );
});

test("no function is longer than 80 lines, in the server, the panel, the SDK, the scripts and the benchmark", () => {
  const names = globSync(
    ["server/**/*.ts", "panel/src/**/*.{ts,tsx}", "sdk/typescript/src/**/*.ts", "scripts/**/*.ts", "bench/**/*.ts"],
    { cwd: root },
  )
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => !/\.(test|long|d)\.ts$/.test(name));
  const functions = names.flatMap((name) => functionsOf(name, readFileSync(path.join(root, name), "utf8")));
  assert.ok(functions.length > 5_000, `saw only ${functions.length} functions`);
  assert.deepEqual(
    functions.filter(({ lines }) => lines > 80),
    [],
  );
});

function functionsOf(name: string, text: string): { at: string; lines: number }[] {
  const { program, errors } = parseSync(name, text);
  assert.deepEqual(errors, [], `${name} could not be read`);
  const found: { at: string; lines: number }[] = [];
  const note = ({ start, end }: { start: number; end: number }) => {
    const line = text.slice(0, start).split("\n").length;
    found.push({ at: `${name}:${line}`, lines: text.slice(start, end).split("\n").length });
  };
  new Visitor({ FunctionDeclaration: note, FunctionExpression: note, ArrowFunctionExpression: note }).visit(program);
  return found;
}

test("SQL stands in sql.ts files, the database platform and the job platform only", () => {
  const wrong = files
    .filter((file) => !sql_places.test(file.name) && /\b(sql|part)`|\.query\(/.test(withoutComments(file.text)))
    .map((file) => file.name);
  assert.deepEqual(wrong, []);
});

test("each table is written by its own feature", () => {
  const owners = new Map<string, Set<string>>();
  for (const file of files) {
    const feature = featureOf(file.name);
    if (feature === null || !sql_places.test(file.name)) continue;
    for (const [, table] of file.text.matchAll(/\b(?:insert into|update|delete from)\s+([a-z_]+(?:\.[a-z_]+)?)\b(?!\s*\()/g)) {
      if (table === "set" || table === "skip" || table === "of") continue;
      // An event and its deliveries are inserted by one statement (docs/decisions/0012); later changes of deliveries belong to
      // webhooks.
      if (feature === "events" && table === "webhook_delivery") continue;
      owners.set(table!, (owners.get(table!) ?? new Set()).add(feature));
    }
  }
  assert.ok(owners.size > 5, "saw hardly any statement that writes");
  const shared = [...owners]
    .filter(([, features]) => features.size > 1)
    .map(([table, features]) => `${table}: ${[...features].join(", ")}`);
  assert.deepEqual(shared, []);
});

test("people are written by people/writing/writer.ts, which tells of it, and by erasure", () => {
  const writing =
    /import \{[^}]*\b(insertPeople|insertPerson|insertProvisioned|updatePeople|updatePerson|updateProvisioned|moveRows|updateKeys|updateReleased|updateDeactivated|updateAccount|updateSignedIn)\b[^}]*\} from "[^"]*(write-sql|merge-sql|provisioned-sql|lives-sql)\.ts"/;
  const found = files.filter(({ text }) => writing.test(text)).map(({ name }) => name);
  assert.deepEqual(found, ["server/features/people/writing/writer.ts"]);
});

test("the environment is read in config.ts only", () => {
  const wrong = files
    .filter((file) => file.name !== "server/config.ts" && /process\.env/.test(withoutComments(file.text)))
    .map((file) => file.name);
  assert.deepEqual(wrong, []);
});

test("a worker loads nothing of what answers requests", () => {
  const loaded = loadedBy("server/commands/worker.ts");
  const wrong = ["server/app.ts", "server/platform/http/server.ts"].filter((name) => loaded.has(name));
  assert.deepEqual(wrong, []);
});

test("there are no default exports and no barrels", () => {
  const wrong = files.filter((file) => /^export default\b|^export \* from/m.test(file.text)).map((file) => file.name);
  assert.deepEqual(wrong, []);
});

function filesOf(pattern: string): File[] {
  return globSync(pattern, { cwd: root })
    .map((name) => name.replaceAll("\\", "/"))
    .map((name) => {
      const text = readFileSync(path.join(root, name), "utf8");
      return { name, text, imports: relativeImports(name, text) };
    });
}

function eachImport(): { from: string; to: string }[] {
  return files.flatMap((file) => file.imports.map((to) => ({ from: file.name, to })));
}

function relativeImports(name: string, text: string): string[] {
  const found = withoutComments(text).matchAll(/(?:\bfrom\s+|\bimport\s+|\bimport\(\s*|new URL\(\s*)"(\.[^"]+\.tsx?)"/g);
  return [...found].map(([, target]) => path.posix.join(path.posix.dirname(name), target!));
}

/** The files that are loaded before a file runs: the file itself, and what it imports at run time. */
function loadedBy(name: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(name)) return loaded;
  loaded.add(name);
  const { text } = files.find((file) => file.name === name)!;
  const found = text.matchAll(/^(?:import|export) (?!type )[^;]*?from "(\.[^"]+\.ts)"/gm);
  for (const [, target] of found) loadedBy(path.posix.join(path.posix.dirname(name), target!), loaded);
  return loaded;
}

function floorOf(name: string): number {
  if (name === "server/config.ts") return floors.indexOf("server/platform/") - 0.5;
  const floor = floors.findIndex((place) => place.split("|").some((start) => name.startsWith(start)));
  assert.notEqual(floor, -1, `${name} stands on no floor`);
  return floor;
}

function featureOf(name: string): string | null {
  return /^server\/features\/([^/]+)\//.exec(name)?.[1] ?? null;
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/[^\n]*/g, "$1");
}

/** Every circle of imports once, as the list of its files or features. */
function circles(places: readonly Pick<File, "name" | "imports">[]): string[][] {
  const imports = new Map(places.map((place) => [place.name, place.imports]));
  const done = new Set<string>();
  const found: string[][] = [];
  const visit = (name: string, trail: string[]) => {
    if (trail.includes(name)) {
      found.push(trail.slice(trail.indexOf(name)));
      return;
    }
    if (done.has(name)) return;
    for (const next of imports.get(name) ?? []) visit(next, [...trail, name]);
    done.add(name);
  };
  for (const place of places) visit(place.name, []);
  return found;
}
