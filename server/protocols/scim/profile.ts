// Deviations from RFC 7644 that a provider's requests may have, as data. An administrator chooses one profile per client. Nothing
// is guessed from the request, because details such as the capitalisation of an operation do not identify a vendor. Each option
// is implemented in one place, in normalise/ or patch/. The sync log notes what an option has changed in a request.

export const profile_names = ["generic", "entra", "okta", "strict"] as const;
export type ProfileName = (typeof profile_names)[number];

export type Profile = {
  name: ProfileName;
  /** `Add`, `REPLACE`: RFC 7644 §3.5.2 has them in lower case. */
  any_case_operations: boolean;
  /** Accepts a request without the `schemas` that RFC 7644 §3.1 requires. */
  schemas_optional: boolean;
  /** An empty `Operations` changes nothing instead of being refused. */
  empty_operations: boolean;
  /** Accepts "True" and "False" for booleans, digits for numbers, and numbers and booleans for strings. */
  convert_scalars: boolean;
  /** Removes characters that a one-line name cannot have, instead of refusing the name. */
  clean_lines: boolean;
  /** Accepts one value for an array, an array of one for a value, and a plain value for `{value}`. */
  reshape_values: boolean;
  /** Keys of a value without a path may be paths: `name.givenName`, `urn:…:User:department`; a path may be a schema's URN. */
  keys_as_paths: boolean;
  /** If a filter matches nothing, adding or replacing creates the value that it describes, and removing changes nothing. */
  create_unmatched: boolean;
  /**
   * When another value for a read-only attribute is ignored: never, only together with other attributes in a value, or always.
   */
  ignore_read_only: "never" | "in_values" | "always";
  /**
   * An operation whose path names an attribute that no schema has is ignored instead of refused, so that the others take effect.
   */
  ignore_unknown_paths: boolean;
  /** Attributes that no schema has, in a value without a path, are stored as sent instead of being refused. */
  keep_unknown_attributes: boolean;
  /** Removing an attribute that every user has, such as `active`, changes nothing instead of being refused. */
  keep_lasting: boolean;
  /** The id of an unknown company is kept among the unmatched values instead of being refused. */
  keep_unknown_companies: boolean;
  /** Unknown members wait for their users instead of being refused. */
  wait_for_members: boolean;
  /** The answer to a PATCH of a user: 200 with the resource, or 204 (RFC 7644 §3.5.2 allows both). */
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
