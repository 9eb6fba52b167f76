import { targetOf, type ConsoleCall } from "./call.ts";
import { python_methods } from "./sdk-methods.ts";

/** The service that a call goes to. No text contains the secret: each reads it from the environment variable MUSTER_API_KEY. */
export type Place = { base_url: string; tenant_code: string };

export const languages = ["curl", "typescript", "python_sdk", "javascript", "python", "java"] as const;
export type Language = (typeof languages)[number];

/** The title of each language, and the file in which its text runs. */
export const language_names: Readonly<Record<Language, { title: string; file: string }>> = {
  curl: { title: "cURL", file: "call.sh" },
  typescript: { title: "TypeScript, SDK", file: "call.ts" },
  python_sdk: { title: "Python, SDK", file: "call.py" },
  javascript: { title: "JavaScript", file: "call.mjs" },
  python: { title: "Python", file: "call.py" },
  java: { title: "Java", file: "Call.java" },
};

/**
 * The call as a program that prints the body of the answer and then its status. With an SDK, the program throws if the service
 * refuses.
 */
export function textOf(language: Language, call: ConsoleCall, place: Place): string {
  return texts[language](call, place);
}

type Write = (call: ConsoleCall, place: Place) => string;

const curl: Write = (call, { base_url, tenant_code }) => `curl -sS -X ${call.method} -w '\\n%{http_code}\\n' \\
  -H ${quoted(`X-Tenant-Code: ${tenant_code}`)} \\
  -H "X-API-Key: $MUSTER_API_KEY" \\
${call.body === null ? "" : `  -H 'Content-Type: application/json' \\\n  --data-raw ${quoted(call.body)} \\\n`}  ${quoted(base_url + targetOf(call))}
`;

const typescript: Write = (call, { base_url, tenant_code }) => `import { Muster } from "muster-sdk";

const muster = new Muster({
  baseUrl: ${JSON.stringify(base_url)},
  tenantCode: ${JSON.stringify(tenant_code)},
  apiKey: process.env.MUSTER_API_KEY,
});
let status = 0;
const request = {
  method: ${JSON.stringify(call.method)},
  path: ${JSON.stringify(call.path)},
${call.query.length === 0 ? "" : `  query: ${JSON.stringify(Object.fromEntries(call.query))},\n`}${call.body === null ? "" : `  body: ${call.body},\n`}${isText(call) ? "  asText: true,\n" : ""}};
const body = await muster.request(request, { onAnswer: (answer) => (status = answer.status) });
console.log(${isText(call) ? "body" : 'body === undefined ? "" : JSON.stringify(body)'});
console.log(status);
`;

/** Uses the SDK's method of the operation, or a plain request if this version of the page does not know the operation. */
const python_sdk: Write = (call, { base_url, tenant_code }) => {
  const method = python_methods[call.operation];
  const pairs = call.query.map(([name, value, type]) => [name, pythonValue(value, type)] as const);
  const body = call.body === null ? null : pythonLiteral(JSON.parse(call.body));
  const passed =
    method === undefined
      ? [
          pythonText(call.method),
          pythonText(call.path),
          ...(pairs.length > 0 ? [`query={${pairs.map(([name, value]) => `${pythonText(name)}: ${value}`).join(", ")}}`] : []),
          ...(body === null ? [] : [`body=${body}`]),
          ...(isText(call) ? ["as_text=True"] : []),
        ]
      : [
          ...call.path_values.map(pythonText),
          ...(body === null ? [] : [body]),
          ...pairs.map(([name, value]) => `${name}=${value}`),
        ];
  const lines = [...passed, "on_answer=answers.append"].map((text) => `    ${text},\n`).join("");
  return `import json, os
from muster_sdk import Muster${method === undefined ? ", Request" : ""}

muster = Muster(
    base_url=${pythonText(base_url)},
    tenant_code=${pythonText(tenant_code)},
    api_key=os.environ["MUSTER_API_KEY"],
)
answers = []
body = muster.${method === undefined ? `request(Request(\n${lines})` : `${method}(\n${lines}`})
print(${isText(call) ? "body" : '"" if body is None else json.dumps(body, ensure_ascii=False)'})
print(answers[-1].status)
`;
};

const javascript: Write = (
  call,
  { base_url, tenant_code },
) => `const response = await fetch(${JSON.stringify(base_url + targetOf(call))}, {
  method: ${JSON.stringify(call.method)},
  headers: {
    "X-Tenant-Code": ${JSON.stringify(tenant_code)},
    "X-API-Key": process.env.MUSTER_API_KEY,
${call.body === null ? "  },\n" : `    "Content-Type": "application/json",\n  },\n  body: ${JSON.stringify(call.body)},\n`}});
console.log(await response.text());
console.log(response.status);
`;

const python: Write = (call, { base_url, tenant_code }) => `import os, urllib.error, urllib.request

request = urllib.request.Request(
    ${JSON.stringify(base_url + targetOf(call))},
    method=${JSON.stringify(call.method)},
    headers={
        "X-Tenant-Code": ${JSON.stringify(tenant_code)},
        "X-API-Key": os.environ["MUSTER_API_KEY"],
${call.body === null ? "    },\n" : `        "Content-Type": "application/json",\n    },\n    data=${JSON.stringify(call.body)}.encode(),\n`})
try:
    answer = urllib.request.urlopen(request)
except urllib.error.HTTPError as refused:
    answer = refused
print(answer.read().decode())
print(answer.status)
`;

const java: Write = (call, { base_url, tenant_code }) => `import java.net.URI;
import java.net.http.*;

public class Call {
    public static void main(String[] arguments) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(${javaText(base_url + targetOf(call))}))
            .header("X-Tenant-Code", ${javaText(tenant_code)})
            .header("X-API-Key", System.getenv("MUSTER_API_KEY"))
${call.body === null ? "" : '            .header("Content-Type", "application/json")\n'}            .method(${javaText(call.method)}, ${call.body === null ? "HttpRequest.BodyPublishers.noBody()" : `HttpRequest.BodyPublishers.ofString(${javaText(call.body)})`})
            .build();
        var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        new java.io.PrintStream(System.out, true, "UTF-8").println(response.body());
        System.out.println(response.statusCode());
    }
}
`;

const texts: Readonly<Record<Language, Write>> = { curl, typescript, python_sdk, javascript, python, java };

/** The one operation whose answer is a file. */
function isText({ path }: ConsoleCall): boolean {
  return path.endsWith(".csv");
}

/** Quotes a text for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A parameter as a Python literal: a number or boolean if the contract's type is one and the text is valid, otherwise a text. */
function pythonValue(value: string, type: string): string {
  if (type === "integer" && /^(?:0|[1-9]\d{0,14})$/.test(value)) return value;
  if (type === "boolean" && /^(?:true|false)$/.test(value)) return value === "true" ? "True" : "False";
  return pythonText(value);
}

/** A JSON value as a Python literal. */
function pythonLiteral(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return pythonText(value);
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(", ")}]`;
  if (typeof value === "object") {
    const members = Object.entries(value).map(([name, member]) => `${pythonText(name)}: ${pythonLiteral(member)}`);
    return `{${members.join(", ")}}`;
  }
  return JSON.stringify(value);
}

/** Python reads JSON's escapes the same way. */
function pythonText(text: string): string {
  return JSON.stringify(text);
}

/** ASCII only, because a Java compiler reads source files in the machine's encoding. */
function javaText(text: string): string {
  return JSON.stringify(text).replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
