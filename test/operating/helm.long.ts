// The Helm chart, tested with Helm itself: lint, and the rendered manifests. Helm is built from its Go module if it is not on the
// machine. No cluster is needed.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { parse, parseAllDocuments } from "yaml";

const root = path.join(import.meta.dirname, "..", "..");
const chart = path.join(root, "ops", "helm", "muster");
const helm_module = "helm.sh/helm/v3/cmd/helm@v3.18.6";
/** Given, so that Helm does not ask a cluster for its version. */
const kube_version = "--kube-version=1.31.0";
const values = [
  "--set=baseUrl=https://training.example",
  "--set=trustProxy=10.0.0.0/16",
  "--set=settings.MAIL_FROM=training@a.example",
];
const ingress = ["--set=ingress.enabled=true", "--set=ingress.host=training.example", "--set=ingress.tlsSecret=training-tls"];

const on_path = spawnSync("helm", ["version"]).status === 0;
const has_go = spawnSync("go", ["version"]).status === 0;
const skip = on_path || has_go ? false : "needs helm, or go to build it with";

describe("the Helm chart", { skip }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), "muster-helm-"));
  let helm = "helm";
  before(() => {
    if (on_path) return;
    const env = { ...process.env, GOBIN: folder, GOFLAGS: "-mod=mod" };
    const built = spawnSync("go", ["install", "-ldflags=-s -w", helm_module], { cwd: folder, env, encoding: "utf8" });
    assert.equal(built.status, 0, built.stderr);
    helm = path.join(folder, "helm");
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const ask = (...words: string[]) => spawnSync(helm, words, { encoding: "utf8" });
  const render = (...more: string[]): any[] => {
    const { status, stdout, stderr } = ask("template", "one", chart, kube_version, ...values, ...more);
    assert.equal(status, 0, stderr);
    return parseAllDocuments(stdout).map((document) => {
      assert.deepEqual(document.errors, []);
      return document.toJS();
    });
  };

  test("helm lint --strict finds nothing, and says what is missing", () => {
    for (const more of [[], ingress]) {
      const { status, stdout } = ask("lint", "--strict", chart, ...values, ...more);
      assert.equal(status, 0, stdout);
      assert.match(stdout, /1 chart\(s\) linted, 0 chart\(s\) failed/);
    }
    const without = ask("template", "one", chart, kube_version);
    assert.notEqual(without.status, 0);
    assert.match(without.stderr, /baseUrl is the address that clients use/);
    assert.match(
      ask("template", "one", chart, kube_version, ...values, "--set=ingress.enabled=true", "--set=ingress.host=a").stderr,
      /ingress\.tlsSecret/,
    );
  });

  test("each pod is no root, writes nothing and has no rights; each process has its own login and time to stop", () => {
    const pods = render().filter(({ kind }) => kind === "Deployment" || kind === "Job");
    assert.deepEqual(new Set(pods.map(({ metadata }) => metadata.name)), new Set(["one-api", "one-migrate", "one-worker"]));
    for (const { metadata, spec } of pods) {
      const pod = spec.template.spec;
      assert.deepEqual(
        [pod.securityContext.runAsNonRoot, pod.securityContext.runAsUser, pod.automountServiceAccountToken],
        [true, 65_532, false],
      );
      const [container] = pod.containers;
      const { allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities } = container.securityContext;
      assert.deepEqual([allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities.drop], [false, true, ["ALL"]]);
      assert.deepEqual(container.args, [metadata.name.replace("one-", "")]);
      assert.ok(container.resources.requests.memory && container.resources.limits.memory);
      const secrets = container.envFrom.map((one: any) => one.secretRef.name);
      assert.deepEqual(secrets, ["muster", `muster-${container.args[0]}`]);
      assert.deepEqual(
        container.env.filter(({ name }: { name: string }) => /SECRET|PASSWORD|DATABASE_URL/.test(name)),
        [],
      );
    }
    const api = pods.find(({ metadata }) => metadata.name === "one-api");
    const stop_delay = Number(api.spec.template.spec.containers[0].env.find(({ name }: any) => name === "STOP_DELAY_S").value);
    assert.ok(api.spec.template.spec.terminationGracePeriodSeconds >= stop_delay + 10);
    assert.deepEqual(api.spec.strategy.rollingUpdate, { maxUnavailable: 0, maxSurge: 1 });
    assert.equal(api.spec.template.spec.containers[0].readinessProbe.httpGet.path, "/readyz");
  });

  test("services and budgets select the pods that there are, and the migration comes first", () => {
    const made = render(...ingress);
    const api = made.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === "one-api");
    const labels = api.spec.template.metadata.labels as Record<string, string>;
    for (const kind of ["Service", "PodDisruptionBudget", "Deployment"]) {
      const { spec } = made.find((one) => one.kind === kind);
      for (const [name, value] of Object.entries(spec.selector.matchLabels ?? spec.selector))
        assert.equal(labels[name], value, kind);
    }
    const rule = made.find(({ kind }) => kind === "Ingress").spec.rules[0];
    assert.equal(rule.http.paths[0].backend.service.name, made.find(({ kind }) => kind === "Service").metadata.name);
    const job = made.find(({ kind }) => kind === "Job");
    assert.equal(job.metadata.annotations["helm.sh/hook"], "pre-install,pre-upgrade");
  });

  test("its version is the program's", () => {
    const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string };
    const { appVersion, version: own } = parse(readFileSync(path.join(chart, "Chart.yaml"), "utf8")) as Record<string, string>;
    assert.deepEqual([appVersion, own], [version, version]);
  });
});
