/** The values in a first call. No snippet contains the secret: each reads it from the environment. */
export type Place = { base_url: string; tenant_code: string };

export const languages = ["curl", "javascript", "python", "csharp", "java", "powershell"] as const;
export type Language = (typeof languages)[number];

/** The title of each language, and the file in which its snippet runs. */
export const language_names: Readonly<Record<Language, { title: string; file: string }>> = {
  curl: { title: "cURL", file: "first-call.sh" },
  javascript: { title: "JavaScript", file: "first-call.mjs" },
  python: { title: "Python", file: "first_call.py" },
  csharp: { title: "C#", file: "Program.cs" },
  java: { title: "Java", file: "FirstCall.java" },
  powershell: { title: "PowerShell", file: "first-call.ps1" },
};

/** Lists the departments. If there were too many calls, it waits as long as the answer says. */
export function snippetOf(language: Language, { base_url, tenant_code }: Place): string {
  return snippets[language](`${base_url}/api/v1/departments`, tenant_code);
}

const snippets: Readonly<Record<Language, (url: string, tenant_code: string) => string>> = {
  curl: (url, tenant_code) => `curl -sS --fail-with-body --retry 3 \\
  -H "X-Tenant-Code: ${tenant_code}" \\
  -H "X-API-Key: $MUSTER_API_KEY" \\
  "${url}"
`,

  javascript: (
    url,
    tenant_code,
  ) => `const headers = { "X-Tenant-Code": "${tenant_code}", "X-API-Key": process.env.MUSTER_API_KEY };
let response = await fetch("${url}", { headers });
if (response.status === 429) {
  const seconds = Number(response.headers.get("retry-after"));
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  response = await fetch("${url}", { headers });
}
const body = await response.json();
if (!response.ok) throw new Error(\`\${body.code}: \${body.detail} (\${body.request_id})\`);
console.log(JSON.stringify(body.departments));
`,

  python: (url, tenant_code) => `import json, os, time, urllib.error, urllib.request

request = urllib.request.Request(
    "${url}",
    headers={"X-Tenant-Code": "${tenant_code}", "X-API-Key": os.environ["MUSTER_API_KEY"]},
)
for attempt in range(2):
    try:
        with urllib.request.urlopen(request) as response:
            print(json.dumps(json.load(response)["departments"]))
        break
    except urllib.error.HTTPError as error:
        if error.code != 429 or attempt == 1:
            raise SystemExit(error.read().decode())
        time.sleep(int(error.headers["Retry-After"]))
`,

  csharp: (url, tenant_code) => `using System.Net.Http;

using var http = new HttpClient();
http.DefaultRequestHeaders.Add("X-Tenant-Code", "${tenant_code}");
http.DefaultRequestHeaders.Add("X-API-Key", Environment.GetEnvironmentVariable("MUSTER_API_KEY"));
var response = await http.GetAsync("${url}");
if ((int)response.StatusCode == 429)
{
    await Task.Delay(response.Headers.RetryAfter!.Delta!.Value);
    response = await http.GetAsync("${url}");
}
Console.WriteLine(await response.Content.ReadAsStringAsync());
response.EnsureSuccessStatusCode();
`,

  java: (url, tenant_code) => `import java.net.URI;
import java.net.http.*;

public class FirstCall {
    public static void main(String[] arguments) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("${url}"))
            .header("X-Tenant-Code", "${tenant_code}")
            .header("X-API-Key", System.getenv("MUSTER_API_KEY"))
            .build();
        var client = HttpClient.newHttpClient();
        var response = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() == 429) {
            Thread.sleep(1000 * response.headers().firstValueAsLong("retry-after").orElse(1));
            response = client.send(request, HttpResponse.BodyHandlers.ofString());
        }
        System.out.println(response.body());
        if (response.statusCode() != 200) System.exit(1);
    }
}
`,

  powershell: (url, tenant_code) => `$headers = @{ "X-Tenant-Code" = "${tenant_code}"; "X-API-Key" = $env:MUSTER_API_KEY }
$answer = Invoke-RestMethod -Uri "${url}" -Headers $headers -MaximumRetryCount 2 -RetryIntervalSec 3
$answer.departments | ConvertTo-Json
`,
};
