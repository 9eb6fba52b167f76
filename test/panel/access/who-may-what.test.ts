// AD4, in addition to roles.test.ts: that one proves that the declared roles are enforced, and this one lists, without looking at
// the code, which roles must be declared.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Role } from "../../harness/panel/panel.ts";
import { listOperations, type PanelOperation } from "../operations.ts";

type Who = readonly (Role | "anonymous")[];
type Rule = { read: Who; change: Who };

const none: Who = [];
const it: Who = ["it_admin"];
const auditors: Who = ["compliance_officer", "it_admin"];
const administrators: Who = ["compliance_officer", "it_admin", "training_admin"];
const with_guards: Who = [...administrators, "guard"];
const everybody: Who = ["compliance_officer", "guard", "it_admin", "learner", "training_admin"];
const everyone: Who = ["anonymous", ...everybody];

const of_training: Rule = { read: administrators, change: ["training_admin"] };
const of_it: Rule = { read: it, change: it };

/** Who may read (GET) and who may change (all other methods) what is under a tag. */
const rules: Readonly<Record<string, Rule>> = {
  Administrators: of_it,
  Clients: of_it,
  "Request log": of_it,
  Webhooks: of_it,
  SCIM: of_it,
  Settings: of_it,
  Sandbox: { read: administrators, change: it },
  // Each administrator has their own.
  "Saved views": { read: administrators, change: administrators },
  Reports: { read: administrators, change: administrators },
  Mailbox: of_it,
  People: of_training,
  Departments: of_training,
  Contractors: of_training,
  Imports: of_training,
  Courses: of_training,
  Paths: of_training,
  Packages: of_training,
  "Learning records": { read: administrators, change: none },
  "Question bank": of_training,
  // Training administrators choose among tools; only IT administrators decide what data is sent to them.
  Tools: { read: administrators, change: it },
  "Course sessions": of_training,
  // Of learners only those who teach the session: server/features/course-sessions/attendance.test.ts.
  Attendance: { read: [...administrators, "learner"], change: ["training_admin", "learner"] },
  Licences: of_training,
  Rules: of_training,
  Groups: of_training,
  Enrollments: of_training,
  Compliance: of_training,
  Gate: { read: with_guards, change: with_guards },
  Certificates: of_training,
  // Everything that an audit needs, about all people.
  "Company evidence": of_training,
  "Evidence packs": { read: auditors, change: auditors },
  // Public in the OpenAPI document.
  Contract: { read: administrators, change: none },
  Overview: { read: administrators, change: none },
  Audit: { read: auditors, change: none },
  Learning: { read: ["learner"], change: ["learner"] },
  // A manager's own people only: test/panel/access/my-team.test.ts.
  Team: { read: ["learner"], change: ["learner"] },
  Session: { read: everybody, change: everybody },
};

/** Operations that differ from their tag, with the reason. */
const exceptions: Readonly<Record<string, { who: Who; because: string }>> = {
  issueMyBadge: { who: ["learner"], because: "a badge of one's own" },
  printMyBadge: { who: ["learner"], because: "a badge of one's own" },
  issueBadge: { who: administrators, because: "a badge shows what they read of the person anyway" },
  printBadge: { who: administrators, because: "a badge shows what they read of the person anyway" },
  endBadges: { who: ["training_admin"], because: "who lets nobody in any more answers for it" },
  checkIn: { who: ["learner"], because: "one is there oneself" },
  listGateDecisions: { who: auditors, because: "guards ask about one person, and read no log" },
  listTeaching: { who: ["learner"], because: "sessions that one holds oneself" },
  getErasure: { who: it, because: "what is erased is gone for good: the IT administrator answers for it" },
  resetPersonFactors: { who: it, because: "who lets somebody in without their second factor answers for it" },
  erasePerson: { who: it, because: "what is erased is gone for good: the IT administrator answers for it" },
  takePersonalFile: { who: auditors, because: "who answers for people's rights hands it over" },
  readIntegrationFigures: { who: it, because: "what clients do is the IT administrator's" },
  listUnmatchedValues: { who: ["it_admin", "training_admin"], because: "departments are the training administrator's" },
  resolveUnmatchedValue: { who: ["it_admin", "training_admin"], because: "departments are the training administrator's" },
  openSandbox: { who: administrators, because: "everybody tries things there in their own role" },
  leaveSandbox: { who: administrators, because: "who came in goes back" },
  moveSandboxClock: { who: ["it_admin", "training_admin"], because: "what time does is training, and invented" },
  signIn: { who: everyone, because: "no session exists before it" },
  signOut: { who: everyone, because: "a browser that got no answer when its session ended asks again, to lose the cookie" },
  signOutOfCompany: {
    who: everyone,
    because: "a browser that got no answer when its session ended asks again, to lose the cookie",
  },
  signInByCompany: { who: everyone, because: "no session exists before it" },
  signInByLink: { who: everyone, because: "no session exists before it" },
  requestPasskey: { who: everyone, because: "no session exists before it" },
  signInByPasskey: { who: everyone, because: "no session exists before it" },
  openEvidenceLink: { who: everyone, because: "a company has a link and no account" },
  submitEvidence: { who: everyone, because: "a company has a link and no account" },
  readLogo: { who: everyone, because: "the page of sign-in shows it" },
  markSharedBrowser: { who: everyone, because: "the mark takes rights away, and gives none" },
  unmarkSharedBrowser: { who: it, because: "who shares the browser does not say that it is theirs" },
  setPassword: { who: everyone, because: "a link may stand in for the session" },
  requestPasswordReset: { who: everyone, because: "a user who has forgotten the password has no session" },
  beginSecondFactor: { who: with_guards, because: "learners have passkeys" },
  removeSecondFactor: { who: with_guards, because: "learners have passkeys" },
  confirmSecondFactor: { who: with_guards, because: "learners have passkeys" },
};

/** Operations that need a step-up: they show a new secret, extend a user's rights, cannot be undone, or export everything. */
const stepped_up: ReadonlySet<string> = new Set([
  "inviteAdministrator",
  "changeAdministrator",
  "removeAdministrator",
  "inviteAdministratorAgain",
  "resetSecondFactor",
  "resetPersonFactors",
  "saveIdentityProvider",
  "saveSamlProvider",
  "setIdentityPeople",
  "setIdentityRoles",
  "switchIdentityRoles",
  "removeIdentityProvider",
  "switchIdentityProvider",
  "setSignInRule",
  "addDomain",
  "checkDomain",
  "removeDomain",
  "unlinkIdentity",
  "createEvidenceLink",
  // Registered keys may send results, and data is sent to the tool.
  "addLtiTool",
  "changeLtiTool",
  "removeLtiTool",
  "createClient",
  "changeClient",
  "rotateClientSecret",
  "revokeClient",
  "revokeClientSecret",
  "addClientKeys",
  "removeClientKey",
  "liftBlockedAddress",
  "createSandbox",
  "resetSandbox",
  "deleteSandbox",
  "createSubscription",
  "rotateSubscriptionSecret",
  "invitePerson",
  "erasePerson",
  "changeRetention",
  "takePersonalFile",
  "orderEvidencePack",
  "beginSecondFactor",
  "removeSecondFactor",
  "beginPasskey",
  "addPasskey",
  "removePasskey",
  "makeRecoveryCodes",
]);

let operations: PanelOperation[];
before(async () => {
  operations = await listOperations();
  assert.ok(operations.length >= 80, `saw only ${operations.length} operations`);
});

const names = (who: Who) => who.toSorted().join(", ") || "none";

test("AD4 each operation is for whom its subject is for", () => {
  const faults = operations.flatMap(({ id, tag, method, path, roles }) => {
    const rule = rules[tag];
    if (!rule) return [`The tag ${tag} (${id}) has no rule: say in ${import.meta.filename} who reads and who changes it.`];
    const who = exceptions[id]?.who ?? (method === "GET" ? rule.read : rule.change);
    if (names(who) === names(roles)) return [];
    return [`${id} (${method} ${path}) is for ${names(roles)}, and by its subject, ${tag}, for ${names(who)}.`];
  });
  assert.deepEqual(faults, []);
});

test("AD4 what shows a secret or widens access asks for the password again", () => {
  const asking = operations.filter(({ step_up }) => step_up).map(({ id }) => id);
  const faults = [
    ...operations
      .filter(({ id, step_up }) => stepped_up.has(id) && !step_up)
      .map(({ id }) => `${id} no longer asks for the password.`),
    ...asking.filter((id) => !stepped_up.has(id)).map((id) => `${id} asks for the password: add it to the list in this file.`),
  ];
  assert.deepEqual(faults, []);
});

test("AD4 every exception is of an operation that exists", () => {
  const known = new Set(operations.map(({ id }) => id));
  assert.deepEqual(
    Object.keys(exceptions).filter((id) => !known.has(id)),
    [],
  );
});
