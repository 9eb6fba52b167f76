// A complete integration: node lunch.mjs people.csv NOISE-01 ERGO-01
import { openAsBlob } from "node:fs";
import { createServer } from "node:http";
import { ConflictError, isEvent, Muster, verifyWebhook } from "muster-sdk";

const { BASE_URL, TENANT_CODE, SECRET, TARGET_URL, PORT = "9999" } = process.env;
const [file, ...course_codes] = process.argv.slice(2);
const muster = new Muster({ baseUrl: BASE_URL, tenantCode: TENANT_CODE, apiKey: SECRET });

// Synchronise people: new people are created, and changed people are updated.
const people = await openAsBlob(file);
const { counts } = await muster.imports.run(() => people.stream());
console.log(`people: ${counts.create} created, ${counts.update} changed, ${counts.unchanged} unchanged, ${counts.invalid} invalid`);

// Assign the courses. A person who has a course already keeps it.
let assigned = 0;
for await (const { employee_no } of muster.users.each({ status: "invited", limit: 500 }))
  for (const course_code of course_codes)
    try {
      await muster.enrollments.assign({ employee_no, course_code });
      assigned += 1;
    } catch (error) {
      if (!(error instanceof ConflictError && error.code === "ENROLLMENT_ALREADY_EXISTS")) throw error;
    }
console.log(`courses: ${assigned} assigned`);

// Read compliance.
const { summary } = await muster.compliance.matrix({ limit: 1 });
console.log(`compliance: ${summary.counts.PENDING} of ${summary.people} people have not begun`);

// Receive events: subscribe, and verify each delivery.
const subscription = { name: "Lunch", target_url: TARGET_URL, subscribed_events: ["course.completed"] };
const { id, secret_token } = await muster.webhooks.create(subscription);
const server = createServer(async (request, response) => {
  const event = await verifyWebhook(Buffer.concat(await request.toArray()), request.headers, secret_token);
  response.writeHead(204).end();
  if (isEvent(event, "ping")) console.log(`webhook: verified "${event.data.message}"`);
}).listen(PORT, "127.0.0.1", () => muster.webhooks.ping(id).then(() => server.close()));
