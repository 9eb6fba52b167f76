import type { Logger } from "pino";
import type { Config } from "../config.ts";
import type { Demo } from "../features/organisations/demo/demo.ts";
import { linksForTerminal, type PrintedLink } from "../features/sign-in/links/invite.ts";
import { migrate } from "../platform/db/migrate.ts";
import { createSlowness } from "../platform/jobs/load/slowness.ts";
import { startReporting } from "../platform/jobs/load/report.ts";
import { requireKeys } from "./check-keys.ts";
import { fourSteps } from "./four-steps.ts";
import { isTrial } from "./is-trial.ts";
import { tuneHeap } from "./start/tune-heap.ts";
import { preparePanel } from "./start/prepare-panel.ts";
import { openRuntime, stopOnSignal } from "./runtime.ts";
import { UsageError } from "./usage.ts";

/**
 * `muster serve`: everything in one process. Without DATABASE_URL it opens the embedded database. If that is empty, it loads the
 * demo organisation and prints how to begin.
 */
export async function serve(config: Readonly<Config>): Promise<void> {
  // The embedded database opens in a thread of its own; the modules that use it are loaded meanwhile.
  const [runtime, { startHttp }, { startWork }, { loadDemo }] = await Promise.all([
    openRuntime(config, "serve"),
    import("./http.ts"),
    import("./start/start-work.ts"),
    import("../features/organisations/demo/demo.ts"),
  ]);
  // Together with a database in the same process: a peak of 419 MB of memory instead of 479.
  tuneHeap(config.database_url === null ? 30 : null);
  const { keyring, log } = runtime;
  const panel = buildBeside(log);
  await migrate(runtime.connection);
  const slowness = createSlowness();
  const pool = runtime.pool("muster_app", { asked: slowness.asked });
  await requireKeys(pool, runtime);
  const listening = startHttp(config, runtime, pool, panel);
  // The demo's secret is shown only once, so the port is opened first: if it is in use, nothing is shown and lost.
  const [http, demo] = await Promise.all([
    listening,
    config.database_url === null ? loadDemo({ pool, keyring, now: Temporal.Now.instant(), kept_once: listening }) : null,
  ]);
  const reporting = startReporting(pool, slowness);
  const links = config.database_url === null ? await linksForTerminal(pool, config.base_url, null, config.node) : [];
  const pools = { pool: runtime.pool("muster_worker"), delivery_pool: runtime.pool("muster_delivery") };
  const working = await startWork(config, runtime, pools);
  stopOnSignal(
    log,
    async () => {
      await http.stop();
      reporting.stop();
      await working.stop();
      await runtime.close();
    },
    config.stop_delay_s,
  );
  // Printed last: its reader may stop the process at once, and the process must then be able to end properly.
  console.log(welcome(config, demo, links));
}

/**
 * Builds the panel if it is stale, while the process serves other requests; requests for pages wait for it. If it cannot be
 * built, the process ends.
 */
function buildBeside(log: Logger): Promise<void> {
  const building = preparePanel(log);
  building.catch((error: unknown) => {
    console.error(error instanceof UsageError ? error.message : error);
    process.exit(error instanceof UsageError ? 2 : 1);
  });
  return building;
}

function welcome(config: Readonly<Config>, demo: Demo | null, links: readonly PrintedLink[]): string {
  const { base_url } = config;
  const lines = ["", `Muster is ready at ${base_url}`, `  panel      ${base_url}/panel/`];
  for (const { tenant_code, email, url } of links)
    lines.push(`  sign in    ${url}   (${email} of ${tenant_code}; works once, within seven days)`);
  lines.push(`  reference  ${base_url}/docs`, `  contract   ${base_url}/openapi.json`);
  if (isTrial(config))
    lines.push(`  mails      ${base_url}/panel/mailbox   (kept without SMTP_URL; IT administrators read them)`);
  if (demo) {
    const { tenant_code, client_id, secret, department_name, course_code, sandbox } = demo;
    lines.push(
      "",
      `Demo organisation   tenant code  ${tenant_code}`,
      `Client "${demo.client_name}"    client id    ${client_id}`,
      `                    secret       ${secret}   (shown this once; it is stored nowhere)`,
      "",
      `Sandbox beside it   tenant code  ${sandbox.tenant_code}   (its clock is moved by its client)`,
      `                    secret       ${sandbox.secret}   (shown this once)`,
      "",
      "The four steps of an integration, to be pasted into another terminal:",
    );
    const steps = fourSteps({ base_url, tenant_code, department_name, course_code }, { kind: "api_key", secret });
    steps.forEach((step, index) => lines.push("", `# ${index + 1}. ${step.title}`, ...step.lines));
  } else if (config.database_url === null) {
    lines.push("", `The data of ${config.data_dir} is as you left it. A client's secret is shown once, when it is made;`);
    lines.push("for another one, describe a client in a file and run: npx muster org apply FILE");
  }
  lines.push("", "Ctrl-C stops it; the data stays.", "");
  return lines.join("\n");
}
