// Made by `npm run generate` from server/features/people/definition.ts; do not edit.
/** Fields of a person that may be empty, in the order in which they are shown. */
export const optional_fields = [
  { name: "job_title", kind: "text", characters_max: 200 },
  { name: "language", kind: "text", characters_max: 35 },
  { name: "employment_start_date", kind: "date" },
  { name: "employment_end_date", kind: "date" },
] as const;
export type OptionalField = (typeof optional_fields)[number]["name"];
