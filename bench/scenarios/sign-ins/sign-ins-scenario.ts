// Sign-in by the company's identity provider, 500 people a minute: from the click to the provider's page, and from there into the
// panel. Time on the provider's own page is not counted; requests of this service to the provider (token, keys) are.
import { newId } from "../../../server/platform/ids.ts";
import { readKeyring } from "../../../server/platform/crypto/keyring.ts";
import { seal } from "../../../server/platform/crypto/seal.ts";
import { newSamlKey } from "../../../test/harness/identity/saml-answers.ts";
import { startApi, startHelper } from "../../children.ts";
import type { Row } from "../../report.ts";
import { pages, type Bench, type Scenario } from "../../scenario.ts";
import { median, percentile } from "../../statistics.ts";
import type { FloorPlan } from "./floor.ts";
import type { Running } from "./provider.ts";
import type { Visit, Visited } from "./visitors.ts";

const per_minute = 500;
const p95_ms_max = 300;
/** Sign-ins before the measured ones. */
const warm_up = 50;
const seconds_a_minute = 60;
const base_url = "https://muster.example";
const client_id = "muster";
const secret = "a secret of the bench";

export const sign_in_scenarios: Scenario[] = [{ name: "sign-ins", page: pages.sign_ins, run: measureSignIns }];

async function measureSignIns(bench: Bench): Promise<Row[]> {
  const { closing, organisation, options } = bench;
  const count = Math.round((per_minute * options.seconds) / seconds_a_minute);
  const provider = startHelper<object, Running>("scenarios/sign-ins/provider.ts");
  closing.add(provider.stop);
  const { origin, saml_certificate } = await provider.ask({});
  const env = { ...bench.env, BASE_URL: base_url, IDENTITY_PROVIDER_ORIGINS: origin };
  const api = await startApi({ env, dir: bench.dir, profile: bench.options.profile });
  closing.add(api.stop);
  const floor = startHelper<FloorPlan, { url: string }>("scenarios/sign-ins/floor.ts");
  closing.add(floor.stop);
  const redirect_uri = `${base_url}/panel/sign-in/${organisation.code}/callback`;
  const { url: floor_url } = await floor.ask({ issuer: origin, client_id, secret, redirect_uri });
  const visitors = startHelper<Visit, Visited>("scenarios/sign-ins/visitors.ts");
  closing.add(visitors.stop);
  const asked = { tenant_code: organisation.code, per_minute };
  const come = (url: string, protocol: Visit["protocol"], people: string[]) => visitors.ask({ ...asked, url, protocol, people });

  await giveOidc(bench, origin);
  await come(floor_url, "oidc", peopleFrom(0, warm_up));
  const floor_visited = await come(floor_url, "oidc", peopleFrom(warm_up, count));
  await come(api.url, "oidc", peopleFrom(0, warm_up));
  const strangers = await come(api.url, "oidc", peopleFrom(warm_up, count));
  const known = await come(api.url, "oidc", peopleFrom(warm_up, count));
  await giveSaml(bench, origin, saml_certificate);
  await come(api.url, "saml", peopleFrom(0, warm_up));
  const by_saml = await come(api.url, "saml", peopleFrom(warm_up, count));
  return [
    rowOf("by OpenID Connect, for the first time: found by a verified address, and linked", strangers, floor_visited),
    rowOf("by OpenID Connect, known by their subject", known, floor_visited),
    rowOf("by SAML 2.0, for the first time", by_saml, null),
  ];
}

function rowOf(who: string, ours: Visited, floor: Visited | null): Row {
  const p95_ms = percentile(ours.durations_ms, 95);
  const p50_ms = median(ours.durations_ms);
  const faults = [...ours.faults, ...(floor?.faults ?? [])];
  return {
    scenario: `${per_minute} sign-ins a minute ${who}`,
    floor: floor === null ? "" : `${percentile(floor.durations_ms, 95).toFixed(1)} ms p95`,
    ours: `${p95_ms.toFixed(1)} ms p95`,
    result: `${p95_ms.toFixed(1)} ms p95, ${p50_ms.toFixed(1)} ms median, ${Math.max(...ours.durations_ms).toFixed(1)} ms at most`,
    target: `≤ ${p95_ms_max} ms p95`,
    met: faults.length === 0 && p95_ms <= p95_ms_max,
    notes: [
      `${ours.durations_ms.length} people signed in, ${ours.faults.length} did not${faults.length === 0 ? "" : ` (${faults[0]})`}`,
      ...(floor === null ? [] : [`median of the floor ${median(floor.durations_ms).toFixed(1)} ms`]),
    ],
  };
}

/** E-mail addresses of people of the organisation (organisation.ts). */
function peopleFrom(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, place) => `person.${first + place}@bench.example`);
}

type Given = { protocol: "oidc" | "saml"; issuer: string; client_id: string; secret: string; saml: object | null };

async function giveOidc(bench: Bench, origin: string): Promise<void> {
  await give(bench, { protocol: "oidc", issuer: origin, client_id, secret, saml: null });
}

async function giveSaml(bench: Bench, origin: string, certificate: string): Promise<void> {
  const own = newSamlKey();
  const saml = {
    sso_url: `${origin}/saml/sso`,
    certificates: [certificate],
    metadata_url: null,
    idp_initiated: false,
    subject_attribute: null,
    email_attribute: null,
    own_certificate: own.certificate,
  };
  const entity_id = `${base_url}/panel/sign-in/${bench.organisation.code}/metadata`;
  await give(bench, { protocol: "saml", issuer: `${origin}/saml`, client_id: entity_id, secret: own.private_key, saml });
}

/** Configures a provider as set-up and test leave it: switched on, with a verified domain. */
async function give({ database, organisation, env }: Bench, given: Given): Promise<void> {
  const { rows } = await database.superuser.query<{ id: string }>("select id from tenant where code = $1", [organisation.code]);
  const [tenant_id, id] = [rows[0]!.id, newId()];
  const sealed = seal(readKeyring(env["SECRET_KEY"]!), "identity-provider", id, given.secret);
  await database.superuser.query(
    `insert into identity_domain (tenant_id, id, domain, token, verified_at, look_us)
     values ($1, $2, 'bench.example', 'a token of the bench, of some length', now(), infra.now_us() + 86400000000)
     on conflict do nothing`,
    [tenant_id, newId()],
  );
  await database.superuser.query("delete from identity_provider where tenant_id = $1", [tenant_id]);
  await database.superuser.query(
    `insert into identity_provider (tenant_id, id, protocol, issuer, client_id, authentication, secret, saml, state, tested_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'on', now())`,
    [
      tenant_id,
      id,
      given.protocol,
      given.issuer,
      given.client_id,
      given.saml === null ? "client_secret_basic" : "signed_request",
      sealed,
      given.saml === null ? null : JSON.stringify(given.saml),
    ],
  );
}
