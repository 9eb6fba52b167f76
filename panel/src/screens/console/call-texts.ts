import { targetOf, type ConsoleCall } from "./call.ts";

/** Where a call goes. The secret stands in no text: each reads it from the environment variable MUSTER_API_KEY. */
export type Place = { base_url: string; tenant_code: string };

export const languages = ["curl", "typescript", "javascript", "python", "java"] as const;
export type Language = (typeof languages)[number];

/** How each language is called, and the file in which its text runs. */
export const language_names: Readonly<Record<Language, { title: string; file: string }>> = {
  curl: { title: "cURL", file: "call.sh" },
  typescript: { title: "TypeScript, SDK", file: "call.ts" },
  javascript: { title: "JavaScript", file: "call.mjs" },
  python: { title: "Python", file: "call.py" },
  java: { title: "Java", file: "Call.java" },
};

/** The call as a program, which prints the body of the answer and then its status; that with the SDK throws where the service refuses. */
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

const texts: Readonly<Record<Language, Write>> = { curl, typescript, javascript, python, java };

/** The one operation that answers a file. */
function isText({ path }: ConsoleCall): boolean {
  return path.endsWith(".csv");
}

/** A word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** In ASCII: a Java compiler reads its source in the encoding of the machine. */
function javaText(text: string): string {
  return JSON.stringify(text).replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
