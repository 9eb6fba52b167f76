// Checks that tests close what they open. A server, pool, process or page that a test closes at the end of its body stays open
// when an earlier line fails. The file then never ends, or the next test is affected.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { parseSync } from "vite";

const root = path.join(import.meta.dirname, "..");

type Node = { type: string; start: number; end: number; [member: string]: unknown };
/** A call that closes something, and what it closes: `sender.outbound`; for each of `nodes`, `nodes`. */
type Closing = {
  line: number;
  text: string;
  what: string;
  test: Node | null;
  is_sure: boolean;
  is_each: boolean;
  is_act: boolean;
};

/** These methods close only without arguments; `socket.end(bytes)` and `child.end("SIGTERM")` are actions of a test. */
const closing_methods = new Set(["close", "stop", "end", "destroy", "release"]);
const removing_functions = new Set(["rm", "rmSync"]);
const test_functions = /^(test|it|\w+\.test)$/;
/** A function passed to these is always called. */
const sure_functions = /(^|\.)(after|afterEach|finally)$/;
const loops = /\.(map|forEach|flatMap)$/;

test("what a test closes in its own body is closed in t.after, an after hook or a finally as well", () => {
  const files = ["server", "test", "bench", "scripts"]
    .flatMap((folder) => globSync(`${folder}/**/*.{test,long}.ts`, { cwd: root }))
    .map((name) => ({ name: name.replaceAll("\\", "/"), text: readFileSync(path.join(root, name), "utf8") }));
  const closings = files.flatMap(({ text }) => closingsOf(text));
  assert.ok(files.length > 200, `saw only ${files.length} files`);
  assert.ok(closings.filter(({ is_sure }) => is_sure).length > 200, "saw hardly anything that is closed");
  assert.ok(closings.filter(({ test, is_sure }) => test !== null && !is_sure).length > 10, "saw hardly any test that closes");
  const left = files.flatMap(({ name, text }) => leftOpen(text).map((fault) => `${name}:${fault}`));
  assert.deepEqual(left, []);
});

for (const [what, lines, expected] of [
  ["at the end of a test", `const s = await start(); assert.ok(s.url); await s.close();`, ["s.close()"]],
  ["what a test has of something", `const s = start(); await ask(s); await s.pool.end();`, ["s.pool.end()"]],
  ["each of several", `const all = [start()]; await ask(all); for (const one of all) await one.stop();`, ["one.stop()"]],
  [
    "of several at once",
    `const all = [start()]; await ask(all); await Promise.all(all.map((one) => one.stop()));`,
    ["one.stop()"],
  ],
  [
    "the clock of a database that a hook closes in the end",
    `await ask(shared); await shared.clock.release();`,
    ["shared.clock.release()"],
  ],
  ["a folder", `const folder = make(); await ask(folder); rmSync(folder);`, ["rmSync(folder)"]],
  ["in t.after", `const s = await start(); t.after(() => s.close()); await ask(s);`, []],
  ["as the subject, and in t.after", `const s = await start(); t.after(() => s.close()); await s.close();`, []],
  ["in a finally", `const s = await start(); try { await ask(s); } finally { await s.close(); }`, []],
  ["by its opener, for the test", `const { s } = await start(t); await ask(s); const own = s; await own.close();`, []],
  ["at once", `const s = await start(); await s.close(); await ask(s);`, []],
  ["what a hook closes", `await ask(shared); await shared.close();`, []],
  ["part of what a hook closes after each test", `await ask(own); await own.clock.release();`, []],
  ["with bytes or a signal", `const s = start(); await ask(s); s.end("GET /"); await s.end("SIGKILL");`, []],
  ["by what a test has started", `const s = start((socket) => socket.end()); await ask(s, async () => s.close());`, []],
] as const) {
  test(`${expected.length > 0 ? "is found" : "is left alone"}: ${what}`, () => {
    const text = `let shared, own;\nafter(() => shared.close());\nafterEach(() => own.close());\ntest("one", async (t) => {\n${lines}\n});`;
    assert.deepEqual(
      leftOpen(text).map((fault) => fault.replace(/^\d+ (.*?) is .*$/, "$1")),
      expected,
    );
  });
}

/** What the tests of a file may leave open: `line call is …`. */
function leftOpen(text: string): string[] {
  const closings = closingsOf(text);
  return closings
    .filter(({ test, is_sure, is_act }) => test !== null && !is_sure && !is_act)
    .filter((closing) => !closings.some((one) => isSureToClose(one, closing)))
    .map(({ line, text }) => `${line} ${text} is not reached when the test fails before it: call it in t.after, too`);
}

/** Closing something after every test also closes what belongs to it: closing a database closes its clock. */
function isSureToClose({ what, test, is_sure, is_each }: Closing, closing: Closing): boolean {
  const is_same = what === closing.what || (is_each && closing.what.startsWith(`${what}.`));
  return is_sure && is_same && (test === null || test === closing.test);
}

function closingsOf(text: string): Closing[] {
  const closings: Closing[] = [];
  const source = (node: Node) => text.slice(node.start, node.end);
  visit(parseSync("a.ts", text).program as unknown as Node, [], (node, trail) => {
    const closed = closedBy(node, source);
    if (closed === null) return;
    const name = /^\w+/.exec(closed)![0];
    const { test, is_sure, is_each, each } = placeOf(node, trail, source);
    const body = test === null || is_sure ? [] : declarationsIn(test);
    closings.push({
      line: text.slice(0, node.start).split("\n").length,
      text: source(node),
      what: each.get(name) ?? closed,
      test,
      is_sure,
      is_each,
      is_act: isForTest(name, body, source) || isOpenedBefore(name, trail),
    });
  });
  return closings;
}

/** The text of the expression that a call closes, or null. */
function closedBy(node: Node, source: (node: Node) => string): string | null {
  if (node.type !== "CallExpression") return null;
  const callee = node["callee"] as Node;
  const given = node["arguments"] as Node[];
  const closed =
    callee.type === "MemberExpression" && closing_methods.has(source(callee["property"] as Node)) && given.length === 0
      ? (callee["object"] as Node)
      : callee.type === "Identifier" && removing_functions.has(source(callee))
        ? given[0]
        : undefined;
  const name = closed && source(closed).replaceAll(/[?!]/g, "");
  return name && /^\w+(\.\w+)*$/.test(name) ? name : null;
}

/** The test that contains a call, whether the call is always made, and the value of each loop variable. */
function placeOf(node: Node, trail: readonly Node[], source: (node: Node) => string) {
  const each = new Map<string, string>();
  let is_sure = false;
  let is_each = false;
  let is_own = true;
  for (let place = trail.length - 1; place >= 0; place -= 1) {
    const [outer, inner] = [trail[place]!, trail[place + 1] ?? node];
    if (outer.type === "TryStatement" && outer["finalizer"] === inner) is_sure = true;
    if (outer.type === "ForOfStatement") {
      const [declared] = ((outer["left"] as Node)["declarations"] as Node[] | undefined) ?? [];
      if (declared) each.set(source(declared["id"] as Node), source(outer["right"] as Node));
    }
    if (!outer.type.includes("Function")) continue;
    const call = trail[place - 1];
    const callee = call?.type === "CallExpression" ? source(call["callee"] as Node) : "";
    if (sure_functions.test(callee)) {
      is_sure = true;
      is_each ||= callee === "afterEach";
    } else if (test_functions.test(callee)) return { test: is_own || is_sure ? outer : null, is_sure, is_each: true, each };
    else if (loops.test(callee)) each.set(source((outer["params"] as Node[])[0] ?? outer), callee.replace(loops, ""));
    else is_own = false;
  }
  return { test: null, is_sure, is_each, each };
}

function declarationsIn(test: Node): Node[] {
  const found: Node[] = [];
  visit(test, [], (node) => void (node.type === "VariableDeclarator" && found.push(node)));
  return found;
}

/** Whether something was opened by a function that received the test's `t`, and so closes it itself. */
function isForTest(name: string, declared: readonly Node[], source: (node: Node) => string): boolean {
  const declaration = declared.find(({ id }) => new RegExp(`\\b${name}\\b`).test(source(id as Node)));
  const opened = declaration?.["init"] ? source(declaration["init"] as Node) : "";
  return /[(\s]t[,)]/.test(opened) || (/^\w+$/.test(opened) && opened !== name && isForTest(opened, declared, source));
}

/** Whether the statement directly before declares it, so that nothing can fail in between. */
function isOpenedBefore(name: string, trail: readonly Node[]): boolean {
  const block = trail.findLastIndex(({ type }) => type === "BlockStatement");
  const statements = (trail[block]?.["body"] as Node[] | undefined) ?? [];
  const before = statements[statements.indexOf(trail[block + 1]!) - 1];
  const declared = before?.type === "VariableDeclaration" ? (before["declarations"] as Node[]) : [];
  return declared.some(({ id }) => (id as Node)["name"] === name);
}

/** Visits a node and all its descendants; `trail` contains its ancestors from the outermost. */
function visit(node: Node, trail: Node[], each: (node: Node, trail: readonly Node[]) => void): void {
  each(node, trail);
  trail.push(node);
  for (const part of Object.values(node).flat()) {
    if (typeof part === "object" && part !== null && typeof (part as Node).type === "string") visit(part as Node, trail, each);
  }
  trail.pop();
}
