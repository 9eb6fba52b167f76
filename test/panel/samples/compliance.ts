import { newId } from "../../../server/platform/ids.ts";
import { createAccount } from "../../harness/panel/panel.ts";
import { createOrganisation } from "../../harness/organisation/organisation.ts";
import type { PanelSample } from "../samples.ts";

/** The badge of a learner other than the caller. */
const of = (status: number): PanelSample => ({
  status,
  make: async ({ database, organisation }) => ({
    path: { id: (await createAccount(database, organisation.tenant_id, "learner")).id },
  }),
});
/** Each call sets another value, so that it changes something. */
let badge_hours = 24;

const badges: Record<string, PanelSample> = {
  issueMyBadge: { status: 201, make: async () => ({}) },
  printMyBadge: { status: 201, make: async () => ({}) },
  issueBadge: of(201),
  printBadge: of(201),
  endBadges: {
    status: 204,
    async make(place, tag) {
      const request = await of(204).make(place, tag);
      await place.database.superuser.query(
        "insert into gate_badge_holder (tenant_id, person_id, badges_until) values ($1, $2, now() + interval '1 day')",
        [place.organisation.tenant_id, request.path!["id"]],
      );
      return request;
    },
  },
  takeGateList: {
    status: 200,
    changes_nothing: "it only reads; its one audit row says who took the list along",
    make: async () => ({ body: { course_code: null, department_id: null } }),
  },
  sendGateDecisions: {
    status: 200,
    changes_nothing: "what a guard answered is a log of its own, which is never changed",
    async make({ database, organisation }) {
      const { id: user_id } = await createAccount(database, organisation.tenant_id, "learner");
      const decision = { id: newId(), user_id, course_code: null, allowed: true, by_badge: false, compared: false };
      return { body: { decisions: [{ ...decision, decided_at: new Date().toISOString() }] } };
    },
  },
  changeGateSettings: { status: 200, make: async () => ({ body: { badge_hours: (badge_hours += 1) } }) },
};

const empty = { make: async () => ({}) };

export const samples: Record<string, PanelSample> = {
  askGate: {
    status: 200,
    async make({ database, organisation }) {
      const { id } = await createAccount(database, organisation.tenant_id, "learner");
      return { query: { user_id: id } };
    },
  },
  ...badges,
  readComplianceMatrix: { status: 200, ...empty },
  readComplianceMatrixChoices: { status: 200, ...empty },
  exportComplianceMatrix: { status: 200, make: async () => ({ query: { format: "xlsx" } }) },
  readComplianceTrend: { status: 200, make: async () => ({ query: { weeks: "4" } }) },
  readComplianceStanding: { status: 200, ...empty },
  forecastCompliance: { status: 200, ...empty },
  explainCompliance: {
    status: 200,
    async make({ database, organisation }) {
      const { id } = await createAccount(database, organisation.tenant_id, "learner");
      const courses = [{ code: "EXPLAINED", title: "Explained" }];
      await createOrganisation(database, { organisation: { code: organisation.code }, courses });
      return { query: { user_id: id, course_code: "EXPLAINED" } };
    },
  },
};
