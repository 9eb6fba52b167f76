// A receiver of webhooks that needs only Node.js (18 or newer): WEBHOOK_SECRET=whsec_… PORT=9999 node receiver.mjs
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const tolerance_s = 300;
const body_max_bytes = 1_048_576;

/** Whether the header was made with our secret, over exactly these bytes, within five minutes of now. */
function isGenuine(secret, header, body, now_s) {
  const fields = (header ?? "").split(",").map((field) => field.split("="));
  const t = fields.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(t) || Math.abs(now_s - Number(t)) > tolerance_s) return false;
  const expected = Buffer.from(createHmac("sha256", secret).update(`${t}.`).update(body).digest("hex"));
  return fields.some(([name, value = ""]) => {
    const given = Buffer.from(value);
    return name === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const secret = process.env.WEBHOOK_SECRET;
if (!secret) throw new Error("WEBHOOK_SECRET is not set");
const port = Number(process.env.PORT ?? 9999);

const server = createServer((request, response) => {
  const chunks = [];
  let bytes = 0;
  request.on("data", (chunk) => {
    bytes += chunk.length;
    if (bytes <= body_max_bytes) chunks.push(chunk);
  });
  request.on("end", () => {
    const body = Buffer.concat(chunks);
    if (!isGenuine(secret, request.headers["x-lms-signature"], body, Math.floor(Date.now() / 1000))) {
      response.writeHead(400).end();
      return;
    }
    // Store the event here, once for each `id`; answer; process it afterwards.
    console.log(`received ${body}`);
    response.writeHead(204).end();
  });
});
server.listen(port, "127.0.0.1", () => console.log(`listening on 127.0.0.1:${port}`));
