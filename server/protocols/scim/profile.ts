// What a provider's requests may look like beside RFC 7644, as data. A client has one profile, chosen by an administrator:
// how an operation is capitalised does not tell vendors apart, so nothing is guessed from the request. Each leniency has one
// reader, in normalise*.ts or patch.ts; what it did to a request is written into the sync log.

export const profile_names = ["generic", "entra", "okta", "strict"] as const;
export type ProfileName = (typeof profile_names)[number];

export type Profile = {
  name: ProfileName;
  /** `Add`, `REPLACE`: RFC 7644 §3.5.2 has them in lower case. */
  any_case_operations: boolean;
  /** A request without the `schemas` that RFC 7644 §3.1 wants. */
  schemas_optional: boolean;
  /** An empty `Operations` changes nothing, rather than being refused. */
  empty_operations: boolean;
  /** "True" and "False" for booleans, digits for numbers, numbers and booleans for strings. */
  convert_scalars: boolean;
  /** What cannot be in a name of one line is taken out of it, rather than being refused. */
  clean_lines: boolean;
  /** One value where an array is due, an array of one where a value is due, a plain value where `{value}` is due. */
  reshape_values: boolean;
  /** Keys of a value without a path may be paths: `name.givenName`, `urn:…:User:department`; a path may be a schema's URN. */
  keys_as_paths: boolean;
  /** Adding or replacing behind a filter that nothing matches creates what the filter describes; removing there changes nothing. */
  create_unmatched: boolean;
  /** Another value for a read-only attribute is ignored: never, where it came along with other attributes, or always. */
  ignore_read_only: "never" | "in_values" | "always";
  /** The path of an operation names an attribute that no schema has: refused, or ignored for the sake of the others. */
  ignore_unknown_paths: boolean;
  /** Attributes that no schema has, in a value without a path, are kept as sent rather than refused. */
  keep_unknown_attributes: boolean;
  /** Removing what every user has, such as `active`, changes nothing, rather than being refused. */
  keep_lasting: boolean;
  /** A company that the platform lacks waits among the unmatched values, rather than being refused by its id. */
  keep_unknown_companies: boolean;
  /** Members that do not exist wait for their users, rather than being refused. */
  wait_for_members: boolean;
  /** What a PATCH of a user answers: 200 with the resource, or 204 (RFC 7644 §3.5.2 allows both). */
  user_patch_status: 200 | 204;
};

const generic: Profile = {
  name: "generic",
  any_case_operations: true,
  schemas_optional: true,
  empty_operations: true,
  convert_scalars: true,
  clean_lines: true,
  reshape_values: true,
  keys_as_paths: true,
  create_unmatched: true,
  ignore_read_only: "in_values",
  ignore_unknown_paths: false,
  keep_unknown_attributes: true,
  keep_lasting: true,
  keep_unknown_companies: true,
  wait_for_members: true,
  user_patch_status: 200,
};

const strict: Profile = {
  name: "strict",
  any_case_operations: false,
  schemas_optional: false,
  empty_operations: false,
  convert_scalars: false,
  clean_lines: false,
  reshape_values: false,
  keys_as_paths: false,
  create_unmatched: false,
  ignore_read_only: "never",
  ignore_unknown_paths: false,
  keep_unknown_attributes: false,
  keep_lasting: false,
  keep_unknown_companies: false,
  wait_for_members: false,
  user_patch_status: 200,
};

export const profiles: Readonly<Record<ProfileName, Profile>> = {
  generic,
  // Both stop provisioning a person over one refused attribute, which the person's administrator cannot see.
  entra: { ...generic, name: "entra", ignore_read_only: "always", ignore_unknown_paths: true, user_patch_status: 204 },
  okta: { ...generic, name: "okta", ignore_read_only: "always", ignore_unknown_paths: true },
  strict,
};
