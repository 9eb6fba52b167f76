import type { Static } from "typebox";
import type { Language } from "../../platform/languages.ts";
import { subject_names, type ReportSubjects } from "./schema.ts";
import { subjects } from "./subjects/subjects.ts";
import { words } from "./words/words.ts";

/** The subjects of reports with their columns, in a language. `is_limited`: for an administrator of some departments. */
export function describeSubjects(language: Language, is_limited: boolean): Static<typeof ReportSubjects> {
  const { subject: titles, column, codes } = words[language];
  const named = subject_names.filter((name) => !(is_limited && subjects[name].whole_organisation));
  return {
    subjects: named.map((name) => {
      const { columns, filters, statuses, status_codes } = subjects[name];
      return {
        name,
        title: titles[name],
        columns: Object.entries(columns).map(([key, { groups = false }]) => ({ name: key, title: column[key]!, groups })),
        filters: [...filters],
        statuses: statuses.map((value) => ({ value, title: status_codes === null ? value : codes[status_codes][value]! })),
      };
    }),
  };
}
