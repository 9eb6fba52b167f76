// Faults in single rows of a file: how they are reported, and that they do not stop other rows.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { again, counts, ndjson, openImporter, type Importer } from "../../../test/harness/organisation/imports.ts";

let acme: Importer;
before(async () => {
  acme = await openImporter();
});
after(() => acme.close());

test("a row with faults of every kind reports all of them", async () => {
  const done = await acme.importFile(
    `employee_no,first_name,last_name,email,department_name,employment_start_date,employment_end_date,active,worker_type,contractor_name
M1,,Nowak,no address,No such department,2026-03-01,2026-02-01,perhaps,internal_payroll,No such company
M2,Anna,,m2@acme.example,No such department,2026-03-32,,true,neither,No such company
`,
  );
  assert.deepEqual(
    done.rows_preview.map(({ errors }: any) => errors.map(({ pointer, code }: any) => `${pointer} ${code}`).sort()),
    [
      [
        "#/active INVALID_TYPE",
        "#/contractor_name CONTRACTOR_NOT_ALLOWED",
        "#/department_name UNKNOWN_DEPARTMENT",
        "#/email INVALID_FORMAT",
        "#/employment_end_date OUT_OF_RANGE",
        "#/first_name REQUIRED",
      ],
      [
        "#/department_name UNKNOWN_DEPARTMENT",
        "#/employment_start_date INVALID_FORMAT",
        "#/last_name REQUIRED",
        "#/worker_type NOT_ALLOWED_VALUE",
      ],
    ],
  );
  const standing = await acme.someone({ employee_no: "M3" });
  const changed = await acme.importFile("employee_no,email,department_name,job_title\nM3,no address,No such department,Driver\n");
  assert.deepEqual(
    changed.rows_preview[0].errors.map(({ pointer }: any) => pointer),
    ["#/email", "#/department_name"],
  );
  assert.deepEqual(await again(acme.api, standing), standing, "nothing of the row is carried out");
});

test("a cell that cannot be read is the only fault of a row about an existing person", async () => {
  const one = await acme.someone({ employee_no: "U1" });
  await acme.someone({ employee_no: "U2" });
  const csv = await acme.importFile("employee_no,active\nU1,maybe\nU2,\nU2,true\n");
  const told = (done: any) =>
    done.rows_preview.map(({ full_name, errors }: any) => [
      full_name,
      ...errors.map(({ pointer, code }: any) => `${pointer} ${code}`),
    ]);
  const name = `${one.first_name} ${one.last_name}`;
  assert.deepEqual(told(csv), [
    [name, "#/active INVALID_TYPE"],
    [name, "#/employee_no PERSON_ALREADY_EXISTS"],
  ]);
  const lines = [
    { employee_no: "U1", job_title: "\ud800" },
    { employee_no: "U\u0000", job_title: "Driver" },
  ];
  const json = await acme.importFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(""), "", ndjson);
  assert.deepEqual(told(json)[0], [name, "#/job_title INVALID_FORMAT"]);
  assert.equal(told(json)[1][1], "#/employee_no INVALID_FORMAT");
});

test("rows that cannot be taken are named with line, field and code, and hold up no other one", async () => {
  const held = await acme.someone({ employee_no: "I0" });
  const scim = await acme.someone({ employee_no: "I1" });
  await acme.set(scim, "managed_by = 'scim'");
  const suspended = await acme.someone({ employee_no: "I2" });
  await acme.set(suspended, "state = 'suspended'");
  const header =
    "employee_no,first_name,last_name,email,department_name,worker_type,contractor_name,employment_start_date,attributes.level,active";
  const done = await acme.importFile(`${header}
I1,Other,Kowalska,${scim.email},,,,,,
I2,Anna,Kowalska,${suspended.email},,,,,,true
I3,A,B,i3@acme.example,Nowhere,,,,,
I4,A,B,i4@acme.example,magazyn,,,,,
I5,A,B,i5@acme.example,,b2b_contractor,,,,
I6,A,B,no address,,boss,,2026-02-30,x,maybe
,A,B,i7@acme.example,,,,,,
I8,A,B,${held.email.toUpperCase()},,,,,,
I9,A,B,i9@acme.example,,,,,,
i9,A,B,i9b@acme.example,,,,,,
I10,A,B,I9@acme.example,,,,,,
I11,,B,i11@acme.example,,,twin,,,
I12,A,B,,,,,,,
`);
  const faults = Object.fromEntries(
    done.rows_preview
      .filter(({ action }: any) => action === "invalid")
      .map(({ row, errors }: any) => [row, errors.map(({ pointer, code }: any) => `${pointer} ${code}`).sort()]),
  );
  assert.deepEqual(faults, {
    2: ["# MANAGED_ELSEWHERE"],
    3: ["# PERSON_SUSPENDED"],
    4: ["#/department_name UNKNOWN_DEPARTMENT"],
    5: ["#/department_name AMBIGUOUS_DEPARTMENT"],
    6: ["#/contractor_name CONTRACTOR_REQUIRED"],
    7: [
      "#/active INVALID_TYPE",
      "#/attributes/level INVALID_TYPE",
      "#/email INVALID_FORMAT",
      "#/employment_start_date INVALID_FORMAT",
      "#/worker_type NOT_ALLOWED_VALUE",
    ],
    8: ["#/employee_no REQUIRED"],
    9: ["#/email PERSON_ALREADY_EXISTS"],
    11: ["#/employee_no PERSON_ALREADY_EXISTS"],
    12: ["#/email PERSON_ALREADY_EXISTS"],
    13: ["#/contractor_name CONTRACTOR_NOT_ALLOWED", "#/first_name REQUIRED"],
    14: ["#/email REQUIRED"],
  });
  assert.deepEqual(done.counts, counts({ rows: 13, create: 1, invalid: 12 }));
  assert.equal((await acme.person("I9")).email, "i9@acme.example");
});

test("a value that the record cannot have has the code of a 422", async () => {
  const lines = [
    {
      employee_no: "V1",
      first_name: "A",
      last_name: "B",
      email: "no address",
      worker_type: "boss",
      employment_start_date: "2026-02-30",
    },
    { employee_no: "V2", first_name: "A\u0000", last_name: "B" },
    { employee_no: "V3", first_name: "A", last_name: "B", email: "v3@acme.example", shoe_size: 43, attributes: { nothing: 1 } },
    { employee_no: "V4", first_name: "A", last_name: "B", email: "v4@acme.example", attributes: { nothing: 1, level: "x" } },
    { first_name: "A" },
    { employee_no: 5 },
    {
      employee_no: "V7",
      first_name: "A",
      ...Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`u${n}`, "\0"])),
      last_name: "\0",
    },
  ];
  const done = await acme.importFile(lines.map((line) => JSON.stringify(line)).join("\n"), "", ndjson);
  assert.deepEqual([done.status, done.counts.invalid], ["finished", 7]);
  assert.deepEqual(
    done.rows_preview
      .slice(0, 6)
      .map(({ row, errors }: any) => [row, ...errors.map(({ pointer, code }: any) => `${pointer} ${code}`).sort()]),
    [
      [1, "#/email INVALID_FORMAT", "#/employment_start_date INVALID_FORMAT", "#/worker_type NOT_ALLOWED_VALUE"],
      [2, "#/email REQUIRED", "#/first_name INVALID_FORMAT"],
      [3, "#/attributes/nothing UNKNOWN_ATTRIBUTE", "#/shoe_size UNKNOWN_FIELD"],
      [4, "#/attributes/level INVALID_TYPE", "#/attributes/nothing UNKNOWN_ATTRIBUTE"],
      [5, "#/email REQUIRED", "#/employee_no REQUIRED", "#/last_name REQUIRED"],
      [6, "#/email REQUIRED", "#/employee_no INVALID_TYPE", "#/first_name REQUIRED", "#/last_name REQUIRED"],
    ],
  );
});

test("a number that is too long is reported cut short, also within a character", async () => {
  const long = `${"x".repeat(199)}\u{1f600}${"x".repeat(100)}`;
  const text = `employee_no,first_name,last_name,email\n${long},A,B,long@acme.example\nC1,A,B,c1@acme.example\n`;
  const done = await acme.importFile(text);
  assert.deepEqual([done.status, done.counts], ["finished", counts({ rows: 2, create: 1, invalid: 1 })]);
  assert.equal(done.rows_preview[0].employee_no, `${"x".repeat(199)}\ufffd`);
});

test("erased data are not written again", async () => {
  const erased = await acme.someone({ employee_no: "ERASED" });
  await acme.set(erased, "state = 'anonymized'");
  const before = await again(acme.api, erased);
  for (const active of ["", "false", "true"]) {
    const done = await acme.importFile(`employee_no,job_title,active\nERASED,Welder,${active}\n`);
    assert.deepEqual(
      done.rows_preview.map(({ action, errors }: any) => [action, errors[0].code]),
      [["invalid", "PERSON_ANONYMIZED"]],
    );
  }
  assert.deepEqual(await again(acme.api, erased), before);
});
