// The receivers of docs/guides/webhook-samples, each run as a reader would: our worker delivers to it over HTTP, and then it gets
// everything that it must refuse. A language that is not installed is skipped by name.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { newSigningSecret, signedHeaders } from "../../server/features/webhooks/signature/sign.ts";
import { freePorts } from "../harness/ports.ts";
import { openReceiving, type Receiving } from "./receiving.ts";

const folder = path.join(import.meta.dirname, "../../docs/guides/webhook-samples");
const scratch = mkdtempSync(path.join(tmpdir(), "muster-samples-"));

/** How a sample is run; `needs` contains the required version. */
type Sample = {
  language: string;
  file: string;
  needs: [command: string, argument: string, version: RegExp];
  run: (port: number) => [command: string, ...parameters: string[]];
};

const samples: Sample[] = [
  {
    language: "JavaScript",
    file: "receiver.mjs",
    needs: [process.execPath, "--version", /^v(1[89]|[2-9]\d)/],
    run: () => [process.execPath, "receiver.mjs"],
  },
  {
    language: "Python",
    file: "receiver.py",
    needs: ["python3", "--version", / 3\.(9|[1-9]\d)/],
    run: () => ["python3", "receiver.py"],
  },
  {
    language: "Java",
    file: "Receiver.java",
    needs: ["java", "--version", / (1[7-9]|[2-9]\d)\b/],
    run: () => ["java", "Receiver.java"],
  },
  {
    language: "Go",
    file: "receiver.go",
    needs: ["go", "version", / go1\.(2[2-9]|[3-9]\d)/],
    run: () => ["go", "run", "receiver.go"],
  },
  {
    language: "PHP",
    file: "receiver.php",
    needs: ["php", "--version", /^PHP [89]/],
    run: (port) => ["php", "-S", `127.0.0.1:${port}`, "receiver.php"],
  },
  {
    language: "C#",
    file: "Receiver.cs",
    needs: ["dotnet", "--version", /^[1-9]\d\./],
    run: () => ["dotnet", "run", "Receiver.cs"],
  },
  {
    language: "C# on Mono",
    file: "Receiver.cs",
    needs: ["mcs", "--version", / [6-9]\./],
    run: (port) => ["sh", "-c", `mcs -out:'${scratch}/${port}.exe' Receiver.cs && exec mono '${scratch}/${port}.exe'`],
  },
];

let receiving: Receiving;
const ports = await freePorts(samples.length * 2);

before(async () => {
  receiving = await openReceiving(ports.map((port) => `http://localhost:${port}`));
});
after(async () => {
  rmSync(scratch, { recursive: true });
  await receiving.close();
});

test("every sample is run here where its language is", () => {
  assert.deepEqual(readdirSync(folder).toSorted(), [...new Set(samples.map(({ file }) => file))].toSorted());
});

for (const [index, sample] of samples.entries()) {
  const [port, next_port] = ports.slice(2 * index) as [number, number];
  const promise = `${sample.language}: the sample takes real deliveries, in grace with either secret, and nothing else`;
  test(promise, { skip: missing(sample) }, async (context) => {
    const { id, secret_token } = await receiving.subscribe(`http://localhost:${port}/hook`);
    const subscription = `/api/v1/webhooks/subscriptions/${id}`;
    context.after(() => receiving.api.delete(subscription));
    const old = await start(sample, port, secret_token);
    context.after(old.stop);
    await accepts(id, old);
    const second = await receiving.rotate(id, 7);
    await accepts(id, old);

    const renewed = await start(sample, next_port, second);
    context.after(renewed.stop);
    await receiving.api.patch(subscription, { target_url: `http://localhost:${next_port}/hook` });
    await accepts(id, renewed);
    await refusesWhatIsNotOurs(next_port, second);
    await receiving.rotate(id, 0);
    assert.equal((await receiving.deliver()).status, 400, "signed with a secret that it does not have");
  });
}

/** The worker delivers an event; the sample acknowledges it and has read it correctly. */
async function accepts(id: string, running: Running): Promise<void> {
  assert.equal((await receiving.deliver()).status, 204);
  const event = JSON.parse(await running.line(/^received (.*)$/m)) as { id: string; data: any };
  const log = await receiving.api.get(`/api/v1/webhooks/subscriptions/${id}/deliveries`);
  assert.equal(event.id, log.body.deliveries[0].event_id);
  assert.equal(event.data.course.title, "Wózki widłowe 🚜");
}

/** Each of these is a valid request except for one point. */
async function refusesWhatIsNotOurs(port: number, secret: string): Promise<void> {
  const body = Buffer.from('{"id":"019a5001-aaaa-7bbb-8ccc-000000000001","data":{"title":"Zażółć 🚜"}}');
  const now_s = Math.floor(Date.now() / 1_000);
  const sign = (secrets: string[], at_s = now_s, signed = body) =>
    signedHeaders({ id: "unused", type: "unused", body: signed }, secrets, at_s)["X-LMS-Signature"]!;
  const send = async (signature: string | null, sent: Buffer<ArrayBuffer> = body) => {
    const headers = signature === null ? [] : [["X-LMS-Signature", signature] as [string, string]];
    return (await fetch(`http://127.0.0.1:${port}/hook`, { method: "POST", headers, body: sent })).status;
  };
  const good = sign([secret]);
  const [t, v1] = good.split(",") as [string, string];
  const foreign = [newSigningSecret(), newSigningSecret()];
  const bad = sign(foreign).split(",").slice(1);
  const changed = Buffer.from(body);
  changed[changed.length - 8]! ^= 1;

  const accepted: Record<string, string> = {
    good,
    "the second of two": sign([foreign[0]!, secret]),
    "the last of three": [t, ...bad, v1].join(","),
    "a scheme to come beside it": [t, "v2=abc", v1].join(","),
    "290 s old": sign([secret], now_s - 290),
    "290 s ahead": sign([secret], now_s + 290),
  };
  const refused: Record<string, [signature: string | null, sent?: Buffer<ArrayBuffer>]> = {
    "a changed byte": [good, changed],
    "a byte more": [good, Buffer.concat([body, Buffer.from("\n")])],
    "a byte less": [good, body.subarray(0, -1)],
    "no body": [good, Buffer.alloc(0)],
    "another secret": [sign([foreign[0]!])],
    "several v1, none right": [[t, ...bad].join(",")],
    "310 s old": [sign([secret], now_s - 310)],
    "310 s ahead": [sign([secret], now_s + 310)],
    "a newer t": [good.replace(t, `t=${now_s + 1}`)],
    "no header": [null],
    "an empty header": [""],
    "no t": [v1],
    "no v1": [t],
    "an empty v1": [`${t},v1=`],
    "another scheme only": [good.replace("v1=", "v0=")],
    "t is no number": [`t=now,${v1}`],
    "t is beyond every integer": [`t=${"9".repeat(40)},${v1}`],
    "half a signature": [good.slice(0, -32)],
    "letters that are not ASCII": [`${t},v1=${"\u00e9".repeat(64)}`],
  };
  for (const [what, signature] of Object.entries(accepted)) assert.equal(await send(signature), 204, what);
  for (const [what, [signature, sent]] of Object.entries(refused)) assert.equal(await send(signature, sent), 400, what);
  assert.equal(await send(good), 204, "and it is still there");
}

type Running = {
  /** The captured group of the next match in its output. */
  line(pattern: RegExp): Promise<string>;
  stop: () => Promise<void>;
};

/** Runs a sample and its child processes in a process group of their own. */
async function start({ run, language }: Sample, port: number, secret: string): Promise<Running> {
  const [command, ...parameters] = run(port);
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret };
  const child = spawn(command, parameters, { cwd: folder, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const closed = once(child, "close");
  let printed = "";
  let heard = Promise.withResolvers<void>();
  let ended = false;
  const hear = (chunk: Buffer | string) => {
    printed += String(chunk);
    heard.resolve();
    heard = Promise.withResolvers();
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  void closed.then(() => {
    ended = true;
    heard.resolve();
  });
  const running: Running = {
    async line(pattern) {
      for (;;) {
        const more = heard.promise;
        const match = pattern.exec(printed);
        if (match) {
          printed = printed.slice(match.index + match[0].length);
          return match[1]!;
        }
        assert.ok(!ended, `${language} ended: ${printed}`);
        await more;
      }
    },
    stop: async () => {
      if (!ended) process.kill(-child.pid!, "SIGKILL");
      await closed;
    },
  };
  await running.line(new RegExp(`(127\\.0\\.0\\.1:${port})`)).catch(async (error: unknown) => {
    await running.stop();
    throw error;
  });
  return running;
}

/** Why a sample cannot run here, or false. */
function missing({ needs: [command, argument, version] }: Sample): string | false {
  const { error, stdout } = spawnSync(command, [argument], { encoding: "utf8" });
  if (error) return `${command} is not on this machine`;
  return version.test(stdout) ? false : `${command} on this machine is too old: ${stdout.split("\n")[0]}`;
}

/** Ports without a listener. */
