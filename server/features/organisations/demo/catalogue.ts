// The demo's departments, companies and courses, with at least one course for each kind of licence.
import { contents } from "./content.ts";
import type { Entry } from "../file/schema.ts";

type Day = (days_from_today: number) => string;

export const departments: Entry<"departments">[] = [
  { code: "MGT", name: "Zarząd" },
  { code: "OPS", name: "Operacje", parent: "MGT" },
  { code: "OPS-LN", name: "Logistyka Północ", parent: "OPS" },
  { code: "OPS-LS", name: "Logistyka Południe", parent: "OPS" },
  { code: "OPS-LN-INB", name: "Przyjęcia towaru", parent: "OPS-LN" },
  { code: "OPS-LN-OUT", name: "Wysyłka", parent: "OPS-LN" },
  { code: "OPS-CS", name: "Chłodnia", parent: "OPS-LS" },
  { code: "PRD", name: "Produkcja", parent: "MGT" },
  { code: "PRD-A", name: "Linia A", parent: "PRD" },
  { code: "PRD-B", name: "Linia B", parent: "PRD" },
  { code: "PRD-UR", name: "Utrzymanie ruchu", parent: "PRD" },
  { code: "PRD-QS", name: "Qualitätssicherung Görlitz", parent: "PRD" },
  { code: "TRN", name: "Transport", parent: "OPS" },
  { code: "TRN-FL", name: "Flota", parent: "TRN" },
  { code: "ADM", name: "Administracja", parent: "MGT" },
  { code: "ADM-FIN", name: "Finanse i księgowość", parent: "ADM" },
  { code: "ADM-HR", name: "Kadry i płace", parent: "ADM" },
  { code: "ADM-IT", name: "Informatyka", parent: "ADM" },
  { code: "EHS", name: "Bezpieczeństwo i środowisko", parent: "MGT" },
  { code: "ADM-ARCH", name: "Archiwum zakładowe", parent: "ADM", active: false },
];

export function contractors(day: Day): Entry<"contractors">[] {
  return [
    {
      code: "FIKCJA",
      name: "Fikcja-Serwis Demo Sp. z o.o.",
      tax_id: "PL0000000001",
      country: "PL",
      contract_valid_until: day(400),
    },
    { code: "MUSTERBAU", name: "Musterbau Beispiel GmbH", tax_id: "DE000000002", country: "DE", contract_valid_until: day(200) },
    { code: "VZOR", name: "Vzorový Úklid Demo s.r.o.", tax_id: "CZ00000003", country: "CZ" },
  ];
}

const every = (value: number, unit: "month" | "year", lead_days: number) =>
  ({ validity: { value, unit }, renewal: { enabled: true, lead_days, basis: "expiry" } }) as const;

/** Courses that the licences below cover; the other courses need no licence. */
const licensed: Entry<"courses">[] = [
  {
    code: "FORKLIFT-01",
    title: "Forklift operation and load safety",
    estimated_minutes: 90,
    default_due_days: 30,
    ...every(24, "month", 60),
  },
  {
    code: "FORKLIFT-02",
    title: "Reach truck and high rack",
    estimated_minutes: 120,
    default_due_days: 30,
    ...every(24, "month", 60),
  },
  { code: "HEIGHT-01", title: "Working at height", estimated_minutes: 180, default_due_days: 14, ...every(12, "month", 45) },
  { code: "FIRSTAID-01", title: "First aid", estimated_minutes: 480, default_due_days: 60, ...every(2, "year", 90) },
  { code: "GDPR-01", title: "Data protection at work", estimated_minutes: 45, default_due_days: 30, recurrence: "cycle" },
  { code: "CRANE-01", title: "Overhead crane operator", estimated_minutes: 240, default_due_days: 30, ...every(5, "year", 90) },
  { code: "WELD-01", title: "Hot work permit", estimated_minutes: 60, default_due_days: 14, ...every(12, "month", 30) },
  { code: "FIRE-01", title: "Fire warden module 1: prevention", estimated_minutes: 60 },
  { code: "FIRE-02", title: "Fire warden module 2: evacuation", estimated_minutes: 60 },
  { code: "LEAD-01", title: "First-line leadership: talking", estimated_minutes: 90, mandatory: false },
  { code: "LEAD-02", title: "First-line leadership: deciding", estimated_minutes: 90, mandatory: false },
];

const free: Entry<"courses">[] = [
  {
    code: "BHP-00",
    title: "Szkolenie wstępne BHP",
    languages: ["pl"],
    estimated_minutes: 180,
    default_due_days: 7,
    ...every(12, "month", 60),
  },
  {
    code: "BHP-01",
    title: "Szkolenie okresowe BHP",
    languages: ["pl", "uk"],
    estimated_minutes: 240,
    default_due_days: 30,
    pass_score: 70,
    ...every(3, "year", 90),
  },
  { code: "LOTO-01", title: "Lockout and tagout", estimated_minutes: 60, default_due_days: 14, ...every(24, "month", 60) },
  {
    code: "CHEM-01",
    title: "Gefahrstoffe im Betrieb",
    languages: ["de", "pl"],
    estimated_minutes: 45,
    ...every(12, "month", 30),
  },
  { code: "NOISE-01", title: "Hearing protection", estimated_minutes: 20 },
  { code: "ERGO-01", title: "Lifting and carrying", estimated_minutes: 30 },
  { code: "COLD-01", title: "Working in cold stores", estimated_minutes: 30, default_due_days: 14, ...every(12, "month", 30) },
  { code: "FOOD-01", title: "Food hygiene (HACCP)", estimated_minutes: 60, default_due_days: 30, ...every(24, "month", 60) },
  { code: "DRIVE-01", title: "Defensive driving", estimated_minutes: 120, mandatory: false },
  { code: "TACHO-01", title: "Tachograph and rest periods", estimated_minutes: 60, default_due_days: 30, recurrence: "cycle" },
  { code: "ADR-01", title: "Dangerous goods on the road", estimated_minutes: 480, ...every(5, "year", 120) },
  { code: "SEC-01", title: "Information security basics", estimated_minutes: 30, default_due_days: 30, recurrence: "cycle" },
  { code: "SEC-02", title: "Recognising phishing", estimated_minutes: 15, recurrence: "cycle" },
  { code: "CODE-01", title: "Code of conduct", estimated_minutes: 20 },
  { code: "QUAL-01", title: "Quality at the line", estimated_minutes: 45 },
  { code: "ENV-01", title: "Waste and environment", estimated_minutes: 30, ...every(24, "month", 60) },
  { code: "EXCEL-01", title: "Spreadsheets for shift leaders", estimated_minutes: 90, mandatory: false },
  { code: "OLD-01", title: "Forklift operation (edition of 2019)", active: false },
  { code: "OLD-02", title: "Pandemic rules on site", active: false },
];

export const courses: Entry<"courses">[] = [...licensed, ...free].map((course) => ({
  ...course,
  content: contents[course.code] ?? null,
}));

export const learning_paths: Entry<"learning_paths">[] = [
  { code: "PATH-FIRE", title: "Fire warden path", courses: ["FIRE-01", "FIRE-02"], default_due_days: 45 },
  {
    code: "PATH-LEAD",
    title: "First-line leadership",
    courses: ["LEAD-01", "LEAD-02", { course: "EXCEL-01", mandatory: false }],
    mandatory: false,
  },
  { code: "PATH-START", title: "First week", courses: ["BHP-00", "CODE-01", "SEC-01"], default_due_days: 7 },
];

/** Rules assign only courses without a licence, so that onboarding does not use the seats above. */
export const rules: Entry<"rules">[] = [
  { name: "Onboarding: Produkcja", when: { department: "PRD" }, assign: ["LOTO-01", "QUAL-01"], due_days: 14 },
  { name: "Onboarding: companies", when: { worker_type: "b2b_contractor" }, assign: ["BHP-00"], due_days: 3 },
];

export const groups: Entry<"groups">[] = [
  { code: "FORKLIFT-DRIVERS", name: "Forklift drivers", when: { job_title: "Forklift" }, courses: ["ERGO-01"], due_days: 30 },
  { code: "SAFETY-CIRCLE", name: "Safety circle", courses: ["ENV-01"], members: ["10001", "10002", "10003"] },
];

export function licenses(day: Day): Entry<"licenses">[] {
  return [
    { name: "Forklift", courses: ["FORKLIFT-01", "FORKLIFT-02"], seats_total: 24, valid_until: day(300) },
    { name: "Working at height", courses: ["HEIGHT-01"], seats_total: 6, valid_until: day(150) },
    {
      name: "First aid",
      courses: ["FIRSTAID-01"],
      seats_total: 12,
      seat_unit: "enrollment",
      release: "always",
      valid_until: day(365),
    },
    { name: "Data protection, all staff", courses: ["GDPR-01"], valid_from: day(-200), valid_until: day(500) },
    { name: "Crane (ended)", courses: ["CRANE-01", "WELD-01"], seats_total: 10, valid_from: day(-400), valid_until: day(-35) },
    { name: "Welding", courses: ["WELD-01"], seats_total: 5, valid_until: day(90) },
    { name: "Fire warden path", paths: ["PATH-FIRE"], valid_until: day(600) },
    { name: "Leadership path", paths: ["PATH-LEAD"], seats_total: 15, valid_until: day(250) },
  ];
}
