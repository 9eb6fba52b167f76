// The sandbox beside the demo organisation. It is small, so that moving its clock by two years takes seconds.
import { contents } from "./content.ts";
import type { OrganisationFile } from "../file/schema.ts";

/** Scopes of the demo's clients, as the examples of the guides need them. `scim` and `structure:write` are left out. */
export const demo_scopes = [
  "users:read",
  "users:write",
  "enrollments:write",
  "compliance:read",
  "webhooks:manage",
  "structure:read",
  "attempts:write",
  "gate:read",
] as const;

export const sandboxOrganisation: OrganisationFile = {
  organisation: { code: "DEMO-SANDBOX", name: "Muster Demo Sandbox", kind: "sandbox", time_zone: "Europe/Warsaw" },
  departments: [
    { code: "WH", name: "Warehouse" },
    { code: "OFFICE", name: "Office" },
  ],
  courses: [
    {
      code: "FORKLIFT-01",
      title: "Forklift operation and load safety",
      estimated_minutes: 90,
      default_due_days: 30,
      validity: { value: 24, unit: "month" },
      renewal: { enabled: true, lead_days: 60, basis: "expiry" },
      content: contents["FORKLIFT-01"]!,
    },
    {
      code: "GDPR-01",
      title: "Data protection at work",
      estimated_minutes: 45,
      default_due_days: 30,
      content: contents["GDPR-01"]!,
    },
  ],
  rules: [{ name: "Everybody in the warehouse", when: { department: "WH" }, assign: ["GDPR-01"], due_days: 14 }],
  people: [
    { employee_no: "S-001", first_name: "Wanda", last_name: "Przykładowa", email: "wanda@sandbox.example", department: "WH" },
    { employee_no: "S-002", first_name: "Max", last_name: "Beispiel", email: "max@sandbox.example", department: "WH" },
    { employee_no: "S-003", first_name: "Ada", last_name: "Example", email: "ada@sandbox.example", department: "OFFICE" },
  ],
  clients: [
    {
      name: "Sandbox sync",
      scopes: [...demo_scopes],
      methods: ["api_key", "oauth2"],
      webhook_hosts: ["hooks.demo.example"],
    },
  ],
};
