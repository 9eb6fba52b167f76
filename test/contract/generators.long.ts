import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { readContract } from "../../server/contract.ts";

/*
 * Generates clients from the contract with the generators that integrators use. Each is compiled together with a program that
 * creates a person with the minimal members and reads a flag from a row of the matrix. Every operation of the contract must be in
 * each client. The generators are installed by name into a temporary folder. Tools that are not on this machine (Java, Maven,
 * Python, .NET) or cannot be installed are skipped by name.
 */

const run = promisify(execFile);
const python_packages = [
  "openapi-generator-cli==7.26.0",
  "openapi-python-client==0.29.1",
  "ruff==0.17.6",
  "mypy==2.4.1",
  "pydantic==2.14.3",
  "urllib3==2.8.0",
  "python-dateutil==4.0.0",
  "httpx==0.28.1",
  "attrs==26.1.0",
];
const node_packages = ["openapi-typescript@7.13.0", "typescript@5.9.3"];

let folder: string;
let tools: string;
let python: string;
let document: string;
let operation_ids: string[];

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "muster-clients-"));
  tools = path.join(folder, "tools");
  python = path.join(tools, "venv", "bin", "python");
  mkdirSync(tools);
  document = path.join(folder, "openapi.json");
  const { openapi } = await readContract("https://muster.example");
  writeFileSync(document, JSON.stringify(openapi));
  const paths = Object.values(openapi["paths"] as Record<string, Record<string, { operationId: string }>>);
  operation_ids = paths.flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
  assert.ok(operation_ids.length > 40);
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** Why a command is not available, or null. */
async function missing(...commands: string[]): Promise<string | null> {
  for (const command of commands) {
    try {
      await run("sh", ["-c", `command -v ${command}`]);
    } catch {
      return `${command} is not on this machine`;
    }
  }
  return null;
}

/** By the name of each tool, which is installed once: why it could not be installed, or null. */
const installed = new Map<string, Promise<string | null>>();

function install(name: string, work: () => Promise<unknown>): Promise<string | null> {
  const failed = (error: Error) => `${name} could not be installed: ${error.message.trim().slice(-300).replaceAll("\n", " ")}`;
  const done = installed.get(name) ?? work().then(() => null, failed);
  installed.set(name, done);
  return done;
}

async function withoutNodeTools(): Promise<string | null> {
  const args = ["install", "--no-save", "--no-audit", "--prefix", tools, ...node_packages];
  return (await missing("npm")) ?? install(node_packages.join(", "), () => run("npm", args, { cwd: tools }));
}

async function withoutPythonTools(): Promise<string | null> {
  const reason = await missing("python3");
  if (reason) return reason;
  return install(python_packages.slice(0, 2).join(", "), async () => {
    await run("python3", ["-m", "venv", path.join(tools, "venv")]);
    await run(python, ["-m", "pip", "install", "--quiet", ...python_packages]);
  });
}

/** A command that fails throws an error with its output. */
async function must(command: string, args: string[], cwd = folder): Promise<string> {
  try {
    const env = { ...process.env, PATH: `${path.dirname(python)}:${process.env["PATH"]}` };
    const { stdout, stderr } = await run(command, args, { cwd, env, maxBuffer: 64 * 1024 * 1024 });
    return stdout + stderr;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(" ").slice(0, 200)} failed:\n${(stdout + stderr).slice(-6_000)}`, { cause: error });
  }
}

async function openapiGenerator(name: string): Promise<string> {
  const [jar] = globSync(path.join(tools, "venv", "lib", "*", "site-packages", "openapi_generator_cli", "*.jar"));
  const target = path.join(folder, name);
  const said = await must("java", ["-jar", jar!, "generate", "-g", name, "-i", document, "-o", target]);
  assert.doesNotMatch(said, /\] ERROR|Exception in/, said.slice(-4_000));
  return target;
}

/** Every operation has a function in the files, in whatever case its name is written. */
function assertOperations(files: string[], named: RegExp): void {
  const found = new Set<string>();
  for (const file of files)
    for (const [, name] of readFileSync(file, "utf8").matchAll(named)) found.add(name!.replaceAll("_", "").toLowerCase());
  assert.deepEqual(
    operation_ids.filter((id) => !found.has(id.toLowerCase())),
    [],
  );
}

async function compileTypes(target: string): Promise<void> {
  const compilerOptions = {
    strict: true,
    target: "es2022",
    module: "esnext",
    moduleResolution: "bundler",
    allowImportingTsExtensions: true,
    noEmit: true,
    lib: ["es2022", "dom", "dom.iterable"],
    types: [],
  };
  writeFileSync(path.join(target, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["**/*.ts"] }));
  await must(process.execPath, [path.join(tools, "node_modules", "typescript", "bin", "tsc"), "-p", target]);
}

test("openapi-typescript: every operation, a small create, and the flag in a row of the matrix", async (t) => {
  const reason = await withoutNodeTools();
  if (reason) return t.skip(reason);
  const target = path.join(folder, "openapi-typescript");
  mkdirSync(target);
  const file = path.join(target, "muster.ts");
  await must(process.execPath, [path.join(tools, "node_modules", "openapi-typescript", "bin", "cli.js"), document, "-o", file]);
  writeFileSync(
    path.join(target, "example.ts"),
    `import type { components } from "./muster.ts";
type Schemas = components["schemas"];
export const created: Schemas["CreateUserRequest"] = { employee_no: "1", first_name: "A", last_name: "B" };
export const assigned: Schemas["AssignCourseRequest"] = { employee_no: "1", course_code: "X" };
export function flagOf(matrix: Schemas["ComplianceMatrix"]): "OVERDUE" | "PENDING" | "IN_PROGRESS" | "EXPIRING_SOON" | "COMPLIANT" | undefined {
  return matrix.rows[0]?.courses["X"]?.status;
}
// @ts-expect-error no such flag
export const wrong: Schemas["ComplianceFlag"] = "LATE";
// @ts-expect-error what a record shows cannot be set
export const foreign: Schemas["CreateUserRequest"] = { ...created, created_at: "2026-01-01T00:00:00Z", x: 1 };
`,
  );
  await compileTypes(target);
  assertOperations([file], /^ {4}(\w+): \{$/gm);
});

test("openapi-generator typescript-fetch: every operation, a small create, and the flag in a row of the matrix", async (t) => {
  const reason = (await missing("java")) ?? (await withoutNodeTools()) ?? (await withoutPythonTools());
  if (reason) return t.skip(reason);
  const target = await openapiGenerator("typescript-fetch");
  writeFileSync(
    path.join(target, "example.ts"),
    `import { type ComplianceFlag, type ComplianceMatrix, type CreateUserRequest, UsersApi } from "./index";
export const created: CreateUserRequest = { employeeNo: "1", firstName: "A", lastName: "B" };
export const flagOf = (matrix: ComplianceMatrix): ComplianceFlag | undefined => matrix.rows[0]?.courses["X"]?.status;
export const call = () => new UsersApi().createUser({ xTenantCode: "ACME", createUserRequest: created });
`,
  );
  await compileTypes(target);
  assertOperations(globSync(path.join(target, "apis", "*.ts")), /async (\w+)\(/g);
});

test("openapi-generator java: every operation, a small create, and the flag in a row of the matrix", async (t) => {
  const reason = (await missing("java", "mvn")) ?? (await withoutPythonTools());
  if (reason) return t.skip(reason);
  const target = await openapiGenerator("java");
  const sources = path.join(target, "src", "main", "java", "org", "openapitools", "client");
  writeFileSync(
    path.join(sources, "Example.java"),
    `package org.openapitools.client;
import org.openapitools.client.model.*;
class Example {
  CreateUserRequest created = new CreateUserRequest().employeeNo("1").firstName("A").lastName("B");
  ComplianceFlag flagOf(ComplianceMatrix matrix) { return matrix.getRows().get(0).getCourses().get("X").getStatus(); }
}
`,
  );
  await must("mvn", ["-q", "-B", "compile", "-Dmaven.test.skip=true"], target);
  assert.ok(existsSync(path.join(target, "target", "classes", "org", "openapitools", "client", "Example.class")));
  assertOperations(globSync(path.join(sources, "api", "*.java")), /public [^(=;]*? (\w+)\(/g);
});

test("openapi-generator python: every operation, a small create, and the example of the matrix read into types", async (t) => {
  const reason = (await missing("java")) ?? (await withoutPythonTools());
  if (reason) return t.skip(reason);
  const target = await openapiGenerator("python");
  writeFileSync(
    path.join(target, "example.py"),
    `import json, sys
from openapi_client import ComplianceFlag, ComplianceMatrix, CreateUserRequest, MatrixEntry
created = CreateUserRequest(employee_no="1", first_name="A", last_name="B")
assert created.to_dict() == {"employee_no": "1", "first_name": "A", "last_name": "B"}, created.to_dict()
try:
    CreateUserRequest(employee_no="1\\u0007", first_name="A", last_name="B")
    sys.exit("a control character was taken")
except ValueError:
    pass
example = json.load(open(sys.argv[1]))["components"]["schemas"]["ComplianceMatrix"]["examples"][0]
matrix = ComplianceMatrix.from_dict(example)
entry = matrix.rows[0].courses["FORKLIFT-01"]
assert isinstance(entry, MatrixEntry) and entry.status is ComplianceFlag.PENDING
`,
  );
  await must(python, ["-m", "compileall", "-q", "openapi_client"], target);
  await must(python, ["example.py", document], target);
  assertOperations(globSync(path.join(target, "openapi_client", "api", "*.py")), /def (\w+)\(/g);
});

test("openapi-python-client: every operation, a small create, and the example of the matrix read into types", async (t) => {
  const reason = await withoutPythonTools();
  if (reason) return t.skip(reason);
  const target = path.join(folder, "openapi-python-client");
  mkdirSync(target);
  await must("openapi-python-client", [
    "generate",
    "--path",
    document,
    "--meta",
    "none",
    "--output-path",
    path.join(target, "muster"),
  ]);
  writeFileSync(
    path.join(target, "example.py"),
    `import io, json, sys
from muster.api.users import import_users
from muster.types import File
from muster.models import ComplianceFlag, ComplianceMatrix, CreateUserRequest, MatrixEntry
created = CreateUserRequest(employee_no="1", first_name="A", last_name="B")
assert created.to_dict() == {"employee_no": "1", "first_name": "A", "last_name": "B"}, created.to_dict()
example = json.load(open(sys.argv[1]))["components"]["schemas"]["ComplianceMatrix"]["examples"][0]
entry = ComplianceMatrix.from_dict(example).rows[0].courses["FORKLIFT-01"]
assert isinstance(entry, MatrixEntry)
flag: ComplianceFlag = entry.status
assert flag is ComplianceFlag.PENDING
sent = import_users._get_kwargs(body=File(payload=io.BytesIO(b"employee_no\\n1\\n")), x_tenant_code="ACME")
assert sent["headers"]["Content-Type"] == "application/octet-stream", sent
`,
  );
  await must(python, ["-m", "compileall", "-q", "muster"], target);
  await must(python, ["example.py", document], target);
  // client.py contains nothing of the contract. mypy refuses the generator's own code in it, which passes `*args: object` to
  // httpx.
  const settings = "[mypy]\n[mypy-muster.client]\nignore_errors = True\n";
  writeFileSync(path.join(target, "mypy.ini"), settings);
  await must(python, ["-m", "mypy", "muster", "example.py"], target);
  const files = globSync(path.join(target, "muster", "api", "*", "*.py")).map((file) => path.basename(file, ".py"));
  const found = new Set(files.map((name) => name.replaceAll("_", "")));
  assert.deepEqual(
    operation_ids.filter((id) => !found.has(id.toLowerCase())),
    [],
  );
  const models = globSync(path.join(target, "muster", "models", "*_type_*.py"));
  assert.deepEqual(models, [], "models without a name of their own");
});

test("openapi-generator csharp: every operation, a small create, and the flag in a row of the matrix", async (t) => {
  const reason = (await missing("java")) ?? (await withoutPythonTools());
  if (reason) return t.skip(reason);
  const target = await openapiGenerator("csharp");
  assertOperations(globSync(path.join(target, "src", "**", "Api", "*.cs")), /\s(\w+)Async\(/g);
  const [row] = globSync(path.join(target, "src", "**", "Model", "MatrixRow.cs"));
  assert.match(readFileSync(row!, "utf8"), /Dictionary<string, MatrixEntry> Courses/);
  const [request] = globSync(path.join(target, "src", "**", "Model", "CreateUserRequest.cs"));
  const created = /CreateUserRequest\(string employeeNo, string firstName, string lastName(, Option<[^=]+> \w+ = default)*\)/;
  assert.match(readFileSync(request!, "utf8"), created);
  await t.test("compiles", async (compiling) => {
    const without = await missing("dotnet");
    if (without) return compiling.skip(without);
    await must("dotnet", ["build", "--nologo", "-v", "quiet"], target);
  });
});
