import type { SubjectName } from "../schema.ts";
import { licenses } from "./licenses-sql.ts";
import { people } from "./people-sql.ts";
import type { Subject } from "./subject.ts";
import { certificates, compliance, enrollments } from "./training-sql.ts";

export const subjects: Readonly<Record<SubjectName, Subject>> = { people, enrollments, compliance, certificates, licenses };
