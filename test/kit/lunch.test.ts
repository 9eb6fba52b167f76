// The samples of docs/guides/sdk.md, which an integrator can complete by lunch. Each runs with its SDK as published, installed in
// an empty folder, against the product and its worker, with the command in its first lines; the courses are those of the demo.
// `LUNCH_PEOPLE` sets the number of people in the company.
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { courses, learning_paths, licenses } from "../../server/features/organisations/demo/catalogue.ts";
import { packTypescript } from "../../scripts/build-sdk.ts";
import { findPython, installWheel, type Python } from "./python.ts";
import { openCompany, type Company } from "./company.ts";

const samples = path.join(import.meta.dirname, "../../docs/guides/sdk-samples");
const lines_max = 40;
const people = Number(process.env["LUNCH_PEOPLE"] ?? 100);
const run = promisify(execFile);

let company: Company;
let folder: string;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "muster-lunch-"));
  const day = (days: number) => Temporal.Now.plainDateISO().add({ days }).toString();
  company = await openCompany({ courses, learning_paths, licenses: licenses(day) });
});
after(async () => {
  await company?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The oldest supported Node on this machine, otherwise the present one. */
function olderNode(): string {
  const others = (process.env["PATH"] ?? "").split(path.delimiter).filter((place) => !place.includes("node_modules"));
  const found = others.map((place) => path.join(place, "node")).find((file) => /^v2[0-4]\./.test(versionOf(file)));
  return found ?? process.execPath;
}

function versionOf(file: string): string {
  try {
    return execFileSync(file, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return "";
  }
}

test("the sample for TypeScript brings a company about with the tarball of npm, in 40 lines", async (t) => {
  const tarball = packTypescript(folder);
  const fresh = path.join(folder, "fresh");
  execFileSync("mkdir", ["-p", fresh]);
  writeFileSync(path.join(fresh, "package.json"), '{ "type": "module", "private": true }');
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: fresh, stdio: "pipe" });
  const installed = JSON.parse(readFileSync(path.join(fresh, "node_modules/muster-sdk/package.json"), "utf8")) as Record<
    string,
    unknown
  >;
  const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, "../../package.json"), "utf8")) as {
    version: string;
  };
  assert.deepEqual([installed["version"], installed["dependencies"]], [version, undefined]);
  await eats(t.name, "lunch.mjs", fresh, "T", olderNode());
});

/** What a type checker must know: entries of walks, bodies, events, and misspelt members. */
const consumer = `import { isEvent, Muster, ProblemError, verifyWebhook } from "muster-sdk";
import { fakeService } from "muster-sdk/testing";
const muster = new Muster({ baseUrl: "https://x", tenantCode: "A", apiKey: "k", fetch: fakeService().fetch });
for await (const person of muster.users.each({ status: "active" })) person.employee_no satisfies string | null;
await muster.users.create({ employee_no: "1", first_name: "A", last_name: "B", worker_type: "internal_payroll" });
// @ts-expect-error: a misspelt member
await muster.users.create({ employee_no: "1", frist_name: "A" });
const event = await verifyWebhook("", {}, "s");
if (isEvent(event, "course.completed")) event.data.course.code satisfies string;
export const codeOf = (error: unknown) => (error instanceof ProblemError ? error.errors[0]?.code : undefined);
`;

test("the types of the tarball tell a program that is strict what is right and what is misspelt, in Node and with a browser's types", () => {
  const fresh = path.join(folder, "fresh");
  writeFileSync(path.join(fresh, "consumer.ts"), consumer);
  const root = path.join(import.meta.dirname, "../..");
  const strict = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--module", "nodenext", "--target", "es2022"];
  const node = ["--lib", "es2023", "--types", "node", "--typeRoots", path.join(root, "node_modules/@types")];
  for (const platform of [node, ["--lib", "es2023,dom,dom.iterable", "--types", ""]]) {
    const tsc = [path.join(root, "node_modules/typescript/bin/tsc"), ...strict, ...platform, "consumer.ts"];
    execFileSync(process.execPath, tsc, { cwd: fresh, stdio: "pipe" });
  }
});

const python = findPython();

test("the sample for Python does the same with the wheel", { skip: typeof python === "string" ? python : false }, async (t) => {
  const { program, env } = installWheel(python as Python, folder);
  await eats(t.name, "lunch.py", env["PYTHONPATH"]!, "P", program, env);
});

/** Runs a sample in the folder where its SDK is installed, and checks the result. */
async function eats(name: string, sample: string, fresh: string, prefix: string, program: string, more = {}): Promise<void> {
  const text = readFileSync(path.join(samples, sample), "utf8");
  assert.ok(text.trimEnd().split("\n").length <= lines_max, `${sample} has more than ${lines_max} lines`);
  copyFileSync(path.join(samples, sample), path.join(fresh, sample));
  writeFileSync(path.join(fresh, "people.csv"), company.peopleFile(prefix, people));
  const { env } = company.receiverOf(sample);
  const given = / (lunch\.\w+ people\.csv(?: [A-Z]+-\d+)+)"*\n/.exec(text)?.[1]?.split(" ");
  assert.ok(given, `${sample} does not say how it is called`);
  const before_them = await company.people();
  const { stdout } = await run(program, given, { cwd: fresh, env: { ...process.env, ...env, ...more }, timeout: 600_000 });
  const all = before_them + people;
  assert.match(stdout, new RegExp(`^people: ${people} created, 0 changed, 0 unchanged, 0 invalid$`, "m"), name);
  assert.match(stdout, new RegExp(`^courses: ${people * (given.length - 2)} assigned$`, "m"));
  assert.match(stdout, new RegExp(`^compliance: ${all} of ${all} people have not begun$`, "m"));
  assert.match(stdout, /^webhook: verified "Test event requested for subscription "Lunch"."$/m);
  console.log(`${sample} with ${versionOf(program).trim()}:\n${stdout}`);
}
