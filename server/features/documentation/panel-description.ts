import type { PanelDescription } from "../../platform/http/openapi/panel.ts";
import { version } from "./description.ts";

/** The tags of panel operations, with their descriptions. */
const panel_tags = {
  Session: "Signing in and out, passwords, the second factor, and one's own sessions.",
  Administrators: "Who administers the organisation, and in which role.",
  Overview: "What happens at present, and what needs attention.",
  Clients: "Integration clients, their secrets, limits and requests.",
  "Request log": "What integration clients have asked for and what they were answered.",
  Webhooks: "Subscriptions, deliveries, attempts and the organisation's events.",
  SCIM: "Identity providers: the connection, the log of what they sent, and what did not fit.",
  People: "People, their departments, companies, accounts and files of them.",
  Departments: "Departments of the organisation.",
  Contractors: "Contractor companies.",
  Imports: "Files of people, tried out and taken over.",
  Courses: "The course catalogue.",
  "Course sessions": "Sessions of courses that are taught in rooms.",
  Attendance: "Who was there in a course session, and with what result.",
  Paths: "Learning paths.",
  Licences: "Licences of courses, and their seats.",
  Rules: "Which courses whom are given, and why.",
  Groups: "Groups of people.",
  Enrollments: "Courses assigned to people.",
  Compliance: "Where each person stands in each required course.",
  Gate: "Whether a person may do a work today.",
  Certificates: "Evidence that a course was completed.",
  "Question bank": "Questions by category, from which quizzes of courses are drawn.",
  Tools: "Tools of others that courses launch (LTI 1.3), and what is registered there.",
  Packages: "Content that runs in a learner's browser: SCORM and cmi5 packages, kept and given to courses.",
  "Learning records": "Statements of xAPI, of packages that run here and of clients.",
  "Company evidence": "What contractors' companies hand in for their own people, by links.",
  "Evidence packs": "What an auditor asks for, as one archive that can be verified without the service.",
  Audit: "Who has changed what.",
  Settings: "The organisation itself.",
  Sandbox: "The organisation's sandbox, and the clock of a sandbox.",
  "Saved views": "Filters of lists that an administrator has given a name.",
  Reports: "What administrators put together of people and training, to read and to take along.",
  Contract: "What the integration API promises, and how that changes.",
  Mailbox: "Mails of the service, where it sends none.",
  Learning: "A learner's own courses, results and certificates.",
  Team: "What a manager sees of their own people.",
};

/** The parts of the panel's contract besides its operations. */
export function panelDescriptionOf(base_url: string): PanelDescription {
  return {
    title: "Panel of the training platform",
    version,
    text: "The operations of the panel's own pages, for sessions of people who have signed in. Programs use the integration API: this contract changes with the pages.",
    base_url,
    tags: panel_tags,
    cookie: base_url.startsWith("https:") ? "__Host-muster_session" : "muster_session",
  };
}
