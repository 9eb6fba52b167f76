// The organisation under test, as an organisation file. All values follow from the place in the list, so that every run loads the
// same organisation.

const departments_count = 200;
const roots_count = 10;
const contractors_count = 30;
export const courses_count = 40;
/** The second half of the courses has a licence with seats. */
export const unlicensed_count = 20;
const contractor_every = 10;
const seats_total = 2_000_000_000;

const first_names = [
  "Anna",
  "Łukasz",
  "Zofia",
  "Jan",
  "Małgorzata",
  "Piotr",
  "Żaneta",
  "Paweł",
  "Ewa",
  "Krzysztof",
  "Iga",
  "Óscar",
];
const last_names = [
  "Kowalska",
  "Nowak",
  "Wiśniewski",
  "Wójcik",
  "Zieliński",
  "Szymańska",
  "Dąbrowski",
  "Kozłowski",
  "Müller",
  "Lis",
  "Øster",
];
const job_titles = ["Forklift operator", "Warehouse clerk", "Shift leader", "Welder", "Driver", "Accountant", "Nurse"];

export type Organisation = { code: string; people: number };

/** The employee number of a person: digits only, so that pgbench can compute it too. */
export function employeeNo(place: number): string {
  return String(1_000_000 + place);
}

/** The code of a course: digits only, for the same reason. */
export function courseCode(place: number): string {
  return String(2_001 + place);
}

/** An organisation of this many people, with rate limits that no measurement reaches. */
export function organisationFile({ code, people }: Organisation) {
  return {
    organisation: { code, name: "Bench Logistics", time_zone: "Europe/Warsaw" },
    contract: { rate: { per_minute: 1_000_000, burst: 1_000_000, per_day: 2_000_000_000 } },
    attributes: [
      { key: "cost_center", type: "string" },
      { key: "shift", type: "string" },
      { key: "permit", type: "boolean" },
      { key: "languages", type: "string_array" },
    ],
    departments: times(departments_count, department),
    contractors: times(contractors_count, (place) => ({
      name: `Contractor ${place + 1} sp. z o.o.`,
      code: `C${place + 1}`,
      country: "PL",
    })),
    courses: times(courses_count, (place) => ({
      code: courseCode(place),
      title: `Course ${place + 1}: safety of the shift`,
      validity: { value: 24, unit: "month" },
      default_due_days: 30,
    })),
    licenses: [
      {
        name: "Seats",
        courses: times(courses_count - unlicensed_count, (place) => courseCode(unlicensed_count + place)),
        seats_total,
        seat_unit: "enrollment",
      },
    ],
    people: times(people, person),
    clients: [{ name: "Bench", scopes: ["users:read", "users:write", "enrollments:write", "compliance:read", "gate:read"] }],
  };
}

function department(place: number) {
  const parent = place < roots_count ? null : `D${(place % roots_count) + 1}`;
  return { name: `Department ${place + 1} Północ`, code: `D${place + 1}`, parent };
}

function person(place: number) {
  const first_name = first_names[place % first_names.length]!;
  const last_name = last_names[place % last_names.length]!;
  const is_contractor = place % contractor_every === 0;
  return {
    employee_no: employeeNo(place),
    first_name,
    last_name,
    email: `person.${place}@bench.example`,
    department: `D${(place % departments_count) + 1}`,
    worker_type: is_contractor ? "b2b_contractor" : "internal_payroll",
    contractor: is_contractor ? `C${((place / contractor_every) % contractors_count) + 1}` : null,
    job_title: job_titles[place % job_titles.length]!,
    attributes: {
      cost_center: `PL-${4_000 + (place % 300)}`,
      shift: "ABC"[place % 3]!,
      permit: place % 4 === 0,
      languages: ["pl", "en"],
    },
    language: "pl",
    employment_start_date: "2024-02-01",
  };
}

function times<T>(count: number, make: (place: number) => T): T[] {
  return Array.from({ length: count }, (_, place) => make(place));
}
